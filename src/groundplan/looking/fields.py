"""A field of the model -> its line: what it is in plain words, what it holds, what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts.source_model import Dataset, Field
from groundplan.looking.shape import FieldLook
from groundplan.looking.words import between, bounds, cut, labels, moment, years
from groundplan.sources.shape import JSON_LIST, Column

VALUES, NAMES = 12, 3
"""Values that are shown of a category, and of what is different in every row."""
WEIGHTS = {"time": 4, "name": 4, "measure": 3, "category": 2, "flag": 1, "list": 1, "text": 0, "key": 1}


def field_look(dataset: Dataset, field: Field, column: Column | None, ones: Mapping[str, str]) -> FieldLook:
    """What is known of a field; `ones` has the datasets that fields name a row of."""
    every = _values(field, column, pointing=field.name in ones)
    values = tuple(map(cut, every[: NAMES if field.role in ("key", "name", "text") else VALUES]))
    return FieldLook(
        name=field.name,
        what=_what(dataset, field, ones.get(field.name, "")),
        values=values,
        between=_between(field, values),
        distinct=max(field.distinct, len(every)),
        range=_range(field) if not values else "",
        missing=field.missing / dataset.rows if dataset.rows else 0.0,
        mark=cut(field.missing_marks[0]) if field.missing_marks else "",
        odd=sum(field.odd.values()),
        odd_cells=tuple(cut(cell) for cell in list(field.odd)[:3]),
        weight=_weight(dataset, field, field.name in ones),
    )


def _between(field: Field, values: Sequence[str]) -> str:
    """Steps of a scale rise; values with a comma of their own are parted by something else."""
    if field.ordered and field.role == "category":
        return " < "
    return " | " if any("," in one for one in values) else ", "


def _weight(dataset: Dataset, field: Field, pointing: bool) -> int:
    first = field.name == dataset.main_time or field.name in dataset.primary_key
    return 5 if first else 3 if pointing else WEIGHTS[field.role] + bool(field.odd) - 2 * (not field.distinct)


def _what(dataset: Dataset, field: Field, one: str) -> str:
    said: dict[str, str] = labels()["what"]
    if one:
        return said["names"].format(one=one)
    if field.role == "measure":
        return _measure(field)
    if field.role == "time":
        return _time(dataset, field)
    if field.role == "list":
        return said["list_json" if field.separator == JSON_LIST else "list"].format(separator=field.separator)
    if (field.name,) in (dataset.primary_key, dataset.name_field):
        return said["key" if (field.name,) == dataset.primary_key else "name"]
    return said["scale" if field.ordered and field.role == "category" else field.role]


def _measure(field: Field) -> str:
    form: str = labels()["measure"][field.adds_up or "none"]
    return form.format(unit=field.unit or labels()["number"])


def _time(dataset: Dataset, field: Field) -> str:
    said: dict[str, str] = labels()["what"]
    kind = (
        "other_time"
        if field.type in ("text", "number") or (field.type == "integer" and not years(field))
        else field.type
    )
    what = said[kind]
    if field.name == dataset.main_time:
        return said["main"].format(what=what)
    return said["ended"].format(what=what) if field.name == dataset.ended else what


def _values(field: Field, column: Column | None, pointing: bool) -> Sequence[str]:
    """Words of a field of words; of a quantity, a time or a number that is a name there are only bounds."""
    if field.type == "boolean":
        return [str(value).lower() for value in dict.fromkeys((field.low, field.high)) if value is not None]
    if field.codes and column:
        return column.values
    if field.role == "time" or field.type != "text" or pointing:
        return []
    if field.ordered and field.role == "category":
        return field.ordered
    known: Sequence[Any] = (column.values or column.samples) if column else ()
    return [str(value) for value in known]


def _range(field: Field) -> str:
    if field.low is None or field.high is None:
        return ""
    code = field.adds_up == "no" and not field.unit  # 26023 is a place, not twenty-six thousand
    if field.role == "measure" and not years(field) and not code:
        return bounds(field.low, field.high)
    low, high = moment(field.low), moment(field.high)
    return low if low == high else between(low, high)
