"""The road travelled: by a plain loop, which imports nothing slow, or as a LangGraph graph, for checkpoints and resume.

Both call the same stages by the same rules (`road.py`); a test holds them to the same runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from groundplan.contracts import Drafts, Facts, Recall, Run, Status, Understanding
from groundplan.road import END, JOINED, NEXT, STAGES, Means, Road, joined, pass_through, usage

FIRST = "normalize"


async def travel(road: Road, means: Means, start: str = FIRST) -> AsyncIterator[tuple[Road, str]]:
    """The road after each stage, and the name of the next; `start` is where a saved plan enters: at `check`."""
    at = start
    while at != END:
        await asyncio.sleep(0)  # other questions have their turn, and one that is cancelled ends here
        update = await pass_through(at, road, means)
        road = _merged(road, update)
        at = following(at, road, means)
        yield road, at


def _merged(road: Any, update: Any) -> Road:
    added = {name: joined(road.get(name, ()), update[name]) for name in JOINED if name in update}
    merged: Any = {**road, **update, **added}
    return merged  # type: ignore[no-any-return]


def following(name: str, road: Road, means: Means) -> str:
    """The stage after this one."""
    rule = NEXT[name]
    return rule if isinstance(rule, str) else rule[0](road, means)


def graph(means: Callable[[Road], Means], checkpointer: Any = None, approve: bool = False) -> Any:
    """The road as a compiled LangGraph graph; with `approve` it is interrupted before a plan is run.

    `means` gives what a road is travelled with, by the question that it carries.
    """
    from langgraph.graph import END as STOP  # 0.8 s to import, so never on the way of a plain ask
    from langgraph.graph import START, StateGraph

    def node(name: str) -> Callable[[Road], Awaitable[Road]]:
        async def pass_on(road: Road) -> Road:
            return await pass_through(name, road, means(road))

        return pass_on

    def fork(name: str) -> Callable[[Road], str]:
        return lambda road: following(name, road, means(road)) or STOP

    builder: Any = StateGraph(Road)  # its overloads know no node made by a function
    for name in STAGES:
        builder.add_node(name, node(name))
    builder.add_edge(START, FIRST)
    for name, rule in NEXT.items():
        if isinstance(rule, str):
            builder.add_edge(name, rule or STOP)
        else:
            builder.add_conditional_edges(name, fork(name), [way or STOP for way in rule[1]])
    return builder.compile(checkpointer=checkpointer, interrupt_before=["run"] if approve else [])


def finish(road: Road, means: Means, id: str) -> Run:
    """The road as a run: saved, shown, replayed."""
    events = tuple(road.get("events", ()))
    timings: dict[str, float] = {}
    for event in events:
        timings[event.stage] = timings.get(event.stage, 0.0) + event.seconds
    return Run(
        id=id,
        status=_status(road),
        pack=means.pack.name,
        question=road["question"],
        recall=road.get("recall", Recall()),
        understanding=road.get("understanding", Understanding()),
        narrowed=road.get("tools", ()),
        plan=road.get("plan"),
        drafts=road.get("drafts", Drafts()),
        findings=road.get("found", ()),
        repairs=road.get("repairs", ()),
        attempts=road.get("attempts", 0),
        facts=road.get("facts", Facts()),
        answer=road.get("answer"),
        notes=road.get("notes", ()),
        events=events,
        timings={**timings, "total": sum(timings.values())},
        tokens=usage(means),
    )


def _status(road: Road) -> Status:
    doubt = road["understanding"].doubt if "understanding" in road else None
    if doubt:
        return "clarify" if doubt.kind == "clarify" else "refused"
    sound = "answer" in road and not road.get("findings") and "facts" in road
    return "answered" if sound else "failed"
