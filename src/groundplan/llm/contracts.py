"""The contracts a model fills: the intent, the form, the changes to a plan, the wording of an answer.

Strict JSON Schema: every object is closed and has all its fields, every name is a label of a closed list. What may be
left out is null. Long lists stand once, in `$defs`, so that a table of 200 columns stays a small grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count, islice
from typing import Any, get_args

from groundplan.contracts import Change, Param, Plan, Tool
from groundplan.query.form import Aggregation, Analysis, ChartKind, DatePart, DeriveKind, Grain, Having, Operator, Sort
from groundplan.sources.shape import Table, column_ids

Schema = dict[str, Any]

_TEXT = {"type": "string", "maxLength": 120}
_NULL = {"type": "null"}
_NUMBER = {"type": "number"}
_SCALAR = {"anyOf": [_TEXT, _NUMBER, {"type": "boolean"}]}
_COUNT = {"type": "integer", "minimum": 1}
_COLUMN = {"$ref": "#/$defs/column"}
_VALUE = {"$ref": "#/$defs/value"}
_CONDITION = {"$ref": "#/$defs/condition"}
_SATISFIES = {"$ref": "#/$defs/satisfies"}
_SLOTS: dict[str, Any] = {
    "analysis": Analysis,
    "agg": Aggregation,
    "grain": Grain,
    "chart": ChartKind,
    "derive": DeriveKind,
}
_SILENT = ("unknown", "none")
"""Labels that say nothing: they stay, whatever a pack narrows a slot to."""


def column_names(tables: Sequence[Table]) -> tuple[str, ...]:
    """Each column once: plainly where its name is unique over all tables, else `table.column`."""
    return tuple(column_ids(tables))


def made_columns(plan: Plan, tools: Mapping[str, Tool]) -> tuple[str, ...]:
    """The columns that the plan's steps make, and those the tools make unless told otherwise."""
    made = [tool.params[name].default for tool in tools.values() for name in _naming(tool)]
    for step in plan.steps:
        made += [step.args.get(name) for name in (_naming(tools[step.tool]) if step.tool in tools else ())]
    flat = [name for value in made for name in (value if isinstance(value, (list, tuple)) else [value])]
    return tuple(dict.fromkeys(name for name in flat if isinstance(name, str)))


def intent_contract(intents: Iterable[str]) -> Schema:
    """One intent of the pack, and how sure the model is."""
    return _intent(tuple(intents))


def form_contract(tables: Sequence[Table], labels: Mapping[str, Iterable[str]] | None = None) -> Schema:
    """The fields of `Form`; `labels` narrow its closed sets, by slot: `analysis`, `agg`, `grain`, `chart`."""
    carrying_time = tuple(name for name, (_, column) in column_ids(tables).items() if column.role == "temporal")
    slots = tuple(closed_labels(labels or {}).items())
    return _form(tuple(table.name for table in tables), column_names(tables), carrying_time, slots)


