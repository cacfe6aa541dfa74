"""Which columns each step of a plan sees."""

from __future__ import annotations

from groundplan.contracts import Brief
from groundplan.plan import read
from groundplan.query.frames import frame_columns


def test_columns_flow_from_step_to_step(brief: Brief) -> None:
    plan = read(
        """
kept = filter_rows(df=$source.sales, where=[])
totals = aggregate(df=$kept.df, group_by=["region"], metrics=["revenue"], agg_func="sum", names=["sales"])
shares = share_of_total(df=$totals.df, metric="sales", name="part")
joined = join_tables(df=$shares.df, other=$source.sales, left_on="region", right_on="region", table="sales")
order = sort_rows(df=$joined.df, by="anything")
lost = sort_rows(df=$nowhere.df, by="anything")
"""
    )
    columns = frame_columns(plan, brief)
    assert columns["kept"] == tuple(column.name for column in brief.model[0].columns)
    assert columns["totals"] == ("region", "sales")
    assert columns["shares"] == ("region", "sales", "part")
    assert columns["joined"] is columns["order"] is None
    assert "lost" not in columns
