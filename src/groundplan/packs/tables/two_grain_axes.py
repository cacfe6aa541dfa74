"""FramedForm -> how two grains of one time are drawn: what lies along the axis, what is told apart, by which chart."""

from __future__ import annotations

from groundplan.packs.tables.framed_form import FramedForm, chart_kind
from groundplan.query.requirements import charted

_VALUES = {"weekday": 7, "month_of_year": 12, "hour_of_day": 24}


def laid(r: FramedForm) -> tuple[str, str]:
    """What lies along x, and what stands beside it: years are compared by their months, weekdays by their hours."""
    time, across = r.time or "", r.across or ""
    first, second = r.form.time.grain if r.form.time else "unknown", r.form.across or "unknown"
    longer = first in _VALUES and _VALUES.get(second, 0) > _VALUES[first]
    turned = (first == "year" or longer) and not r.form.best_series  # a series goes along its time
    return (across, time) if turned else (time, across)


def drawn_as(r: FramedForm) -> str | None:
    """The chart: as said, else of two grains one that shows both, else by the shape of what is shown."""
    return _of_two(r, charted(r.form)) if r.across else chart_kind(r)


def _of_two(r: FramedForm, said: str | None) -> str:
    """A heat map, unless years, groups or single pairs are compared; a bar each where a stack would add them up."""
    yearly = r.form.time is not None and r.form.time.grain == "year"
    ranked = r.form.limit is not None and not r.form.best_series
    if said:
        return "stacked_bar" if said == "bar" and not (ranked or yearly) else said
    if ranked:
        return "bar"
    if r.form.best_series:
        return "bar" if r.cyclic else "line"
    if yearly or r.groups:
        return "bar" if r.form.across == "weekday" and yearly else "line"
    return "heatmap"
