"""What a question says that no condition can hold: one of two figures, an average, what did not happen since."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.language.units import amounts, percent_header, percent_of
from groundplan.language.words import Word, split
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Condition, Page, Reading
from groundplan.reading.embedded.percents import as_percent
from groundplan.reading.embedded.pieces import fitting, pieces
from groundplan.reading.embedded.said import Stretch
from groundplan.reading.embedded.sheet import Field

_SIDES = {"<": "under", "<=": "under", ">": "over", ">=": "over"}
_SINCE = ("since", "с")
_AVERAGED = {("agg", "avg"), ("agg", "median")}
_NEAR = 3
"""Words between a denial and `since`."""
_WHOLE = 100


def two_columns(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`below the reorder level`: no number is said, and a header stands where one would."""
    for condition in reading.conditions:
        unsaid = [f for f in condition.filters if f.op in _SIDES and f.value == 0 and not _numbered(condition)]
        words = _compared_with(page) if unsaid else None
        if words:
            side, name = _SIDES[unsaid[0].op], unsaid[0].column
            instead = f"name two, such as 'where COLUMN is {side} {name}', or a number, such as '{name} {side} 10'"
            message = f"'{words}' does not say which two figures are compared; {instead}"
            return Doubt(kind="refuse", message=message)
    return None


def _compared_with(page: Page) -> str | None:
    """The word of comparison and the words of the header that stand behind it."""
    said = pieces(page.question)
    for shown in page.sheet.fields:
        for piece in fitting(said, shown.column.name):
            cue = _cue(page.question, piece.start)
            if cue is not None:
                return page.question[cue : piece.end]
    return None


def above_average(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`cities with revenue above average`: what they are held to is a figure that has to be computed first."""
    words = split(page.question)
    for match in page.book.find(words, frozenset(), frozenset()):
        averaged = (match.slot, match.label) in _AVERAGED
        cue = _cue(page.question, words[match.start].start) if averaged else None
        if cue is not None:
            said = page.question[cue : words[match.end - 1].end]
            instead = "ask for that figure first, and then for a number, such as 'over 100'"
            return Doubt(
                kind="refuse", message=f"'{said}' compares with a figure of all rows, which no condition can; {instead}"
            )
    return None


def _numbered(condition: Condition) -> bool:
    return any(letter.isdigit() for stretch in condition.said for letter in stretch.text)


def _cue(question: str, end: int) -> int | None:
    """Where the word of comparison stands that is right before a place, but for articles."""
    before = [word for word in split(question[:end]) if word.lower not in lexicon().fillers]
    return before[-1].start if before and before[-1].lower in lexicon().comparing else None


def not_since(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`not counted since March`: rows of what happened since are the opposite, and rows of what did not are none."""
    words = split(page.question)
    for at, word in enumerate(words):
        denied = _denied(words[max(0, at - _NEAR - 1) : at]) if word.lower in _SINCE else None
        since = _since(page, reading, word.end) if denied else None
        if denied and since:
            text = page.question[denied.start : word.end]
            instead = f"ask, for example, for '{since}'"
            message = f"'{text}' is said of what did not happen, which no row shows; {instead}"
            return Doubt(kind="refuse", message=message)
    return None


def _denied(near: Sequence[Word]) -> Word | None:
    """The last word that denies, if nothing but words stand behind it."""
    at = max((place for place, word in enumerate(near) if word.lower in lexicon().denying), default=None)
    return near[at] if at is not None and all(word.is_word for word in near[at:]) else None


def _since(page: Page, reading: Reading, end: int) -> str | None:
    """The date that is said right behind a place, as what lies before it; rows without any date are none of these."""
    near = [c for c in reading.conditions if any(end - 6 <= stretch.start <= end + 6 for stretch in c.said)]
    dated = {shown.name for shown in page.sheet.fields if shown.column.role == "temporal"}
    for limit in (f for c in near for f in c.filters if f.op == ">=" and isinstance(f.value, str)):
        return f"{limit.column} before {limit.value}"
    empty = [f.column for f in reading.form.filters if f.op == "is_null" and f.column in dated]
    said = page.question[end:].strip(" ?.!")
    return f"{empty[0]} before {said}" if empty and said else None


def part_of_whole(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`make up 80% of revenue`: a revenue of 80 is another question."""
    for condition in reading.conditions:
        said = [each for each in condition.said if _is_percent(page.question, each)]
        if said and _counts(page.field(condition.place)):
            return told_part(page, said[0].text.rstrip("% "), page.field(condition.place).name)
    form, figure = reading.form, reading.form.metrics[0].column if reading.form.metrics else None
    held = next((shown for shown in page.sheet.fields if shown.name == figure), None)
    plain = form.derive is None and (held is None or _counts(held))
    if form.having and plain and as_percent(page.question, form.having.value):
        return told_part(page, f"{form.having.value:g}", figure or "the number of rows")
    return None


def _is_percent(question: str, said: Stretch) -> bool:
    within = [each for each in amounts(question) if each.start < said.end and said.start < each.end]
    return any(percent_of(question, each) is not None for each in within)


def _counts(shown: Field) -> bool:
    """Whether a column holds figures that are no parts of a hundred: none is said to be, and some are above it."""
    high = shown.column.high
    above = isinstance(high, int | float) and high > _WHOLE
    return shown.column.role == "numeric" and above and not percent_header(shown.column.name)


def told_part(page: Page, number: str, column: str) -> Doubt:
    """A part of a whole that no condition can be, and what can be asked instead."""
    named = next((shown.name for shown in page.sheet.fields if shown.column.role == "categorical"), "NAME")
    instead = f"such as 'share of {column} by {named}', or for a number, such as '{column} over {number}'"
    held = f"'{number}%' is a part of a whole, and {column!r} holds none"
    return Doubt(kind="refuse", message=f"{held}; ask for shares, {instead}")
