"""The contracts a model fills whatever the pack: the changes to a plan, the wording of an answer.

Every name in them is a label of a closed list. What may be left out is null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count, islice
from typing import Any

from groundplan.contracts import Change, Param, Tool
from groundplan.llm.schema import NULL, SCALAR, TEXT, Schema, closed, defined, just, one_of, optional, several


def changes_contract(
    tools: Iterable[Tool],
    step_ids: Iterable[str],
    requirement_ids: Iterable[str],
    definitions: Mapping[str, Schema] | None = None,
) -> Schema:
    """Changes to a plan; each tool's params are bound by its own metadata, and inputs are left to the compiler.

    `definitions` say, by kind, what a param that refers to something may hold: `{"column": {"enum": [...]}}`.
    """
    # A tool holds a dict and cannot be a key; its text can.
    texts = tuple(tool.model_dump_json() for tool in tools)
    return _changes(texts, tuple(step_ids), tuple(requirement_ids), json.dumps(definitions or {}))


def answer_contract() -> Schema:
    """A text; the verifier, not the schema, judges what it says."""
    return closed(text={"type": "string"})


def read_changes(values: Mapping[str, Any]) -> tuple[Change, ...]:
    """Filled values as changes; a param that is null was left alone."""
    return tuple(
        Change(**{**change, "params": {name: v for name, v in change["params"].items() if v is not None}})
        for change in values["changes"]
    )


@lru_cache
def _changes(
    tools: tuple[str, ...], step_ids: tuple[str, ...], requirement_ids: tuple[str, ...], definitions: str
) -> Schema:
    known = [Tool.model_validate_json(text) for text in tools]
    given: dict[str, Schema] = json.loads(definitions)
    served = several(one_of(requirement_ids), len(requirement_ids)) if requirement_ids else several(TEXT, 0)
    shared = {**given, "satisfies": served}
    kinds = [_change("remove", one_of(step_ids), NULL, closed())] if step_ids else []
    for number, tool in enumerate(known):
        shared[f"params_{number}"] = _params(tool, given)
        params, named = defined(f"params_{number}"), just(tool.name)
        kinds.append(_change("add", one_of(_fresh(tool, step_ids)), named, params))
        if step_ids:
            kinds.append(_change("modify", one_of(step_ids), named, params))
    return {**closed(changes=several({"anyOf": kinds}, 6)), "$defs": shared}


def _fresh(tool: Tool, step_ids: tuple[str, ...]) -> list[str]:
    """Two ids that a new step of this tool may take."""
    stem = re.sub(r"^[^a-z]+|[^a-z0-9_]", "_", tool.name.lower()).lstrip("_") or "step"
    names = (stem if number == 1 else f"{stem}_{number}" for number in count(1))
    return list(islice((name for name in names if name not in step_ids), 2))


def _change(action: str, step: Schema, tool: Schema, params: Schema) -> Schema:
    return closed(
        action=just(action), step=step, tool=tool, params=params, rationale=TEXT, satisfies=defined("satisfies")
    )


def _params(tool: Tool, given: Mapping[str, Schema]) -> Schema:
    # An object without a schema of its own has no closed form: only the compiler may bind it.
    bound = {name: param for name, param in tool.params.items() if param.type != "object"}
    return closed(**{name: _value(p, given) if p.required else optional(_value(p, given)) for name, p in bound.items()})


def _value(param: Param, given: Mapping[str, Schema]) -> Schema:
    if param.choices:
        return one_of(param.choices) if param.type == "string" else {"enum": list(param.choices)}
    if param.refers in given:
        return several(defined(param.refers), 8) if param.type == "array" else defined(param.refers)
    if param.type in ("number", "integer", "boolean"):
        return {"type": param.type}
    if param.type == "string":
        return TEXT
    items = several(SCALAR, 8)
    return items if param.type == "array" else {"anyOf": [*SCALAR["anyOf"], items]}
