"""The QueryPlan: what it refuses, what it requires, and the plan it compiles to."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from groundplan.checks import check_plan
from groundplan.contracts import Brief, Plan
from groundplan.packs.knowledge import files
from groundplan.packs.knowledge.compile import compile
from groundplan.packs.knowledge.planning.drawing import emergency
from groundplan.packs.knowledge.schema import QueryPlan, requirements, settle
from groundplan.plan import folder
from groundplan.plan.text import read, show


def chain(*path: str, **args: Any) -> dict[str, Any]:
    call = {"intent": "GRAPH_CHAIN", "entity_id": "film:ronin", "path": list(path), **args}
    return {
        "intents": ["GRAPH_CHAIN"], "tool_calls": [{"tool": "graph_query_tool", "args": call}], "query": "who else?",
    }  # fmt: skip


def brief(form: dict[str, Any]) -> Brief:
    form = settle(form, None)
    tools = folder.tools(files.FOLDER)
    return Brief(
        goal="who else?", pack="knowledge", form=form, requirements=requirements(form, None), tools=tools,
        catalogue=tools, coverage=folder.coverage(files.FOLDER), given=("graph", "documents"),
    )  # fmt: skip


def compiled(form: dict[str, Any]) -> tuple[Plan, Brief]:
    asked = brief(form)
    return compile(asked), asked


@pytest.mark.parametrize(
    "form",
    [
        chain("acted"),
        chain("acted", "-acted"),
        chain("acted", "-acted", "directed"),
        chain("acted", conditions=[{"at": 1, "hop": "-acted", "node": "film:heat"}]),
        chain("-acted", where={"genre": "crime"}),
        chain(),
        emergency("what is it about?", "en").model_dump(),
    ],
    ids=["one hop", "two hops", "three hops", "condition", "where", "node", "search"],
)
def test_what_is_compiled_is_sound_and_reads_back(form: dict[str, Any]) -> None:
    plan, asked = compiled(form)
    assert check_plan(plan, asked) == ()
    assert read(show(plan)).steps == plan.steps


def test_each_hop_is_a_step_and_the_start_is_no_finding_of_its_own() -> None:
    two, _ = compiled(chain("acted", "-acted"))
    three, _ = compiled(chain("acted", "-acted", "directed"))
    assert [step.args.get("without") for step in two.steps if step.tool == "graph_query_tool"] == [None, ["film:ronin"]]
    assert [step.args.get("without") for step in three.steps if step.tool == "graph_query_tool"] == [
        None, ["film:ronin"], None,
    ]  # fmt: skip


def test_the_search_stands_by_behind_a_condition_and_only_behind_the_graph() -> None:
    plan, _ = compiled(chain("acted"))
    last = plan.steps[-1]
    assert (last.tool, last.when) == ("document_search", "!graph_chain.found || graph_chain.coverage < 0.5")
    alone, _ = compiled(emergency("what?", "ru").model_dump())
    assert [(step.tool, step.when) for step in alone.steps] == [("document_search", None)]


def test_a_missing_hop_is_found_and_an_unasked_one_as_well() -> None:
    plan, asked = compiled(chain("acted", "-acted"))
    short = plan.model_copy(update={"steps": (plan.steps[0], plan.steps[2].model_copy(update={"needs": ()}))})
    assert "unmet-requirement" in {finding.code for finding in check_plan(short, asked)}
    more = brief(chain("acted"))
    assert "unjustified-step" in {finding.code for finding in check_plan(plan, more)}


def test_the_names_of_the_specification_are_taken() -> None:
    form = {"intents": ["X"], "tool_calls": [{"tool": "portfolio_search_tool", "args": {"query": "q"}}]}
    assert QueryPlan.model_validate(form).tool_calls[0].tool == "document_search"


@pytest.mark.parametrize(
    "change",
    [{"intents": []}, {"tool_calls": []}, {"render_style": "POEM"}, {"confidence": 2}, {"surprise": 1},
     {"tool_calls": [{"tool": "shell", "args": {}}]}, {"limits": {"max_items": 0}}],
)  # fmt: skip
def test_what_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        QueryPlan.model_validate({**chain("acted"), **change})
