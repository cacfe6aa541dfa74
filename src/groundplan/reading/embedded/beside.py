"""Periods side by side: what is compared is shown apart, and what lies between two of them is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from dateutil.relativedelta import relativedelta

from groundplan.contracts import Doubt
from groundplan.language.calendar.periods import Period
from groundplan.language.calendar.text import Days
from groundplan.language.numbers import read_numbers
from groundplan.language.words import split
from groundplan.query.form import Filter, Form, Time, flattened
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Page, Reading
from groundplan.reading.embedded.kinds import kind_of
from groundplan.reading.embedded.revise import said_labels
from groundplan.reading.embedded.said import periods
from groundplan.reading.embedded.sheet import Field
from groundplan.reading.time_columns import bounds, latest
from groundplan.sources.shape import Column

_DAY = timedelta(days=1)
_MONTHS = {12: "year", 3: "quarter", 1: "month"}


def with_periods(form: Form, page: Page) -> Form:
    """`by region, 2022 vs 2024`: of each year, and not of 2023."""
    form = _with_unread(form, page)
    for limit in form.filters:
        period = _said(limit, page)
        if period:
            form = _told_apart(_without_between(form, limit, period, page), limit, period, page)
    return form


def unread_periods(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`the first week of May vs the last one`: a comparison that no grain of time tells apart."""
    form = reading.form
    columns = [shown.column for limit in form.filters if (shown := _dated(limit, page))]
    compared = [p for each in columns for p in _joined(each, page) if _compared(p, page)]
    if not compared or form.time or not _figures(form):
        return None
    message = "two periods are compared that are neither whole years, quarters, months nor days"
    return Doubt(kind="refuse", message=f"{message}; ask for one of them at a time")


def _with_unread(form: Form, page: Page) -> Form:
    """With the periods that are set against each other, where no condition has them and one column holds dates."""
    dated = [shown for shown in page.sheet.fields if shown.column.type in ("date", "datetime")]
    held = any(_dated(limit, page) for limit in form.filters)
    derived = form.derive is not None and form.derive.kind not in ("difference", "percent_change")
    if len(dated) != 1 or held or derived or page.prior is not None or len(form.alternatives) > 1:
        return form
    said = [p for p in _joined(dated[0].column, page) if p.compared and not _of_another(p, page)]
    more = tuple(_held(dated[0], p) for p in said[:1])
    return form.model_copy(update={"filters": (*form.filters, *more)})


def _of_another(period: Period, page: Page) -> bool:
    """Whether the words may be values of a column that is no date: `Q1 vs Q2` of a quarter, `2022` of a year."""
    words, _ = read_numbers(split(page.question))
    start, end = words[period.start].start, words[period.end - 1].end
    linked = any(link.start < end and start < link.end for link in page.links)
    return linked or any(kind_of(shown.column) == "year" for shown in page.sheet.fields)


def _joined(column: Column, page: Page) -> list[Period]:
    """The periods of the question that are several."""
    return [p for p in periods(page.question, latest(column), page.book) if p.parts]


def _said(limit: Filter, page: Page) -> Period | None:
    """The periods of the question that a condition runs from and to."""
    shown = _dated(limit, page)
    found = _joined(shown.column, page) if shown else []
    return next((p for p in found if shown and _held(shown, p).value == limit.value), None)


def _dated(limit: Filter, page: Page) -> Field | None:
    """The column of dates that is held to something."""
    fields = [each for each in page.sheet.fields if each.name == limit.column]
    return next((each for each in fields if each.column.type in ("date", "datetime")), None)


def _held(shown: Field, period: Period) -> Filter:
    return bounds(shown.column, period).model_copy(update={"column": shown.name})


def _without_between(form: Form, limit: Filter, period: Period, page: Page) -> Form:
    """Each stretch by itself, where days lie between them."""
    ordered, shown = sorted(period.parts), _dated(limit, page)
    near = all(later[0] - before[1] <= _DAY for before, later in pairwise(ordered))
    if shown is None or near or not (period.apart or _compared(period, page)):
        return form
    bare = limit.model_copy(update={"join": None})
    stretches = [_held(shown, replace(period, low=low, high=high)) for low, high in ordered]
    spread: list[list[Filter]] = []
    for part in form.alternatives:
        plain = [each.model_copy(update={"join": None}) for each in part]
        held = stretches if bare in plain else [bare]
        spread += [[stretch if each == bare else each for each in plain] for stretch in held]
    return form.model_copy(update=flattened(spread))


def _told_apart(form: Form, limit: Filter, period: Period, page: Page) -> Form:
    """By the years, months or days that are compared."""
    grain = _grain(period.parts)
    if form.time or not _compared(period, page) or grain is None or not _figures(form):
        return form
    return form.model_copy(update={"time": Time(column=limit.column, grain=grain)})


def _compared(period: Period, page: Page) -> bool:
    """Set against each other by the word between them, or by `compare` and `the difference between`."""
    said = said_labels(page)
    asked = period.apart and ("analysis", "compare") in said
    return period.compared or asked or (len(period.parts) == 2 and ("derive", "difference") in said)


def _figures(form: Form) -> bool:
    return bool(form.metrics) and all(m.agg != "none" for m in form.metrics)


def _grain(parts: Sequence[Days]) -> str | None:
    """What each of the periods is one of."""
    grains = {_unit(*days) for days in parts}
    return grains.pop() if len(grains) == 1 else None


def _unit(low: date, high: date) -> str | None:
    if low == high:
        return "day"
    for months, name in _MONTHS.items():
        if low.day == 1 and not (low.month - 1) % months and high == low + relativedelta(months=months) - _DAY:
            return name
    return "week" if low.weekday() == 0 and high - low == 6 * _DAY else None
