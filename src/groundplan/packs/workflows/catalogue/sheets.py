"""Rows with objects and lists in them -> datasets with relations, each column of one type, to ask queries of."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, FieldRole, FieldType, Relation, SourceModel
from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue.shape import DATED, Shape
from groundplan.query.language.parts import ROW, THIS

KEY, OWNER = "# key", "# owner"
"""Columns that no field is called as: the place of a row, and of the row that it stands in."""
PARTS = "\x1f"
"""Between the parts of a list in a cell."""
DEEPEST = 4
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
_TYPES: Mapping[str, FieldType] = {"integer": "integer", "number": "number", "boolean": "boolean"}
_ROLES: Mapping[FieldType, FieldRole] = {
    "integer": "measure", "number": "measure", "boolean": "flag", "date": "time", "datetime": "time",
    "text": "category",
}  # fmt: skip


@dataclass
class Sheet:
    """One dataset with its cells, column by column."""

    name: str
    rows: Sequence[Any] = ()
    """Its rows as they came."""
    fields: list[Field] = field(default_factory=list)
    columns: dict[str, tuple[FieldType, list[Any]]] = field(default_factory=dict)

    def add(self, name: str, kind: FieldType, cells: list[Any], *, separator: str = "") -> None:
        """One more column that a query may name."""
        role: FieldRole = "list" if separator else "name" if name == "name" else _ROLES[kind]
        adds_up = "sum" if role == "measure" else None
        self.fields.append(Field(name=name, type=kind, role=role, adds_up=adds_up, separator=separator))
        self.columns[name] = (kind, cells)


@dataclass
class Sheets:
    """The datasets of some rows, and how one leads to another."""

    made: list[Sheet] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)

    @property
    def model(self) -> SourceModel:
        """What there is to be asked."""
        return SourceModel(datasets=tuple(map(_dataset, self.made)), relations=tuple(self.relations))


def sheets_of(rows: Sequence[Any], shape: Shape | None, name: str) -> Sheets:
    """The rows as datasets; `name` is that of the rows themselves."""
    sheets = Sheets()
    _laid(sheets, name, [one if isinstance(one, Mapping) else {"value": one} for one in rows], shape, None, 1)
    sheets.made[0].rows = rows
    return sheets


def _laid(
    sheets: Sheets,
    name: str,
    rows: Sequence[Mapping[str, Any]],
    shape: Shape | None,
    owners: list[int] | None,
    depth: int,
) -> str:
    """One dataset of objects, and those that stand in them; what it is called."""
    taken = {sheet.name for sheet in sheets.made}
    name = next(one for one in (name, *(f"{name}_{n}" for n in range(2, 99))) if one not in taken)
    sheet = Sheet(name, rows)
    sheets.made.append(sheet)
    sheet.columns[KEY] = ("integer", list(range(len(rows))))
    if owners is not None:
        sheet.columns[OWNER] = ("integer", owners)
    known = shape.fields if shape else {}
    for field_name in dict.fromkeys([*known, *(key for row in rows for key in row)]):
        called = field_name if field_name not in (THIS, ROW) else f"{field_name}_"
        cells = [row.get(field_name) for row in rows]
        _column(sheets, sheet, called, cells, known.get(field_name), depth)
    return name


def _column(sheets: Sheets, sheet: Sheet, name: str, cells: list[Any], shape: Shape | None, depth: int) -> None:
    filled = [cell for cell in cells if cell is not None]
    kind = shape.type if shape and shape.type != "any" else ""
    if kind == "object" or (filled and all(isinstance(cell, Mapping) for cell in filled)):
        _objects(sheets, sheet, name, [cell if isinstance(cell, Mapping) else None for cell in cells], shape, depth)
    elif kind == "array" or (filled and all(isinstance(cell, (list, tuple)) for cell in filled)):
        _lists(sheets, sheet, name, [cell if isinstance(cell, (list, tuple)) else () for cell in cells], shape, depth)
    else:
        said = _said_type(shape) or _seen_type(filled)
        sheet.add(name, said, [_cell(cell, said, f"{name!r} of {sheet.name!r}") for cell in cells])


def _objects(
    sheets: Sheets, sheet: Sheet, name: str, cells: Sequence[Mapping[str, Any] | None], shape: Shape | None, depth: int
) -> None:
    """An object in a field: a relation to one."""
    if depth >= DEEPEST or not ((shape and shape.fields) or any(cells)):
        sheet.add(name, "text", [None if cell is None else _text(cell) for cell in cells])
        return
    places = iter(range(len(cells)))
    keys = [None if cell is None else next(places) for cell in cells]
    inner = _laid(sheets, name, [cell for cell in cells if cell is not None], shape, None, depth + 1)
    column = f"# {name}"
    sheet.columns[column] = ("integer", keys)
    related = Relation(name=f"{sheet.name} {name}", many=sheet.name, columns=(column,), one=inner, others=(KEY,),
                       single=True, path=name, back=f"of {sheet.name}")  # fmt: skip
    sheets.relations.append(related)


def _lists(
    sheets: Sheets, sheet: Sheet, name: str, cells: Sequence[Sequence[Any]], shape: Shape | None, depth: int
) -> None:
    """A list in a field: of objects a relation to many, of values the parts of one cell."""
    inner = shape.items if shape else None
    objects = bool(inner and inner.type == "object" and inner.fields)
    objects = objects or any(isinstance(one, Mapping) for cell in cells for one in cell)
    if depth >= DEEPEST or not objects:
        texts = [PARTS.join(_text(one) for one in cell if one is not None) or None for cell in cells]
        sheet.add(name, "text", texts, separator=PARTS)
        return
    rows = [(place, one) for place, cell in enumerate(cells) for one in cell if isinstance(one, Mapping)]
    owners = [place for place, _ in rows]
    many = _laid(sheets, name, [one for _, one in rows], inner, owners, depth + 1)
    sheets.relations.append(
        Relation(name=f"{sheet.name} {name}", many=many, columns=(OWNER,), one=sheet.name, others=(KEY,),
                 path=f"of {sheet.name}", back=name)
    )  # fmt: skip


def _said_type(shape: Shape | None) -> FieldType | None:
    if shape is None or shape.type == "any":
        return None
    if shape.type == "string" and shape.format in DATED:
        return "date" if shape.format == "date" else "datetime"
    return _TYPES.get(shape.type, "text")


def _seen_type(cells: Sequence[Any]) -> FieldType:
    """The type of values that no schema speaks of."""
    kinds = {type(cell) for cell in cells}
    if kinds in ({bool}, {int}):
        return "boolean" if kinds == {bool} else "integer"
    if kinds and kinds <= {int, float}:
        return "number"
    if kinds == {str} and all(map(_DAY.fullmatch, cells)):
        return "date"
    return "datetime" if kinds == {str} and all(map(_MOMENT.fullmatch, cells)) else "text"


def _cell(value: Any, kind: FieldType, where: str) -> Any:
    """A value as its column has it; a StepError where it is of another type."""
    if value is None or (value == "" and kind != "text"):
        return None
    if kind == "text":
        return _text(value)
    try:
        if kind in ("date", "datetime"):
            return _dated(str(value), kind)
        if kind == "boolean":
            return {True: True, False: False, "true": True, "false": False}[value]
        number = float(value)
        return int(value) if kind == "integer" and number.is_integer() else number
    except (KeyError, TypeError, ValueError, OverflowError):
        raise StepError(f"{where} should be of type {kind}, and is {value!r}") from None


def _dated(value: str, kind: FieldType) -> date | datetime:
    found = datetime.fromisoformat(value.strip())
    if found.tzinfo is not None:
        found = found.astimezone(UTC).replace(tzinfo=None)
    return found.date() if kind == "date" else found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _dataset(sheet: Sheet) -> Dataset:
    times = [one.name for one in sheet.fields if one.role == "time"]
    named = ("name",) if any(one.name == "name" and one.type == "text" for one in sheet.fields) else ()
    rows = len(sheet.columns[KEY][1])
    time = times[0] if len(times) == 1 else ""
    return Dataset(name=sheet.name, rows=rows, fields=tuple(sheet.fields), name_field=named, main_time=time)
