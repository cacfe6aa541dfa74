"""The relations of the model as keys of the tables that a flat form joins along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from groundplan.contracts.source_model import Dataset, Relation, SourceModel
from groundplan.sources.model.header import names_dataset, without_key
from groundplan.sources.model.homes import figures_of
from groundplan.sources.shape import Column, Key, Side, Table


def with_keys(tables: Sequence[Table], model: SourceModel) -> tuple[Table, ...]:
    """Each table with the columns by which it names rows of others, and one more for each part that rows play."""
    parts = {} if len(tables) < 2 else dict(_parts(tables, model))
    found = [table.model_copy(update=_known(table, model, parts)) for table in tables]
    played = {table.name: table for table in found}
    return (*found, *(_playing(played[one.one], name) for one, name in parts.items()))


def _parts(tables: Sequence[Table], model: SourceModel) -> Iterator[tuple[Relation, str]]:
    """Of several keys to one table those that are called by a part: start_station, end_station."""
    taken = {table.name.casefold() for table in tables}
    joined = [one for one in model.relations if _plain(one, model)]
    for one in joined:
        words = without_key(one.columns[0])
        several = sum(other.many == one.many and other.one == one.one for other in joined) > 1
        name = "_".join(words)
        if several and words and not names_dataset(words, one.one) and name not in taken:
            taken.add(name)
            yield one, name


def _playing(table: Table, name: str) -> Table:
    """The same rows under the name of the part that they play; what they name themselves is not joined."""
    return table.model_copy(update={"name": name, "keys": (), "stands_for": table.name, "figures": ()})


def _known(table: Table, model: SourceModel, parts: dict[Relation, str]) -> dict[str, Any]:
    """What the model says of the rows."""
    dataset = model.dataset(table.name)
    keys = tuple(_keys(table, model, parts))
    if dataset is None:
        return {"keys": keys}
    history = (dataset.latest_of, dataset.main_time) if dataset.latest_of else None
    told = {"called": dataset.name_field, "history": history}
    made = {"sides": _sides(table, dataset), "figures": figures_of(table, model)}
    return {"keys": keys, "columns": tuple(_as_known(column, dataset) for column in table.columns), **told, **made}


def _as_known(column: Column, dataset: Dataset) -> Column:
    """Numbers that only tell rows apart are no figures."""
    known = dataset.field(column.name)
    keyed = known is not None and known.role == "key" and column.role == "numeric"
    return column.model_copy(update={"role": "identifier"}) if keyed else column


def _sides(table: Table, dataset: Dataset) -> tuple[Side, ...]:
    signed = [field.name for field in dataset.fields if field.signed]
    taken = {column.name for column in table.columns}
    sides = [Side(name=f"{name} {way}", of=name, out=way == "out") for name in signed for way in ("out", "in")]
    return tuple(side for side in sides if side.name not in taken)


def _plain(one: Relation, model: SourceModel) -> bool:
    return len(one.columns) == 1 and one.one != one.many and not model.listed(one)


def _keys(table: Table, model: SourceModel, parts: dict[Relation, str]) -> list[Key]:
    places = {column.name: place for place, column in enumerate(table.columns)}
    keys = [
        Key(
            column=one.columns[0],
            table=parts.get(one, one.one),
            other=one.others[0],
            declared=one.declared,
            found=one.found,
        )
        for one in model.relations
        if one.many == table.name and _plain(one, model)
    ]
    return sorted(keys, key=lambda key: (places.get(key.column, 0), key.table, key.other))
