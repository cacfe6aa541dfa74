"""Rehearsal: a plan told before anything is touched, on stubs made from the schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from workshop import Workshop

from command_line import Cli
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.catalogue.stubs import stub

PLAN = """goal "repair the broken bikes"
pack "workflows"

bikes = listBikes(status="broken")
dear = select(rows=$bikes.result, of="listBikes", query="bikes: where price > given.floor", given={"floor": {"$ref": "inputs.floor"}})
repair = orderRepair(bike=$item.id, what="brakes")
    each $dear.rows
owner = getCustomer(id=$item.owner)
    each $dear.rows
release = releaseBike(bike_id="B-1")
    after dear
    when "dear.count > 5"
"""  # noqa: E501


def rehearsed(cli: Cli, folder: Path, service: Workshop, plan: str, *options: str, **inputs: Any) -> Any:
    (folder / "plan.txt").write_text(plan, "utf-8")
    (folder / "inputs.json").write_text(json.dumps(inputs), "utf-8")
    return cli("rehearse", "plan.txt", str(service.document(folder)), "--inputs", "inputs.json", *options)


def test_calls_side_effects_approvals_and_time_are_told(cli: Cli, workshop: Workshop, tmp_path: Path) -> None:
    said = rehearsed(cli, tmp_path, workshop, PLAN, "--each", "0.2", floor=0)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "would read    listBikes (step bikes): 1 call",
        "would compute select (step dear)",
        "would write   orderRepair (step repair): 2 calls",
        '    orderRepair(bike="bike 1", what="brakes")',
        '    orderRepair(bike="bike 2", what="brakes")',
        "would read    getCustomer (step owner): 2 calls",
        "would skip    releaseBike (step release)",
        "calls that read: 3, that write: 2; to be approved: repair; about 0.4 s at 0.2 s a call.",
        "Nothing was called.",
    ]
    assert workshop.calls == []


def test_what_is_pinned_is_given(cli: Cli, workshop: Workshop, tmp_path: Path) -> None:
    bikes = [{"id": f"B-{n}", "price": 10 * n, "owner": "C-1"} for n in range(1, 10)]
    (tmp_path / "pinned.json").write_text(json.dumps({"bikes": bikes, "getCustomer": {"name": "Ada"}}), "utf-8")
    said = rehearsed(cli, tmp_path, workshop, PLAN, "--pinned", "pinned.json", "--json", floor=30)
    steps = {one["step"]: one for one in json.loads(said.out)["steps"]}
    assert [one["bike"] for one in steps["repair"]["calls"]] == [f"B-{n}" for n in range(4, 10)]
    assert steps["owner"]["gives"][0] == {"name": "Ada"} and steps["owner"]["pinned"]
    assert steps["release"]["calls"] == [{"bike_id": "B-1"}] and not steps["release"]["skipped"]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('what="brakes"', 'why="brakes"', "orderRepair takes no 'why'"),
        ("$item.owner", "$item.wonder", "the item has no 'wonder'; it has id, owner"),
        ("price > given", "pirce > given", "did you mean 'price'"),
        ("listBikes(", "listBike(", "no tool named 'listBike'"),
        ("inputs.floor", "inputs.flor", "'flor' is not handed over"),
    ],
)
def test_what_would_go_wrong_is_told(
    cli: Cli, workshop: Workshop, tmp_path: Path, before: str, after: str, told: str
) -> None:
    said = rehearsed(cli, tmp_path, workshop, PLAN.replace(before, after), floor=0)
    assert said.code == 1 and told in said.err
    assert workshop.calls == []


def test_stubs_fit_their_schemas_and_are_the_same_each_time(catalogue: Opened, tmp_path: Path) -> None:
    listed = catalogue.operations["listBikes"]
    bikes = stub(listed, {"status": "broken"})
    assert bikes == stub(listed, {"status": "broken"}) and len(bikes) == 2
    assert [one["status"] for one in bikes] == ["broken", "broken"]
    assert {one["status"] for one in stub(listed, {})} <= {"ready", "broken", "gone"}
    assert bikes[1]["due"] == "2025-01-02" and bikes[0]["parts"][0]["cost"] == 1.0
    assert stub(catalogue.operations["getBike"], {"bike_id": "B-7"})["price"] == 1.0
    tree = {"type": "object", "properties": {"size": {"type": "integer", "minimum": 5}, "open": {"type": "boolean"},
            "mail": {"type": "string", "format": "email"}, "inner": {"$ref": "#/components/schemas/Tree"}}}  # fmt: skip
    answer = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}}}}
    said = {"openapi": "3.1.0", "paths": {"/t": {"get": {"operationId": "getTree", "responses": answer}}}}
    (tmp_path / "tree.json").write_text(json.dumps({**said, "components": {"schemas": {"Tree": tree}}}), "utf-8")
    made = stub(open_catalogue((str(tmp_path / "tree.json"),), tmp_path).operations["getTree"], {})
    assert made == {"size": 5, "open": True, "mail": "mail1@example.com", "inner": {}}
