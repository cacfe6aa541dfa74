"""How much each group grew from one period to the next, which words say: the network's forms add both periods up."""

from __future__ import annotations

import datetime

from dateutil.relativedelta import relativedelta

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import read_numbers
from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.query.form import Derive, Filter, Form, Grain, Sort, Time
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Page, Reading
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.time_columns import latest

_STEPS: dict[Grain, relativedelta] = {
    "year": relativedelta(years=1), "quarter": relativedelta(months=3), "month": relativedelta(months=1),
    "week": relativedelta(weeks=1), "day": relativedelta(days=1),
}  # fmt: skip
_SECOND = datetime.timedelta(seconds=1)


def with_said_growth(form: Form, page: Page) -> Form:
    """`which region grew most from 2022 to 2023`: the change of each group between the two, not their sum."""
    grain = _grain_of_two(form, page) if _grown(form, page) else None
    if grain is None:
        return form
    dated = next(f.column for f in form.filters if _dated(f, page))
    of = (form.metrics[0].column,) if form.metrics[0].column else ()
    order = form.sort and Sort(by="metric", order="asc" if _says(page, lexicon().falling) else "desc")
    return form.model_copy(
        update={
            "time": Time(column=dated, grain=grain),
            "derive": Derive(kind="percent_change", of=of),
            "sort": order if form.limit else form.sort,
            "analysis": tuple(dict.fromkeys((*form.analysis, "change"))),
        }
    )


def unread_growth(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """Growth of groups that is not between two neighbouring periods would be answered by what they are, not by it."""
    form = reading.form
    if form.time is not None or not _grown(form, page):
        return None
    dated = next((shown.column for shown in page.sheet.fields if shown.column.role == "temporal"), None)
    told = "how much each group grew is told from one period to the next"
    if dated is None:
        return Doubt(kind="refuse", message=f"{told}, and no column holds a date")
    figure = form.metrics[0].column or "rows"
    last = latest(dated).year
    instead = f"'growth of {figure} by {form.group_by[0]} from {last - 1} to {last}'"
    return Doubt(kind="refuse", message=f"{told}, so name two neighbouring ones; ask, for example, for {instead}")


def _grown(form: Form, page: Page) -> bool:
    """Whether a change is said of groups and the form has none of a series."""
    one = len(form.metrics) == 1 and form.metrics[0].agg != "none" and len(form.group_by) == 1
    other = form.derive is not None and form.derive.kind != "percent_change"
    two = _grain_of_two(form, page)
    series = form.time is not None and (two is None or form.time.grain not in (two, "unknown"))
    if page.prior is not None or not one or series or other or len(form.alternatives) > 1:
        return False
    if form.derive is not None or _says(page, lexicon().growing):
        return True
    ranked = form.limit is not None and form.metrics[0].column is not None and two is not None
    return ranked and _says(page, lexicon().rising | lexicon().falling)


def _says(page: Page, wanted: frozenset[str]) -> bool:
    """Whether one of the words is said, and names no column or value."""
    words, _ = read_numbers(split(page.question))
    named = {stem(word) for name in page.sheet.names for word in words_of(name)}
    named |= {stem(word) for link in page.links for word in words_of(link.value)}
    return any(word.lower in wanted and word.stem not in named for word in words)


def _dated(condition: Filter, page: Page) -> bool:
    temporal = {shown.name for shown in page.sheet.fields if shown.column.role == "temporal"}
    return condition.column in temporal and condition.op == "between" and all(map(_is_day, condition.value or ()))


def _is_day(value: object) -> bool:
    """`between 0 and 3` may be read of a date, and is no span of time."""
    try:
        datetime.datetime.fromisoformat(str(value))
    except ValueError:
        return False
    return True


def _grain_of_two(form: Form, page: Page) -> Grain | None:
    """The grain of which a condition spans two whole periods."""
    spans = [f.value for f in form.filters if _dated(f, page) and isinstance(f.value, list)]
    if len(spans) != 1:
        return None
    first, last = (datetime.datetime.fromisoformat(str(value)) for value in spans[0])
    after = last + (_SECOND if last.time() != datetime.time() else datetime.timedelta(days=1))
    return next((grain for grain, step in _STEPS.items() if first + step + step == after), None)
