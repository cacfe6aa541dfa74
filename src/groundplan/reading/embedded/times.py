"""The best period of each group, and the best group of each period: words say which of the two is ranked in which."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.query.form import Form, Metric, Sort, Time
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Page, Reading
from groundplan.reading.embedded.pieces import Piece, pieces, words_of
from groundplan.reading.embedded.places import ranks
from groundplan.reading.intents import ordered
from groundplan.reading.time_columns import carries_time

PERIODS = ("day", "week", "month", "quarter", "year")
_ENDS = {"max": "desc", "min": "asc"}
_WITHIN = ("in", "of", "for", "within", "at")
_NEAR = 3
"""Words from one that asks or ranks to the period that is asked for: `best selling month`."""


def with_times_of_each(form: Form, page: Page, group: str | None) -> Form:
    """`best month for each city`, `top city in each month`; the form as it is where the words do not say so much."""
    said = spoken(page)
    times, time = _periods(said, page), _time_column(form, page)
    if len(times) != 1 or time is None or form.derive or len(form.metrics) != 1:
        return form
    at, grain = times[0][0], Time(column=time, grain=times[0][1])
    if _held_by_each(said, at):
        best = _before(said[:at], page) and len(form.group_by) == 1 and form.limit is not None
        return _ranked(form, form.group_by[0], grain, time) if best else form
    return _ranked(form, group, grain, group) if group and asked_for(said, at, page) else form


def spoken(page: Page) -> list[Piece]:
    """The words of the question without articles."""
    return [piece for piece in pieces(page.question) if piece.read != "the"]


def _ranked(form: Form, group: str, time: Time, each: str) -> Form:
    """Periods have totals: the largest row of a month does not make it the best, and what is named is no figure."""
    figure = form.metrics[0]
    if figure.agg == "none" or figure.column == time.column:
        return form
    order = form.sort.order if form.sort and form.sort.by == "metric" else _ENDS.get(figure.agg, "desc")
    metric = Metric(column=figure.column) if figure.agg in _ENDS else figure
    kept = {label for label in form.analysis if label not in ("trend", "compare")}
    return form.model_copy(
        update={
            "metrics": (metric,),
            "group_by": (group,),
            "time": time,
            "each": each,
            "limit": form.limit or 1,
            "sort": Sort(by="metric", order=order),
            "analysis": ordered(kept | {"rank"}),
        }
    )


def unread_period(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`rainiest month of each year`: months would be ranked over all years, and the years passed over."""
    if page.prior is not None:
        return None
    form = reading.form
    said, time = spoken(page), form.time
    if form.limit is None or time is None or form.group_by or form.derive:
        return None
    held, periods = {(grain or "").partition("_")[0] for grain in (time.grain, form.across)}, _periods(said, page)
    each = [at for at, _ in periods if at and not lexicon().each.isdisjoint(said[at - 1].stems)]
    lost = [said[at].said for at, period in periods if period not in held]
    if not each or not lost:
        return None
    told = f"'{lost[0]}' is not in what was understood, which ranks over all times"
    return Doubt(
        kind="refuse", message=f"{told}; ask for one '{said[each[0]].said}' at a time, or for a list over time"
    )


def _periods(said: Sequence[Piece], page: Page) -> list[tuple[int, str]]:
    """Where a period is said that is no part of a header, and which."""
    headers = {stem(word) for shown in page.sheet.fields for word in words_of(shown.column.name)}
    periods = [period for period in PERIODS if stem(period) not in headers]
    return [(at, period) for at, piece in enumerate(said) for period in periods if stem(period) in piece.stems]


def _time_column(form: Form, page: Page) -> str | None:
    """The column of the time; where none was read, the only one there is."""
    if form.time:
        return form.time.column
    dated = [shown.name for shown in page.sheet.fields if carries_time(shown.column)]
    return dated[0] if len(dated) == 1 else None


def _held_by_each(said: Sequence[Piece], at: int) -> bool:
    """`in each month`; `revenue each month` goes on from one to the next."""
    each = at >= 2 and not lexicon().each.isdisjoint(said[at - 1].stems)
    return each and said[at - 2].read in _WITHIN


def _before(said: Sequence[Piece], page: Page) -> bool:
    """Whether the highest or the lowest of something is said there."""
    return any(ranks(split(piece.read), page.book) for piece in said)


def asked_for(said: Sequence[Piece], at: int, page: Page) -> bool:
    """`which month`, `best selling month`: the word that asks or ranks stands shortly before what is asked for."""
    near = said[max(0, at - _NEAR) : at]
    parted = any(not lexicon().each.isdisjoint(piece.stems) for piece in near)
    asks = any(piece.read in lexicon().questioning for piece in near[-1:])
    return not parted and (_before(near, page) or (asks and _before(said, page)))
