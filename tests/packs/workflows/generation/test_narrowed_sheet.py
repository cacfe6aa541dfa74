"""What a model is told of a catalogue: all of a small one, of a large one what is near and what that needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.generation.contract import graph_contract
from groundplan.packs.workflows.generation.sheet import ALL, MOST, narrowed, sheet
from groundplan.packs.workflows.generation.wanted import Wanted
from groundplan.packs.workflows.parts import FOLDER

TASK = "Book a place in this course for the member."


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """The club among a hundred operations of somebody else."""
    folder = tmp_path_factory.mktemp("large")
    document = json.loads((FOLDER / "data/club.json").read_text("utf-8"))
    answer = {"200": {"description": "Done."}}
    for n in range(100):
        said = {"operationId": f"turbine{n}", "summary": f"Read valve {n} of a turbine", "responses": answer}
        document["paths"][f"/turbines/{n}"] = {"get": said}
    (folder / "large.json").write_text(json.dumps(document), "utf-8")
    opened = open_catalogue((str(folder / "large.json"),), folder)
    yield opened
    opened.close()


def test_of_a_large_catalogue_what_is_near_and_what_that_needs(large: Opened, tmp_path: Path) -> None:
    names = narrowed(TASK, large, Wanted(), tmp_path)
    assert len(large.operations) > ALL and len(names) < MOST + 10
    assert {"bookCourse", "getMember", "getCourse", "select"} <= set(names)
    contract = json.dumps(graph_contract(names, large, Wanted()))
    assert '"const": "bookCourse"' in contract and '"const": "http"' not in contract and '"llm"' not in contract
    assert '"const": "llm"' in json.dumps(graph_contract(names, large, Wanted(), asks=True))


def test_a_tool_that_is_not_allowed_is_not_told(large: Opened, tmp_path: Path) -> None:
    names = narrowed(TASK, large, Wanted(available_tools=("getMember", "bookCourse")), tmp_path)
    assert names == ("getMember", "bookCourse", "select")
    told = sheet(names, large)
    assert "- bookCourse(" in told and "WRITES" in told and "tier: basic|premium" in told
