"""Files without a description: what reading them says of their tables, fields and relations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.packs.tableau.described.description import Described, Description, LogicalOne, Relationship
from groundplan.packs.tableau.vizql.service import DataType
from groundplan.sources import duck
from groundplan.sources.files import Raw, load_file
from groundplan.sources.measure import DuckMeasure
from groundplan.sources.model.evidence import DuckEvidence
from groundplan.sources.model.infer import About, infer
from groundplan.sources.places import find_places
from groundplan.sources.present import shown
from groundplan.sources.profile import profile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_TYPES: dict[str, DataType] = {
    "integer": "INTEGER", "number": "REAL", "boolean": "BOOLEAN", "date": "DATE", "datetime": "DATETIME",
    "text": "STRING",
}  # fmt: skip


@dataclass(frozen=True)
class Read:
    """Files as tables of a connection, with what is known of them."""

    model: SourceModel
    relations: dict[str, str]
    """The relation of each dataset."""
    notes: tuple[str, ...]
    files: tuple[Path, ...]


def read_files(connection: DuckDBPyConnection, sources: tuple[str, ...], cache: Path) -> Read:
    """Each table of the files as a view, and the model of all."""
    raws: list[Raw] = []
    for place in find_places(sources):
        raws += load_file(connection, place, [one.name for one in raws], cache / "copies")
    how = [shown(connection, raw.relation, raw.label, raw.drawn, raw.units) for raw in raws]
    for raw, one in zip(raws, how, strict=True):
        connection.execute(f"CREATE VIEW {duck.name('main', raw.name)} AS {one.select}")
    profiled = [profile(raw.name, DuckMeasure(connection, raw.name), raw.title) for raw in raws]
    about = {
        raw.name: About(raw.label, one.columns, {**raw.left_out, **one.left_out}, raw.keys)
        for raw, one in zip(raws, how, strict=True)
    }
    model = infer([table for table, _ in profiled], about, DuckEvidence(connection))
    notes = [*(note for raw in raws for note in raw.notes), *(note for one in how for note in one.notes)]
    return Read(
        model=model,
        relations={raw.name: duck.name("main", raw.name) for raw in raws},
        notes=tuple(notes),
        files=tuple(file for raw in raws for file in raw.files),
    )


def described(read: Read, name: str) -> Description:
    """The model as a data source: every column a field under its own name."""
    model, taken, fields = read.model, set[str](), list[Described]()
    names: dict[tuple[str, str], str] = {}
    for dataset in model.datasets:
        for one in dataset.fields:
            called = _free(one.name, dataset.name, taken)
            names[(dataset.name, one.name)] = called
            taken.add(called)
            fields.append(_field(called, one, dataset))
    relationships = [
        Relationship(
            first=one.many,
            second=one.one,
            pairs=tuple(
                ("=", names[(one.many, left)], names[(one.one, right)])
                for left, right in zip(one.columns, one.others, strict=True)
            ),
            first_unique=one.single,
            second_unique=True,
        )
        for one in model.relations
        if one.many != one.one
    ]
    tables = tuple(LogicalOne(id=one.name, caption=one.name) for one in model.datasets)
    kept = tuple(_one_way(relationships))
    return Description(name=name, fields=tuple(fields), tables=tables, relationships=kept, notes=read.notes)


def _free(name: str, table: str, taken: Collection[str]) -> str:
    """As Tableau calls a column that another table has, too: `Region (People)`."""
    called, count = (name if name not in taken else f"{name} ({table})"), 1
    while called in taken:
        count += 1
        called = f"{name} ({table}) {count}"
    return called


def _one_way(relationships: list[Relationship]) -> list[Relationship]:
    """As many as hold the tables together: logical tables are a tree."""
    home: dict[str, str] = {}

    def root(table: str) -> str:
        while table in home:
            table = home[table]
        return table

    kept = []
    for one in relationships:
        if root(one.first) != root(one.second):
            home[root(one.first)] = root(one.second)
            kept.append(one)
    return kept


def _field(name: str, field: Field, dataset: Dataset) -> Described:
    measure = field.role == "measure"
    type = _TYPES[field.type]
    dated = type in ("DATE", "DATETIME")
    return Described(
        name=name,
        caption=name,
        type=type,
        role="MEASURE" if measure else "DIMENSION",
        kind="CONTINUOUS" if measure else "ORDINAL" if dated else "NOMINAL",
        aggregation=("AVG" if field.adds_up == "average" else "SUM") if measure else "YEAR" if dated else "COUNT",
        table=dataset.name,
        column=field.name,
        description=field.description,
    )
