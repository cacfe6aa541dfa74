"""Which requirements a step covers."""

from __future__ import annotations

from briefs import brief_of
from groundplan.contracts import Brief, Requirement, Step
from groundplan.plan.cover import abilities, covered_labels, covers, groups_met, missing_groups

FORM = {"metrics": [{"column": "revenue"}], "group_by": ["region"], "time": {"column": "date"}, "analysis": ["total"]}


def terms() -> tuple[Brief, dict[str, Requirement]]:
    brief = brief_of(FORM)
    return brief, {requirement.id: requirement for requirement in brief.requirements}


def test_a_tool_has_its_capabilities_by_their_canonical_names() -> None:
    brief, _ = terms()
    assert "aggregate" in abilities(brief.catalogue["aggregate"], brief.coverage)
    assert "summarize" not in abilities(brief.catalogue["aggregate"], brief.coverage)
    assert abilities(None, brief.coverage) == frozenset()


def test_time_has_two_groups_and_a_tool_may_meet_one() -> None:
    brief, required = terms()
    time = required["time.date"]
    assert groups_met(brief.catalogue["parse_datetime"], time, brief.coverage) == {0}
    assert groups_met(brief.catalogue["plot_line"], time, brief.coverage) == {1}
    assert groups_met(brief.catalogue["plot_pie"], time, brief.coverage) == frozenset()


def test_a_step_covers_a_column_only_where_an_argument_holds_it() -> None:
    brief, required = terms()
    step = Step(id="totals", tool="aggregate", args={"group_by": ["region"]})
    assert covers(step, required["group_by.region"], brief)
    assert not covers(step.model_copy(update={"args": {"group_by": ["city"]}}), required["group_by.region"], brief)
    assert covers(Step(id="totals", tool="aggregate"), required["analysis.total"], brief)
    assert not covers(Step(id="totals", tool="nothing"), required["analysis.total"], brief)


def test_a_requirement_is_covered_only_by_steps_that_claim_it() -> None:
    brief, required = terms()
    parse = Step(id="dates", tool="parse_datetime", args={"column": "date"}, satisfies=("time.date",))
    line = Step(id="line", tool="plot_line", args={"x": "date"}, satisfies=("time.date",))
    silent = line.model_copy(update={"satisfies": ()})
    missing = (("time_series_plot", "time_series_features", "time_bucket"),)
    assert missing_groups((parse,), required["time.date"], brief) == missing
    assert missing_groups((parse, silent), required["time.date"], brief) == missing
    assert missing_groups((parse, line), required["time.date"], brief) == ()


def test_labels_are_counted_once_and_all_their_columns_must_be_covered() -> None:
    brief = brief_of({**FORM, "group_by": ["region", "city"], "time": None})
    half = Step(
        id="a", tool="aggregate", args={"group_by": ["region"]}, satisfies=("group_by.region", "analysis.total")
    )
    whole = Step(
        id="a",
        tool="aggregate",
        args={"group_by": ["region", "city"]},
        satisfies=("group_by.region", "group_by.city", "analysis.total"),
    )
    assert covered_labels((half,), brief) == (1, 2)
    assert covered_labels((whole,), brief) == (2, 2)


def test_a_label_that_nobody_knows_is_left_to_its_own_check() -> None:
    brief = brief_of({}, requirements=["mood"])
    assert missing_groups((), brief.requirements[0], brief) == ()
