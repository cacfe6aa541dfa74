"""The best groups: on DuckDB and on SQLite, values counted by hand."""

from __future__ import annotations

from datetime import date

import pytest

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.ranking import best_groups
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = [*QUIET, pytest.mark.parametrize("backend", BACKENDS)]


def sales(backend: str) -> Frame:
    """Totals: d 12, b 10, c 10, the nameless 9, a 5; averages: d 12, the nameless 9, b 5, c 5, a 2.5."""
    return table_frame(
        backend,
        shop=["a", "b", "c", "b", "c", "d", None, "a"],
        units=[2, 4, 9, 6, 1, 12, 9, 3],
        day=[date(2024, month, 5) for month in (1, 1, 1, 2, 3, 3, 2, 3)],
    )


def kept(frame: Frame) -> list[str | None]:
    return [row[0] for row in rows(aggregate(frame, group_by=["shop"], agg_func="count", names=["n"]))]


@pytest.mark.parametrize(
    ("args", "shops"),
    [
        ({"metric": "units", "agg_func": "sum", "n": 1}, ["d"]),
        ({"metric": "units", "agg_func": "sum", "n": 2}, ["b", "d"]),  # b and c tie: by name, as a ranking has it
        ({"metric": "units", "agg_func": "sum", "n": 3}, ["b", "c", "d"]),
        ({"metric": "units", "agg_func": "sum", "n": 4}, ["b", "c", "d", None]),
        ({"metric": "units", "agg_func": "sum", "n": 2, "order": "asc"}, ["a", None]),
        ({"metric": "units", "agg_func": "sum", "n": 2, "first": 2}, ["b", "c"]),
        ({"metric": "units", "agg_func": "avg", "n": 2}, ["d", None]),
        ({"metric": "units", "agg_func": "median", "n": 1, "order": "asc"}, ["a"]),
        ({"metric": "units", "agg_func": "std", "n": 2}, ["b", "c"]),  # c 5.66, b 1.41, a 0.71, of one value none
        ({"agg_func": "count", "n": 3}, ["a", "b", "c"]),
        ({"metric": "units", "agg_func": "sum", "n": 99}, ["a", "b", "c", "d", None]),
    ],
)
def test_the_groups_whose_figure_comes_first(backend: str, args: dict[str, object], shops: list[str | None]) -> None:
    frame = sales(backend)
    best = best_groups(frame, group="shop", **args)  # type: ignore[arg-type]
    assert best.columns == frame.columns
    assert kept(best) == shops


def test_every_row_of_a_group_stays_and_no_period_is_made_up(backend: str) -> None:
    best = best_groups(sales(backend), group="shop", metric="units", agg_func="sum", n=2)
    series = {"group_by": ["day", "shop"], "metrics": ["units"], "agg_func": "sum", "names": ["units"]}
    found = aggregate(best, time_column="day", grain="month", **series)  # type: ignore[arg-type]
    assert rows(found) == [("2024-01-01", "b", 4), ("2024-02-01", "b", 6), ("2024-03-01", "d", 12)]


def test_what_cannot_be_chosen_is_said(backend: str) -> None:
    with pytest.raises(StepError, match="above 0"):
        best_groups(sales(backend), group="shop", agg_func="count", n=0)
    with pytest.raises(StepError, match=r"no column 'shops' .* did you mean 'shop'"):
        best_groups(sales(backend), group="shops", agg_func="count", n=1)
