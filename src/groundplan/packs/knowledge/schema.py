"""The QueryPlan: what a planner fills for a question over a graph and documents, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, field_validator

from groundplan.contracts import Noun, Requirement

GRAPH, SEARCH = "graph_query_tool", "document_search"
ALIASES = {"portfolio_search_tool": SEARCH}
"""Names by which a planner may call a tool."""
GENERAL, CHAIN = "GENERAL_UNSTRUCTURED", "GRAPH_CHAIN"

RenderStyle = Literal["BULLETS", "GROUPED_BULLETS", "SHORT", "TABLE"]
AnswerStyle = Literal["NATURAL_RU", "NATURAL_EN"]
InfoNeed = Literal["list", "details", "count", "yes_no", "when", "how_long"]
Cause = Literal["NO_RESULTS", "LOW_COVERAGE"]


class Named(Noun):
    """A node that the question names."""

    type: str
    id: str
    name: str


class ToolCall(Noun):
    """One call; a path of several hops is compiled to a chain of steps."""

    tool: str
    args: dict[str, Any] = {}

    @field_validator("tool")
    @classmethod
    def _one_name(cls, tool: str) -> str:
        name = ALIASES.get(tool, tool)
        if name not in (GRAPH, SEARCH):
            raise ValueError(f"no tool named {tool!r}; there are {GRAPH} and {SEARCH}")
        return name


class Fallback(Noun):
    """What is done when the graph has nothing, or too little."""

    enabled: bool = True
    tool: str = SEARCH
    when: tuple[Cause, ...] = ("NO_RESULTS", "LOW_COVERAGE")


class Bound(Noun):
    """How much an answer shows; applied after filtering."""

    max_items: int = Field(10, ge=1, le=100)
    max_groups: int = Field(4, ge=1, le=20)
    max_paragraphs: int = Field(4, ge=1, le=10)
    skip: int = Field(0, ge=0)
    """Items that were shown before; a question for the rest goes on from there."""


class QueryPlan(Noun):
    """Intents, entities, tool calls, limits and style of one question."""

    intents: tuple[str, ...] = Field(min_length=1)
    entities: tuple[Named, ...] = ()
    tool_calls: tuple[ToolCall, ...] = Field(min_length=1)
    fallback: Fallback = Fallback()
    limits: Bound = Bound()
    render_style: RenderStyle = "BULLETS"
    answer_style: AnswerStyle = "NATURAL_EN"
    confidence: float = Field(1.0, ge=0.0, le=1.0)
    category: str | None = None
    """A category the found nodes must have: `database`."""
    scope: str | None = None
    """Nothing reads it; plans that were saved may have it."""
    info_need: InfoNeed = "list"
    query: str = ""
    """The question, for the search."""
    called: dict[str, tuple[str, ...]] = {}
    """What the domain calls a node of each type, in the language of the answer: forms for one and many, or 1, 2, 5."""
    unknown: tuple[str, ...] = ()
    """Names the question says and the registry does not know; what is found must speak of them."""

    @property
    def language(self) -> str:
        """The language of the answer."""
        return "ru" if self.answer_style == "NATURAL_RU" else "en"


def settle(form: Mapping[str, Any], model: object) -> dict[str, Any]:
    """The plan with every field, as JSON would hold it."""
    return QueryPlan.model_validate(form).model_dump(mode="json")


def requirements(form: Mapping[str, Any], model: object) -> tuple[Requirement, ...]:
    """What the steps must do: each call's intent, node and hops; the search that stands by."""
    plan = QueryPlan.model_validate(form)
    found = [r for place, call in enumerate(plan.tool_calls) for r in _of_call(place, call)]
    if stands_by(plan):
        found.append(Requirement(id="fallback.search", kind="fallback", label="fallback", value=plan.query))
    return tuple(found)


def stands_by(plan: QueryPlan) -> bool:
    """Whether a search waits for the graph to fail: only graph calls are made, and none that a no would answer."""
    tools = {call.tool for call in plan.tool_calls}
    decided = plan.info_need == "yes_no" and any(call.args.get("conditions") for call in plan.tool_calls)
    return plan.fallback.enabled and tools == {GRAPH} and not decided


def _of_call(place: int, call: ToolCall) -> list[Requirement]:
    if call.tool == SEARCH:
        return [Requirement(id=f"search.{place}", kind="search", label="search", value=call.args.get("query", ""))]
    found = [Requirement(id=f"intent.{place}", kind="intent", label="intent", value=call.args["intent"])]
    found += [Requirement(id=f"entity.{place}.{id}", kind="entity", label="entity", value=id) for id in starts(call)]
    for at, hop in enumerate(call.args.get("path", ())):
        found.append(Requirement(id=f"hop.{place}.{at}.{hop}", kind="hop", label="hop", value=hop))
    for condition in call.args.get("conditions", ()):
        id = f"condition.{place}.{condition['node']}"
        found.append(Requirement(id=id, kind="condition", label="condition", value=condition["node"]))
    if where := call.args.get("where"):
        found.append(Requirement(id=f"where.{place}", kind="where", label="where", value=where))
    return found


def starts(call: ToolCall) -> tuple[str, ...]:
    """The nodes a graph call starts from."""
    given = call.args.get("entity_id") or ()
    return (given,) if isinstance(given, str) else tuple(given)
