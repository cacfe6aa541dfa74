"""Conditions that are said in full: a column by its whole name, and right after it what it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Match
from groundplan.language.stems import stem
from groundplan.language.units import amounts
from groundplan.language.words import Word, split
from groundplan.query.form import Filter
from groundplan.reading.embedded.conditions import Condition, Page, in_order, overlap
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.said import Stretch

_COMPARED = (">", ">=", "<", "<=")
_TORN = 0.3
_LINKS = ("is", "are", "was", "were", "be", "of")


def with_stated(page: Page, found: Sequence[Condition]) -> list[Condition]:
    """`where revenue is more than 500`: also of a column whose sum is asked for, which few questions limit as well.

    Groups that are held to a number are none of these: the network tells them apart, unless it is torn.
    """
    if page.prior is not None:
        return list(found)
    words, numbers = read_numbers(split(page.question))
    said = [m for m in page.book.find(words, frozenset(), frozenset(numbers)) if m.slot in ("operator", "agg")]
    taken = {condition.place for condition in found}
    stated = [one for match in said if (one := _condition(page, words, match, said, taken)) is not None]
    for one in stated:
        found = _with(found, one)
    return in_order(page, found) if stated else list(found)


def _with(found: Sequence[Condition], one: Condition) -> list[Condition]:
    """The condition beside the others, in place of one by the same words; what is limited otherwise stays so."""
    others = [other for other in found if not overlap(one, other)]
    return list(found) if any(other.place == one.place for other in others) else [*others, one]


def _condition(
    page: Page, words: Sequence[Word], match: Match, said: Sequence[Match], taken: set[int]
) -> Condition | None:
    if match.slot != "operator" or match.label not in _COMPARED or match.number is None:
        return None
    end = match.start
    while end and words[end - 1].lower in _LINKS:
        end -= 1
    for place, shown in enumerate(page.sheet.fields, 1):
        header = [stem(word) for word in words_of(shown.column.name)]
        named = shown.column.role == "numeric" and [word.stem for word in words[end - len(header) : end]] == header
        summed = any(other.slot == "agg" and other.end == end - len(header) for other in said)
        torn = place not in taken and 1 - float(page.scores.ops[place][0]) < _TORN
        grouped = torn and page.scores.best("having")[0] != "none"
        if named and header and end >= len(header) and not (summed or grouped):
            return _held(page, place, match.label, words[match.number].start)
    return None


def _held(page: Page, place: int, op: str, at: int) -> Condition | None:
    name = page.field(place).name
    for amount in amounts(page.question, name):
        if amount.start <= at < amount.end:
            limit = Filter(column=name, op=op, value=amount.value)
            stretch = Stretch(amount.start, amount.end, page.question[amount.start : amount.end])
            return Condition(place, (limit,), 1.0, (stretch,))
    return None
