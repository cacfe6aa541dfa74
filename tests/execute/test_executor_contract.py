"""One suite for every executor: steps run side by side where they can, never past a failure."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from briefs import brief_of
from groundplan.errors import StepError
from groundplan.execute import Executor, LocalExecutor, Outcome
from groundplan.execute.condition import holds
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.plan import compile, read

SOURCE: Any = SimpleNamespace(frame=lambda name: f"frame of {name}")
Tools = Mapping[str, Callable[..., Any]]


EXECUTORS: tuple[Executor, ...] = (LocalExecutor(),)
"""Each one runs every test below."""


@pytest.fixture(params=EXECUTORS, ids=lambda executor: type(executor).__name__, autouse=True)
def executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Executor:
    monkeypatch.setattr(sys.modules[__name__], "chosen", request.param)
    return request.param  # type: ignore[no-any-return]


chosen: Executor = EXECUTORS[0]


def executed(text: str, tools: Tools) -> Outcome:
    return asyncio.run(chosen.execute(read(text), tools, SOURCE))


def broken(**args: Any) -> Any:
    raise StepError("the table is empty")


def crashing(**args: Any) -> Any:
    raise ZeroDivisionError("division by zero")


def told(outcome: Outcome) -> list[tuple[str | None, str]]:
    return [(finding.step, finding.message) for finding in outcome.findings]


# ------------------------------------------------------------------ data flow


def test_references_become_results_wherever_they_stand() -> None:
    outcome = executed(
        'a = one()\nb = same(x=$a.df, y=[1, {"$ref": "a.df"}], z={"k": {"$ref": "source.sales"}}, w="text")\n',
        {"one": lambda: 7, "same": lambda **args: args},
    )
    assert outcome.results["b"] == {"x": 7, "y": [1, 7], "z": {"k": "frame of sales"}, "w": "text"}
    assert set(outcome.seconds) == {"a", "b"}


def test_steps_may_be_written_in_any_order() -> None:
    outcome = executed("b = add(x=$a.v)\na = one()\n", {"one": lambda: 1, "add": lambda x: x + 1})
    assert outcome.results == {"a": 1, "b": 2}


def test_independent_steps_really_overlap() -> None:
    meeting = threading.Barrier(3, timeout=10)  # broken, were there ever fewer than three at once
    outcome = executed("a = meet()\nb = meet()\nc = meet()\n", {"meet": meeting.wait})
    assert outcome.findings == ()
    assert sorted(outcome.results.values()) == [0, 1, 2]


def test_there_is_no_barrier_between_levels() -> None:
    """`late` is of the second level and lets `slow`, of the first, go on."""
    gate = threading.Event()
    outcome = executed(
        "slow = wait()\nquick = pass_on()\nlate = open(x=$quick.v)\n",
        {"wait": lambda: gate.wait(10), "pass_on": lambda: 1, "open": lambda x: gate.set()},
    )
    assert outcome.results["slow"] is True


# ------------------------------------------------------------------ failures


def test_a_failed_step_is_a_finding_and_what_needs_it_does_not_run() -> None:
    ran: list[str] = []
    outcome = executed(
        "a = broken()\nb = note(x=$a.v)\nc = note(x=$b.v)\nd = note(x=1)\n",
        {"broken": broken, "note": lambda x: ran.append(x)},
    )
    assert told(outcome) == [("a", "broken failed: the table is empty")]
    assert ran == [1]
    assert set(outcome.results) == {"d"}


def test_a_crash_is_told_by_its_name() -> None:
    assert told(executed("a = crashing()\n", {"crashing": crashing})) == [
        ("a", "crashing failed: ZeroDivisionError: division by zero")
    ]


def test_a_tool_nobody_has_is_a_finding_too() -> None:
    assert told(executed("a = gone()\n", {})) == [("a", "gone failed: KeyError: 'gone'")]


def test_a_cycle_ends_with_nothing_run() -> None:
    assert executed("a = t(x=$b.v)\nb = t(x=$a.v)\n", {"t": lambda x: x}).results == {}


# ------------------------------------------------------------------ fallbacks


def test_a_fallback_takes_the_place_of_what_failed() -> None:
    outcome = executed(
        'a = broken()\n    else spare\nspare = one()\nb = same(x=$a.v, y=[{"$ref": "a.w"}])\n',
        {"broken": broken, "one": lambda: 1, "same": lambda **args: args},
    )
    assert outcome.results == {"spare": 1, "b": {"x": 1, "y": [1]}}
    assert outcome.findings == ()
    assert [finding.step for finding in outcome.rescued] == ["a"]


def test_a_fallback_does_not_run_where_nothing_failed() -> None:
    outcome = executed("a = one()\n    else spare\nspare = broken()\nb = same(x=$a.v)\n",
                       {"broken": broken, "one": lambda: 1, "same": lambda x: x})  # fmt: skip
    assert outcome.results == {"a": 1, "b": 1}
    assert (outcome.findings, outcome.rescued) == ((), ())


def test_a_fallback_may_have_one_of_its_own() -> None:
    outcome = executed(
        "a = broken()\n    else second\nsecond = crashing()\n    else third\nthird = one()\nb = same(x=$a.v)\n",
        {"broken": broken, "crashing": crashing, "one": lambda: 3, "same": lambda x: x},
    )
    assert outcome.results == {"third": 3, "b": 3}
    assert [finding.step for finding in outcome.rescued] == ["a", "second"]


def test_a_fallback_that_fails_rescues_nothing() -> None:
    outcome = executed("a = broken()\n    else spare\nspare = crashing()\nb = same(x=$a.v)\n",
                       {"broken": broken, "crashing": crashing, "same": lambda x: x})  # fmt: skip
    assert outcome.results == {}
    assert [step for step, _ in told(outcome)] == ["a", "spare"]
    assert outcome.rescued == ()


# ------------------------------------------------------------------ conditions


def test_when_decides_which_branch_runs_and_what_reads_it() -> None:
    tools = {"count": lambda: {"rows": 3}, "name": lambda n: n, "same": lambda **args: args}
    outcome = executed(
        """
