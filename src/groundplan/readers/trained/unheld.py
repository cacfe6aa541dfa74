"""What a question says that no condition on one value can hold: two columns, an average, what did not happen since."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts import Doubt, Filter
from groundplan.readers.similarity.lexicon import lexicon
from groundplan.readers.similarity.words import Word, split
from groundplan.readers.trained.conditions import Condition, Page
from groundplan.readers.trained.decode import Reading
from groundplan.readers.trained.pieces import fitting, pieces

_SIDES = {"<": "under", "<=": "under", ">": "over", ">=": "over"}
_SINCE = ("since", "с")
_AVERAGED = {("agg", "avg"), ("agg", "median")}
_NEAR = 3
"""Words between a denial and `since`."""


def two_columns(page: Page, reading: Reading) -> Doubt | None:
    """`below the reorder level`: no number is said, and the header stands where one would."""
    said = pieces(page.question)
    for condition in reading.conditions:
        unsaid = [f for f in condition.filters if f.op in _SIDES and f.value == 0 and not _numbered(condition)]
        named = fitting(said, page.field(condition.place).column.name) if unsaid else []
        cue = _cue(page.question, named[0].start) if named else None
        if cue is not None:
            words = page.question[cue : named[-1].end]
            instead = f"give a number, such as '{unsaid[0].column} {_SIDES[unsaid[0].op]} 10'"
            message = f"'{words}' compares two columns, which no condition can; {instead}"
            return Doubt(kind="refuse", message=message)
    return None


def above_average(page: Page) -> Doubt | None:
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


def not_since(page: Page, reading: Reading) -> Doubt | None:
    """`not counted since March`: rows of what happened since are the opposite, and rows of what did not are none."""
    words = split(page.question)
    for at, word in enumerate(words):
        denied = _denied(words[max(0, at - _NEAR - 1) : at]) if word.lower in _SINCE else None
        since = _since(reading, word.end) if denied else None
        if denied and since:
            text = page.question[denied.start : word.end]
            instead = f"ask, for example, for '{since.column} before {since.value}'"
            message = f"'{text}' is said of what did not happen, which no row shows; {instead}"
            return Doubt(kind="refuse", message=message)
    return None


def _denied(near: Sequence[Word]) -> Word | None:
    """The last word that denies, if nothing but words stand behind it."""
    at = max((place for place, word in enumerate(near) if word.lower in lexicon().denying), default=None)
    return near[at] if at is not None and all(word.is_word for word in near[at:]) else None


def _since(reading: Reading, end: int) -> Filter | None:
    """The condition on dates that is said right behind a place."""
    near = [c for c in reading.conditions if any(end - 6 <= stretch.start <= end + 6 for stretch in c.said)]
    return next((f for c in near for f in c.filters if f.op == ">=" and isinstance(f.value, str)), None)
