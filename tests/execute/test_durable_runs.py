"""Durable runs in one process: approval, cancellation, resuming, pruning, schedules, webhooks, and who is alive."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from desk import toy
from killed_runs import until

from groundplan.contracts import Question, Tool
from groundplan.errors import SetupError, UsageError
from groundplan.execute.base import Executor
from groundplan.execute.durable import DurableExecutor, Host, Job, Runs, Store
from groundplan.execute.durable.lease import Lease
from groundplan.execute.durable.library import EXPIRES
from groundplan.execute.durable.webhooks import MOST, webhooks
from groundplan.pack import Catalogue
from groundplan.plan import read
from groundplan.settings import Settings
from groundplan.worker import Performer, kept_in, open_store

SOURCE: Any = SimpleNamespace(get=lambda name: name)
OUTSIDE = {"effect": "outside"}


class Base:
    """One database of durable runs, and processes one after another that carry them."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(f"sqlite:///{folder}/runs.db")
        self.files = folder / "kept"
        self.runs = Runs(self.store, self.files)
        self.calls: list[Any] = []
        self.catalogue = Catalogue({}, {})

    def tools(self, tools: Mapping[str, Callable[..., Any]], **changes: Any) -> None:
        """What the plans may call from now on."""
        known = {name: {"outputs": ("v",), **changes.get(name, {})} for name in tools}
        self.catalogue = Catalogue({name: Tool(name=name, description="", **known[name]) for name in tools}, tools)

    def host(self, worker: bool = True) -> Host:
        return Host(self.store, self.files, self._perform, worker=worker)

    def submit(self, id: str, text: str, approved: bool = False, **inputs: Any) -> None:
        plan = read(text)
        self.runs.submit(Job(plan=plan, question=Question(text=plan.goal, inputs=inputs), approved=approved), id)

    def found(self, id: str, seconds: float = 20, approval: bool = False) -> dict[str, Any]:
        """What a run came to."""
        standing = self.runs.wait(id, seconds, approval)
        return standing.result or {"status": standing.status, "waits": standing.waits}

    async def _perform(self, job: Job, id: str, executor: Executor) -> dict[str, Any]:
        asked = job.question.inputs
        done = await executor.execute(job.plan, self.catalogue, SOURCE, approved=job.approved, inputs=asked)
        told = {name: value for name, value in done.results.items() if not callable(value)}
        return {"results": told, "findings": [(one.code, one.step, one.message) for one in done.findings]}


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Base]:
    made = Base(tmp_path)
    yield made
    made.runs.close()
    made.store.close()


# ------------------------------------------------------------------ approval


WRITE = "a = look()\nb = send(x=$a.v)\nc = look()\nd = send(x=$b.v)\n"


def test_a_run_waits_for_approval_across_processes_and_repeats_nothing(base: Base) -> None:
    base.tools(
        {"look": lambda: base.calls.append("look") or 1, "send": lambda x: base.calls.append("send")}, send=OUTSIDE
    )
    base.submit("run", WRITE)
    with base.host():
        assert base.found("run", approval=True) == {"status": "waiting", "waits": "b"}
        assert until(lambda: base.calls == ["look", "look"], 5)
    assert [one.status for one in base.runs.listed()] == ["waiting"]
    base.store.decide("run", True)
    base.runs.resume("run")
    with base.host():
        assert base.found("run")["findings"] == []
    assert base.calls == ["look", "look", "send", "send"]


def test_a_run_that_is_declined_ends_before_the_write(base: Base) -> None:
    base.tools({"look": lambda: 1, "send": lambda x: base.calls.append("send")}, send=OUTSIDE)
    base.store.decide("run", False)
    base.submit("run", WRITE)
    with base.host():
        assert [one[0] for one in base.found("run")["findings"]] == ["needs-approval"]
    assert base.calls == []


def test_the_time_of_a_plan_does_not_run_while_it_waits(base: Base) -> None:
    base.tools({"send": lambda x: x}, send=OUTSIDE)
    base.submit("run", 'limits {"seconds": 1}\n\na = send(x=1)\n')
    with base.host():
        base.found("run", approval=True)
        time.sleep(1.2)
        base.store.decide("run", True)
        assert base.found("run") == {"results": {"a": 1}, "findings": []}


# ------------------------------------------------------------------ taken over