found = count()
many = name(n="many")
    after found
    when "found.rows > 10"
few = name(n="few")
    after found
    when "found.rows <= 10"
of_many = same(x=$many.v)
of_both = same(x=$many.v, y=$few.v)
after_many = name(n="after")
    after many
""",
        tools,
    )
    assert outcome.findings == ()
    assert outcome.results == {
        "found": {"rows": 3}, "many": None, "few": "few", "of_many": None, "of_both": {"x": None, "y": "few"},
        "after_many": "after",
    }  # fmt: skip


def test_a_condition_that_cannot_be_decided_is_a_finding() -> None:
    outcome = executed('a = one()\n    when "no_such_step > 1"\n', {"one": lambda: 1})
    ((step, message),) = told(outcome)
    assert step == "a" and message.startswith("one failed: the condition 'no_such_step > 1' cannot be decided: ")


@pytest.mark.parametrize("expression", ["__import__('os').system('true')", "open('/etc/passwd')", "a.__class__", "1 +"])
def test_a_condition_is_never_python(expression: str) -> None:
    with pytest.raises(StepError, match="cannot be decided"):
        holds(expression, {"a": 1})


@pytest.mark.parametrize(
    ("expression", "truth"), [("a > 1", True), ("'x' in b", True), ("size(b) == 0", False), ("c", False)]
)
def test_conditions_over_plain_results(expression: str, truth: bool) -> None:
    assert holds(expression, {"a": 2, "b": ["x"], "c": False, "frame": object()}) is truth


# ------------------------------------------------------------------ cancellation


def test_a_cancelled_run_leaves_nothing_running() -> None:
    started, gate = threading.Event(), threading.Event()
    ran: list[str] = []

    def slow() -> int:
        started.set()
        assert gate.wait(10)
        return 1

    async def cancel() -> set[asyncio.Task[Any]]:
        plan = read("a = slow()\nb = note(x=$a.v)\n")
        run = asyncio.create_task(chosen.execute(plan, {"slow": slow, "note": ran.append}, SOURCE))
        assert await asyncio.to_thread(started.wait, 10)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        left = asyncio.all_tasks() - {asyncio.current_task()}
        gate.set()
        return left

    assert asyncio.run(cancel()) == set()
    assert ran == []


# ------------------------------------------------------------------ the real tools


def test_a_compiled_plan_on_real_data(examples: dict[str, Source]) -> None:
    form = {
        "metrics": [{"column": "revenue"}],
        "group_by": ["region"],
        "analysis": ["total"],
        "outputs": ["chart", "table"],
    }
    brief = brief_of(form, tables=examples["sales"].tables)
    plan = compile(pack.templates["comparative"], brief, pack.phases, pack.bind, "sales")
    outcome = asyncio.run(chosen.execute(plan, pack.implementations, examples["sales"]))
    assert outcome.findings == ()
    assert [row[0] for row in outcome.results["table"].rows] == ["East", "North", "South", "West"]
    assert [row[0] for row in outcome.results["bars"].rows] == ["East", "North", "South", "West"]
