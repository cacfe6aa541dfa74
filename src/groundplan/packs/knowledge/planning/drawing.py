"""Intents and nodes -> QueryPlan: what the domain says of each intent, filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.packs.knowledge.nouns import Domain, IntentKind, Pattern
from groundplan.packs.knowledge.schema import CHAIN, GENERAL, GRAPH, SEARCH, Bound, Fallback, QueryPlan, ToolCall

BLOCKS = 4
"""Long passages an answer shows at most."""
_CHAIN = IntentKind(limit=10)
LONGEST = 100
"""Items of one answer, whatever is asked."""


def emergency(query: str, language: str, unknown: Sequence[str] = ()) -> QueryPlan:
    """The plan when no reading can be trusted: documents are searched for the question as it stands."""
    return QueryPlan(
        intents=(GENERAL,), tool_calls=(search_call(query, unknown),), render_style="SHORT",
        answer_style=answer_style(language), limits=Bound(max_items=BLOCKS), fallback=Fallback(enabled=False),
        query=query, info_need="details", unknown=tuple(unknown),
    )  # fmt: skip


def search_call(query: str, unknown: Sequence[str] = ()) -> ToolCall:
    """A search for the question, in passages that have the names nobody knows."""
    return ToolCall(tool=SEARCH, args={"query": query, **({"must": list(unknown)} if unknown else {})})


def graph_call(
    domain: Domain, intent: str, start: Sequence[str], hops: Sequence[str], *, where: Mapping[str, Any],
    conditions: Sequence[Mapping[str, Any]], group: bool, category: str | None, fields: Sequence[str] = (),
) -> ToolCall:  # fmt: skip
    """A call along a path, with what the intent tells of the nodes it ends at."""
    kind = domain.intents.get(intent, _CHAIN)
    end = end_type(domain, start, hops)
    args: dict[str, Any] = {"intent": intent, "entity_id": start[0] if len(start) == 1 else list(start)}
    args["path"] = list(hops)
    held = {**where, **_of_category(domain, end, category)}
    optional = {"where": held, "conditions": list(conditions), "fields": list(fields or kind.fields), "group": group}
    return ToolCall(tool=GRAPH, args={**args, **{name: value for name, value in optional.items() if value}})


def end_type(domain: Domain, start: Sequence[str], hops: Sequence[str]) -> str | None:
    """The type a path ends at."""
    if not hops:
        return start[0].partition(":")[0] if start else None
    relation = domain.relations.get(hops[-1].lstrip("-"))
    return (relation.source if hops[-1].startswith("-") else relation.target) if relation else None


def _of_category(domain: Domain, type: str | None, category: str | None) -> dict[str, Any]:
    kind = domain.types.get(type or "")
    if kind is None or kind.category is None or category not in kind.categories:
        return {}
    return {kind.category: category}


def pattern_from(domain: Domain, intent: str, type: str) -> Pattern | None:
    """Where the intent leads from a node of that type."""
    kind = domain.intents.get(intent)
    return next((p for p in kind.patterns if p.start == type), None) if kind else None


def bounds(domain: Domain, intents: Sequence[str], categories: int, shown: int) -> Bound:
    """The widest limit of the intents asked for, once for each category; what was shown before is passed by."""
    kinds = [domain.intents.get(intent, _CHAIN) for intent in intents]
    limit = max((kind.limit for kind in kinds), default=_CHAIN.limit)
    return Bound(max_items=LONGEST if shown else min(LONGEST, limit * max(1, categories)), skip=shown)


def style(domain: Domain, intents: Sequence[str], grouped: bool) -> str:
    """How the first intent is told."""
    if grouped or len(intents) > 1:
        return "GROUPED_BULLETS"
    return domain.intents.get(intents[0], _CHAIN).style if intents[0] != CHAIN else "BULLETS"


def called(domain: Domain, language: str) -> dict[str, tuple[str, ...]]:
    """What people call the nodes of each declared type; names derived from relations are no nouns to count with."""
    kinds = domain.types.items() if domain.intents else ()
    return {name: kind.called[language] for name, kind in kinds if len(kind.called.get(language, ())) > 1}


def answer_style(language: str) -> Any:
    """The spec's name of a language."""
    return "NATURAL_RU" if language == "ru" else "NATURAL_EN"
