"""Sheets -> rows in DuckDB and their source model: inferred as that of tables is, with what the base declares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.errors import SourceError
from groundplan.packs.knowledge.nouns import Domain, NodeType
from groundplan.packs.knowledge.records.columns import Sheet, text
from groundplan.sources import duck
from groundplan.sources.columns import read_columns
from groundplan.sources.frame import Frame
from groundplan.sources.lists import with_parts
from groundplan.sources.measure import DuckMeasure
from groundplan.sources.model.evidence import DuckEvidence
from groundplan.sources.model.infer import About, infer
from groundplan.sources.model.paths import with_paths
from groundplan.sources.present import ColumnRead
from groundplan.sources.profile import profile
from groundplan.sources.shape import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_DATED = re.compile(r"\d{4}-\d\d(-\d\d.*)?")
"""How records write days and months; YAML gives them as texts."""


class Records:
    """The datasets of a base, opened."""

    def __init__(self, sheets: Sequence[Sheet], domain: Domain, spill: Path) -> None:
        self._lock = RLock()
        self._connection = duck.connect(spill)
        try:
            self._backend = duck.backend(self._connection)
            self.tables, self.understood = _understood(self._connection, sheets, domain)
            self.type_of = {sheet.name: sheet.type for sheet in sheets if sheet.type}
            duck.lock(self._connection, ())
        except BaseException:
            self._connection.close()
            raise
        self._frames: dict[str, Frame] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the datasets."""
        return tuple(dataset.name for dataset in self.understood.datasets)

    def get(self, name: str) -> Frame:
        """A lazy frame over one dataset; asked for twice, the same."""
        if name not in self.names:
            raise SourceError(f"no dataset {name!r}; there is {', '.join(self.names)}.")
        with self._lock:
            if name not in self._frames:
                self._frames[name] = Frame(self._backend.table(name), self._lock)
            return self._frames[name]

    def close(self) -> None:
        """Gives the rows back; a step that is still at work is waited for."""
        with self._lock:
            self._connection.close()


def _understood(
    connection: DuckDBPyConnection, sheets: Sequence[Sheet], domain: Domain
) -> tuple[tuple[Table, ...], SourceModel]:
    reads = {sheet.name: _show(connection, sheet) for sheet in sheets}
    tables = [
        with_parts(connection, profile(sheet.name, DuckMeasure(connection, sheet.name))[0], reads[sheet.name])
        for sheet in sheets
    ]
    about = {sheet.name: About(sheet.source, reads[sheet.name], keys=sheet.keys) for sheet in sheets}
    found = infer(tables, about, DuckEvidence(connection))
    by_name = {sheet.name: sheet for sheet in sheets}
    datasets = tuple(_declared(one, by_name[one.name], domain) for one in found.datasets)
    linked = any(sheet.ways for sheet in sheets)
    relations = tuple(
        _passed(one, by_name[one.many]) for one in found.relations if _leads(one, by_name[one.many], linked)
    )
    return tuple(tables), with_paths(found.model_copy(update={"datasets": datasets, "relations": relations}))


def _show(connection: DuckDBPyConnection, sheet: Sheet) -> dict[str, ColumnRead]:
    """The rows as a table; texts that are dates, and figures of triples, are read as columns of files are."""
    import pyarrow as pa  # slow to import

    rows = pa.table({name: _array(cells) for name, cells in sheet.columns.items()})
    connection.register("sheet", rows)
    texts = [name for name, cells in sheet.columns.items() if name in sheet.values or _dated(cells)]
    reads = read_columns(
        connection, "sheet", dict.fromkeys((name for name in texts if name not in sheet.lists), "VARCHAR")
    )
    read = [f"{one.sql} AS {duck.name(one.column)}" for one in reads if one.sql]
    replaced = f" REPLACE ({', '.join(read)})" if read else ""
    connection.execute(f"CREATE TABLE {duck.name('main', sheet.name)} AS SELECT *{replaced} FROM sheet")
    connection.unregister("sheet")
    lists = {name: ColumnRead(separator=cut) for name, cut in sheet.lists.items()}
    return lists | {one.column: ColumnRead(unit=one.unit, marks=one.marks, odd=one.odd) for one in reads}


def _array(cells: Sequence[Any]) -> Any:
    """Cells of one type as they are, others as texts."""
    import pyarrow as pa

    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int, float} or kinds in ({bool}, {str}):
        try:
            return pa.array(cells, pa.float64() if float in kinds else None if kinds else pa.string())
        except (pa.ArrowInvalid, OverflowError):  # numbers beyond 64 bits
            pass
    return pa.array([None if cell is None else text(cell) for cell in cells], pa.string())


def _dated(cells: Sequence[Any]) -> bool:
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and all(isinstance(cell, str) and _DATED.fullmatch(cell) for cell in filled)


def _declared(found: Dataset, sheet: Sheet, domain: Domain) -> Dataset:
    """The dataset with what the base says of its type: key, names, words for it and for its fields."""
    if not sheet.type:  # a link has no name; both its ends tell it apart, but where things are linked twice
        ends = tuple(sheet.ways)
        once = len(set(zip(*(sheet.columns[end] for end in ends), strict=True))) == found.rows
        return found.model_copy(update={"name_field": (), "primary_key": ends if once else ()})
    about = domain.types[sheet.type]
    fields = tuple(_field(field, about) for field in found.fields)
    return found.model_copy(
        update={
            "primary_key": ("id",),
            "unique_keys": tuple(key for key in found.unique_keys if key != ("id",)),
            "name_field": ("name",),
            "aliases": ("aliases",) if found.field("aliases") and "aliases" in sheet.lists else (),
            "row_is": (about.called.get("en") or (sheet.type.replace("_", " "),))[0],
            "synonyms": _words(about.called) + _words(about.says),
            "fields": fields,
        }
    )


def _field(field: Field, about: NodeType) -> Field:
    role = {"id": "key", "name": "name"}.get(field.name)
    update: dict[str, Any] = {"role": role} if role else {}
    said = about.fields.get(field.name)
    return field.model_copy(update=update | ({"synonyms": _words(said)} if said else {}))


def _words(said: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in said.values() for word in words))


def _leads(one: Relation, sheet: Sheet, linked: bool) -> bool:
    """Whether it is a link of the base; of one without any, what fields show: keys and names name their own rows."""
    return one.columns[0] in sheet.ways if linked else not {*one.columns} & {"id", "name", "aliases"}


def _passed(one: Relation, sheet: Sheet) -> Relation:
    path, back = sheet.ways.get(one.columns[0], ("", ""))
    return one.model_copy(update={"path": path, "back": back})
