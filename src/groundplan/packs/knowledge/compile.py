"""Brief -> Plan: each hop of a call becomes one graph step, and the search stands by behind a condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.contracts import SOURCE, Brief, Plan, Step
from groundplan.packs.knowledge.schema import GRAPH, SEARCH, QueryPlan, ToolCall, stands_by, starts
from groundplan.plan.walk import ref

PASSAGES = 5
DOCUMENT = "document"
"""Any kind of passage but records: what the graph holds is no further finding."""
LOW = 0.5
"""Below this share of what the graph says exists, documents are searched as well."""


def compile(brief: Brief) -> Plan:
    """The least plan that does what the form says."""
    form = QueryPlan.model_validate(brief.form)
    steps: list[Step] = []
    ends: list[str] = []
    for place, call in enumerate(form.tool_calls):
        made = list(_searched(place, call, form) if call.tool == SEARCH else _chained(place, call, form))
        steps += made
        ends.append(made[-1].id)
    if stands_by(form):
        steps.append(_standing_by(form, ends))
    return Plan(
        goal=brief.goal, pack=brief.pack, steps=tuple(steps), limits=brief.limits, style=form.render_style,
        confidence=form.confidence,
    )  # fmt: skip


def _searched(place: int, call: ToolCall, form: QueryPlan) -> Iterator[Step]:
    args = {"documents": ref(SOURCE, "documents"), "query": form.query, "top_k": PASSAGES, **call.args}
    yield Step(id=_id("search", place), tool=SEARCH, args=args, satisfies=(f"search.{place}",))


def _chained(place: int, call: ToolCall, form: QueryPlan) -> Iterator[Step]:
    """One step a hop; a call without hops tells of the node itself."""
    name = str(call.args["intent"]).casefold() + (f"_{place + 1}" if place else "")
    nodes, hops = starts(call), tuple(call.args.get("path", ())) or (None,)
    start: dict[str, Any] = {"intent": call.args["intent"], "entity_id": nodes[0] if len(nodes) == 1 else list(nodes)}
    for at, hop in enumerate(hops):
        told = {"language": form.language, "group": bool(call.args.get("group")) and at == len(hops) - 1}
        args = {"graph": ref(SOURCE, "graph"), **start, **told, **_hop(at, hop, len(hops), nodes, call)}
        served = [f"intent.{place}", *(f"entity.{place}.{id}" for id in nodes)] if at == 0 else []
        served += [f"hop.{place}.{at}.{hop}"] if hop else []
        served += [f"condition.{place}.{condition['node']}" for condition in args.get("joined", ())]
        if at == len(hops) - 1:
            args |= {key: call.args[key] for key in ("where", "fields") if call.args.get(key)}
            served += [f"where.{place}"] if "where" in args else []
        step = Step(id=_id(name, at), tool=GRAPH, args=args, satisfies=tuple(served))
        yield step
        start = {"start": ref(step.id, "facts")}


def _hop(at: int, hop: str | None, hops: int, nodes: tuple[str, ...], call: ToolCall) -> dict[str, Any]:
    args: dict[str, Any] = {"hop": hop} if hop else {}
    if _loops(at, hops):
        args["without"] = list(nodes)
    joined = [{"hop": c["hop"], "node": c["node"]} for c in call.args.get("conditions", ()) if c["at"] == at + 1]
    return {**args, "joined": joined} if joined else args


def _loops(at: int, hops: int) -> bool:
    """Where the start itself is no finding: at the end of two hops, in the middle of three."""
    return at > 0 and (hops == 2 or at < hops - 1)


def _standing_by(form: QueryPlan, ends: list[str]) -> Step:
    causes = {"NO_RESULTS": "!{}.found", "LOW_COVERAGE": f"{{}}.coverage < {LOW}"}
    told = [causes[cause].format(end) for end in ends for cause in form.fallback.when]
    args: dict[str, Any] = {"documents": ref(SOURCE, "documents"), "query": form.query, "top_k": PASSAGES}
    args |= {"doc_types": [DOCUMENT], "filters": {"nodes": [entity.id for entity in form.entities]}}
    return Step(
        id="documents", tool=SEARCH, args=args,
        needs=tuple(ends), when=" || ".join(told), satisfies=("fallback.search",),
        why="the graph has nothing, or too little",
    )  # fmt: skip


def _id(name: str, at: int) -> str:
    plain = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
    return plain if at == 0 else f"{plain}_{at + 1}"
