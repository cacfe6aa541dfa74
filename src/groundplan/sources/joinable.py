"""The relations of the model as keys of the tables that a flat form joins along."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts.source_model import SourceModel
from groundplan.sources.shape import Key, Table


def with_keys(tables: Sequence[Table], model: SourceModel) -> tuple[Table, ...]:
    """Each table with the columns by which it names rows of others."""
    return tuple(table.model_copy(update={"keys": tuple(_keys(table, model))}) for table in tables)


def _keys(table: Table, model: SourceModel) -> list[Key]:
    places = {column.name: place for place, column in enumerate(table.columns)}
    keys = [
        Key(column=relation.columns[0], table=relation.one, other=relation.others[0], declared=relation.declared)
        for relation in model.relations
        if relation.many == table.name and len(relation.columns) == 1 and relation.one != table.name
    ]
    return sorted(keys, key=lambda key: (places.get(key.column, 0), key.table, key.other))
