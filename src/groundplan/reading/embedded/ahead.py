"""How far a forecast looks ahead: `for the next 3 months`, `next year` by quarter."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import read_numbers
from groundplan.language.words import split
from groundplan.query.form import Form
from groundplan.reading.embedded.conditions import Condition, Page

_LONG = {
    ("year", "month"): 12,
    ("year", "quarter"): 4,
    ("quarter", "month"): 3,
    ("week", "day"): 7,
    ("year", "week"): 52,
}
"""Of a unit and a grain: how many periods one of the unit is."""
_FARTHEST = 120


def with_ahead(form: Form, page: Page, conditions: Sequence[Condition]) -> Form:
    """The periods that are said of a forecast and limit nothing; those of the question before where none are."""
    if "forecast" not in form.analysis or form.time is None:
        return form
    said = _said(page.question, form.time.grain, conditions)
    before = page.prior.ahead if page.prior else None
    return form.model_copy(update={"ahead": said or before})


def _said(question: str, grain: str, conditions: Sequence[Condition]) -> int | None:
    words, values = read_numbers(split(question))
    read = [(stretch.start, stretch.end) for condition in conditions for stretch in condition.said]
    for at, word in enumerate(words):
        unit = lexicon().units.get(word.lower)
        many = 1 if unit == grain else _LONG.get((unit or "", grain))
        if many is None or any(start <= word.start < end for start, end in read):
            continue
        if at and at - 1 in values:
            return _periods(values[at - 1], many)
        if at and words[at - 1].lower in lexicon().coming:
            return many
    return None


def _periods(value: float, many: int) -> int | None:
    """A whole number of them that somebody may mean."""
    found = round(value * many)
    return found if 0 < found <= _FARTHEST else None
