"""What changed between two plans."""

from __future__ import annotations

from hypothesis import given, settings

from groundplan.contracts import Plan
from groundplan.plan import diff, read
from plans import plans

BEFORE = read(
    """
dates = parse_datetime()
totals = aggregate(agg_func="sum", names=["revenue"])
unusual = detect_anomalies()
bars = plot_bar(x="region", y="revenue")
"""
)
AFTER = read(
    """
dates = parse_datetime(column="date")
totals = aggregate(agg_func="avg", names=["revenue"])
bars = plot_line(x="date", y="revenue")
table = save_dataframe(df=$totals.df)
    satisfies outputs.table
"""
)


def test_each_step_that_changed_is_one_line() -> None:
    assert diff(BEFORE, AFTER) == (
        "- unusual = detect_anomalies\n"
        '~ dates = parse_datetime(column="date")  # column set\n'
        '~ totals = aggregate(agg_func="avg", names=["revenue"])  # changed: agg_func\n'
        '~ bars = plot_line(x="date", y="revenue")  # was plot_bar\n'
        "+ table = save_dataframe(df=$totals.df)  # for outputs.table"
    )


@settings(max_examples=50, deadline=None)
@given(plans())
def test_a_plan_does_not_differ_from_itself(plan: Plan) -> None:
    unique = plan.model_copy(update={"steps": tuple({step.id: step for step in plan.steps}.values())})
    assert diff(unique, unique) == ""
