"""Things inside a file: columns that belong to something coarser than a row, as an order's date on each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from groundplan.sources import duck
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.header import header_words, lists, names_dataset, without_key
from groundplan.sources.model.roles import role
from groundplan.sources.shape import Column, Table

ROWS = 20
MOST_ROWS = 2_000_000
BROKEN = 0.02
"""Of the groups, in which a column may differ all the same."""
EXPECTED = 6.0
"""Rows that would differ by chance, at least, for agreement to mean something."""
FIRST = 0.95
"""Of the groups, that fill a column in one row alone, its first."""
KEYS = 8
SIZE = 1.2


@dataclass(frozen=True)
class Thing:
    """A coarser thing: the field that tells it apart, and those that belong to it."""

    name: str
    key: str
    columns: tuple[str, ...]
    first_only: tuple[str, ...] = ()
    """Filled only on the first of its rows."""
    groups: int = 0


def things(table: Table, pointing: Sequence[str], taken: Sequence[str], evidence: Evidence) -> list[Thing]:
    """The things of a table, the coarsest first; a column goes to the coarsest that decides it."""
    if not ROWS <= table.rows <= MOST_ROWS:
        return []
    keys = [column for column in table.columns if _may_tell(table, column, pointing)]
    keys = sorted(keys, key=lambda column: (not _named_key(table, column), column.distinct))[:KEYS]
    found = [thing for key in keys if (thing := _thing(table, key, evidence))]
    found.sort(key=lambda thing: thing.groups)
    kept: list[Thing] = []
    for thing in found:
        gone = {column for other in kept for column in (*other.columns, other.key)}
        rest = tuple(
            column for column in thing.columns if column not in gone or column in {other.key for other in kept}
        )
        own = tuple(column for column in rest if column not in {other.key for other in kept})
        if not _enough(table, thing.key, own):
            continue
        first = tuple(column for column in thing.first_only if column in rest)
        name = _called(thing.key, table.name, [*taken, *(other.name for other in kept)])
        kept.append(replace(thing, name=name, columns=rest, first_only=first))
    return kept


def _may_tell(table: Table, column: Column, pointing: Sequence[str]) -> bool:
    groups = column.distinct
    some = groups > 2 and table.rows >= SIZE * groups
    kind = column.type in ("text", "integer") and column.role in ("identifier", "categorical", "numeric")
    return (
        some
        and kind
        and not column.nulls
        and column.name not in pointing
        and (column.type == "text" or _named_key(table, column))
    )


def _named_key(table: Table, column: Column) -> bool:
    words = header_words(column.name)
    return (
        role(column, table.rows, "", table.name) == "key"
        or bool(words and words[-1] in lists()["keys"])
        or bool(words and len(words) == 1 and names_dataset(words, table.name.split("_")[0]))
    )


def _thing(table: Table, key: Column, evidence: Evidence) -> Thing | None:
    others = [column for column in table.columns if column.name != key.name and column.distinct > 1]
    if not others:
        return None
    decided, first = _decided(table, key, others, evidence)
    if not _enough(table, key.name, [*decided, *first]):
        return None
    return Thing("", key.name, (*decided, *first), tuple(first), key.distinct)


def _enough(table: Table, key: str, columns: Sequence[str]) -> bool:
    """With a field that says it is a key one is enough; a label needs three, or two that are no mere labels."""
    named = next((column for column in table.columns if column.name == key), None)
    if named is None or not columns:
        return False
    if _named_key(table, named):
        return True
    kinds = {column.name: column for column in table.columns}
    telling = [
        name
        for name in columns
        if kinds[name].type in ("number", "integer") or kinds[name].role in ("text", "identifier")
    ]
    return (len(columns) >= 3 and bool(telling)) or (len(columns) == 2 and bool(telling))


def _decided(table: Table, key: Column, others: Sequence[Column], evidence: Evidence) -> tuple[list[str], list[str]]:
    """Columns with one value for each value of the key, and those that only the first row of a group fills."""
    likely = _likely(table, key, others, evidence)
    groups, several, counts = _grouped(table, key, likely, evidence) if likely else (0, 0, {})
    decided, first = [], []
    for column in likely:
        found = counts.get(column.name)
        if not several or found is None or not found.filled:
            continue
        if found.first_only and found.filled >= 0.5 * groups and several >= 0.3 * groups:
            first.append(column.name)
        elif (
            found.broken <= BROKEN * several
            and found.many
            and _by_chance(column, found.cells - found.filled, evidence, table) >= EXPECTED
        ):
            decided.append(column.name)
    return decided, first


def _likely(table: Table, key: Column, others: Sequence[Column], evidence: Evidence) -> list[Column]:
    """Those that the first rows do not rule out: as many groups differ there as may differ in all rows."""
    head = evidence.head(table.name)
    places: dict[Any, list[int]] = {}
    for place, value in enumerate(head.get(key.name, ())):
        places.setdefault(value, []).append(place)
    several = [found for found in places.values() if len(found) > 1]
    most = BROKEN * min(key.distinct, table.rows - key.distinct)
    return [
        column
        for column in others
        if _filled_once(table, key, column) or _differing(head.get(column.name, ()), several, most) <= most
    ]


def _filled_once(table: Table, key: Column, column: Column) -> bool:
    """Whether it has hardly more cells than there are groups."""
    return table.rows - column.nulls <= 1.05 * key.distinct


def _differing(cells: Sequence[Any], groups: Sequence[Sequence[int]], most: float) -> int:
    """How many groups hold two values; no further than is allowed."""
    found = 0
    for group in groups:
        found += len({cells[place] for place in group} - {None}) > 1
        if found > most:
            break
    return found


class _Counts(NamedTuple):
    """What a grouping says of a column."""

    broken: int
    """Groups with two values."""
    alone: int
    """Groups that fill one row, the first."""
    filled: int
    cells: int
    many: int
    """Groups that fill several rows."""

    @property
    def first_only(self) -> bool:
        """Whether only the first rows are filled."""
        return self.alone >= FIRST * self.filled and self.cells <= 1.05 * self.filled


def _grouped(
    table: Table, key: Column, columns: Sequence[Column], evidence: Evidence
) -> tuple[int, int, dict[str, _Counts]]:
    """How many groups there are, how many of several rows, and the counts of each column."""
    one, relation = duck.name(key.name), duck.name("main", table.name)
    figures = [f"count({duck.name(column.name)}) AS n{at}" for at, column in enumerate(columns)]
    tests = []
    placed = False
    for at, column in enumerate(columns):
        cell = duck.name(column.name)
        once = _filled_once(table, key, column)
        placed = placed or once
        figures.append(f"min({cell}) <> max({cell}) AS d{at}")
        figures.append(f"arg_min({cell} IS NOT NULL, __place) AS f{at}" if once else f"false AS f{at}")
        tests.append(
            f"count(*) FILTER (d{at}), count(*) FILTER (n{at} = 1 AND f{at}), count(*) FILTER (n{at} > 0), "
            f"sum(n{at}), count(*) FILTER (n{at} > 1)"
        )
    rows = f"(SELECT *, row_number() OVER () AS __place FROM {relation})" if placed else relation
    grouped = f"SELECT count(*) AS size, {', '.join(figures)} FROM {rows} GROUP BY {one}"
    found = evidence.rows(f"SELECT count(*), count(*) FILTER (size > 1), {', '.join(tests)} FROM ({grouped})")
    if not found:
        return 0, 0, {}
    groups, several, *counts = found[0]
    made = [_Counts(*counts[5 * at : 5 * at + 5]) for at in range(len(columns))]
    return groups, several, dict(zip([column.name for column in columns], made, strict=True))


def _by_chance(column: Column, pairs: int, evidence: Evidence, table: Table) -> float:
    """How many rows would differ from the first of their group, were the values spread at random."""
    one = duck.name(column.name)
    counted = f"SELECT count(*) AS n FROM {duck.name('main', table.name)} WHERE {one} IS NOT NULL GROUP BY {one}"
    found = evidence.rows(f"SELECT sum(n * n) / (sum(n) * sum(n)) FROM ({counted})")
    return pairs * (1 - float(found[0][0] or 1.0)) if found else 0.0


def _called(key: str, table: str, taken: Sequence[str]) -> str:
    words = without_key(key) or header_words(key)
    name = "_".join(words)
    name = (
        name
        if name.endswith("s")
        else f"{name[:-1]}ies"
        if name.endswith("y") and name[-2:-1] not in "aeou"
        else f"{name}s"
    )
    low = {other.lower() for other in (*taken, table)}
    return (
        name if name.lower() not in low else f"{table}_{name}" if f"{table}_{name}".lower() not in low else f"{name}_2"
    )
