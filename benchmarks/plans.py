"""Plans carried out: the executor's own time a step, many steps, wide plans, and what durability costs."""

from __future__ import annotations

import asyncio
import operator
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, TypedDict

from benchmarks.measure import Figure, least
from groundplan.contracts import Plan, Question, Step, Tool
from groundplan.execute import LocalExecutor
from groundplan.execute.base import Executor
from groundplan.pack import Catalogue

CHAIN, WIDE, MANY, DURABLE = 100, 32, 1_000, 60
ROUNDS = 5
BUSY = 0.02
"""Seconds that each step of the wide plan waits for a service."""
SOURCE: Any = SimpleNamespace(get=str)


def figures() -> list[Figure]:
    """Ours beside LangGraph, plain asyncio and plain dbos, each round in turn."""
    return [*_overhead(), *_scheduled(), *_wide(), *_durable()]


def _add(x: int) -> int:
    return x + 1


def _deepest(xs: list[int]) -> int:
    return max(xs, default=0) + 1


def _wait(x: int) -> int:
    time.sleep(BUSY)
    return x + 1


def _catalogue() -> Catalogue:
    tools = {"add": _add, "wait": _wait, "total": lambda xs: sum(xs), "deepest": _deepest}
    return Catalogue({name: Tool(name=name, description="", outputs=("v",)) for name in tools}, tools)


def _chain(length: int) -> Plan:
    args = [{"x": 0}, *({"x": {"$ref": f"s{n}.v"}} for n in range(length - 1))]
    return Plan(goal="", steps=tuple(Step(id=f"s{n}", tool="add", args=one) for n, one in enumerate(args)))


def _fan(width: int, tool: str) -> Plan:
    steps = [Step(id=f"s{n}", tool=tool, args={"x": n}) for n in range(width)]
    end = Step(id="end", tool="total", args={"xs": [{"$ref": f"s{n}.v"} for n in range(width)]})
    return Plan(goal="", steps=(*steps, end))


def _lattice(count: int) -> Plan:
    """Steps that each need two of those before them, as far as there are two."""
    needs = [sorted({n * 7 // 10, n - 1} - {n, -1}) for n in range(count)]
    args = [{"xs": [{"$ref": f"s{one}.v"} for one in some]} for some in needs]
    return Plan(goal="", steps=tuple(Step(id=f"s{n}", tool="deepest", args=one) for n, one in enumerate(args)))


def _ran(plan: Plan, catalogue: Catalogue) -> None:
    outcome = asyncio.run(LocalExecutor().execute(plan, catalogue, SOURCE))
    assert not outcome.findings and len(outcome.results) == len(plan.steps)


# ------------------------------------------------------------------ in this process


def _overhead() -> list[Figure]:
    catalogue, plan, graph = _catalogue(), _chain(CHAIN), _langgraph(CHAIN)

    async def plain() -> None:
        x = 0
        for _ in range(CHAIN):
            x = await asyncio.to_thread(_add, x)

    def peer() -> None:
        assert asyncio.run(graph.ainvoke({"x": 0}, {"recursion_limit": CHAIN + 5}))["x"] == CHAIN

    ours, theirs, bare = least(ROUNDS, lambda: _ran(plan, catalogue), peer, lambda: asyncio.run(plain()))
    name, ms = "a step of a chain of 100", 1000 / CHAIN
    return [
        Figure(name, ours * ms, "ms", "LangGraph", theirs * ms, "below LangGraph"),
        Figure(name, ours * ms, "ms", "plain asyncio, in threads", bare * ms),
    ]


def _langgraph(length: int) -> Any:
    from langgraph.graph import END, START, StateGraph

    class State(TypedDict):
        x: Annotated[int, operator.add]

    async def add(state: State) -> State:
        return {"x": await asyncio.to_thread(_add, 0)}

    builder: Any = StateGraph(State)
    names = [f"s{n}" for n in range(length)]
    for name in names:
        builder.add_node(name, add)
    for before, after in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(before, after)
    return builder.compile()


def _scheduled() -> list[Figure]:
    catalogue, plan = _catalogue(), _lattice(MANY)

    async def plain() -> None:
        done: dict[str, asyncio.Task[Any]] = {}

        async def one(step: Step) -> int:
            return await asyncio.to_thread(_deepest, [await done[need] for need in step.needs])

        for step in plan.steps:
            done[step.id] = asyncio.create_task(one(step))
        await asyncio.gather(*done.values())

    ours, bare = least(3, lambda: _ran(plan, catalogue), lambda: asyncio.run(plain()))
    return [Figure("1,000 steps that need each other", ours, "s", "plain asyncio, a task a step", bare)]


def _wide() -> list[Figure]:
    catalogue, plan = _catalogue(), _fan(WIDE, "wait")

    def one_by_one() -> None:
        sum(_wait(n) for n in range(WIDE))

    ours, peer = least(3, lambda: _ran(plan, catalogue), one_by_one)
    return [Figure(f"{WIDE} steps side by side that wait 20 ms each", ours, "s", "one after another", peer)]


# ------------------------------------------------------------------ durable


def _durable() -> list[Figure]:
    """A chain and a wide plan as durable runs on SQLite, beside the same calls as plain steps of dbos, there, too."""
    from groundplan.execute.durable import Host, Job, Runs, Store
    from groundplan.execute.durable.library import durable_library

    catalogue = _catalogue()
    plans = {"chain": _chain(DURABLE), "wide": _fan(DURABLE, "add")}
    with tempfile.TemporaryDirectory() as name:
        store = Store(f"sqlite:///{name}/runs.db")
        runs = Runs(store, Path(name) / "kept")
        took: dict[str, list[float]] = {}

        async def perform(job: Job, id: str, executor: Executor) -> Mapping[str, Any]:
            kind = job.question.text
            work = _plain_steps(durable_library().DBOS, kind) if kind.startswith("plain") else _executed(executor, job)
            began = time.perf_counter()
            await work()
            took.setdefault(kind, []).append(time.perf_counter() - began)
            return {}

        def _executed(executor: Executor, job: Job) -> Callable[[], Awaitable[Any]]:
            return lambda: executor.execute(job.plan, catalogue, SOURCE)

        with Host(store, Path(name) / "kept", perform, worker=False) as host:  # type: ignore[arg-type]
            for turn in range(ROUNDS):
                for kind in ("chain", "plain chain", "wide", "plain wide"):
                    job = Job(plan=plans[kind.removeprefix("plain ")], question=Question(text=kind))
                    host.start(job, f"{kind} {turn}")
                    assert runs.wait(f"{kind} {turn}", 60).status == "finished"
        runs.close()
        store.close()
    ms = {kind: min(times) * 1000 / DURABLE for kind, times in took.items()}
    return [
        Figure(f"a durable step of a {kind} plan of {DURABLE}", ms[kind], "ms", "plain dbos", ms[f"plain {kind}"])
        for kind in plans
    ]


def _plain_steps(dbos: Any, kind: str) -> Callable[[], Awaitable[Any]]:
    async def call(x: int) -> int:
        return await asyncio.to_thread(_add, x)

    async def work() -> None:
        if kind == "plain chain":
            x = 0
            for _ in range(DURABLE):
                x = await dbos.run_step_async({"name": "add"}, call, x)
        else:
            await asyncio.gather(*(dbos.run_step_async({"name": "add"}, call, n) for n in range(DURABLE)))

    return work
