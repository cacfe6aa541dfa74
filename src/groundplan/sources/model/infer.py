"""Profiles of tables and what was found when they were read -> the source model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundplan.contracts.source_model import Dataset, Field, LeftOut, Note, Relation, SourceModel
from groundplan.sources.measure import HUGE
from groundplan.sources.model import keys as found_keys
from groundplan.sources.model import naming
from groundplan.sources.model.adds_up import Adding, adds_up, signed
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.notes import dataset_notes, relation_notes
from groundplan.sources.model.offered import with_offered
from groundplan.sources.model.paths import with_paths
from groundplan.sources.model.ratios import with_ratios
from groundplan.sources.model.relations import composite_relations, relations
from groundplan.sources.model.respelled import Respelled, respelled
from groundplan.sources.model.roles import role
from groundplan.sources.model.scales import ordered
from groundplan.sources.model.tests import inferred_tests
from groundplan.sources.model.units import is_money, shared_currency, unit
from groundplan.sources.present import ColumnRead
from groundplan.sources.shape import Column, Key, Table


@dataclass(frozen=True)
class About:
    """What the reading of a table found beside its profile."""

    source: str = ""
    columns: Mapping[str, ColumnRead] | None = None
    left_out: Mapping[str, int] | None = None
    keys: Sequence[Key] = ()
    """Declared by the database."""
    called: Mapping[str, str] | None = None
    """Columns of the data that are called otherwise, with the names that they have now."""


def infer(tables: Sequence[Table], about: Mapping[str, About], evidence: Evidence) -> SourceModel:
    """The model of opened tables."""
    by_name = {table.name: table for table in tables}
    fields = {table.name: _fields(table, about[table.name]) for table in tables}
    unique = {table.name: found_keys.unique_fields(table, fields[table.name]) for table in tables}
    declared = [
        Relation(
            name=f"{name}_{key.column}",
            many=name,
            columns=(key.column,),
            one=key.table,
            others=(key.other,),
            declared=True,
        )
        for name in by_name
        for key in about[name].keys
        if key.table in by_name
    ]
    against: dict[str, str] = {}
    related = relations(by_name, fields, unique, declared, evidence, against)
    unique = {name: _pointed_first(name, found, related) for name, found in unique.items()}
    keys = {table.name: _key(table, fields[table.name], unique[table.name], related, evidence) for table in tables}
    related += composite_relations(by_name, keys, related, evidence)
    adding: dict[tuple[str, str], Adding] = {}
    datasets = [
        _dataset(
            table,
            fields[table.name],
            keys[table.name],
            unique[table.name],
            related,
            about[table.name],
            adding,
            evidence,
        )
        for table in tables
    ]
    found = [*relation_notes(related, against), *(note for one in datasets for note in dataset_notes(one, adding))]
    found += [_estimated(table, evidence) for table in tables if table.rows > HUGE]
    model = SourceModel(datasets=tuple(datasets), relations=tuple(related), notes=tuple(found))
    values = {(table.name, column.name): column.values for table in tables for column in table.columns}
    return with_ratios(with_offered(with_paths(model), values), evidence)


def spellings(tables: Sequence[Table], about: Mapping[str, About], evidence: Evidence) -> list[Respelled]:
    """The columns that name rows of another table with other capitals."""
    by_name = {table.name: table for table in tables}
    fields = {table.name: _fields(table, about[table.name]) for table in tables}
    unique = {table.name: found_keys.unique_fields(table, fields[table.name]) for table in tables}
    return respelled(by_name, fields, unique, evidence)


def _estimated(table: Table, evidence: Evidence) -> Note:
    text = f"how many different values its fields hold, and by that its key, is {evidence.estimates}"
    return Note(about=table.name, text=f"{text}, of which there are {table.rows:,}")


def _fields(table: Table, about: About) -> list[Field]:
    currency = shared_currency(table.columns)
    was = {new: old for old, new in (about.called or {}).items()}
    fields = [
        _field(table, column, (about.columns or {}).get(column.name, ColumnRead()), currency)
        for column in table.columns
    ]
    return [one.model_copy(update={"column": was[one.name]}) if one.name in was else one for one in fields]


def _field(table: Table, column: Column, read: ColumnRead, currency: str) -> Field:
    odd = sum(read.odd.values())
    part = role(column, table.rows, read.separator, table.name)
    measured = part == "measure"
    own = unit(column, read.unit) if measured or read.unit else ""
    return Field(
        name=column.name,
        type=column.type,
        role=part,
        unit=own or (currency if measured and is_money(column.name) else ""),
        missing=column.nulls - odd,
        missing_marks=tuple(read.marks),
        odd=read.odd,
        ordered=ordered(column.values) if part == "category" else (),
        separator=read.separator,
        distinct=column.distinct,
        low=column.low,
        high=column.high,
    )


def _key(
    table: Table, fields: Sequence[Field], unique: Sequence[str], related: Sequence[Relation], evidence: Evidence
) -> tuple[str, ...]:
    """Of one field if one tells the rows apart, else of the fewest."""
    pointing = _pointing_fields(table.name, related)
    marked = [_pointing(field) if field.name in pointing else field for field in fields]
    return tuple(unique[:1]) or found_keys.composite(table, marked, pointing, evidence)


def _pointed_first(table: str, unique: Sequence[str], related: Sequence[Relation]) -> list[str]:
    """What other datasets name rows by is the key."""
    pointed = {relation.others[0] for relation in related if relation.one == table != relation.many}
    return sorted(unique, key=lambda name: name not in pointed)


def _pointing_fields(table: str, related: Sequence[Relation]) -> list[str]:
    return [relation.columns[0] for relation in related if relation.many == table and len(relation.columns) == 1]


def _dataset(
    table: Table,
    fields: Sequence[Field],
    primary: tuple[str, ...],
    unique: Sequence[str],
    related: Sequence[Relation],
    about: About,
    adding: dict[tuple[str, str], Adding],
    evidence: Evidence,
) -> Dataset:
    pointing = _pointing_fields(table.name, related)
    fields = [_pointing(field) if field.name in pointing else field for field in fields]
    pointed = any(relation.one == table.name for relation in related)
    made = Dataset(
        name=table.name,
        source=about.source,
        row_is=naming.row_is(table.name),
        rows=table.rows,
        fields=tuple(fields),
        primary_key=primary,
        unique_keys=tuple((name,) for name in unique if (name,) != primary),
        left_out=tuple(LeftOut(what=what, rows=rows) for what, rows in (about.left_out or {}).items()),
        description=table.title,
    )
    made = made.model_copy(
        update={
            "name_field": naming.name_field(made, pointing, pointed),
            "main_time": naming.main_time(made),
            "ended": naming.ended(made),
        }
    )
    made = made.model_copy(update={"fields": tuple(_named(field, made) for field in made.fields)})
    things = {name: made.main_time for name in pointing if made.main_time and (made.primary_key != (name,))}
    for field in made.fields:
        if how := adds_up(made, field, things, evidence):
            adding[(made.name, field.name)] = how
    up = {name: how.up for (dataset, name), how in adding.items() if dataset == made.name}
    summed = tuple(field.model_copy(update={"adds_up": up.get(field.name)}) for field in made.fields)
    moved = tuple(field.model_copy(update={"signed": signed(field, summed)}) for field in summed)
    made = made.model_copy(update={"fields": moved})
    return made.model_copy(update={"latest_of": naming.latest_of(made, pointing), "tests": inferred_tests(made)})


def _pointing(field: Field) -> Field:
    """What points at another dataset is no measure, and no step of a scale."""
    part = {"role": "key", "unit": ""} if field.role in ("measure", "text") else {}
    return field.model_copy(update={**part, "ordered": ()})


def _named(field: Field, dataset: Dataset) -> Field:
    is_name = dataset.name_field == (field.name,) and field.role in ("category", "text")
    return field.model_copy(update={"role": "name"}) if is_name else field
