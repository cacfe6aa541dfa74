"""The cells that a question names, as one condition.

A part of a name that several cells have means them all: `germany` is 'Berlin, Germany' and 'Munich, Germany' alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.reading.embedded.page import Stretch
from groundplan.reading.embedded.question_words import pieces, words_of
from groundplan.reading.embedded.values_said import unique
from groundplan.reading.formed.form import Filter
from groundplan.sources.shape import Column
from groundplan.values.aliases import other_names
from groundplan.values.match import Match

LISTED = {"=": "in", "in": "in", "!=": "not_in", "not_in": "not_in"}

ONE = {"in": "=", "not_in": "!=", "=": "=", "!=": "!="}

_PARTLY = {"=": "contains", "!=": "not_contains"}

_LISTS = re.compile(r"[,;|]")

_WHOLE = ("exact", "case", "accent", "lemma", "plural")


@dataclass(frozen=True)
class Naming:
    """A column, under the name that a form uses, and what is said of it."""

    name: str
    column: Column
    question: str
    said: Sequence[Stretch]
    links: Sequence[Match] = ()

    @property
    def own(self) -> list[Match]:
        """What is linked to this column."""
        return [link for link in self.links if link.column == self.column.name]


def held_to(naming: Naming, op: str, picked: Sequence[str]) -> Filter:
    """The condition on the cells that were picked, in the order in which the question says them."""
    whole = [_longest(naming, value) for value in picked]
    ordered = sorted(unique(whole), key=lambda value: _begins(naming.question, value))
    every = unique([cell for value in ordered for cell in _alike(naming, value)])
    if len(every) == 1 and (part := _part_of_many(naming, every[0])):
        return Filter(column=naming.name, op=_PARTLY[ONE[op]], value=part)
    if len(every) == 1:
        return Filter(column=naming.name, op=ONE[op], value=every[0])
    part = _shared(naming, every) if len(ordered) == 1 else ""
    if part:
        return Filter(column=naming.name, op=_PARTLY[ONE[op]], value=part)
    return Filter(column=naming.name, op=LISTED[op], value=every)


def _longest(naming: Naming, value: str) -> str:
    """`senior managers` are of the cell 'Senior Manager', where there is one, and not of 'Senior'."""
    own = [link for link in naming.own if link.value == value]
    longer = [
        link
        for link in naming.own
        if link.how in _WHOLE and any(_around(link, mine) and _stems(value) < _stems(link.value) for mine in own)
    ]
    return max(longer, key=lambda link: link.end - link.start).value if longer else value


def _around(link: Match, other: Match) -> bool:
    return link.start <= other.start and other.end <= link.end and link.end - link.start > other.end - other.start


def _alike(naming: Naming, value: str) -> list[str]:
    """The cells of which the question says as much as of the one that was picked: to take one would be a guess."""
    if len(listed := _listing(naming.column, value)) > 1:
        return listed
    words, spoken = _stems(value), _spoken(naming, value)
    asked = _asked(naming.question).union(*(other_names(word) for word in spoken))
    told = words & asked
    if not spoken or told == words or not all(word in words or other_names(word) & words for word in spoken):
        return [value]
    same = [cell for cell in naming.column.values if _stems(cell) & asked == told]
    whole = [cell for cell in same if _stems(cell) == told]
    return whole[:1] or same or [value]


def _listing(column: Column, value: str) -> list[str]:
    """The cells that are the value or list it among others: 'API', 'Reports, API'."""
    low = value.strip().lower()
    return [cell for cell in column.values if low in {item.strip().lower() for item in _LISTS.split(cell)}]


def _spoken(naming: Naming, value: str) -> frozenset[str]:
    """The words that say a value: those of the stretches that have one of it, else of what is linked to it."""
    words = _stems(value)
    said = [_stems(stretch.text) for stretch in naming.said]
    linked = [_stems(naming.question[link.start : link.end]) for link in naming.own if link.value == value]
    close = [each for each in said if any(word in words or other_names(word) & words for word in each)]
    return frozenset().union(*(close or ([] if said else linked)))


def _shared(naming: Naming, cells: Sequence[str]) -> str:
    """The words that the cells share, where no other cell has these."""
    shortest = min(cells, key=len)
    part = _as_written(shortest, frozenset.intersection(*map(_stems, cells)))
    having = {cell for cell in naming.column.values if part.lower() in cell.lower()}
    return part if part and having == set(cells) else ""


def _part_of_many(naming: Naming, value: str) -> str:
    """The same of a column whose cells are too many to be kept: several of them were found by the same words."""
    found = [m for m in naming.own if m.how == "part"]
    own = [m for m in found if m.value == value]
    same = {m.value for m in found for mine in own if (m.start, m.end) == (mine.start, mine.end)}
    if naming.column.values or len(same) < 2 or not _spoken(naming, value) <= _stems(value):
        return ""
    return naming.question[own[0].start : own[0].end]


def _as_written(cell: str, told: frozenset[str]) -> str:
    """The words as the cell has them; empty where other words stand between."""
    words = [word for word in split(cell) if word.text[0].isalnum()]
    at = [place for place, word in enumerate(words) if stem(word.lower) in told]
    whole = bool(at) and at[-1] - at[0] == len(at) - 1
    return cell[words[at[0]].start : words[at[-1]].end] if whole else ""


def _begins(question: str, value: str) -> int:
    """Where the first word of a value is said."""
    words = _stems(value)
    return min((piece.start for piece in pieces(question) if words & set(piece.stems)), default=len(question))


def _asked(question: str) -> frozenset[str]:
    return frozenset(one for piece in pieces(question) for one in piece.stems)


def _stems(cell: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(cell) if word[0].isalnum())
