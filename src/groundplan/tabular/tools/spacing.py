"""Series of a frame, one for each group, and the even steps of their time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import TYPE_CHECKING, Any

from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import framed, numeric, temporal
from groundplan.tabular.tools.figures import series_keys
from groundplan.tabular.tools.order import arranged, ascending

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LONGEST = {"hour": 0.5, "day": 3.5, "week": 15, "month": 46, "quarter": 183}
"""The widest median step, in days, that still is one of these."""
SEASONS = {"hour": 24, "day": 7, "week": 52, "month": 12, "quarter": 4, "year": 1}
"""Steps until the season comes round again."""


@dataclass(frozen=True)
class Series:
    """One series: where its rows stand in the table, their time and their figures."""

    places: list[int]
    times: list[datetime]
    values: NDArray[Any]

    @property
    def grain(self) -> str:
        """The step from one row to the next."""
        steps = [
            (after - before).total_seconds() / 86_400 for before, after in zip(self.times, self.times[1:], strict=False)
        ]
        typical = median(steps) if steps else 1.0
        return next((grain for grain, longest in _LONGEST.items() if typical <= longest), "year")

    def even(self) -> tuple[NDArray[Any], list[int]]:
        """The values with missing steps filled in between their neighbours, and where the series' own rows stand."""
        import numpy as np  # slow, and a help text needs none of it

        grid = self._grid()
        own = (
            [grid.index(moment) for moment in self.times]
            if set(self.times) <= set(grid)
            else list(range(len(self.times)))
        )
        known = [(place, value) for place, value in zip(own, self.values, strict=True) if np.isfinite(value)]
        places, values = zip(*known, strict=True) if known else ((0,), (0.0,))
        return np.interp(np.arange(own[-1] + 1), places, values), own

    def _grid(self) -> list[datetime]:
        grid, most = [self.times[0]], 2 * len(self.times)
        while grid[-1] < self.times[-1] and len(grid) <= most:
            grid.append(later(self.times[0], self.grain, len(grid)))
        return grid


def later(moment: datetime, grain: str, steps: int) -> datetime:
    """The moment some steps on."""
    from dateutil.relativedelta import relativedelta

    months = {"month": 1, "quarter": 3, "year": 12}.get(grain)
    if months:
        return moment + relativedelta(months=months * steps)
    return moment + steps * timedelta(hours={"hour": 1, "day": 24, "week": 168}[grain])


def by_time(df: Frame, time_column: str, metric: str) -> tuple[Any, list[str]]:
    """The rows that have a time, earliest first, as an Arrow table; and what tells the series in it apart."""
    time = temporal(df, time_column)
    numeric(df, metric)
    keys = series_keys(df, time_column, ())
    return df.then(arranged(df.expr.filter(time.notnull()), ascending([time_column, *keys]))).arrow(), keys


def each_series(table: Any, time_column: str, metric: str, keys: Sequence[str]) -> Iterator[Series]:
    """Every series of the table."""
    places: dict[tuple[Any, ...], list[int]] = {}
    columns = [table.column(key).to_pylist() for key in keys]
    for place in range(table.num_rows):
        places.setdefault(tuple(values[place] for values in columns), []).append(place)
    times = [_moment(value) for value in table.column(time_column).to_pylist()]
    values = numbers(table, metric)
    for own in places.values():
        yield Series(own, [times[place] for place in own], values[own])


def numbers(table: Any, name: str) -> NDArray[Any]:
    """A column as floats, NaN where it is empty."""
    import pyarrow as pa

    return table.column(name).cast(pa.float64(), safe=False).to_numpy()  # type: ignore[no-any-return]


def marked(table: Any, name: str, places: set[int], order: Sequence[str]) -> Frame:
    """The table as a frame, with a column that is true in these places."""
    import pyarrow as pa

    flags = pa.array([place in places for place in range(table.num_rows)], type=pa.bool_())
    frame = framed(table.append_column(name, flags))
    return frame.then(arranged(frame.expr, ascending(order)))


def _moment(value: Any) -> datetime:
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return datetime(value.year, value.month, value.day)
