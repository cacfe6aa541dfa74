"""Which column of one table points at which of another: declared, or inferred from name and values together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from groundplan.sources.roles import key_like
from groundplan.sources.shape import Column, Key, Table

CHECKS = 200
"""Containment is asked of the data at most this often, likeliest first."""


@dataclass(frozen=True, order=True)
class Link:
    """A column that may point at another; the lower the rank, the stronger its name says so."""

    rank: int
    table: str
    column: str
    other_table: str
    other: str


Contained = Callable[[Link], bool]
"""Whether every value of the column stands in the other column, and there only once."""


def with_keys(
    tables: Sequence[Table], declared: Mapping[str, Sequence[Key]], contained: Contained
) -> tuple[Table, ...]:
    """The tables with their keys; a column that declares one is not guessed at."""
    keys = {table.name: list(declared.get(table.name, ())) for table in tables}
    pointed: set[tuple[str, str]] = {(key.table, key.other) for found in keys.values() for key in found}
    linked = {(table, key.column) for table, found in keys.items() for key in found}
    backward: set[tuple[str, ...]] = set()
    for link in sorted(_links(tables))[:CHECKS]:
        here, there = (link.table, link.column), (link.other_table, link.other)
        if here in linked or (*here, *there) in backward or (here in pointed and link.rank > 1) or not contained(link):
            continue
        keys[link.table].append(Key(column=link.column, table=link.other_table, other=link.other))
        linked.add(here)
        pointed.add(there)
        backward.add((*there, *here))
    return tuple(table.model_copy(update={"keys": tuple(_ordered(table, keys[table.name]))}) for table in tables)


def _ordered(table: Table, keys: Sequence[Key]) -> list[Key]:
    places = {column.name: place for place, column in enumerate(table.columns)}
    return sorted(keys, key=lambda key: (places.get(key.column, 0), key.table, key.other))


def _links(tables: Sequence[Table]) -> Iterator[Link]:
    """Pairs whose names, types and bounds allow it; the values are asked later."""
    targets = [(table, column) for table in tables for column in table.columns if _unique(table, column)]
    for table in tables:
        for column in table.columns:
            for other_table, other in targets:
                if table.name == other_table.name or not _alike(column, other):
                    continue
                rank = _rank(column.name, other_table.name, other.name)
                if rank:
                    yield Link(rank, table.name, column.name, other_table.name, other.name)


def _unique(table: Table, column: Column) -> bool:
    """Every row has its own value; counts of large tables are estimates, so some slack is left to the data."""
    slack = 0.05 if table.rows > 1_000_000 else 0
    return table.rows > 0 and not column.nulls and column.distinct >= table.rows * (1 - slack)


def _alike(column: Column, other: Column) -> bool:
    if column.type != other.type or column.type not in ("integer", "text") or not column.distinct:
        return False
    if column.values and other.values:
        return set(column.values) <= set(other.values)
    return bool(column.low >= other.low and column.high <= other.high) if column.type == "integer" else True


def _rank(column: str, table: str, other: str) -> int:
    """1: `customer_id` for customers.id; 2: one key name on both sides; 3: `customer` for customers.id; 0: none."""
    said, target = _letters(column), _letters(other)
    nouns = {_letters(table), _singular(_letters(table)), _singular(re.split(r"[\W_]+", table.lower())[-1])}
    if not key_like(other) and target not in ("code", "name", "number", "no"):
        return 2 if said == target and key_like(column) else 0
    if any(said == noun + target or (said == target and said.startswith(noun) and said != noun) for noun in nouns):
        return 1
    if said == target and key_like(column) and target != "id":
        return 2
    if key_like(other) and any(said == noun or said.endswith(noun + target) for noun in nouns):
        return 3
    return 0


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def _singular(word: str) -> str:
    """`categories` gives `category`, `boxes` `box`, `customers` `customer`."""
    for ending, single in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss")):
        if word.endswith(ending):
            return word.removesuffix(ending) + single
    return word.removesuffix("s")