def test_what_is_taken_over_goes_on_with_what_was_kept(base: Base) -> None:
    """Big results, several outputs, items of a list and inputs; what cannot be kept is done again."""
    gate = threading.Event()

    def noted(name: str, value: Any) -> Any:
        base.calls.append(name)
        return value

    def last(**args: Any) -> Any:
        assert gate.wait(20)
        return noted("last", args["big"][:3]), args["rest"], args["frame"](), args["day"]

    base.tools(
        {
            "big": lambda: noted("big", ["x" * 1000] * 100), "pair": lambda: noted("pair", {"one": 1, "two": (2,)}),
            "double": lambda x: noted("double", 2 * x), "lazy": lambda: noted("lazy", lambda: "rows"), "last": last,
        },
        pair={"outputs": ("one", "two")},
    )  # fmt: skip
    text = """
a = big()
b = pair()
c = double(x=$item)
    each [1, 2, 3]
d = lazy()
e = last(big=$a.v, rest=[{"$ref": "b.one"}, {"$ref": "b.two"}, {"$ref": "c.v"}], frame=$d.v, day=$inputs.day)
"""
    base.submit("run", text, day="Monday")
    kept = sorted(["big", "pair", "double", "double", "double", "lazy"])
    with base.host():
        assert until(lambda: sorted(base.calls) == kept and "e" in _started(base, "run"), 20)
    base.runs.resume("run")
    gate.set()
    with base.host():
        found = base.found("run")
    assert found["results"]["e"] == [["x" * 1000] * 3, [1, [2], [2, 4, 6]], "rows", "Monday"]
    assert sorted(base.calls) == sorted([*kept, "lazy", "last"]) or sorted(base.calls) == sorted(
        [*kept, "lazy", "last", "last"]
    )


def _started(base: Base, id: str) -> str:
    """Once five steps are over, the sixth has begun."""
    steps = base.runs._client.list_workflow_steps(id)
    return "e" if len([s for s in steps if not s["function_name"].startswith(("DBOS", "plan"))]) >= 6 else ""


def test_limits_count_what_was_used_before(base: Base) -> None:
    gate = threading.Event()
    base.tools({"one": lambda: 1, "wait": lambda x: gate.wait(20), "more": lambda x: x})
    base.submit("run", 'limits {"calls": 2}\n\na = one()\nb = wait(x=$a.v)\nc = more(x=$b.v)\n')
    with base.host():
        assert until(lambda: any(s["function_name"] == "a" for s in base.runs._client.list_workflow_steps("run")), 10)
    base.runs.resume("run")
    gate.set()
    with base.host():
        assert base.found("run")["findings"] == [
            ["over-limit", None, "the plan may make 2 calls of tools, and needs more"]
        ]


def test_a_cancelled_run_begins_nothing_and_goes_on_when_it_is_resumed(base: Base) -> None:
    started, gate = threading.Event(), threading.Event()

    def slow(x: int) -> int:
        base.calls.append(x)
        started.set()
        assert gate.wait(20)
        return x

    base.tools({"slow": slow})
    base.submit("run", "a = slow(x=$item)\n    each [1, 2, 3]\n    at_once 1\n")
    with base.host():
        assert started.wait(20)
        base.runs.cancel("run")
        gate.set()
        assert base.found("run")["status"] == "cancelled"
        time.sleep(1.5)
        assert base.calls == [1]
        base.runs.resume("run")
        assert base.found("run")["results"] == {"a": [1, 2, 3]}
    assert base.calls in ([1, 2, 3], [1, 1, 2, 3])


def test_a_write_that_was_cancelled_midway_is_unknown_and_not_made_again(base: Base) -> None:
    started, gate = threading.Event(), threading.Event()

    def send(x: int) -> int:
        base.calls.append(x)
        started.set()
        assert gate.wait(20)
        return x

    base.tools({"send": send}, send=OUTSIDE)
    base.submit("run", "a = send(x=1)\n", approved=True)
    with base.host():
        assert started.wait(20)
        base.runs.cancel("run")
        time.sleep(1.5)  # it is noticed within a second, while the call is made
        gate.set()
        base.runs.resume("run")
        ((code, _, message),) = base.found("run")["findings"]
    assert (code, base.calls) == ("unknown-outcome", [1])
    assert message.startswith("step 'a' was cut off while it called send, which changes the outside world")


def test_a_durable_plan_needs_a_durable_run(base: Base) -> None:
    executor = DurableExecutor(base.store, base.files)
    with pytest.raises(SetupError, match="start one with `groundplan run --durable`"):
        asyncio.run(executor.execute(read("a = one()\n"), base.catalogue, SOURCE))


# ------------------------------------------------------------------ looked at, pruned


def test_runs_are_listed_and_pruned_with_what_was_kept(base: Base) -> None:
    base.tools({"big": lambda: ["x" * 1000] * 100})
    base.submit("old", 'goal "the old one"\n\na = big()\n')
    base.submit("old", 'goal "not this one"\n\na = big()\n')
    with base.host():
        base.found("old")
    base.submit("new", "a = big()\n")
    assert [(one.id, one.status) for one in base.runs.listed()] == [("new", "queued"), ("old", "finished")]
    assert base.runs.standing("old").goal == "the old one"
    assert list((base.files / "old").iterdir()) and base.runs.prune(timedelta(hours=1)) == 0
    assert base.runs.prune(timedelta()) == 1
    assert not (base.files / "old").exists() and [one.id for one in base.runs.listed()] == ["new"]
    with pytest.raises(UsageError, match="no durable run named 'nwe'; there are new"):
        base.runs.standing("nwe")


# ------------------------------------------------------------------ triggers


