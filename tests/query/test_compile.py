"""Template and requirements become the least plan that covers what it can."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from briefs import SALES, brief_of
from forms import forms
from groundplan.checks import check_plan
from groundplan.contracts import Brief, Plan
from groundplan.packs.tables import pack
from groundplan.plan import ordered, outline, read, show
from groundplan.plan.cover import covers, missing_groups

templates = st.sampled_from(sorted(pack.planning.templates))
BY_WEEKDAY = {"metrics": [{"column": "revenue", "agg": "none"}], "time": {"column": "date", "grain": "weekday"}}
"""No tool finds what is unusual in it: weekdays make no series."""
OF_NOTHING = {
    "metrics": [{"column": None, "agg": "sum"}],
    "group_by": ["region"],
    "derive": {"kind": "difference", "of": ["date", "date"], "window": None},
    "limit": 1,
    "place": 1,
    "chart": "bar",
}
"""A difference between groups, and no figure that could differ."""


def compiled(form: dict[str, Any], intent: str, brief: Brief | None = None) -> tuple[Plan, Brief]:
    if brief is None:
        form = pack.planning.settle(form, (SALES,))  # as whoever reads a question does
        brief = brief_of(form)
    return pack.planning.compile(pack.planning.templates[intent], brief), brief


@settings(max_examples=400, deadline=None)
@given(forms, templates)
@example(BY_WEEKDAY, "anomaly")
@example(OF_NOTHING, "anomaly")
def test_a_compiled_plan_is_sound_or_says_what_it_cannot_do(form: dict[str, Any], intent: str) -> None:
    plan, brief = compiled(form, intent)
    findings = check_plan(plan, brief, pack.planning.checks)
    told = {finding.code for finding in findings}
    allowed = {"unmet-requirement", "tables/nothing-to-rank"}
    if "unmet-requirement" in told:  # the two checks that name a missing requirement a second time, for its kind
        allowed |= {"ungrouped", "trend-without-time"}
    assert told <= allowed, (show(plan), findings)


@settings(max_examples=200, deadline=None)
@given(forms, templates)
@example(BY_WEEKDAY, "anomaly")
def test_every_step_is_there_for_a_requirement_and_cites_all_it_covers(form: dict[str, Any], intent: str) -> None:
    plan, brief = compiled(form, intent)
    for step in plan.steps:
        assert step.satisfies and step.why
        assert step.satisfies == tuple(r.id for r in brief.requirements if covers(step, r, brief))


@settings(max_examples=100, deadline=None)
@given(forms, templates)
def test_no_tool_could_have_been_left_out(form: dict[str, Any], intent: str) -> None:
    plan, brief = compiled(form, intent)
    for tool in {step.tool for step in plan.steps}:
        rest = tuple(step for step in plan.steps if step.tool != tool)
        lost = [r for r in brief.requirements if missing_groups(rest, r, brief) != missing_groups(plan.steps, r, brief)]
        assert lost, f"{tool} serves nothing that the others do not:\n{show(plan)}"


@settings(max_examples=100, deadline=None)
@given(forms, templates)
def test_compiling_is_deterministic_and_its_text_is_all_there_is(form: dict[str, Any], intent: str) -> None:
    plan, brief = compiled(form, intent)
    assert compiled(form, intent, brief)[0] == plan
    assert read(show(plan)) == plan
    assert ordered(plan) == plan.steps


@settings(max_examples=100, deadline=None)
@given(forms, templates)
def test_the_order_of_the_tools_offered_does_not_matter(form: dict[str, Any], intent: str) -> None:
    plan, brief = compiled(form, intent)
    turned = brief.model_copy(update={"tools": dict(reversed(brief.tools.items()))})
    assert compiled(form, intent, turned)[0] == plan


@settings(max_examples=100, deadline=None)
@given(forms, templates)
def test_the_tools_a_plan_uses_are_enough_to_compile_it_again(form: dict[str, Any], intent: str) -> None:
    plan, brief = compiled(form, intent)
    used = {step.tool: brief.tools[step.tool] for step in plan.steps}
    assert compiled(form, intent, brief.model_copy(update={"tools": used}))[0] == plan


def test_nothing_asked_nothing_done() -> None:
    assert compiled({}, "time_series")[0].steps == ()


def test_no_step_uses_a_tool_that_was_not_offered() -> None:
    form = {"metrics": [{"column": "revenue"}], "group_by": ["region"], "analysis": ["total"], "outputs": ["table"]}
    plan, _ = compiled(form, "comparative", brief_of(form, tools=["aggregate"]))
    assert [step.tool for step in plan.steps] == ["aggregate"]


def test_the_template_names_the_steps_and_the_cheapest_tool_fills_a_gap() -> None:
    form = {"metrics": [{"column": "revenue"}], "time": {"column": "date"}, "analysis": ["trend"], "outputs": ["chart"]}
    assert [step.id for step in compiled(form, "time_series")[0].steps] == ["dates", "totals", "line"]
    assert [step.id for step in compiled(form, "summary")[0].steps] == ["parse_datetime", "aggregate", "plot_line"]


@pytest.mark.parametrize("intent", sorted(pack.planning.templates))
def test_an_outline_is_the_template_without_arguments(intent: str, brief: Brief) -> None:
    steps = outline(pack.planning.templates[intent], brief).steps
    assert [(s.id, s.tool, s.args) for s in steps] == [
        (s.id, s.tool, {}) for s in pack.planning.templates[intent].steps
    ]
