"""The cells that a question names, as one condition.

A part of a name that several cells have means them all: `germany` is 'Berlin, Germany' and 'Munich, Germany' alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.contracts import Column, Filter
from groundplan.readers.similarity.words import split, stem
from groundplan.readers.trained.pieces import pieces, words_of
from groundplan.readers.trained.said import Stretch, unique
from groundplan.values import Match

LISTED = {"=": "in", "in": "in", "!=": "not_in", "not_in": "not_in"}
ONE = {"in": "=", "not_in": "!=", "=": "=", "!=": "!="}
_PARTLY = {"=": "contains", "!=": "not_contains"}


@dataclass(frozen=True)
class Naming:
    """A column, under the name that a form uses, and what is said of it."""

    name: str
    column: Column
    question: str
    said: Sequence[Stretch]
    links: Sequence[Match] = ()


def held_to(naming: Naming, op: str, picked: Sequence[str]) -> Filter:
    """The condition on the cells that were picked, in the order in which the question says them."""
    words = [(_begins(naming.question, value), value) for value in picked]
    every = unique([cell for _, value in sorted(words, key=lambda pair: pair[0]) for cell in _alike(naming, value)])
    if len(every) == 1 and (part := _part_of_many(naming, every[0])):
        return Filter(column=naming.name, op=_PARTLY[ONE[op]], value=part)
    if len(every) == 1:
        return Filter(column=naming.name, op=ONE[op], value=every[0])
    part = _shared(naming, every) if len(picked) == 1 else ""
    if part:
        return Filter(column=naming.name, op=_PARTLY[ONE[op]], value=part)
    return Filter(column=naming.name, op=LISTED[op], value=every)


def _alike(naming: Naming, value: str) -> list[str]:
    """The cells of which the question says as much as of the one that was picked: to take one would be a guess."""
    words, asked = _stems(value), _asked(naming.question)
    told = words & asked
    spoken = {stem(word) for stretch in naming.said for word in words_of(stretch.text)} & words
    if not spoken or told == words or not _only(naming, words):
        return [value]
    same = [cell for cell in naming.column.values if _stems(cell) & asked == told]
    whole = [cell for cell in same if _stems(cell) == told]
    return whole[:1] or same or [value]


def _only(naming: Naming, words: frozenset[str]) -> bool:
    """Whether the stretches that say a word of a value say nothing else."""
    spoken = [{stem(word) for word in words_of(stretch.text)} for stretch in naming.said]
    return all(each <= words for each in spoken if each & words)


def _shared(naming: Naming, cells: Sequence[str]) -> str:
    """The words that the cells share, where no other cell has these."""
    part = _as_written(cells[0], _stems(cells[0]) & _asked(naming.question))
    having = {cell for cell in naming.column.values if part.lower() in cell.lower()}
    return part if part and having == set(cells) else ""


def _part_of_many(naming: Naming, value: str) -> str:
    """The same of a column whose cells are too many to be kept: several of them were found by the same words."""
    found = [m for m in naming.links if m.column == naming.column.name and m.how == "part"]
    own = [m for m in found if m.value == value]
    same = {m.value for m in found for mine in own if (m.start, m.end) == (mine.start, mine.end)}
    if naming.column.values or len(same) < 2 or not _only(naming, _stems(value)):
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
