"""Everything that is wrong with a plan, or nothing."""

from __future__ import annotations

from dataclasses import replace

from groundplan.contracts import Brief, Finding, Plan
from groundplan.packs.tables import pack
from groundplan.plan import read
from groundplan.stages.check import check, coverage

SOUND = """
totals = aggregate(df=$source.sales, group_by=["region"], metrics=["revenue"], agg_func="sum", names=["revenue"])
    satisfies analysis.total, group_by.region
table = save_dataframe(df=$totals.df)
    satisfies outputs.table
"""


def sound(brief: Brief) -> Plan:
    return read(SOUND)


def test_a_sound_plan_has_no_findings(brief: Brief) -> None:
    assert check(sound(brief), brief, pack) == ()
    assert coverage(sound(brief), brief) == "3/3"


def test_an_empty_plan_is_a_finding_of_its_own(brief: Brief) -> None:
    assert check(Plan(goal="?"), brief, pack) == (
        Finding(code="empty-plan", message="the plan has no steps", help="say what is to be found or done"),
    )
    assert coverage(Plan(goal="?"), brief) == "0/3"


def test_findings_come_in_the_order_of_the_checks_and_the_packs_own_last(brief: Brief) -> None:
    plan = read(
        """
totals = aggregate(df=$source.sales, group_by=["regoin"], metrics=["revenue"], agg_func="sum", names=["revenue"])
    satisfies analysis.total
table = save_dataframe(df=$total.df)
    satisfies outputs.table
"""
    )
    assert [finding.code for finding in check(plan, brief, pack)] == [
        "dangling-ref", "unmet-requirement", "unknown-column", "unused-step", "ungrouped",
    ]  # fmt: skip


def test_a_packs_checks_are_asked(brief: Brief) -> None:
    never = (lambda plan, brief: [Finding(code="never", message="not today")],)
    other = replace(pack, planning=replace(pack.planning, checks=never))
    assert [finding.code for finding in check(sound(brief), brief, other)] == ["never"]
