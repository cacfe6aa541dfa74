"""Opens the sources of a question: files on one DuckDB connection, or one database through its own backend."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Self

from groundplan.contracts.source_model import SourceModel
from groundplan.errors import SourceError
from groundplan.sources import cache as kept
from groundplan.sources import duck, frames
from groundplan.sources.called import called_raws, called_server
from groundplan.sources.declarations import Beside, beside
from groundplan.sources.files import COPY_ROWS, Raw, load_file
from groundplan.sources.frame import Frame, with_meanings, with_sides
from groundplan.sources.joinable import with_keys
from groundplan.sources.linking import Linked
from groundplan.sources.locked import Found, changes
from groundplan.sources.meanings import described, shown
from groundplan.sources.measure import IbisMeasure
from groundplan.sources.model.evidence import DuckEvidence, IbisEvidence
from groundplan.sources.model.infer import About, infer
from groundplan.sources.modelled import Modelled, modelled, named_raws, named_server
from groundplan.sources.one_shape import of_one_shape
from groundplan.sources.places import Place, find_places
from groundplan.sources.profile import profile
from groundplan.sources.servers import open_server
from groundplan.sources.shape import Cell, Table
from groundplan.sources.sqlite import open_sqlite, sqlite_rows, sqlite_tables
from groundplan.sources.understood import Understood, do_again, understand
from groundplan.values.match import Match

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WORDS = 60
FOUND = 50


class Known(tuple[Table, ...]):
    """The tables of a source, and the model of what they are."""

    understood: SourceModel

    @classmethod
    def of(cls, tables: Iterable[Table], understood: SourceModel) -> Self:
        """The tables with their model."""
        made = cls(tables)
        made.understood = understood
        return made


class Tables:
    """Opened sources: their tables with profiles, and lazy frames over them."""

    def __init__(
        self,
        understood: SourceModel,
        tables: Sequence[Table],
        notes: Iterable[str],
        expression: Callable[[str], Any],
        close: Callable[[], None],
        cache: Path,
        found: Found,
        stamp: Callable[[], str | None] = lambda: None,
        files: Sequence[Table] = (),
        mistakes: Sequence[str] = (),
    ) -> None:
        self.understood = shown(understood, tables)
        """What is known of the source before a question."""
        self.mistakes = tuple(mistakes)
        """What people say of the source and could not be followed."""
        self._tables = {table.name: table for table in tables}
        parted = {table.part_of for table in tables} - {""}
        whole = tuple(table for table in files if table.name in parted)
        plain: dict[str, Any] = {"sides": (), "figures": ()}
        rest = [table.model_copy(update=plain) for table in self._tables.values() if not table.part_of]
        self.files = (*whole, *rest)
        """The tables as their files have them: one that was parted is one."""
        self.found = found
        """What the data say of themselves, to be locked."""
        self.changes = changes(found)
        """In what the data are not as they were locked."""
        self._notes = tuple(dict.fromkeys((*mistakes, *self.changes, *notes)))
        self._expression = expression
        self._close = close
        self._frames: dict[str, Frame] = {}
        self._lock = RLock()  # one connection serves one query at a time
        own = [table for table in tables if not table.stands_for]
        self._linked = Linked(own, self._distinct, cache / "values", stamp)

    @property
    def model(self) -> Known:
        """Every table with its profile, and the model of all."""
        return Known.of(self._tables.values(), self.understood)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(self._tables)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the reading."""
        return (*self._notes, *self._linked.notes)

    def get(self, name: str) -> Frame:
        """A lazy frame over one table; asked for twice, the same."""
        if name not in self._tables:
            raise SourceError(f"no table {name!r}; there is {', '.join(self._tables)}.")
        with self._lock:
            if name not in self._frames:
                table = self._tables[name]
                rows = with_meanings(self._expression(table.stands_for or name), table.meanings)
                rows = with_sides(rows, table.sides)
                self._frames[name] = Frame(rows, self._lock)
            return self._frames[name]

    def find(self, words: Sequence[str]) -> Sequence[Cell]:
        """Whole values, compared without case, in text columns too rich for the profile to keep."""
        wanted = sorted({word.strip().lower() for word in words[:WORDS] if word.strip()})
        if not wanted or not self._linked.rich:
            return []
        cells = self._linked.same(wanted)
        for table, column in self._linked.left():
            if len(cells) < FOUND:
                cells += self._cells(table, column.name, wanted)
        return cells[:FOUND]

    def linked(self, text: str) -> Sequence[Match]:
        """Stretches of a text that are or nearly are values of such columns, the longest and best first."""
        found = self._linked.find(text)
        return [replace(one, table=self._tables[one.table].part_of or one.table) for one in found]

    def values_in(self, text: str) -> Sequence[Match]:
        """The same, each in the table that its rows are of."""
        return self._linked.find(text)

    def _cells(self, table: str, column: str, wanted: Sequence[str]) -> list[Cell]:
        expression = self.get(table).expr
        found = expression.filter(expression[column].lower().isin(wanted)).select(column).distinct()
        with self._lock:
            rows = duck.arrow(found.order_by(column).limit(FOUND)).to_pylist()
        return [Cell(table=table, column=column, value=row[column]) for row in rows]

    def _distinct(self, table: str, column: str) -> list[str]:
        """Every value of a column, once."""
        expression = self.get(table).expr
        with self._lock:
            found = duck.arrow(expression.filter(expression[column].notnull()).select(column).distinct())
        return list(found.column(column).to_pylist())

    def close(self) -> None:
        """Gives connections and temporary files back; a step that is still at work is waited for."""
        with self._lock:
            self._close()


