"""Forecast: the next periods of a series, with a range."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import product
from typing import TYPE_CHECKING, Any

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import framed, fresh
from groundplan.tabular.tools.notes import noted
from groundplan.tabular.tools.order import arranged, ascending
from groundplan.tabular.tools.spacing import SEASONS, Series, by_time, each_series, later

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHORTEST = 5
"""Periods without which nothing can be learnt of a series."""
RANGE = 0.95
LONGEST_SEASON = 24
"""Exponential smoothing learns one figure for each step of the season; with more of them it learns noise."""


def forecast(df: Frame, *, time_column: str, metric: str, periods: int = 6, name: str = "kind") -> Frame:
    """The rows as they are, and the next periods with their range in `lower` and `upper`, told apart by a column."""
    import pyarrow as pa  # slow, and a help text needs none of it

    fresh(df, name, "lower", "upper")
    if periods < 1:
        raise StepError(f"a forecast needs 1 period or more, not {periods}")
    table, keys = by_time(df, time_column, metric)
    ahead = [
        row
        for series in each_series(table, time_column, metric, keys)
        for row in _ahead(series, table, (time_column, metric, *keys), periods)
    ]
    table = table.set_column(
        table.column_names.index(metric), metric, table.column(metric).cast(pa.float64(), safe=False)
    )
    future = pa.Table.from_pylist(
        [{**row, name: "forecast"} for row in ahead],
        schema=_widened(table, name).schema,
    )
    frame = framed(pa.concat_tables([_widened(table, name), future]))
    ordered = frame.then(arranged(frame.expr, ascending([time_column, *keys])))
    return noted(ordered, f"{metric!r} is forecast by exponential smoothing, with a range of {RANGE:.0%}")


def _widened(table: Any, name: str) -> Any:
    import pyarrow as pa

    empty = pa.nulls(table.num_rows, pa.float64())
    actual = pa.array(["actual"] * table.num_rows, type=pa.string())
    return table.append_column("lower", empty).append_column("upper", empty).append_column(name, actual)


def _ahead(series: Series, table: Any, names: Sequence[str], periods: int) -> Iterator[dict[str, Any]]:
    time_column, metric, *keys = names
    values, own = series.even()
    if len(own) < SHORTEST:
        raise StepError(f"{metric!r} has {len(own)} periods and a forecast needs {SHORTEST}: take a finer grain")
    middle, low, high = _smoothed(values, SEASONS[series.grain], periods)
    same = {key: table.column(key)[series.places[-1]].as_py() for key in keys}
    dates = "date" in str(table.schema.field(time_column).type)
    for step in range(periods):
        moment: datetime = later(series.times[-1], series.grain, step + 1)
        figures = {metric: middle[step], "lower": low[step], "upper": high[step]}
        yield {**same, time_column: moment.date() if dates else moment, **figures}


def _smoothed(values: NDArray[Any], season: int, periods: int) -> tuple[list[float], list[float], list[float]]:
    """The next values with their range, by the model that fits best for its size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a candidate that does not converge loses by its score
        best = min((_fitted(values, *shape) for shape in _shapes(len(values), season)), key=lambda fit: float(fit.aicc))
        ahead = best.get_prediction(start=len(values), end=len(values) + periods - 1).summary_frame(alpha=1 - RANGE)
    return ahead["mean"].tolist(), ahead["pi_lower"].tolist(), ahead["pi_upper"].tolist()


def _shapes(length: int, season: int) -> list[tuple[str | None, bool, int | None]]:
    """Trend, whether it is damped, season: as much of each as the series is long enough for."""
    trends: list[tuple[str | None, bool]] = [(None, False)]
    if length >= 2 * SHORTEST:
        trends += [("add", True)]  # damped: a plain trend runs away from the last turn of a season
    seasons: list[int | None] = [None]
    if 1 < season <= LONGEST_SEASON and length >= 2 * season + SHORTEST:
        seasons.append(season)
    return [(trend, damped, each) for (trend, damped), each in product(trends, seasons)]


def _fitted(values: NDArray[Any], trend: str | None, damped: bool, season: int | None) -> Any:
    import pandas as pd
    from statsmodels.tsa.exponential_smoothing.ets import ETSModel

    seasonal = "add" if season else None
    # Its predictions have a range only for a pandas series.
    model = ETSModel(pd.Series(values), trend=trend, damped_trend=damped, seasonal=seasonal, seasonal_periods=season)
    return model.fit(disp=False, maxiter=200)
