"""What was found: the only thing an answer may speak of."""

from __future__ import annotations

from typing import Any

from groundplan.contracts.noun import Noun


class Item(Noun):
    """One thing found."""

    type: str
    name: str
    text: str = ""


class Rows(Noun):
    """A small table."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


class Chart(Noun):
    """What a chart draws: one row a mark, in the order x, y, color."""

    mark: str
    x: str
    y: str
    color: str | None = None
    stacked: bool = False
    kind: str = ""
    """The chart kind of the form: `bar`, `stacked_bar`, `arc`, `histogram` and so on."""
    title: str = ""
    x_type: str = "nominal"
    """Vega-Lite's measure of x: nominal, ordinal, quantitative or temporal."""
    rows: tuple[tuple[Any, ...], ...] = ()
    facet: str | None = None
    """A further column that tells small multiples apart; stands fourth in each row."""


class Meta(Noun):
    """How much was looked at."""

    coverage: float = 1.0
    read: int = 0
    capped: bool = False
    notes: tuple[str, ...] = ()
    """What a person should know: rows that were broken, a grain that was chosen."""
    figured: int | None = None
    """Rows that the one figure of a query was taken of; None where it is not one figure."""
    blank: int = 0
    """Rows that it left out, as nothing is filled in there."""


class Facts(Noun):
    """One payload for all tools; the first chart or table is the answer, later ones are extras."""

    found: bool = False
    items: tuple[Item, ...] = ()
    groups: tuple[tuple[str, tuple[Item, ...]], ...] = ()
    tables: tuple[Rows, ...] = ()
    charts: tuple[Chart, ...] = ()
    meta: Meta = Meta()
    sources: tuple[str, ...] = ()