def open_sources(sources: tuple[str, ...], cache: Path) -> Tables:
    """Every table of the sources, opened read-only and profiled."""
    models = modelled(find_places(sources))
    places = models.places
    people = beside(places)
    if (len(places) == 1 and _stays(places[0])) or _together(places):
        return _open_server(places, cache, models, people)
    return _open_files(places, cache, models, people)


def _together(places: Sequence[Place]) -> bool:
    """Whether these are expressions of one backend, which can join them itself."""
    if any(place.kind != "expression" for place in places):
        return False
    return len({id(frames.backend(place.address)) for place in places}) == 1


def _stays(place: Place) -> bool:
    """Whether a database answers for itself; small SQLite files are copied, as DuckDB knows more functions."""
    if place.kind != "sqlite":
        return place.kind in ("postgres", "server")
    connection = open_sqlite(place.path)
    try:
        return sqlite_rows(connection, sqlite_tables(connection)) > COPY_ROWS
    except sqlite3.Error as error:
        raise SourceError(f"{place.label!r} cannot be read ({error}); check that the file is whole.") from error
    finally:
        connection.close()


def _open_server(places: Sequence[Place], cache: Path, models: Modelled, people: Beside) -> Tables:
    server, place = open_server(*places), places[0]
    if not server.tables:
        server.close()
        raise SourceError(f"{place.label!r} holds no table that may be read; check the database and its rights.")
    try:
        if models.models:
            named_server(server, models)
        called_server(server, [one for _, one in people.said])
        titles = server.titles
        profiled = [profile(name, IbisMeasure(table), titles.get(name, "")) for name, table in server.tables.items()]
        tables = [table for table, _ in profiled]
        about = {
            name: About(place.label, keys=server.keys.get(name, ()), called=server.called.get(name))
            for name in server.tables
        }
        evidence = IbisEvidence(server.tables)
        found = Found(infer(tables, about, evidence), tables, places, evidence)
        model, mistakes = _as_said(found, models, people)
        tables, _ = described(found, (), model, server.tables.__getitem__)
    except SourceError:
        server.close()
        raise
    except Exception as error:  # each backend has its own tree of errors
        server.close()
        cause = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise SourceError(f"{place.label!r} cannot be profiled ({cause}); check its rights and its load.") from error
    notes = [*server.notes, *(f"{table.name}: {note}" for table, remarks in profiled for note in remarks)]
    keyed = with_keys(tables, model)
    return Tables(model, keyed, notes, server.tables.__getitem__, server.close, cache, found, mistakes=mistakes)


def _as_said(found: Found, models: Modelled, people: Beside) -> tuple[SourceModel, tuple[str, ...]]:
    """By a model that was given, then by what stands beside the data."""
    model, mistakes = models.said(found.model, found.evidence)
    model, others = people.of(model, found.places, found.evidence)
    return model, (*mistakes, *others)


def _open_files(places: Sequence[Place], cache: Path, models: Modelled, people: Beside) -> Tables:
    connection = duck.connect(cache / "spill")
    try:
        backend = duck.backend(connection)
        raws, lost = _load_all(connection, places, cache)
        raws = named_raws(connection, raws, models) if models.models else of_one_shape(connection, raws)
        raws = called_raws(raws, [one for _, one in people.said])
        key = _print(connection, places, raws)
        known = kept.load(cache / "models", key) if key else None
        if known:
            made = Understood.model_validate(known)
            do_again(connection, raws, made)
        else:
            made = understand(connection, raws)
        duck.lock(connection, [file for raw in raws for file in raw.files])
        if key and not known:
            kept.keep(cache / "models", key, made.model_dump(mode="json"))
        found = Found(made.model, made.tables, places, DuckEvidence(connection))
        model, mistakes = _as_said(found, models, people)
        tables, files = described(found, made.files, model, backend.table)
    except BaseException:
        connection.close()
        raise
    notes = [*lost, *(note for raw in raws for note in raw.notes), *made.notes]
    keyed = with_keys(tables, model)
    rows, close = backend.table, connection.close
    return Tables(model, keyed, notes, rows, close, cache, found, lambda: key, files, mistakes)


def _load_all(connection: DuckDBPyConnection, places: Sequence[Place], cache: Path) -> tuple[list[Raw], list[str]]:
    """Every table as it stands, and what could not be read."""
    raws: list[Raw] = []
    lost: list[str] = []
    for place in places:
        try:
            raws += load_file(connection, place, [one.name for one in raws], cache / "copies")
        except SourceError as error:
            if not place.optional:
                raise
            lost.append(f"not read: {error}")
    if not raws:
        raise SourceError(f"none of the files could be read: {'; '.join(lost)}")
    return raws, lost


def _print(connection: DuckDBPyConnection, places: Sequence[Place], raws: Sequence[Raw]) -> str | None:
    """The print of all files, or None if one of them says too little; frames are known by their rows."""
    prints = [f"{raw.name} {raw.label} {raw.file} {dict(raw.called)} {dict(raw.wanted)}" for raw in raws]
    if any(place.kind == "frame" for place in places):
        prints += [duck.print_of(connection, raw.relation) for raw in raws]
    elif all(map(_settled, places)):
        prints += [kept.fingerprint(place.path) for place in places]
    else:
        return None
    return hashlib.sha256(f"{kept.VERSION} {prints}".encode()).hexdigest()[:40]


def _settled(place: Place) -> bool:
    """Whether the file's bytes say all: a database may keep its latest rows in a log beside it."""
    if place.kind in ("postgres", "server", "frame", "expression"):
        return False
    return not any(place.path.with_name(place.path.name + ending).exists() for ending in ("-wal", ".wal", "-journal"))
