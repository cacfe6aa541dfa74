"""What a model may do to a plan."""

from __future__ import annotations

import pytest

from groundplan.contracts import Change
from groundplan.plan import apply, read, show

PLAN = """\
goal "?"
pack "tables"

totals = aggregate(df=$source.sales, group_by=["region"], agg_func="sum", names=["revenue"])
    after checked
    when "true"
    satisfies group_by.region
    because "groups"
    priority 3
    else spare
bars = plot_bar(df=$totals.df, x="region", y="revenue")
"""


def changed(*changes: Change) -> str:
    return show(apply(read(PLAN), changes))


def test_no_change_changes_nothing() -> None:
    assert changed() == PLAN


def test_a_step_is_removed_and_its_readers_are_left_to_the_checks() -> None:
    assert changed(Change(action="remove", step="bars")) == PLAN.split("bars")[0]
    assert changed(Change(action="remove", step="nobody")) == PLAN


def test_a_step_is_added_at_the_end() -> None:
    change = Change(
        action="add",
        step="table",
        tool="save_dataframe",
        params={"file": "a.csv"},
        rationale="asked",
        satisfies=("outputs.table",),
    )
    added = 'table = save_dataframe(file="a.csv")\n    satisfies outputs.table\n    because "asked"\n'
    assert changed(change) == PLAN + added


def test_a_modified_step_keeps_what_is_not_named() -> None:
    change = Change(action="modify", step="totals", params={"agg_func": "avg"})
    assert changed(change) == PLAN.replace('agg_func="sum"', 'agg_func="avg"')


def test_another_tool_takes_none_of_the_old_arguments() -> None:
    change = Change(action="modify", step="bars", tool="plot_pie", params={"x": "region"}, rationale="parts")
    assert changed(change) == PLAN.split("bars")[0] + 'bars = plot_pie(x="region")\n    because "parts"\n'


@pytest.mark.parametrize("action", ["add", "modify"])
def test_a_change_of_an_absent_step_adds_it_or_does_nothing(action: str) -> None:
    assert changed(Change(action=action, step="new")) == PLAN  # type: ignore[arg-type]
    assert changed(Change(action=action, step="new", tool="pivot")) == PLAN + "new = pivot()\n"  # type: ignore[arg-type]


def test_changes_are_made_in_the_order_given() -> None:
    add, remove = Change(action="add", step="new", tool="pivot"), Change(action="remove", step="new")
    assert changed(add, remove) == PLAN
    assert changed(remove, add) == PLAN + "new = pivot()\n"
