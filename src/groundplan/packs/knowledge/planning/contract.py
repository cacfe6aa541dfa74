"""The JSON schema of a QueryPlan: every intent, tool, id and label is one that exists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from groundplan.packs.knowledge.nouns import Domain
from groundplan.packs.knowledge.schema import GENERAL, GRAPH, SEARCH, AnswerStyle, Cause, InfoNeed, RenderStyle

_TEXT = {"type": "string", "maxLength": 400}


def plan_contract(domain: Domain, ids: Sequence[str], intents: Sequence[str], calls: int) -> dict[str, Any]:
    """Strict: closed objects, all fields required, closed lists."""
    categories = sorted({name for kind in domain.types.values() for name in kind.categories})
    names = list(dict.fromkeys([*intents, GENERAL]))
    return _object(
        intents=_array(_one_of(names), most=4),
        entities=_array(_one_of(ids) if ids else _TEXT, most=6 if ids else 0),
        tool_calls=_array(_call(names, ids), most=calls),
        fallback=_object(
            enabled={"type": "boolean"}, tool=_one_of([SEARCH]), when=_array(_one_of(get_args(Cause)), most=2)
        ),
        limits=_object(max_items=_count(), max_groups=_count(), max_paragraphs=_count()),
        render_style=_one_of(get_args(RenderStyle)),
        answer_style=_one_of(get_args(AnswerStyle)),
        category=_or_null(_one_of(categories)) if categories else {"type": "null"},
        info_need=_one_of(get_args(InfoNeed)),
        confidence={"type": "number", "minimum": 0},
    )


def _call(intents: Sequence[str], ids: Sequence[str]) -> dict[str, Any]:
    return _object(
        tool=_one_of([GRAPH, SEARCH]),
        intent=_one_of(intents),
        entity_id=_or_null(_one_of(ids)) if ids else {"type": "null"},
        query=_or_null(_TEXT),
    )


def _object(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _array(items: Any, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": most}


def _one_of(labels: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(labels)}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _count() -> dict[str, Any]:
    return {"type": "integer", "minimum": 1}
