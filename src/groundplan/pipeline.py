"""The road, as a LangGraph graph: the stages in order, two ways back, one way out.

normalize -> recall -> understand -> narrow -> draft -> check -> run -> answer -> verify
                           |            ^________|  findings, while attempts are left: narrow or draft again,
                           |                     |  at last understand again, without a model
                           `-> explain <---------'  no attempts left, or a question that cannot be answered as it stands
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from typing import Any

from groundplan.contracts import Drafts, Facts, Question, Recall, Run, Status, Understanding
from groundplan.road import STAGES, Means, Road, pass_through, usage
from groundplan.stages.draft import ATTEMPTS

WORDINGS = 3
"""A model words an answer twice at most; the third is the renderer's own text."""


@lru_cache
def graph(checkpointer: Any = None, approve: bool = False) -> Any:
    """The compiled graph; its context is `Means`."""
    from langgraph.graph import END, START, StateGraph  # 0.8 s to import; the command line's help must not wait for it

    builder: Any = StateGraph(Road, context_schema=Means)  # its overloads know no node made by a function
    for name in STAGES:
        builder.add_node(name, _node(name))
    builder.add_edge(START, "normalize")
    builder.add_edge("normalize", "recall")
    builder.add_edge("recall", "understand")
    builder.add_conditional_edges("understand", _after_understand, ["explain", "narrow"])
    builder.add_edge("narrow", "draft")
    builder.add_edge("draft", "check")
    builder.add_conditional_edges("check", _after_check, ["run", "understand", "narrow", "draft", "explain"])
    builder.add_conditional_edges("run", _after_run, ["answer", "understand", "narrow", "draft", "explain"])
    builder.add_edge("answer", "verify")
    builder.add_conditional_edges("verify", _after_verify, {"answer": "answer", "end": END})
    builder.add_edge("explain", END)
    return builder.compile(checkpointer=checkpointer, interrupt_before=["run"] if approve else [])


def _node(name: str) -> Callable[[Road], Awaitable[Road]]:
    async def travel(road: Road) -> Road:
        return await pass_through(name, road, _means())

    return travel


def _means() -> Means:
    from langgraph.runtime import get_runtime

    return get_runtime(Means).context


def _after_understand(road: Road) -> str:
    return "explain" if road["understanding"].doubt else "narrow"


def _after_check(road: Road) -> str:
    return _way_back(road) if road["findings"] else "run"


def _after_run(road: Road) -> str:
    return _way_back(road) if road["findings"] else "answer"


def _after_verify(road: Road) -> str:
    return "answer" if road["violations"] and road["wordings"] < WORDINGS else "end"


def _way_back(road: Road) -> str:
    """Where findings lead: wider tools for what is missing, another draft by the model, the floor, or the end.

    The last attempt is the floor under any model: the question read and the plan compiled without one.
    """
    means, attempts = _means(), road["attempts"]
    if attempts >= ATTEMPTS:
        return "explain"
    if attempts == ATTEMPTS - 1 and len(means.readers) > 1:
        return "understand"
    if attempts == 1 and any(finding.code == "unmet-requirement" for finding in road["findings"]):
        return "narrow"
    return "draft" if means.llm else "explain"  # without a model the next draft would be the same


async def stream(
    question: Question | None, means: Means, *, checkpointer: Any = None, thread: str = "", approve: bool = False
) -> AsyncIterator[Road]:
    """The road after each stage. A thread that was interrupted goes on when asked with no question."""
    config = {"configurable": {"thread_id": thread}} if checkpointer else {}
    start = {"question": question} if question else None
    async for road in graph(checkpointer, approve).astream(start, config, context=means, stream_mode="values"):
        yield road


def finish(road: Road, means: Means, id: str) -> Run:
    """The road as a run: saved, shown, replayed."""
    events = road.get("events", ())
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
