"""What a series tells: unusual values, shifts of its level, and where it is going."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import able, fresh, numeric
from groundplan.tabular.tools.notes import noted
from groundplan.tabular.tools.order import arranged, arrangement
from groundplan.tabular.tools.spacing import SEASONS, Series, by_time, each_series, marked

if TYPE_CHECKING:
    from numpy.typing import NDArray

FENCE = 1.5
"""Interquartile ranges beyond the quartiles."""
SIGMAS = 3.0
ROBUST_SIGMAS = 4.5
"""Median absolute deviations, scaled to a standard deviation, beyond which a residual is unusual."""
MANY, WELL_KNOWN = 20, 3.8
"""After so many seasons the season is known well, and less of a deviation is unusual."""
STEADY = 13
"""Seasons over which STL lets the season change its shape."""
MOST_ODD, HEALINGS = 30, 6
PENALTY = 4.0
"""What a shift must explain, in variances of the noise times the logarithm of the length."""
SHORTEST = 6
"""Periods without which a shift cannot be told from chance."""


def detect_anomalies(
    df: Frame, *, metric: str, time_column: str | None = None, method: str = "auto", name: str = "is_anomaly"
) -> Frame:
    """The frame with a mark at unusual values; `auto` heeds the season if it has come twice, else quartiles."""
    fresh(df, name)
    numeric(df, metric)
    if method in ("auto", "stl") and time_column:
        seasonal = _by_season(df, metric, time_column, name)
        if seasonal:
            return seasonal
    if method == "zscore":
        return _beyond(df, metric, name, *_spread(df, metric), f"more than {SIGMAS:g} standard deviations off the mean")
    return _beyond(
        df, metric, name, *_fences(df, metric), f"more than {FENCE:g} interquartile ranges off the quartiles"
    )


def change_points(df: Frame, *, time_column: str, metric: str, name: str = "is_change_point") -> Frame:
    """The frame with a mark at the first row of each new level."""
    fresh(df, name)
    table, keys = by_time(df, time_column, metric)
    shifts = {
        series.places[shift]
        for series in each_series(table, time_column, metric, keys)
        for shift in _shifts(series, metric)
    }
    return marked(table, name, shifts, [time_column, *keys])


def _by_season(df: Frame, metric: str, time_column: str, name: str) -> Frame | None:
    """By what the season does not explain; None where a series is too short to have shown its season twice."""
    table, keys = by_time(df, time_column, metric)
    found = list(each_series(table, time_column, metric, keys))
    if not found or any(SEASONS[each.grain] < 2 or len(each.even()[0]) < 2 * SEASONS[each.grain] for each in found):
        return None
    unusual = {series.places[place] for series in found for place in _unseasonal(series)}
    frame = marked(table, name, unusual, [time_column, *keys])
    season = SEASONS[found[0].grain]
    return noted(frame, f"unusual: {metric!r} stands apart from its trend and its season of {season} {found[0].grain}s")


def _unseasonal(series: Series) -> list[int]:
    """The places of values that trend and season do not explain: the worst, healed, then the next.

    Healing keeps one odd value from bending the season of its neighbours; STL's own robust weights were measured to
    mark five regular values of sixty.
    """
    import numpy as np  # slow, and a help text needs none of it

    values, own = series.even()
    season, found = SEASONS[series.grain], set[int]()
    sigmas = WELL_KNOWN if len(values) >= MANY * season else ROBUST_SIGMAS
    while len(found) < min(MOST_ODD, len(values) // 10):
        rest = values - _explained(values, season)
        off = np.abs(rest - np.median(rest))
        worst = int(np.argmax(off))
        # A series explained to the last digit has no spread: then only what can be seen counts.
        limit = max(sigmas * 1.4826 * float(np.median(off)), 1e-9 * float(np.ptp(values)))
        if off[worst] <= limit or worst in found:
            break
        found.add(worst)
        for _ in range(HEALINGS):
            values[worst] = _explained(values, season)[worst]
    return [place for place, at in enumerate(own) if at in found and np.isfinite(series.values[place])]


def _explained(values: NDArray[Any], season: int) -> NDArray[Any]:
    from statsmodels.tsa.seasonal import STL

    fit = STL(values, period=season, seasonal=STEADY).fit()
    return fit.trend + fit.seasonal  # type: ignore[no-any-return]


def _fences(df: Frame, metric: str) -> tuple[float | None, float | None]:
    df = able(df, "Quantile")
    value = numeric(df, metric)
    quartiles = df.then(df.expr.aggregate(low=value.quantile(0.25), high=value.quantile(0.75))).arrow().to_pylist()[0]
    low, high = quartiles["low"], quartiles["high"]
    if low is None:
        return None, None
    reach = FENCE * (float(high) - float(low))
    return float(low) - reach, float(high) + reach


def _spread(df: Frame, metric: str) -> tuple[float | None, float | None]:
    value = numeric(df, metric)
    figures = df.then(df.expr.aggregate(mean=value.mean(), deviation=value.std())).arrow().to_pylist()[0]
    if figures["deviation"] is None:
        return None, None
    mean, reach = float(figures["mean"]), SIGMAS * float(figures["deviation"])
    return mean - reach, mean + reach


def _beyond(df: Frame, metric: str, name: str, low: float | None, high: float | None, why: str) -> Frame:
    value = numeric(df, metric)
    beyond = ((value < low) | (value > high)).fill_null(False) if low is not None else value.isnull() & value.notnull()
    marks = df.then(arranged(df.expr.mutate(**{name: beyond}), arrangement(df.expr)))
    return noted(marks, f"unusual: {metric!r} is {why}")


def _shifts(series: Series, metric: str) -> list[int]:
    """Where the level changes, by the fewest shifts that explain the series."""
    import numpy as np
    import ruptures

    values, own = series.even()
    if len(own) < SHORTEST:
        raise StepError(f"{metric!r} has {len(own)} periods and change points need {SHORTEST}: take a finer grain")
    noise = _noise(values)
    if float(np.ptp(values)) == 0:
        return []
    model = ruptures.Pelt(model="l2", min_size=2, jump=1).fit(values.reshape(-1, 1))
    shifts = model.predict(pen=PENALTY * float(np.log(len(values))) * noise**2)[:-1]
    return [own.index(shift) for shift in shifts if shift in own]


def _noise(values: NDArray[Any]) -> float:
    """The spread of the values around their level, told from steps between neighbours, which shifts hardly touch."""
    import numpy as np

    steps = np.diff(values)
    robust = 1.4826 * float(np.median(np.abs(steps - np.median(steps)))) / float(np.sqrt(2))
    return robust or 1e-3 * float(np.ptp(values))
