"""An Ossie model given as a source: the data that it names, under the names that it gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.contracts.source_model import SourceModel
from groundplan.errors import SourceError
from groundplan.sources import duck
from groundplan.sources.declarations import in_our_names, left_out, read_declared
from groundplan.sources.files import Raw
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.ossie_read import Declared, Mistake, Said
from groundplan.sources.model.overrides import laid_over
from groundplan.sources.model.spelling import named
from groundplan.sources.names import table_name
from groundplan.sources.places import Place, place_of, readable
from groundplan.sources.servers import Server
from groundplan.sources.shape import Key

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Modelled:
    """The models among the sources, with the places of all data."""

    places: tuple[Place, ...]
    models: tuple[Declared, ...] = ()

    @property
    def tables(self) -> list[Said]:
        """What models say of tables that are theirs alone; several of one file are found in it again."""
        datasets = [dataset for model in self.models for dataset in model.datasets]
        times = Counter(_source(dataset) for dataset in datasets)
        return [dataset for dataset in datasets if times[_source(dataset)] == 1]

    def said(self, model: SourceModel, evidence: Evidence) -> tuple[SourceModel, tuple[str, ...]]:
        """What was found, with what the models say of it; the relations that they list are all there are."""
        told: list[str] = []
        for one in self.models:
            if one.relations:
                names = {relation.name for relation in model.relations}
                notes = tuple(note for note in model.notes if note.about not in names)
                model = model.model_copy(update={"relations": (), "notes": notes})
            model, mistakes = laid_over(model, one, evidence, one.without_data.__contains__)
            told += [left_out(one.label, each.line, each.text) for each in mistakes]
        return model, tuple(told)


def modelled(places: Sequence[Place]) -> Modelled:
    """Each model with the files that it names, beside it or among the other sources."""
    found: list[Place] = []
    models: list[Declared] = []
    for place in places:
        if place.kind != "model":
            found.append(place)
            continue
        model = read_declared(place.path)
        if not model.datasets:
            raise SourceError(f"{place.label!r} names no dataset; write `datasets:` and under it `- name: ...`.")
        models.append(in_our_names(model))
        found += _files(model, place.path.parent)
    if models and not found:
        raise SourceError(f"{models[0].label!r} names no file beside it; give the data that it is about as well.")
    once = {place.address: place for place in reversed(found)}
    return Modelled(tuple(once.values())[::-1], tuple(models))


def _files(model: Declared, folder: Path) -> list[Place]:
    """The files beside a model whose names its datasets have as a source, or whose tables are called so."""
    times = Counter(_source(dataset) for dataset in model.datasets)
    found = []
    for dataset in model.datasets:
        path = folder / str(dataset.values.get("source", dataset.name))
        beside = [path] if path.is_file() else [one for one in readable(folder) if _stem(one) in _names(dataset)]
        name = dataset.name if times[_source(dataset)] == 1 else ""
        found += [replace(place_of(one), name=name) for one in beside[:1]]
    return found


def _stem(path: Path) -> str:
    return table_name(path.name.split(".")[0], ()).casefold()


def _source(dataset: Said) -> str:
    return str(dataset.values.get("source", dataset.name)).casefold()


def _names(dataset: Said) -> tuple[str, str]:
    """What its table may be called: by its source without database and schema, or by its own name."""
    last = _source(dataset).replace('"', "").rsplit(".", 1)[-1]
    return table_name(last, ()).casefold(), dataset.name.casefold()


def _matched(models: Modelled, names: Iterable[str]) -> dict[str, Said]:
    """What models say of each table of these names; what they say of none is a mistake."""
    free = list(names)
    found: dict[str, Said] = {}
    for dataset in models.tables:
        table = next((name for wanted in _names(dataset) for name in free if name.casefold() == wanted), None)
        if table is not None:
            free.remove(table)
            found[table] = dataset
            continue
        model = next(one for one in models.models if dataset in one.datasets)
        source = dataset.values.get("source", dataset.name)
        told = f"no data for dataset {dataset.name!r}: there is no file {source!r} beside the model, and no table"
        model.mistakes.append(Mistake(dataset.line, f"{told} of that name in another source"))
        model.datasets.remove(dataset)
        model.without_data.append(dataset.name)
    return found


def named_raws(connection: DuckDBPyConnection, raws: Sequence[Raw], models: Modelled) -> list[Raw]:
    """The tables that models speak of, with their names and those of their columns; other tables stay out."""
    said = _matched(models, [raw.name for raw in raws])
    shared = {_source(dataset) for model in models.models for dataset in model.datasets} - {
        _source(dataset) for dataset in models.tables
    }
    tables = {name: dataset.name for name, dataset in said.items()}
    kept = [raw for raw in raws if raw.name in said or raw.label.casefold() in shared]
    if not kept:
        raise _nothing(models)
    return [_named_raw(connection, raw, said.get(raw.name), tables, said) for raw in kept]


def _named_raw(
    connection: DuckDBPyConnection, raw: Raw, said: Said | None, tables: Mapping[str, str], others: Mapping[str, Said]
) -> Raw:
    if said is None:
        return raw
    columns = [name for name, *_ in connection.execute(f"DESCRIBE FROM {raw.relation}").fetchall()]
    called = _called(said, columns)
    relation = raw.relation
    if called and duck.ours(relation):
        for column, name in called.items():
            connection.execute(f"ALTER TABLE {relation} RENAME COLUMN {duck.name(column)} TO {duck.name(name)}")
    elif called:
        listed = ", ".join(f"{duck.name(column)} AS {duck.name(name)}" for column, name in called.items())
        relation = f"(SELECT * RENAME ({listed}) FROM {relation})"
    units = {called.get(column, column): unit for column, unit in raw.units.items()}
    keys = tuple(_keys(raw.keys, called, tables, others))
    return replace(raw, name=said.name, relation=relation, file=False, units=units, keys=keys, called=called)


def _called(said: Said, columns: Sequence[str]) -> dict[str, str]:
    """Columns that the model calls otherwise, where the name is free."""
    found: dict[str, str] = {}
    for field in said.fields:
        column = named(field.column, columns) if field.column else None
        if column and column not in found and not named(field.name, [*columns, *found.values()]):
            found[column] = field.name
    return found


def _keys(
    keys: Sequence[Key], called: Mapping[str, str], tables: Mapping[str, str], said: Mapping[str, Said]
) -> Iterable[Key]:
    """Keys of the database in the names of the model, of tables that it speaks of."""
    for key in keys:
        if key.table in tables:
            there = {field.column: field.name for field in said[key.table].fields if field.column}
            names = {"column": called.get(key.column, key.column), "other": there.get(key.other, key.other)}
            yield key.model_copy(update={**names, "table": tables[key.table]})


def named_server(server: Server, models: Modelled) -> None:
    """The tables of a database in the same way."""
    said = _matched(models, server.tables)
    if not said:
        raise _nothing(models)
    tables = {name: dataset.name for name, dataset in said.items()}
    called = {name: _called(dataset, server.tables[name].columns) for name, dataset in said.items()}
    rows: dict[str, Any] = {
        tables[name]: server.tables[name].rename({new: old for old, new in called[name].items()}) for name in said
    }
    server.keys = {tables[name]: list(_keys(server.keys.get(name, ()), called[name], tables, said)) for name in said}
    server.titles = {tables[name]: title for name, title in server.titles.items() if name in tables}
    server.called = {tables[name]: columns for name, columns in called.items()}
    server.tables = rows


def _nothing(models: Modelled) -> SourceError:
    label = models.models[0].label
    return SourceError(f"{label!r} names no table that is there; give the data that it is about as well.")