def test_a_saved_plan_is_started_by_the_clock_with_its_inputs(base: Base) -> None:
    base.tools({"same": lambda x: x})
    plan = read("a = same(x=$inputs.day)\n")
    job = Job(plan=plan, question=Question(text="", inputs={"day": "Friday"}))
    with base.host():
        base.runs.save("daily", job, "* * * * *")
        assert base.store.plans() == [("daily", "* * * * *")]
        base.runs._client.trigger_schedule("daily")  # now, as the clock would
        assert until(lambda: any(one.over for one in base.runs.listed()), 20)
        ((run,),) = [base.runs.listed()]
        assert run.id.startswith("daily-20") and base.found(run.id)["results"] == {"a": "Friday"}
        base.runs.remove("daily")
    assert base.store.plans() == [] and base.runs._client.list_schedules() == []
    with pytest.raises(UsageError, match="no plan is saved as 'daily'"):
        base.runs.remove("daily")
    with pytest.raises(UsageError, match="'7 o clock' says no time; write minute, hour"):
        base.runs.save("daily", job, "7 o clock")


def test_a_webhook_starts_a_saved_plan_once_for_a_key(base: Base) -> None:
    from starlette.testclient import TestClient

    base.runs.save("order", Job(plan=read("a = same(x=$inputs.id)\n"), question=Question(text="")))
    client = TestClient(webhooks(base.runs, "s3cret"))
    known = {"Authorization": "Bearer s3cret"}
    assert client.post("/start/order", json={"id": 7}).status_code == 401
    assert client.post("/start/order", json={"id": 7}, headers={"Authorization": "Bearer no"}).status_code == 401
    assert client.post("/start/order", content=b"[1]", headers=known).status_code == 400
    assert client.post("/start/order", content=b"x" * (MOST + 1), headers=known).status_code == 413
    wrong = client.post("/start/oder", json={}, headers=known)
    assert wrong.status_code == 404 and "did you mean 'order'" in wrong.json()["error"]
    assert base.runs.listed() == []
    twice = [client.post("/start/order", json={"id": 7}, headers={**known, "Idempotency-Key": "k"}) for _ in range(2)]
    assert [one.status_code for one in twice] == [202, 202] and twice[0].json() == twice[1].json()
    base.tools({"same": lambda x: x})
    with base.host():
        assert base.found(twice[0].json()["run"])["results"] == {"a": 7}
    assert len(base.runs.listed()) == 1
    with pytest.raises(SetupError, match="set GROUNDPLAN_WEBHOOK_SECRET"):
        webhooks(base.runs, "")


# ------------------------------------------------------------------ who is alive


def test_who_has_no_beat_is_dead_and_who_is_taken_for_dead_stops(base: Base) -> None:
    lost, alive = threading.Event(), []
    lease = Lease(base.store, "me", alive.append, lost.set)
    dead = Lease(base.store, "dead", alive.append, lost.set)
    dead.join()  # and never a beat
    lease.join()
    lease.start()
    began = time.monotonic()
    assert until(lambda: alive[-1:] == [{"me"}], 10) and time.monotonic() - began >= EXPIRES
    assert alive[0] == {"me", "dead"} and base.store.alive() == {"me"}
    with base.store.engine.begin() as db:
        db.execute(base.store.workers.delete())  # somebody took it for dead
    assert lost.wait(5)
    lease.leave()


def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"the database of durable runs cannot be opened: .*; see --db"):
        Store(f"postgresql://nobody@127.0.0.1:{_free_port()}/none")
    with pytest.raises(UsageError, match="not 'mysql'; give sqlite:///FILE or postgresql://"):
        Store("mysql://here/there")


def _free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


# ------------------------------------------------------------------ a pack on it


def test_a_packs_plan_waits_is_approved_and_is_saved_as_any_run(tmp_path: Path) -> None:
    pack, source, module = toy(tmp_path)
    source.close()
    settings = Settings(cache=tmp_path / "cache", runs=tmp_path / "runs")
    store = open_store(settings)
    runs = Runs(store, kept_in(settings))
    plan = read(
        'goal "ring for Ada"\npack "desk"\n\nfound = find_guest(book=$source.guests, name="Ada")\n'
        'text = greet(guest=$found.guest, premium=$found.premium, word="Hello")\n'
        "bell = ring_bell(greeting=$text.text)\n"
    )
    question = Question(text=plan.goal, pack="desk", sources=(str(tmp_path / "front.desk"),))
    rung, perform = len(module.RUNG), Performer(settings, [pack])
    with Host(store, kept_in(settings), perform, worker=False) as host:
        host.start(Job(plan=plan, question=question), "ada")
        assert runs.wait("ada", 20, approval=True).waits == "bell" and len(module.RUNG) == rung
        store.decide("ada", True)
        assert (runs.wait("ada", 20).result or {})["status"] == "answered"
    perform.close()
    assert len(module.RUNG) == rung + 1 and (tmp_path / "runs/ada/run.json").is_file()
    runs.close()
    store.close()
