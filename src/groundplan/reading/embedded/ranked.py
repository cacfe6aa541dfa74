"""Forms with a place of a ranking, or a ranking in each group: words say both where the network does not."""

from __future__ import annotations

from itertools import pairwise

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Match as Phrasing
from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.query.form import Form, Metric, Sort, Time
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Page, Reading
from groundplan.reading.embedded.of_each import ranked_in_each
from groundplan.reading.embedded.pieces import Piece, fitting, pieces, words_of
from groundplan.reading.embedded.places import ranks
from groundplan.reading.embedded.revise import said_labels
from groundplan.reading.embedded.sheet import Field
from groundplan.reading.embedded.times import asked_for, spoken, with_times_of_each
from groundplan.reading.intents import ordered

_ENDS = {"max": "desc", "min": "asc"}
_NAMES = ("categorical", "boolean", "identifier")
_ALONG = ("a", "an", "all", "across", "over", "through")
"""What goes on from period to period, as `revenue a month` does; the words that part are in the lexicon."""


def with_said_ranking(form: Form, page: Page) -> Form:
    """`top 2 products in each region`, `the second highest`; after a follow-up they are as they were before."""
    if page.prior is not None:
        return _over_time_as_before(_as_before(form, page.prior, page), page.prior, page)
    form = ranked_in_each(form) if form.each else form if form.per else _in_each_said(form, page)
    return _from_place(form, page.place.number) if page.place else form


def _in_each_said(form: Form, page: Page) -> Form:
    """`best month for each region`: without the figure by which it is the best, words say what is ranked in what."""
    group = _each(page)
    return with_times_of_each(_in_each(form, page), page, group.name if group else None)


