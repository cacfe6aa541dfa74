"""The contracts a model fills for a question over columns: its intent and its form, all names from closed lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from groundplan.llm.schema import NULL, NUMBER, SCALAR, TEXT, Schema, closed, defined, one_of, optional, several
from groundplan.query.form import (
    Aggregation,
    Analysis,
    ChartKind,
    DatePart,
    DeriveKind,
    Grain,
    Having,
    Operator,
    Sort,
    SpanUnit,
)
from groundplan.sources.shape import Table, column_ids

_COUNT: Schema = {"type": "integer", "minimum": 1}
_UNIT = one_of(get_args(SpanUnit))
_COLUMN, _VALUE, _CONDITION = defined("column"), defined("value"), defined("condition")
_SLOTS: dict[str, Any] = {
    "analysis": Analysis,
    "agg": Aggregation,
    "grain": Grain,
    "chart": ChartKind,
    "derive": DeriveKind,
}
_UNREAD = ("figure",)
"""What the source model makes of a reading, and no reader says."""
_SILENT = ("unknown", "none")
"""Labels that say nothing: they stay, whatever a pack narrows a slot to."""


def intent_contract(intents: Iterable[str]) -> Schema:
    """One intent of the pack, and how sure the model is."""
    return _intent(tuple(intents))


def form_contract(tables: Sequence[Table], labels: Mapping[str, Iterable[str]] | None = None) -> Schema:
    """What a reader may fill of `Form`; `labels` narrow them, by slot: `analysis`, `agg`, `grain`, `chart`."""
    carrying_time = tuple(name for name, (_, column) in column_ids(tables).items() if column.role == "temporal")
    slots = tuple(closed_labels(labels or {}).items())
    return _form(tuple(table.name for table in tables), tuple(column_ids(tables)), carrying_time, slots)


def closed_labels(labels: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The slots of the form with the labels that each may hold."""
    known = {slot: tuple(one for one in get_args(whole) if one not in _UNREAD) for slot, whole in _SLOTS.items()}
    return {slot: _narrowed(one, tuple(labels.get(slot, ()))) for slot, one in known.items()}


@lru_cache
def _intent(intents: tuple[str, ...]) -> Schema:
    return closed(primary=one_of(intents), confidence=NUMBER)


@lru_cache
def _form(
    tables: tuple[str, ...],
    columns: tuple[str, ...],
    carrying_time: tuple[str, ...],
    slots: tuple[tuple[str, tuple[str, ...]], ...],
) -> Schema:
    slot = {name: one_of(labels) for name, labels in slots}
    fields = {
        "table": optional(one_of(tables)) if len(tables) > 1 else NULL,
        "metrics": several(closed(column=optional(_COLUMN), agg=slot["agg"]), 4),
        "group_by": several(_COLUMN, 4),
        "time": optional(closed(column=one_of(carrying_time or columns), grain=slot["grain"])),
        "analysis": several(slot["analysis"], 5),
        "outputs": several(one_of(("chart", "table")), 2),
        "filters": several(_CONDITION, 6),
        "join": one_of(("and", "or")),
        "having": optional(closed(op=_field_labels(Having, "op"), value=NUMBER)),
        "sort": optional(closed(by=_field_labels(Sort, "by"), order=_field_labels(Sort, "order"))),
        "limit": optional(_COUNT),
        "place": optional(_COUNT),
        "percent": {"type": "boolean"},
        "per": optional(_COLUMN),
        "across": optional(slot["grain"]),
        "each": optional(_COLUMN),
        "ahead": optional(_COUNT),
        "chart": optional(slot["chart"]),
        "derive": optional(
            closed(kind=slot["derive"], of=several(_COLUMN, 4), window=optional(_COUNT), unit=optional(_UNIT))
        ),
    }
    return {**closed(**fields), "$defs": definitions(columns)}


def definitions(columns: Sequence[str]) -> dict[str, Schema]:
    """What a contract over these columns refers to: a column, a value, a condition."""
    value = {"anyOf": [*SCALAR["anyOf"], NULL, several(SCALAR, 20)]}
    plain = {"column": _COLUMN, "op": one_of(get_args(Operator)), "value": _VALUE}
    join, part, other = {"join": one_of(("and", "or"))}, {"part": one_of(get_args(DatePart))}, {"other": _COLUMN}
    # Most conditions compare whole values with one and are joined as the whole is; one that is not so says it.
    condition = {"anyOf": [closed(**plain, **one, **more) for one in ({}, part, other) for more in ({}, join)]}
    return {"column": one_of(columns) if columns else TEXT, "value": value, "condition": condition}


def _field_labels(noun: type[Having] | type[Sort], name: str) -> Schema:
    return one_of(get_args(noun.model_fields[name].annotation))


def _narrowed(whole: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    kept = tuple(label for label in whole if label in given or label in _SILENT)
    return kept if set(kept) - set(_SILENT) else whole
