"""Rows of a source and how they lead to each other: the ground that the reference interpreter stands on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.query.language import parts as p
from groundplan.query.scope import PARTS, Hop, Scope, Walked


@dataclass(frozen=True)
class Row:
    """One row, known by its dataset and its place; a list's part by its owner's place and its own."""

    of: str
    place: tuple[int, ...]
    dataset: Dataset = field(compare=False, repr=False)
    cells: Mapping[str, Any] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Thing:
    """What a relation leads to: a row, or a key that no row has, as it is written."""

    of: str
    place: tuple[int, ...] | str
    row: Row | None = field(compare=False, repr=False)
    key: tuple[Any, ...] = field(compare=False, repr=False)
    dataset: Dataset = field(compare=False, repr=False)
    as_text: bool = field(default=False, compare=False, repr=False)
    """Whether its key is told as a text, as that of the others beside it may be."""

    def shown(self) -> Any:
        """Its name, or else its key."""
        if self.row and (name := name_of(self.row)):
            return name
        key = key_of(self.row) if self.row else self.key
        plain = len(key) == 1 and not self.dataset.name_field and not self.as_text
        return key[0] if plain else _joined(key) or None

    def called(self) -> list[str]:
        """Every text that it equals."""
        key = key_of(self.row) if self.row else self.key
        return [*self.names(), _joined(key)]

    def looked_at(self) -> list[str]:
        """The texts that `has` looks at: its names or, where nothing there has a name, its key."""
        return self.names() if self.dataset.name_field else self.called()

    def names(self) -> list[str]:
        """Its name and its aliases."""
        if not self.row:
            return []
        aliases = [alias for name in self.dataset.aliases for alias in _alias_texts(self.row, name)]
        return [name for name in (name_of(self.row), *aliases) if name]


def thing_of(row: Row) -> Thing:
    """The thing that a row is."""
    return Thing(row.of, row.place, row, (), row.dataset)


def name_of(row: Row) -> str:
    """The fields of its name, joined; empty where none is filled."""
    return " ".join(written(row.cells.get(name)) for name in row.dataset.name_field if row.cells.get(name) is not None)


def _joined(key: tuple[Any, ...]) -> str:
    """What is filled of a key, in one text."""
    return " ".join(written(part) for part in key if part is not None)


def key_of(row: Row) -> tuple[Any, ...]:
    """The primary key, or the first unique one, or the place."""
    unique = row.dataset.unique_keys
    columns = row.dataset.primary_key or (unique[0] if unique else ())
    return tuple(row.cells.get(column) for column in columns) or (row.place[-1] + 1,)


def _alias_texts(row: Row, name: str) -> list[str]:
    found = row.dataset.field(name)
    cell = row.cells.get(name)
    if cell is None:
        return []
    return parts_of(cell, found.separator) if found and found.separator else [written(cell)]


def written(value: Any) -> str:
    """A value as a text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def parts_of(cell: Any, separator: str) -> list[str]:
    """The parts of a list in a cell."""
    return [] if cell is None else [part.strip() for part in str(cell).split(separator) if part.strip()]


class World:
    """A model with its rows, the day, and what other queries answered."""

    def __init__(self, model: SourceModel, rows: Mapping[str, Iterable[Mapping[str, Any]]], today: date) -> None:
        self.model = model
        self.scope = Scope(model)
        self.today = today
        self.kinds: dict[tuple[str, str], str] = {}
        self._walked: dict[tuple[str, tuple[str, ...]], Walked] = {}
        self.ask: Callable[[p.Query], Any] = lambda query: None
        self._rows = {one.name: self.made(one, rows.get(one.name, ())) for one in model.datasets}

    def made(self, dataset: Dataset, rows: Iterable[Mapping[str, Any]]) -> list[Row]:
        """Rows of a dataset."""
        return [Row(dataset.name, (at,), dataset, dict(cells)) for at, cells in enumerate(rows)]

    def add(self, dataset: Dataset, rows: Iterable[Mapping[str, Any]], kinds: Mapping[str, str]) -> None:
        """The result of a query as a dataset."""
        self._rows[dataset.name] = self.made(dataset, rows)
        self.kinds |= {(dataset.name, name): kind for name, kind in kinds.items()}

    def rows(self, dataset: Dataset) -> list[Row]:
        """The rows of a dataset, as they stand in the source."""
        return self._rows[dataset.name]

    def walk(self, dataset: Dataset, steps: tuple[str, ...]) -> Walked:
        """A path from a dataset."""
        known = (dataset.name, steps)
        if known not in self._walked:
            self._walked[known] = self.scope.walk(dataset, steps)
        return self._walked[known]

    def is_forward(self, at: Dataset, hop: Hop) -> bool:
        """Whether the hop follows a key that stands on this side."""
        sides = [(one.many, one.columns, one.one, one.others) for one in self.model.relations]
        return (at.name, hop.here, hop.to.name, hop.there) in sides

    def follow(self, row: Row, hop: Hop) -> list[Thing]:
        """Where a hop leads from a row."""
        if hop.split and not hop.there:
            parts = enumerate(self.parts(row, hop.split))
            return [thing_of(Row(hop.to.name, (*row.place, at), hop.to, {PARTS: part})) for at, part in parts]
        if hop.gathered:
            return [thing_of(other) for other in self.rows(hop.to) if self._gathers(other, row, hop)]
        keys = self._keys(row, hop)
        if self.is_forward(row.dataset, hop):
            return [self._found(key, hop) for key in keys]
        return [thing_of(other) for key in keys for other in self._with_key(key, hop)]

    def parts(self, row: Row, name: str) -> list[str]:
        """The parts of a list in a cell of the row."""
        found = row.dataset.field(name)
        return parts_of(row.cells.get(name), found.separator if found else "")

    def _keys(self, row: Row, hop: Hop) -> list[tuple[Any, ...]]:
        """The keys that a row holds of a relation: none where a column is blank."""
        if hop.split:
            rest = tuple(row.cells.get(column) for column in hop.here[1:])
            keys = [(part, *rest) for part in self.parts(row, hop.split)]
        else:
            keys = [tuple(row.cells.get(column) for column in hop.here)]
        return [key for key in keys if None not in key]

    def _found(self, key: tuple[Any, ...], hop: Hop) -> Thing:
        """The row that has the key, or the key; beside keys that are texts, or of several columns, all are texts."""
        row = next(iter(self._with_key(key, hop)), None)
        thing = thing_of(row) if row else Thing(hop.to.name, " ".join(map(written, key)), None, key, hop.to)
        return replace(thing, as_text=len(key) > 1 or isinstance(key[0], str))

    def _with_key(self, key: tuple[Any, ...], hop: Hop) -> list[Row]:
        wanted = [written(part) for part in key]
        return [row for row in self.rows(hop.to) if self._key_there(row, hop) == wanted]

    def _key_there(self, row: Row, hop: Hop) -> list[str]:
        cells = [row.cells.get(column) for column in hop.there]
        return [] if None in cells else [written(cell) for cell in cells]

    def _gathers(self, other: Row, row: Row, hop: Hop) -> bool:
        """Whether a list of the other row names this one."""
        key = [row.cells.get(column) for column in hop.here]
        if None in key:
            return False
        rest = [other.cells.get(column) for column in hop.there[1:]]
        listed = self.parts(other, hop.gathered)
        return (
            written(key[0]) in listed and None not in rest and list(map(written, key[1:])) == list(map(written, rest))
        )
