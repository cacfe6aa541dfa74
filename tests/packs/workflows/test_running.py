"""`groundplan run PLAN CATALOGUE --inputs FILE --approve yes|no` as a process, against a real service."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from workshop import Fault, Workshop

HERE = Path(__file__).parent
REPAIRS = """goal "repair the dear broken bikes"
pack "workshop"

bikes = listBikes(status="broken")
dear = select(rows=$bikes.result, of="listBikes", query="bikes: where price > given.floor", given={"floor": {"$ref": "inputs.floor"}})
owners = getCustomer(id=$item.owner)
    each $dear.rows
near = select(rows=$dear.rows, of="listBikes", query="bikes: where owner_is.address.city = \\"Bonn\\"", beside={"owner_is": {"$ref": "owners.result"}}, beside_of={"owner_is": "getCustomer"})
repair = orderRepair(bike=$item.id, what="brakes", price=$item.price)
    when "near.count > 0"
    each $near.rows
    at_once 1
release = releaseBike(bike_id=$inputs.bike)
    when "inputs.hand_over"
"""  # noqa: E501
TOTAL = """goal "what the bikes cost together"
pack "workshop"

bikes = listBikes()
total = select(rows=$bikes.result, of="listBikes", query="bikes: sum(price) where due >= given.day", given={"day": {"$ref": "inputs.day"}})
"""  # noqa: E501


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def run(workshop: Workshop, tmp_path: Path) -> Any:
    """Runs a plan over the workshop; the pack is found by its entry point, as any installed one."""
    known = tmp_path / "site/workshop_pack-1.dist-info"
    known.mkdir(parents=True)
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: workshop-pack\nVersion: 1\n", "utf-8")
    (known / "entry_points.txt").write_text("[groundplan.packs]\nworkshop = workshop_pack:pack\n", "utf-8")
    document = workshop.document(tmp_path)

    def call(plan: str, inputs: Any, *options: str, base: str = "") -> Ran:
        (tmp_path / "plan.txt").write_text(plan, "utf-8")
        (tmp_path / "inputs.json").write_text(json.dumps(inputs), "utf-8")
        said = ["run", "plan.txt", str(document), "--inputs", "inputs.json", "--out", "ran", *options]
        settings = {"GROUNDPLAN_CACHE": str(tmp_path / "cache"), "GROUNDPLAN_BASE_URL": base or workshop.base}
        environment = {**os.environ, **settings, "PYTHONPATH": f"{known.parent}{os.pathsep}{HERE}"}
        command = [sys.executable, "-c", "from groundplan.cli import command; command()", *said]
        streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
        done = subprocess.run(command, env=environment, cwd=tmp_path, timeout=60, **streams)
        return Ran(done.returncode, done.stdout, done.stderr)

    return call


def test_an_approved_plan_does_what_it_says_and_nothing_else(run: Any, workshop: Workshop) -> None:
    workshop.faults["POST /repairs"] = [Fault(503, wait="0"), Fault(500, after=True)]
    ran = run(REPAIRS, {"floor": 120, "bike": "B-1", "hand_over": False}, "--approve", "yes")
    assert (ran.code, ran.err.count("error")) == (0, 0)
    ordered = sorted(workshop.repairs, key=lambda one: str(one["bike"]))
    assert ordered == [{"bike": f"B-{n}", "what": "brakes", "price": 100 + 10 * n} for n in (3, 6)]
    assert workshop.called("POST /bikes/B-1/release") == 0
    told = ["orderRepair: done 2 times (R-1, R-2).", "releaseBike: not done, as its condition does not hold."]
    assert sorted(ran.out.splitlines()) == told


def test_nothing_is_written_without_approval(run: Any, workshop: Workshop) -> None:
    for options in (["--approve", "no"], []):
        ran = run(REPAIRS, {"floor": 120, "bike": "B-1", "hand_over": True}, *options)
        assert ran.code == 1 and "changes the outside world" in ran.out
        assert "not done, as it was not approved: repair = orderRepair(" in ran.err
        assert "not done, as it was not approved: release = releaseBike(" in ran.err
    assert not any(what.startswith("POST") for what, _, _ in workshop.calls)


def test_a_figure_is_what_is_printed(run: Any) -> None:
    ran = run(TOTAL, {"day": "2025-03-05"}, "--approve", "no")
    assert (ran.code, ran.out) == (0, "660\n")


def test_an_input_that_is_missing_is_told_before_anything_runs(run: Any, workshop: Workshop) -> None:
    ran = run(TOTAL, {"dya": "2025-03-05"})
    assert ran.code == 1 and "'day' is not handed over" in ran.out and "inputs.dya" in ran.out
    assert workshop.calls == []


def test_inputs_that_are_no_object_are_misuse(run: Any) -> None:
    ran = run(TOTAL, ["2025-03-05"])
    assert ran.code == 2 and 'holds no object; give values by name: {"order_id": "A-1"}' in ran.err


def test_what_was_begun_is_told_where_a_later_call_fails(run: Any, workshop: Workshop) -> None:
    workshop.bikes["B-1"]["status"] = "gone"
    ran = run(REPAIRS, {"floor": 150, "bike": "B-1", "hand_over": True}, "--approve=yes")
    assert ran.code == 1 and "409 Conflict: B-1 is gone already" in ran.out
    assert "begun before it was stopped, so look first" in ran.out and "orderRepair" in ran.out
