"""Two grains of one time, one across the other: which stands first, and when one of them says nothing of its own."""

from __future__ import annotations

from groundplan.query.form import CYCLIC, Form, Grain
from groundplan.query.hours import MOVING, SERIES
from groundplan.sources.shape import Table

_FINEST_FIRST: tuple[Grain, ...] = ("hour", "day", "week", "month", "quarter", "year")


def a_second_grain_comes_round(form: Form, tables: tuple[Table, ...]) -> Form:
    """`by year and month`: the months of each year; where one of two grains holds the other, it is the only one."""
    if form.across is None:
        return form
    if form.time is None:
        return form.model_copy(update={"across": None})
    grain, across = _settled(form, form.time.grain, form.across)
    return form.model_copy(update={"time": form.time.model_copy(update={"grain": grain}), "across": across})


def two_grains_are_compared(form: Form, tables: tuple[Table, ...]) -> Form:
    """No line runs through both; with groups beside them a chart has no room, so that they are listed."""
    if form.across is None:
        return form
    analysis = tuple(label for label in form.analysis if label != "trend" or form.best_series)
    crowded = len(form.group_by) > 1 and form.chart is None and bool(form.outputs)
    return form.model_copy(update={"analysis": analysis, "outputs": ("table",) if crowded else form.outputs})


def _settled(form: Form, first: Grain, second: Grain) -> tuple[Grain, Grain | None]:
    if second in ("unknown", first):
        return first, None
    if first == "unknown" and (second not in CYCLIC or "trend" not in form.analysis):
        return second, None
    if first in _FINEST_FIRST and second in _FINEST_FIRST:
        return _plain(form, first, second)
    return _beside(_of_the_day(first), _of_the_day(second))


def _plain(form: Form, first: Grain, second: Grain) -> tuple[Grain, Grain | None]:
    """Years and months, days and hours: the finer comes round in the coarser, unless a series goes along it."""
    fine, coarse = sorted((first, second), key=_FINEST_FIRST.index)
    series = SERIES & set(form.analysis) or (form.derive is not None and form.derive.kind in MOVING)
    if series or (fine != "hour" and (coarse, fine) != ("year", "month")):
        return fine, None
    return coarse, "hour_of_day" if fine == "hour" else "month_of_year"


def _beside(first: Grain, second: Grain) -> tuple[Grain, Grain | None]:
    """What goes on stands before what comes round; of two that come round, the one that is said first."""
    if first == second:
        return first, None
    return (second, first) if first in CYCLIC and second not in CYCLIC else (first, second)


def _of_the_day(grain: Grain) -> Grain:
    """Beside another grain no hour is a moment of its own."""
    return "hour_of_day" if grain == "hour" else grain
