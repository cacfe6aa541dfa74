"""One suite for every executor: steps run side by side where they can, never past a failure."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from durable_desk import InDurableRuns

from briefs import brief_of
from groundplan.contracts import Tool
from groundplan.errors import PassingError, StepError
from groundplan.execute import Executor, LocalExecutor, Outcome
from groundplan.execute.condition import holds
from groundplan.pack import Catalogue, Source
from groundplan.packs.tables import pack
from groundplan.plan import read

SOURCE: Any = SimpleNamespace(get=lambda name: f"frame of {name}")
Tools = Mapping[str, Callable[..., Any]]


@pytest.fixture(scope="module")
def durable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    """Each plan in a durable run of its own, on SQLite."""
    with InDurableRuns(tmp_path_factory.mktemp("durable")) as runs:
        yield runs


@pytest.fixture(params=["local", "durable"], autouse=True)
def executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Executor:
    """Each one runs every test below."""
    one: Executor = LocalExecutor() if request.param == "local" else request.getfixturevalue("durable")
    monkeypatch.setattr(sys.modules[__name__], "chosen", one)
    return one


chosen: Executor = LocalExecutor()


def catalogue(tools: Tools, **changes: Any) -> Catalogue:
    """Tools of these names, each with one output unless its name is among `changes`."""
    known = {name: {"outputs": ("v",), **changes.get(name, {})} for name in tools}
    return Catalogue({name: Tool(name=name, description="", **known[name]) for name in tools}, tools)


def executed(
    text: str, tools: Tools, approved: bool = False, inputs: Mapping[str, Any] | None = None, **changes: Any
) -> Outcome:
    known = catalogue(tools, **changes)
    return asyncio.run(chosen.execute(read(text), known, SOURCE, approved=approved, inputs=inputs))


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


# ------------------------------------------------------------------ several outputs, and a step for each of a list


def test_outputs_are_told_apart_by_name() -> None:
    outcome = executed(
        "u = find()\na = same(x=$u.user, y=$u.premium)\n",
        {"find": lambda: {"user": "ada", "premium": True, "more": 1}, "same": lambda **args: args},
        find={"outputs": ("user", "premium")},
    )
    assert outcome.results["a"] == {"x": "ada", "y": True}
    assert outcome.results["u"] == {"user": "ada", "premium": True}


def test_a_tool_that_leaves_out_one_of_its_outputs_has_failed() -> None:
    outcome = executed("u = find()\n", {"find": lambda: {"user": 1}}, find={"outputs": ("user", "premium")})
    assert told(outcome) == [("u", "find failed: find gives user, premium by name, and gave dict")]


def test_a_step_runs_for_each_of_a_list_and_gives_a_list_in_its_order() -> None:
    tools = {"ids": lambda: [3, 1, 2], "double": lambda x: 2 * x, "total": lambda xs: sum(xs)}
    outcome = executed("a = ids()\nb = double(x=$item)\n    each $a.v\nc = total(xs=$b.v)\n", tools)
    assert outcome.results == {"a": [3, 1, 2], "b": [6, 2, 4], "c": 12}


def test_parts_of_items_and_outputs_of_each_are_found_by_name() -> None:
    outcome = executed(
        'a = find(id=$item.id)\n    each [{"id": 1}, {"id": 2}]\nb = same(x=$a.name)\n',
        {"find": lambda id: {"name": f"n{id}", "age": id}, "same": lambda x: x},
        find={"outputs": ("name", "age")},
    )
    assert outcome.results["b"] == ["n1", "n2"]


def test_references_go_on_into_values() -> None:
    order = {"lines": [{"item": {"name": "chain", "a.b": 7}}], "buyer": None}
    tools = {"get": lambda: order, "same": lambda x: x}
    text = "a = get()\nb = same(x=$item.item.name)\n    each $a.v.lines\nc = same(x=$a.v.buyer.name)\n"
    outcome = executed(text, tools)
    assert (outcome.results["b"], outcome.results["c"], outcome.findings) == (["chain"], None, ())
    dotted = 'a = get()\nb = same(x={"$ref": "item.item.a.b"})\n    each $a.v.lines\n'
    assert executed(dotted, tools).results["b"] == [7]
    for wrong, why in (
        ("$a.v.seller", "'v' of 'a' has no 'seller'; it has lines, buyer"),
        ("$a.v.lines.x", "'lines' is list, which has no 'x'"),
    ):
        assert told(executed(f"a = get()\nb = same(x={wrong})\n", tools)) == [("b", f"same failed: {why}")]


def test_what_the_caller_hands_over_is_in_references_and_conditions() -> None:
    text = 'a = same(x=$inputs.order.id)\n    when "inputs.go && inputs.order.id > 3"\n'
    for go, result in ((True, 7), (False, None)):
        outcome = executed(text, {"same": lambda x: x}, inputs={"order": {"id": 7}, "go": go})
        assert (outcome.results, outcome.findings) == ({"a": result}, ())
    assert told(executed("a = same(x=$inputs.day)\n", {"same": lambda x: x}, inputs={"go": True})) == [
        ("a", "same failed: what was handed over has no 'day'; it has go")
    ]


def test_no_more_items_at_once_than_the_step_allows() -> None:
    lock, now, most = threading.Lock(), [0], [0]

    def work(x: int) -> int:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        threading.Event().wait(0.01)
        with lock:
            now[0] -= 1
        return x

    outcome = executed(f"a = work(x=$item)\n    each {list(range(12))}\n    at_once 2\n", {"work": work})
    assert outcome.results["a"] == list(range(12))
    assert most[0] == 2


def test_one_failed_item_fails_the_step() -> None:
    def picky(x: int) -> int:
        if x == 2:
            raise StepError("not two")
        return x

    assert told(executed("a = picky(x=$item)\n    each [1, 2, 3]\n", {"picky": picky})) == [
        ("a", "picky failed: not two")
    ]


def test_each_over_no_list_is_a_finding() -> None:
    outcome = executed("a = one()\nb = same(x=$item)\n    each $a.v\n", {"one": lambda: 1, "same": lambda x: x})
    assert told(outcome) == [("b", "same failed: `each` of 'b' is int, not a list")]


# ------------------------------------------------------------------ time, tries, limits, approval


def test_a_call_that_takes_too_long_fails() -> None:
    gate = threading.Event()
    outcome = executed("a = wait()\n    timeout 0.05\n", {"wait": lambda: gate.wait(5)})
    gate.set()
    assert told(outcome) == [("a", "wait failed: it took longer than 0.05 s")]


def test_what_may_pass_is_tried_again_and_nothing_else() -> None:
    calls: list[str] = []

    def busy() -> int:
        calls.append("busy")
        if len(calls) < 3:
            raise PassingError("busy")
        return 1

    assert executed("a = busy()\n    retry 2\n", {"busy": busy}).results == {"a": 1}
    assert len(calls) == 3
    calls.clear()
    assert told(executed("a = busy()\n    retry 1\n", {"busy": busy})) == [("a", "busy failed: busy")]
    assert len(calls) == 2
    calls.clear()

    def wrong() -> int:
        calls.append("wrong")
        raise StepError("no such thing")

    assert executed("a = wrong()\n    retry 5\n", {"wrong": wrong}).findings
    assert calls == ["wrong"]


def test_what_changes_the_outside_world_is_never_tried_again() -> None:
    calls: list[int] = []

    def send() -> None:
        calls.append(1)
        raise PassingError("no answer")

    outcome = executed("a = send()\n    retry 3\n", {"send": send}, approved=True, send={"effect": "outside"})
    assert calls == [1] and told(outcome) == [("a", "send failed: no answer")]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ('{"calls": 3}', "the plan may make 3 calls of tools, and needs more"),
        ('{"bytes": 20}', "the results weigh more than the 20 bytes that the plan may keep"),
    ],
)
def test_a_limit_ends_the_run(limits: str, message: str) -> None:
    text = f"limits {limits}\n\na = say(x=$item)\n    each [1, 2, 3, 4, 5]\nb = same(x=$a.v)\n"
    (finding,) = executed(text, {"say": lambda x: "a word", "same": lambda x: x}).findings
    assert (finding.code, finding.message, finding.final) == ("over-limit", message, True)


def test_a_plan_that_takes_too_long_is_ended() -> None:
    gate = threading.Event()
    outcome = executed('limits {"seconds": 0.1}\n\na = wait()\nb = same(x=$a.v)\n',
                       {"wait": lambda: gate.wait(5), "same": lambda x: x})  # fmt: skip
    gate.set()
    (finding,) = outcome.findings
    assert (finding.code, finding.message) == ("over-limit", "the plan may take 0.1 s, and is not done")


def test_without_approval_a_run_ends_before_what_changes_the_outside_world() -> None:
    done: list[str] = []
    tools = {"look": lambda: "seen", "close": lambda x: done.append(x), "after": lambda: done.append("after")}
    text = "a = look()\nb = close(x=$a.v)\nc = after()\n    after b\n"
    outcome = executed(text, tools, close={"effect": "outside"})
    (finding,) = outcome.findings
    assert (finding.code, finding.final) == ("needs-approval", True)
    assert finding.message == "stopped before step 'b': close changes the outside world"
    assert done == [] and outcome.results == {"a": "seen"}
    approved = executed(text, tools, approved=True, close={"effect": "outside"})
    assert approved.findings == () and done == ["seen", "after"]


def test_a_write_that_its_condition_leaves_out_needs_no_approval() -> None:
    outcome = executed('a = close()\n    when "1 > 2"\n', {"close": lambda: 1}, close={"effect": "outside"})
    assert outcome.findings == () and outcome.results == {"a": None}


# ------------------------------------------------------------------ cancellation


def test_a_cancelled_run_begins_no_further_item() -> None:
    started, gate = threading.Event(), threading.Event()
    begun: list[int] = []

    def slow(x: int) -> int:
        begun.append(x)
        started.set()
        assert gate.wait(10)
        return x

    async def cancel() -> None:
        plan = read("a = slow(x=$item)\n    each [1, 2, 3, 4]\n    at_once 1\n")
        run = asyncio.create_task(chosen.execute(plan, catalogue({"slow": slow}), SOURCE))
        assert await asyncio.to_thread(started.wait, 10)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        gate.set()

    asyncio.run(cancel())
    assert begun == [1]


def test_a_cancelled_run_leaves_nothing_running() -> None:
    started, gate = threading.Event(), threading.Event()
    ran: list[str] = []

    def slow() -> int:
        started.set()
        assert gate.wait(10)
        return 1

    async def cancel() -> set[asyncio.Task[Any]]:
        plan = read("a = slow()\nb = note(x=$a.v)\n")
        run = asyncio.create_task(
            chosen.execute(plan, catalogue({"slow": slow, "note": lambda x: ran.append(x)}), SOURCE)
        )
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
    form = {"query": "sales: sum(revenue) by region", "today": "2024-06-01"}
    brief = brief_of(form, model=examples["sales"].model)
    plan = pack.planning.compile(pack.planning.templates["query"], brief)
    outcome = asyncio.run(chosen.execute(plan, pack.planning.catalogue, examples["sales"]))
    assert outcome.findings == ()
    assert [row[0] for row in outcome.results["table"].rows] == ["East", "North", "South", "West"]
    assert [row[0] for row in outcome.results["chart"].rows] == ["East", "North", "South", "West"]