def unread_place(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """A place that the form does not have: an answer would pass over it."""
    if page.prior is not None or page.place is None or reading.form.place is not None:
        return None
    message = f"'{page.place.said}' is no place in what was understood; ask for the top {page.place.number}"
    return Doubt(kind="refuse", message=message)


def unread_times(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`top 2 months per channel`, `best month for each region`: rows would be ranked, or none."""
    form = reading.form
    if page.prior is not None:
        return None
    best = bool(form.metrics) and form.metrics[0].agg in _ENDS and _each(page) and _asks_for_a_time(page)
    grown = form.derive is not None and form.derive.kind != "duration"
    if not form.group_by or grown or form.per or not (best or (form.time and form.limit)):
        return None  # what grew most from one time to the next is a ranking of groups
    if form.best_series or form.best_of_each or (form.best_pairs and form.time and _as_pairs(page, form, form.time)):
        return None
    group, figure = form.group_by[0], next((m.column for m in form.metrics if m.column), None) or "count"
    told = f"a ranking of times and of {group} at once is not told apart"
    many = form.limit or 1
    return Doubt(
        kind="refuse",
        message=f"{told}; ask for the top {many} {group} by {figure}, or for the best time of one {group} alone",
    )


def _as_pairs(page: Page, form: Form, time: Time) -> bool:
    """`the best single month of any store`: the period is a thing that is ranked, and nothing is said to be parted."""
    said = [piece for piece in pieces(page.question) if piece.read != "the"]
    period = stem(time.grain.partition("_")[0])
    groups = [shown for shown in page.sheet.fields if shown.name in form.group_by]
    apart = [named for before, named in pairwise(said) if before.read in (*lexicon().parting, *_ALONG)]
    parted = any(period in piece.stems or any(_named(group, piece) for group in groups) for piece in apart)
    each = any(not lexicon().each.isdisjoint(piece.stems) for piece in said)
    series = ("analysis", "trend") in said_labels(page) or form.chart in ("line", "area")
    return any(period in piece.stems for piece in said) and not (each or parted or series)


def _asks_for_a_time(page: Page) -> bool:
    """`which month`, `best selling month`: the word that asks or ranks stands in the grain, or shortly before it."""
    words, known = split(page.question), lexicon()
    near = [word for grain in _said_grains(page) for word in words[max(0, grain.start - 2) : grain.end]]
    return any(word.lower in known.questioning or ranks([word], page.book) for word in near)


def _said_grains(page: Page) -> list[Phrasing]:
    """Where the question says a grain of time that is no part of a header."""
    words, headers = split(page.question), {stem(w) for shown in page.sheet.fields for w in words_of(shown.column.name)}
    found = [match for match in page.book.find(words, frozenset(), frozenset()) if match.slot == "grain"]
    return [match for match in found if not any(word.stem in headers for word in words[match.start : match.end])]


def unread_best(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    form, group = reading.form, _each(page)
    if page.prior is not None or group is None or form.each or form.group_by != (group.name,) or len(form.metrics) != 1:
        return None
    ranked = _ranked(page, form, group.name, exactly=form.limit is None)
    best = form.metrics[0].agg in _ENDS or _best_unsaid(form, page)
    if form.limit is None and not (best and ranked):
        return None
    figure, many = form.metrics[0].column or "count", form.limit or 1
    asked = f"top {many} {ranked or 'NAMES'} by {figure} in each {group.name}"
    return Doubt(kind="refuse", message=f"what is ranked in each {group.name} is not clear; say it such as '{asked}'")


def unread_things(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`by region for the top 2 products`: what the number counts stands nowhere in what was understood."""
    form = reading.form
    if page.prior is not None or form.limit is None or not form.group_by:
        return None
    held = {*form.group_by, *(f.column for f in form.filters), *(m.column for m in form.metrics)}
    words, values = read_numbers(split(page.question))
    ends = [words[at].end for at, value in values.items() if value == form.limit]
    after = [piece for piece in pieces(page.question) if ends and piece.start >= ends[0]][:1]
    counted = [shown.name for piece in after for shown in page.sheet.fields if _spelled(shown, piece)]
    if not counted or held & set(counted):
        return None
    figure = next((m.column for m in form.metrics if m.column), None) or "count"
    message = f"the {form.limit} are of {counted[0]!r}, and what was understood has nothing of it"
    return Doubt(kind="refuse", message=f"{message}; ask first for the top {form.limit} {counted[0]} by {figure}")


def _as_before(form: Form, prior: Form, page: Page) -> Form:
    """`only in 2023`: the same ranking of other rows; in each group, as many as before where no number is said."""
    unsaid = not {"limit", "superlative"} & {slot for slot, _ in said_labels(page)}
    if prior.each and form.limit is not None and unsaid:
        form = form.model_copy(update={"limit": prior.limit})
    if form.limit is None or form.limit != prior.limit:
        return form
    form = form.model_copy(update={"place": prior.place})
    if prior.each is None or set(form.group_by) != set(prior.group_by):
        return form
    return form.model_copy(update={"group_by": prior.group_by, "each": prior.each})


def _over_time_as_before(form: Form, prior: Form, page: Page) -> Form:
    """`as a bar chart`: what a limit over groups and times took, it takes again, unless a trend is asked for."""
    known, said = prior.best_series or prior.best_pairs, said_labels(page)
    if not known or not form.limited_over_time or ("analysis", "trend") in said:
        return form
    rest = {label for label in form.analysis if label != "trend"}
    lost = form.time and form.time.grain == "unknown" and not any(slot == "grain" for slot, _ in said)
    return form.model_copy(
        update={
            "analysis": ordered(rest | ({"trend"} if prior.best_series else set())),
            "time": prior.time if lost else form.time,
        }
    )


def _from_place(form: Form, place: int) -> Form:
    """One row of the ranking; the highest or lowest of all rows is a ranking of them."""
    if _ordered(form) or form.limit in (1, place):
        return form.model_copy(update={"limit": 1, "place": place})
    only = form.metrics[0] if len(form.metrics) == 1 and not (form.group_by or form.time or form.derive) else None
    if form.limit is not None or only is None or only.agg not in _ENDS:
        return form
    return form.model_copy(
        update={
            "metrics": (Metric(column=only.column, agg="none"),),
            "analysis": ("rank",),
            "sort": Sort(by="metric", order=_ENDS[only.agg]),
            "limit": 1,
            "place": place,
        }
    )


def _in_each(form: Form, page: Page) -> Form:
    """The limit counts in each group where the group is said so, and something else is ranked in it."""
    group = _each(page)
    if form.time or group is None:
        return form
    rest = tuple(name for name in form.group_by if name != group.name)
    ranked = rest[0] if rest else _ranked(page, form, group.name, exactly=form.limit is None)
    if ranked is None or len(rest) > 1:
        return form
    if form.limit is None:
        return _first_in_each(form, page, (group.name, ranked))
    return form.model_copy(update={"group_by": (group.name, ranked), "each": group.name})


def _first_in_each(form: Form, page: Page, both: tuple[str, str]) -> Form:
    """`best selling product in every region`: the one, where the word that ranks stands beside what is ranked."""
    figure, said = form.metrics[0] if len(form.metrics) == 1 else None, spoken(page)
    ranked = [shown for shown in page.sheet.fields if shown.name == both[1]]
    places = [at for at, piece in enumerate(said) if any(_spelled(shown, piece) for shown in ranked)]
    if figure is None or figure.agg == "none" or form.derive or not any(asked_for(said, at, page) for at in places):
        return form
    low = _ENDS.get(figure.agg, "") == "asc" or ("superlative", "low") in said_labels(page)
    metric = Metric(column=figure.column) if figure.agg in _ENDS else figure
    order = Sort(by="metric", order="asc" if low else "desc")
    update = {"metrics": (metric,), "group_by": both, "each": both[0], "limit": 1, "sort": order, "analysis": ("rank",)}
    return form.model_copy(update=update)


def _best_unsaid(form: Form, page: Page) -> bool:
    """`for each region the top product by revenue`: ranked by a figure, and no order is said that it could be."""
    sorting = {slot for slot, _ in said_labels(page)} & {"order", "sort"}
    return _ordered(form) and form.metrics[0].column is not None and not sorting


def _ordered(form: Form) -> bool:
    """Whether it is a ranking of which no number is said."""
    return form.limit is None and form.sort is not None and form.sort.by == "metric" and "rank" in form.analysis


def _each(page: Page) -> Field | None:
    """The column that is named right after `each` or `every`."""
    said = pieces(page.question)
    for before, named in pairwise(said):
        if not lexicon().each.isdisjoint(before.stems):
            groups = [shown for shown in page.sheet.fields if shown.column.role in _NAMES and _named(shown, named)]
            return groups[0] if len(groups) == 1 else None
    return None


def _ranked(page: Page, form: Form, group: str, exactly: bool = False) -> str | None:
    """What is ranked in the groups: a column of names that is said and stands nowhere in the form yet."""
    held = {group, *form.group_by, *(f.column for f in form.filters), *(m.column for m in form.metrics)}
    odds, named = page.scores.role("group"), _spelled if exactly else _named
    said = [piece for piece in pieces(page.question) if not ranks(split(piece.said), page.book)]
    free = [
        (float(odds[at]), shown.name)
        for at, shown in enumerate(page.sheet.fields, 1)
        if shown.name not in held and shown.column.role in _NAMES and any(named(shown, piece) for piece in said)
    ]
    return max(free)[1] if free else None


def _named(shown: Field, piece: Piece) -> bool:
    """Whether a word may mean the column."""
    return bool(fitting([piece], shown.column.name))


def _spelled(shown: Field, piece: Piece) -> bool:
    """Whether a word stands in the name of a column that names groups."""
    words = [stem(word) for word in words_of(shown.column.name) if word not in lexicon().fillers]
    return shown.column.role == "categorical" and piece.stems[-1] in words
