"""Concrete tables: a domain's columns under other headers, some dropped, shuffled, with other values."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from .domains import Column, Domain
from .headers import renamed
from .values import fresh_values

LEAST, MOST = 4, 18
NAMES = {"name", "название", "имя"}


@dataclass(eq=False, slots=True)
class Col:
    """A column of a concrete table: the header it got, the words for it that no other column shares."""

    name: str
    spec: Column
    values: list[Any]
    says: tuple[str, ...]
    type: str
    kind: str
    shared: bool = False  # every word for it is used by another column as well
    worded: bool = False  # never said by its header

    @property
    def who(self) -> bool:
        return self.spec.who


@dataclass(eq=False, slots=True)
class Table:
    """A concrete table."""

    domain: Domain
    name: str
    columns: list[Col]

    def kinds(self, *kinds: str) -> list[Col]:
        """The columns of those kinds."""
        return [column for column in self.columns if column.kind in kinds]

    @property
    def lang(self) -> str:
        return self.domain.lang

    def called(self) -> Col | None:
        """The column that names a row, where rows are things or people: films, but not the sales of films."""
        rows = {*_lowered(self.domain.row), *_lowered(self.domain.rows)}
        named = (each for each in self.kinds("name") if (rows | NAMES) & {*_lowered(each.spec.says)})
        return next(named, None)

    def owners(self, value: Any) -> int:
        """How many columns hold the value."""
        wanted = str(value).lower()
        return sum(1 for column in self.columns if any(str(each).lower() == wanted for each in column.values))

    def card(self) -> dict[str, Any]:
        """The table as an example shows it."""
        columns = [{"name": each.name, "type": each.type, "values": each.values[:8]} for each in self.columns]
        return {"name": self.name, "title": self.domain.title, "columns": columns}


def make_table(
    domain: Domain, rng: random.Random, donors: tuple[Domain, ...] = (), keep: tuple[str, ...] = ()
) -> Table:
    """A table of the domain; columns named in `keep` stay, and with their own values."""
    chosen = list(domain.columns)
    if rng.random() < 0.4:
        chosen = _some(chosen, rng, keep)
    if donors and rng.random() < 0.4:
        chosen += _transplants(chosen, rng, donors)
    if rng.random() < 0.35:
        rng.shuffle(chosen)
    taken: set[str] = set()
    plain = rng.random() < 0.4
    columns = [_column(each, rng, taken, plain, domain.lang, each.name in keep) for each in chosen]
    name = domain.name if rng.random() < 0.6 else renamed(domain.name.replace("_", " "), "", rng)
    table = Table(domain, name, columns)
    settle(table)
    return table


def settle(table: Table) -> None:
    """Leaves each column only the words that no other column of the table shares."""
    owners: dict[str, int] = {}
    for column in table.columns:
        for word in _lowered(column.spec.says):
            owners[word] = owners.get(word, 0) + 1
    for column in table.columns:
        lowered = _lowered(column.spec.says)
        if any(owners[word] > 1 for word in lowered):
            column.says = tuple(word for word in column.spec.says if owners[word.lower()] == 1)
            column.shared = not column.says
            column.says = column.says or (column.name,)
        else:
            column.says, column.shared = column.spec.says or (column.name,), not lowered


@cache
def _lowered(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.lower() for word in words)


def _some(columns: list[Column], rng: random.Random, keep: tuple[str, ...]) -> list[Column]:
    """A part of the columns, in their order, those in `keep` always."""
    most = min(MOST, len(columns))
    number = max(rng.randint(min(max(LEAST, len(columns) // 2), most), most), len(keep))
    kept = set(rng.sample(range(len(columns)), number))
    return [each for place, each in enumerate(columns) if place in kept or each.name in keep]


def _transplants(columns: list[Column], rng: random.Random, donors: tuple[Domain, ...]) -> list[Column]:
    """A few columns of another table whose words are not here yet."""
    known = {word.lower() for column in columns for word in (*column.says, *column.means.nouns)}
    names = {column.name for column in columns}
    donor = rng.choice(donors)
    found = [
        each
        for each in donor.columns
        if each.kind in ("group", "sum", "avg", "flag") and each.name not in names
        if not known & _lowered((*each.says, *each.means.nouns))
    ]
    return rng.sample(found, max(0, min(len(found), rng.randint(1, 4), MOST - len(columns))))


def _column(spec: Column, rng: random.Random, taken: set[str], plain: bool, lang: str, fixed: bool) -> Col:
    header = _header(spec, rng, plain)
    while header.lower() in taken:
        header = spec.name if spec.name.lower() not in taken else f"{header}_{rng.randint(2, 9)}"
    taken.add(header.lower())
    values = list(spec.values) if fixed else fresh_values(spec, rng, lang)
    if spec.kind != "flag" and len(values) > 3:
        values = _turned(values, rng)
        if not fixed and len(values) > 5 and rng.random() < 0.4:
            del values[rng.randint(4, len(values)) :]
    return Col(header, spec, values, spec.says, spec.type, spec.kind)


def _turned(values: list[Any], rng: random.Random) -> list[Any]:
    """The values in another order; a turn is enough and costs less than a shuffle."""
    place = int(rng.random() * len(values))
    turned = values[place:] + values[:place]
    return turned if rng.random() < 0.5 else turned[::-1]


def _header(spec: Column, rng: random.Random, plain: bool) -> str:
    roll = rng.random()
    if plain or roll < 0.25:
        return spec.name
    if roll < 0.7 and spec.also:
        return rng.choice(spec.also)
    words = (*spec.says, *spec.means.nouns)
    return renamed(rng.choice(words), spec.unit, rng) if words else spec.name
