"""Tables as their people describe them: columns in the roles they are said to have, codes by what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from groundplan.contracts.source_model import Field, SourceModel
from groundplan.sources import duck
from groundplan.sources.lists import by_parts
from groundplan.sources.locked import Found
from groundplan.sources.profile import SAMPLES, VALUES
from groundplan.sources.shape import Column, Meanings, Role, Table

ROLES: Mapping[str, Role] = {
    "key": "identifier", "name": "categorical", "category": "categorical", "measure": "numeric", "text": "text"
}  # fmt: skip
Expression = Callable[[str], Any]


def described(
    found: Found, files: Sequence[Table], said: SourceModel, rows: Expression
) -> tuple[list[Table], list[Table]]:
    """The tables and those of their files, where the model says another thing than was found."""
    made = [_described(table, found, said, rows) for table in found.tables]
    changed = {
        (table.part_of or table.name, column.name): column
        for table, before in zip(made, found.tables, strict=True)
        for column, old in zip(table.columns, before.columns, strict=True)
        if column != old
    }
    return made, [_with(file, {name: one for (of, name), one in changed.items() if of == file.name}) for file in files]


def _described(table: Table, found: Found, said: SourceModel, rows: Expression) -> Table:
    before, after = found.model.dataset(table.name), said.dataset(table.name)
    if before is None or after is None or before.fields == after.fields:
        return table
    changed = {new.name: new for old, new in zip(before.fields, after.fields, strict=True) if new != old}
    meanings = tuple(_meanings(table, changed.values(), rows))
    columns = {
        column.name: _in_role(column, changed[column.name]) for column in table.columns if column.name in changed
    }
    columns |= {one.column: _meant(columns[one.column], one) for one in meanings}
    cut = {field.name: field.separator for field in before.fields}
    for field in (field for name, field in changed.items() if field.separator != cut[name] and name in columns):
        cells = found.evidence.counts(table.name, field.name)
        columns[field.name] = by_parts(columns[field.name], cells, field.separator)
    return _with(table, columns).model_copy(update={"meanings": meanings})


def shown(model: SourceModel, tables: Sequence[Table]) -> SourceModel:
    """The model with a field of texts where a code is shown by what it means."""
    texts = {(table.name, one.column) for table in tables for one in table.meanings}
    datasets = tuple(
        one.model_copy(update={"fields": tuple(
            field.model_copy(update={"type": "text"}) if (one.name, field.name) in texts else field
            for field in one.fields
        )}) for one in model.datasets
    )  # fmt: skip
    return model.model_copy(update={"datasets": datasets}) if texts else model


def _with(table: Table, columns: Mapping[str, Column]) -> Table:
    return table.model_copy(update={"columns": tuple(columns.get(one.name, one) for one in table.columns)})


def _in_role(column: Column, field: Field) -> Column:
    role = ROLES.get(field.role, column.role)
    return column if column.role == "temporal" else column.model_copy(update={"role": role})


def _meanings(table: Table, fields: Any, rows: Expression) -> Iterator[Meanings]:
    """The cells that a code book has a meaning for; without one the cell stands for itself."""
    for field in fields:
        column = table.column(field.name)
        if not field.codes or column is None or column.separator or column.distinct > VALUES:
            continue
        cells = duck.arrow(rows(table.name).select(field.name).distinct()).column(field.name).to_pylist()
        known = {cell: _meaning(cell, field.codes) for cell in sorted((c for c in cells if c is not None), key=str)}
        yield Meanings(column=field.name, cells=tuple(known.items()))


def _meaning(cell: Any, codes: Mapping[str, str]) -> str:
    """A whole number is the same with a point, and yes may be written as 1."""
    whole = str(int(cell)) if isinstance(cell, (bool, float)) and cell == int(cell) else str(cell)
    spelt = str(cell).lower() if isinstance(cell, bool) else whole
    return next((codes[one] for one in (spelt, whole, str(cell)) if one in codes), spelt)


def _meant(column: Column, meanings: Meanings) -> Column:
    """A text column of what the codes mean."""
    values = tuple(dict.fromkeys(meaning for _, meaning in meanings.cells))
    bounds = {"low": min(values, default=None), "high": max(values, default=None)}
    told = {"type": "text", "role": "categorical", "distinct": len(values), "values": values, **bounds}
    return column.model_copy(update={**told, "samples": values[:SAMPLES]})
