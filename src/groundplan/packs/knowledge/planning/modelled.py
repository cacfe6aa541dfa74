"""Question -> Understanding by a planner model: strict JSON, and a second try with the faults."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from groundplan.contracts import Intent, Question, Understanding
from groundplan.errors import FillError
from groundplan.llm.base import LLM
from groundplan.llm.prompts import fenced, prompt
from groundplan.pack import Form
from groundplan.packs.knowledge.nouns import Domain
from groundplan.packs.knowledge.planning.drawing import graph_call, pattern_from, search_call
from groundplan.packs.knowledge.planning.embedded import EmbeddedPlanner
from groundplan.packs.knowledge.schema import (
    CHAIN,
    GENERAL,
    GRAPH,
    SEARCH,
    AnswerStyle,
    Cause,
    InfoNeed,
    Named,
    QueryPlan,
    RenderStyle,
    ToolCall,
)

_PROMPT = "packs/knowledge/planning/prompts/plan.md"
_NONE = "none"


@dataclass(frozen=True)
class ModelPlanner:
    """A planner model inside the same enums; what it may not know, paths and fields, is filled in from the domain."""

    llm: LLM
    embedded: EmbeddedPlanner

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The model's plan; a doubt of the embedded reading stands where the model finds nothing to call."""
        draft = await self.embedded.read(question, prior)
        if draft.doubt and draft.doubt.kind == "clarify":
            return draft  # two nodes of one name: nobody may guess
        refused = _NONE
        for _ in range(2):
            try:
                plan = await self._filled(question, prior, draft, refused)
                return _understood(plan, draft)
            except (FillError, ValueError) as fault:
                refused = fenced(str(fault))
        raise FillError(f"the planner's second plan was no better: {refused.strip('`').strip()}")

    async def _filled(self, question: Question, prior: Form | None, draft: Understanding, refused: str) -> QueryPlan:
        named = {entity.id: entity.name for entity in draft.entities}
        named |= _single(self.embedded)
        domain = self.embedded.source.domain
        asked = prompt(
            _PROMPT,
            intents="\n".join(f"- {name}: {kind.about}" for name, kind in domain.intents.items()) or _NONE,
            entities=fenced("\n".join(f"{id} = {name}" for id, name in named.items()) or _NONE),
            summary=fenced(_summary(prior) or _NONE),
            draft=fenced(json.dumps(draft.form, ensure_ascii=False)),
            refused=refused,
            question=fenced(question.text),
        )
        contract = plan_contract(
            domain, list(named), _intents(domain.intents, draft), self.embedded.settings.max_tool_calls
        )
        values = (await self.llm.fill(asked, contract)).values
        return self._plan(values, draft, question.text)

    def _plan(self, values: Mapping[str, Any], draft: Understanding, text: str) -> QueryPlan:
        drafted = QueryPlan.model_validate(draft.form)
        calls = tuple(self._call(call, values, drafted, text) for call in values["tool_calls"])
        nodes = (self.embedded.source.graph.node(id) for id in values["entities"])
        plan = QueryPlan.model_validate(
            {
                **{key: value for key, value in values.items() if key not in ("entities", "tool_calls")},
                "entities": [Named(type=n.type, id=n.id, name=n.name) for n in nodes if n],
                "tool_calls": calls,
                "query": text,
                "answer_style": drafted.answer_style,
            }
        )
        if plan.confidence < self.embedded.settings.plan_confidence_threshold:
            raise ValueError(
                f"confidence {plan.confidence:g} is below {self.embedded.settings.plan_confidence_threshold:g}"
            )
        return plan

    def _call(self, call: Mapping[str, Any], values: Mapping[str, Any], draft: QueryPlan, text: str) -> ToolCall:
        if call["tool"] != GRAPH:
            return search_call(call["query"] or text)
        if call["intent"] == CHAIN:
            return next(made for made in draft.tool_calls if made.args.get("intent") == CHAIN)
        id = call["entity_id"]
        node = self.embedded.source.graph.node(id) if id else None
        pattern = pattern_from(self.embedded.source.domain, call["intent"], node.type) if node else None
        if node is None or pattern is None:
            raise ValueError(f"{call['intent']} leads nowhere from {id!r}; choose another intent or entity")
        return graph_call(
            self.embedded.source.domain, call["intent"], [node.id], pattern.path, where=pattern.where, conditions=(),
            group=bool(pattern.group), category=values["category"],
        )  # fmt: skip


def _summary(prior: Mapping[str, Any] | None) -> str:
    """What was asked before, in short: `TECHNOLOGY_USAGE of RAG`."""
    if not prior:
        return ""
    names = ", ".join(entity["name"] for entity in prior.get("entities", ()))
    asked = ", ".join(prior.get("intents", ()))
    return f"{asked} of {names}" if names else asked


def _intents(known: Mapping[str, Any], draft: Understanding) -> list[str]:
    chains = [CHAIN for intent in draft.intents if intent.type == CHAIN]
    return [*known, *chains]


def _single(embedded: EmbeddedPlanner) -> dict[str, str]:
    """Nodes that need not be named: the person a portfolio is about."""
    types = [name for name, kind in embedded.source.domain.types.items() if kind.single]
    return {node.id: node.name for type in types for node in embedded.source.graph.nodes(type)}


def _understood(plan: QueryPlan, draft: Understanding) -> Understanding:
    searched = all(call.tool != GRAPH for call in plan.tool_calls)
    return draft.model_copy(
        update={
            "intents": tuple(Intent(type=name, confidence=plan.confidence) for name in plan.intents),
            "form": plan.model_dump(mode="json"),
            "confidence": plan.confidence,
            "doubt": draft.doubt if searched else None,  # a search alone is no proof that it is about this base
        }
    )


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
