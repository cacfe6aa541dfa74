"""A check looks at any plan whatever, and changes none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefs import brief_of
from forms import forms
from groundplan.checks import CHECKS, check_plan
from groundplan.contracts import Plan
from groundplan.packs.tables import pack
from groundplan.plan import show
from groundplan.query.repairs import REPAIRS as OF_FRAMES
from groundplan.repairs import REPAIRS, repair_plan
from plans import likely, plans


@settings(max_examples=200, deadline=None)
@given(plans() | likely, forms, st.sampled_from([None, [], ["aggregate", "save_dataframe"]]))
def test_any_plan_can_be_checked_and_stays_as_it_is(plan: Plan, form: dict[str, Any], tools: list[str] | None) -> None:
    brief = brief_of(form, tools=tools)
    before = show(plan), brief.model_dump_json()
    for finding in check_plan(plan, brief, pack.planning.checks):
        assert finding.message and finding.help
        assert finding.step is None or plan.step(finding.step)
    assert (show(plan), brief.model_dump_json()) == before


@settings(max_examples=200, deadline=None)
@given(plans() | likely, forms)
def test_any_plan_can_be_repaired_once(plan: Plan, form: dict[str, Any]) -> None:
    brief = brief_of(form)
    before = show(plan)
    once, _ = repair_plan(plan, brief, OF_FRAMES)
    assert show(plan) == before
    assert repair_plan(once, brief, OF_FRAMES) == (once, ())


@settings(max_examples=100, deadline=None)
@given(likely, forms)
def test_no_repair_changes_a_step_or_what_it_is_for(plan: Plan, form: dict[str, Any]) -> None:
    after, _ = repair_plan(plan, brief_of(form), OF_FRAMES)
    for old, new in zip(plan.steps, after.steps, strict=True):
        assert (old.id, old.tool, old.when, old.satisfies, old.fallback) == (
            new.id,
            new.tool,
            new.when,
            new.satisfies,
            new.fallback,
        )


@pytest.mark.parametrize("one", [*CHECKS, *pack.planning.checks, *REPAIRS, *OF_FRAMES], ids=lambda one: one.__name__)
def test_an_empty_plan_has_no_faults_of_its_own(one: Any) -> None:
    found = one(Plan(goal="?"), brief_of({}))
    assert list(found) in ([], [Plan(goal="?"), ()])