def closed_labels(labels: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The slots of the form with the labels that each may hold."""
    return {slot: _narrowed(get_args(whole), tuple(labels.get(slot, ()))) for slot, whole in _SLOTS.items()}


def changes_contract(
    tools: Iterable[Tool], step_ids: Iterable[str], requirement_ids: Iterable[str], columns: Iterable[str]
) -> Schema:
    """Changes to a plan; each tool's params are bound by its own metadata, and frames are left to the compiler."""
    # A tool holds a dict and cannot be a key; its text can.
    texts = tuple(tool.model_dump_json() for tool in tools)
    return _changes(texts, tuple(step_ids), tuple(requirement_ids), tuple(dict.fromkeys(columns)))


def answer_contract() -> Schema:
    """A text; the verifier, not the schema, judges what it says."""
    return _object(text={"type": "string"})


def read_changes(values: Mapping[str, Any]) -> tuple[Change, ...]:
    """Filled values as changes; a param that is null was left alone."""
    return tuple(
        Change(**{**change, "params": {name: v for name, v in change["params"].items() if v is not None}})
        for change in values["changes"]
    )


@lru_cache
def _intent(intents: tuple[str, ...]) -> Schema:
    return _object(primary=_labels(intents), confidence=_NUMBER)


@lru_cache
def _form(
    tables: tuple[str, ...],
    columns: tuple[str, ...],
    carrying_time: tuple[str, ...],
    slots: tuple[tuple[str, tuple[str, ...]], ...],
) -> Schema:
    slot = {name: _labels(labels) for name, labels in slots}
    fields = {
        "table": _optional(_labels(tables)) if len(tables) > 1 else _NULL,
        "metrics": _list(_object(column=_optional(_COLUMN), agg=slot["agg"]), 4),
        "group_by": _list(_COLUMN, 4),
        "time": _optional(_object(column=_labels(carrying_time or columns), grain=slot["grain"])),
        "analysis": _list(slot["analysis"], 5),
        "outputs": _list(_labels(("chart", "table")), 2),
        "filters": _list(_CONDITION, 6),
        "join": _labels(("and", "or")),
        "having": _optional(_object(op=_field_labels(Having, "op"), value=_NUMBER)),
        "sort": _optional(_object(by=_field_labels(Sort, "by"), order=_field_labels(Sort, "order"))),
        "limit": _optional(_COUNT),
        "place": _optional(_COUNT),
        "percent": {"type": "boolean"},
        "per": _optional(_COLUMN),
        "across": _optional(slot["grain"]),
        "each": _optional(_COLUMN),
        "ahead": _optional(_COUNT),
        "chart": _optional(slot["chart"]),
        "derive": _optional(_object(kind=slot["derive"], of=_list(_COLUMN, 4), window=_optional(_COUNT))),
    }
    return {**_object(**fields), "$defs": _shared(columns)}


@lru_cache
def _changes(
    tools: tuple[str, ...], step_ids: tuple[str, ...], requirement_ids: tuple[str, ...], columns: tuple[str, ...]
) -> Schema:
    known = [Tool.model_validate_json(text) for text in tools]
    served = _list(_labels(requirement_ids), len(requirement_ids)) if requirement_ids else _list(_TEXT, 0)
    shared = {**_shared(columns), "satisfies": served}
    kinds = [_change("remove", _labels(step_ids), _NULL, _object())] if step_ids else []
    for number, tool in enumerate(known):
        shared[f"params_{number}"] = _params(tool)
        params, named = {"$ref": f"#/$defs/params_{number}"}, _just(tool.name)
        kinds.append(_change("add", _labels(_fresh(tool, step_ids)), named, params))
        if step_ids:
            kinds.append(_change("modify", _labels(step_ids), named, params))
    return {**_object(changes=_list({"anyOf": kinds}, 6)), "$defs": shared}


def _fresh(tool: Tool, step_ids: tuple[str, ...]) -> list[str]:
    """Two ids that a new step of this tool may take."""
    stem = re.sub(r"^[^a-z]+|[^a-z0-9_]", "_", tool.name.lower()).lstrip("_") or "step"
    names = (stem if number == 1 else f"{stem}_{number}" for number in count(1))
    return list(islice((name for name in names if name not in step_ids), 2))


def _change(action: str, step: Schema, tool: Schema, params: Schema) -> Schema:
    return _object(action=_just(action), step=step, tool=tool, params=params, rationale=_TEXT, satisfies=_SATISFIES)


def _params(tool: Tool) -> Schema:
    # An object without a schema of its own has no closed form: only the compiler may bind it.
    bound = {name: param for name, param in tool.params.items() if param.type != "object"}
    return _object(**{name: _value(p) if p.required else _optional(_value(p)) for name, p in bound.items()})


def _value(param: Param) -> Schema:
    if param.choices:
        return _labels(param.choices) if param.type == "string" else {"enum": list(param.choices)}
    if param.column:
        return _list(_COLUMN, 8) if param.type == "array" else _COLUMN
    if param.type in ("number", "integer", "boolean"):
        return {"type": param.type}
    if param.type == "string":
        return _TEXT
    items = _list({"anyOf": [*_SCALAR["anyOf"], _CONDITION]}, 8)
    return items if param.type == "array" else {"anyOf": [*_SCALAR["anyOf"], items]}


def _shared(columns: tuple[str, ...]) -> Schema:
    value = {"anyOf": [*_SCALAR["anyOf"], _NULL, _list(_SCALAR, 20)]}
    plain = {"column": _COLUMN, "op": _labels(get_args(Operator)), "value": _VALUE}
    join, part, other = {"join": _labels(("and", "or"))}, {"part": _labels(get_args(DatePart))}, {"other": _COLUMN}
    # Most conditions compare whole values with one and are joined as the whole is; one that is not so says it.
    condition = {"anyOf": [_object(**plain, **one, **more) for one in ({}, part, other) for more in ({}, join)]}
    return {"column": _labels(columns) if columns else _TEXT, "value": value, "condition": condition}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _list(items: Mapping[str, Any], most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _labels(names: Iterable[str]) -> Schema:
    return {"type": "string", "enum": list(dict.fromkeys(names))}


def _just(name: str) -> Schema:
    return {"type": "string", "const": name}


def _field_labels(noun: type[Having] | type[Sort], name: str) -> Schema:
    return _labels(get_args(noun.model_fields[name].annotation))


def _optional(schema: Mapping[str, Any]) -> Schema:
    return {"anyOf": [_NULL, *schema.get("anyOf", [schema])]}


def _narrowed(whole: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    kept = tuple(label for label in whole if label in given or label in _SILENT)
    return kept if set(kept) - set(_SILENT) else whole


def _naming(tool: Tool) -> list[str]:
    """The params that name new columns rather than hold names that exist."""
    return [name for name in tool.columns or () if name in tool.params and not tool.params[name].column]
