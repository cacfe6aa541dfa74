"""The semantic model that queries are asked of, as an Apache Ossie document says it.

Fields and metrics keep the text of their expressions: these are read when a query asks for them.
"""

from __future__ import annotations

from groundplan.contracts.noun import Noun


class Named(Noun):
    """A field or a metric: its name and the text of its expression."""

    name: str
    expression: str


class Relationship(Noun):
    """Columns of one dataset that name a row of another."""

    name: str
    start: str
    to: str
    columns: tuple[str, ...]
    others: tuple[str, ...]


class Semantic(Noun):
    """A dataset as a query sees it."""

    name: str
    source: str = ""
    keys: tuple[tuple[str, ...], ...] = ()
    fields: tuple[Named, ...] = ()
    metrics: tuple[Named, ...] = ()


class SemanticModel(Noun):
    """What an Ossie document says that a query can ask for."""

    name: str = ""
    datasets: tuple[Semantic, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    metrics: tuple[Named, ...] = ()
