"""Unusual values, shifts, forecasts, statistics: on DuckDB and on SQLite."""

from __future__ import annotations

import math
import random
from datetime import date, datetime

import pytest

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.figures import cumulative
from groundplan.tabular.tools.forecasts import forecast
from groundplan.tabular.tools.notes import notes_of
from groundplan.tabular.tools.ranking import top_n
from groundplan.tabular.tools.series import change_points, detect_anomalies
from groundplan.tabular.tools.spacing import Series
from groundplan.tabular.tools.statistics import compute_summary_stats, correlation, distribution_stats
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = [*QUIET, pytest.mark.parametrize("backend", BACKENDS)]

MONTHS = [date(2019 + place // 12, place % 12 + 1, 1) for place in range(60)]
WOBBLE = [random.Random(place).gauss() for place in range(60)]
SEASON = [100 + 20 * math.sin(place / 12 * 2 * math.pi) + wobble for place, wobble in enumerate(WOBBLE)]


def seasonal(backend: str, odd: int | None = None) -> Frame:
    values = [value + (15 if place == odd else 0) for place, value in enumerate(SEASON)]
    return table_frame(backend, month=MONTHS, v=values)


def marked(frame: Frame) -> list[str]:
    return [row[0] for row in rows(frame) if row[-1]]


def test_a_value_that_only_its_season_makes_unusual_is_found(backend: str) -> None:
    frame = seasonal(backend, odd=20)
    assert marked(detect_anomalies(frame, metric="v", time_column="month")) == ["2020-09-01"]
    assert marked(detect_anomalies(frame, metric="v", time_column="month", method="iqr")) == []
    assert marked(detect_anomalies(frame, metric="v", method="zscore")) == []
    assert marked(detect_anomalies(seasonal(backend), metric="v", time_column="month")) == []


def test_a_short_series_falls_to_quartiles_and_says_so(backend: str) -> None:
    frame = table_frame(backend, day=MONTHS[:8], v=[1, 2, 1, 2, 1, 2, 50, None])
    found = detect_anomalies(frame, metric="v", time_column="day", method="stl")
    assert marked(found) == ["2019-07-01"]
    assert [row[-1] for row in rows(found)][-1] is False
    assert notes_of(found) == ("unusual: 'v' is more than 1.5 interquartile ranges off the quartiles",)


def test_a_gap_in_the_series_is_bridged(backend: str) -> None:
    values = [value + (15 if place == 20 else 0) for place, value in enumerate(SEASON)]
    kept = [place for place in range(60) if place not in (5, 33)]
    frame = table_frame(backend, month=[MONTHS[place] for place in kept], v=[values[place] for place in kept])
    assert marked(detect_anomalies(frame, metric="v", time_column="month")) == ["2020-09-01"]


def test_marks_can_be_ranked_like_any_column(backend: str) -> None:
    marks = detect_anomalies(seasonal(backend, odd=20), metric="v", time_column="month")
    assert rows(top_n(marks, by="is_anomaly", n=1))[0][0] == "2020-09-01"


def test_each_group_is_a_series_of_its_own(backend: str) -> None:
    levels = [10.0] * 10 + [30.0] * 10
    table = table_frame(
        backend,
        month=MONTHS[:20] * 2,
        shop=["a"] * 20 + ["b"] * 20,
        v=[level + WOBBLE[place] for place, level in enumerate(levels)] + [5 + wobble for wobble in WOBBLE[:20]],
    )
    frame = aggregate(table, group_by=["month", "shop"], metrics=["v"], agg_func="sum", names=["v"])
    shifts = change_points(frame, time_column="month", metric="v")
    assert [row[:2] for row in rows(shifts) if row[-1]] == [("2019-11-01", "a")]
    ahead = forecast(frame, time_column="month", metric="v", periods=2)
    future = [row for row in rows(ahead) if row[-1] == "forecast"]
    assert [row[:2] for row in future] == [(month, shop) for month in ("2020-09-01", "2020-10-01") for shop in "ab"]


def test_a_flat_series_does_not_shift(backend: str) -> None:
    flat = table_frame(backend, month=MONTHS[:10], v=[3] * 10)
    assert marked(change_points(flat, time_column="month", metric="v")) == []


def test_a_forecast_knows_the_season_and_its_own_doubt(backend: str) -> None:
    ahead = forecast(seasonal(backend), time_column="month", metric="v", periods=3)
    assert ahead.columns == ("month", "v", "lower", "upper", "kind")
    *actual, first, second, third = rows(ahead)
    assert {row[-1] for row in actual} == {"actual"} and {row[2] for row in actual} == {None}
    assert [row[0] for row in (first, second, third)] == ["2024-01-01", "2024-02-01", "2024-03-01"]
    for place, (_, value, lower, upper, kind) in enumerate((first, second, third)):
        assert value == pytest.approx(100 + 20 * math.sin(place / 12 * 2 * math.pi), abs=4)
        assert lower < value < upper and kind == "forecast"
    assert rows(cumulative(ahead, time_column="month", metric="v"))[-1][0] == "2024-03-01"


def test_too_short_a_series_is_refused(backend: str) -> None:
    frame = table_frame(backend, month=MONTHS[:3], v=[1, 2, 3])
    with pytest.raises(StepError, match="'v' has 3 periods and a forecast needs 5: take a finer grain"):
        forecast(frame, time_column="month", metric="v")
    with pytest.raises(StepError, match="change points need 6"):
        change_points(frame, time_column="month", metric="v")


def test_no_rows_give_no_rows(backend: str) -> None:
    frame = seasonal(backend)
    empty = frame.then(frame.expr.filter(frame.expr.v < 0))
    assert rows(forecast(empty, time_column="month", metric="v")) == []
    assert rows(detect_anomalies(empty, metric="v", time_column="month")) == []
    assert compute_summary_stats(empty).rows[1][2:5] == (0, 0, 0)


def test_steps_of_time_are_told_from_the_times(backend: str) -> None:
    import numpy as np

    def grain(*moments: datetime) -> str:
        return Series(list(range(len(moments))), list(moments), np.zeros(len(moments))).grain

    assert grain(datetime(2024, 1, 1, 1), datetime(2024, 1, 1, 2)) == "hour"
    assert grain(datetime(2024, 1, 1), datetime(2024, 1, 8)) == "week"
    assert grain(datetime(2024, 1, 1), datetime(2024, 4, 1)) == "quarter"
    assert grain(datetime(2023, 1, 1), datetime(2024, 1, 1)) == "year"


def test_an_overview_says_what_each_column_holds(backend: str) -> None:
    frame = table_frame(backend, k=["a", "b", "b", None], v=[1, 2, 3, 4])
    table = compute_summary_stats(frame)
    assert table.rows == (
        ("k", "text", 3, 1, 2, None, None, "a", None, None, None, "b"),
        ("v", "whole numbers", 4, 0, 4, 2.5, pytest.approx(1.2909944487), 1, 1.75, 2.5, 3.25, 4),
    )
    assert [row[0] for row in compute_summary_stats(frame, columns=["v"]).rows] == ["v"]


def test_a_correlation_has_its_chance_beside_it(backend: str) -> None:
    frame = table_frame(backend, a=[1, 2, 3, 4, None], b=[2.0, 4.1, 5.9, 8.0, 1.0], c=[7, 7, 7, 7, 7], t=list("vwxyz"))
    table = correlation(frame, columns=["a", "b", "c"])
    (a, b, coefficient, chance, counted), flat, _ = table.rows
    assert (a, b, counted) == ("a", "b", 4) and coefficient > 0.999 and chance < 0.001
    assert flat == ("a", "c", None, None, 4)
    assert correlation(frame, columns=["a", "b"], method="spearman").rows[0][2] == pytest.approx(1.0)
    with pytest.raises(StepError, match="needs two columns with numbers, not 'a'; there are 'a', 'b', 'c'"):
        correlation(frame, columns=["a", "a"])
    with pytest.raises(StepError, match="column 't' holds text, not numbers"):
        correlation(frame, columns=["a", "t"])


def test_a_distribution_is_quantiles_or_frequencies(backend: str) -> None:
    frame = table_frame(backend, v=[1, 2, 3, 4, 100, None], k=["x", "y", "y", None, "y", "x"])
    figures = dict(distribution_stats(frame, column="v").rows)
    assert (figures["count"], figures["missing"], figures["median"], figures["max"]) == (5, 1, 3.0, 100.0)
    assert figures["skew"] > 1
    assert distribution_stats(frame, column="k").rows[0] == ("y", 3, 50.0)
