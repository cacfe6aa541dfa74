"""A question as the finders see it: its words, the numbers among them, the names that are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from groundplan.contracts.span import SpanKind
from groundplan.language.numbers import CURRENCY, read_numbers
from groundplan.language.words import LONGEST, Word, split


class Found(NamedTuple):
    """Words `start` to `end` (excluded) are of a kind."""

    start: int
    end: int
    kind: SpanKind


@dataclass(frozen=True)
class Asked:
    """The words of a question, each number one word, and the values of these by place."""

    question: str
    words: tuple[Word, ...]
    values: Mapping[int, float]
    names: tuple[str, ...] = ()

    def lower(self, at: int) -> str:
        """The word at a place in small letters; empty beyond the ends."""
        return self.words[at].lower if 0 <= at < len(self.words) else ""

    def touching(self, at: int) -> bool:
        """Whether nothing but an underscore stands between the word at a place and the next one."""
        return 0 <= at < len(self.words) - 1 and self.between(at) in ("", "_")

    def between(self, at: int) -> str:
        """What stands between the word at a place and the next one."""
        return self.question[self.words[at].end : self.words[at + 1].start]

    def places(self, start: int, end: int) -> range:
        """The words that lie within characters `start` to `end`."""
        inside = [at for at, word in enumerate(self.words) if start <= word.start and word.end <= end]
        return range(inside[0], inside[-1] + 1) if inside else range(0)


def asked(question: str, names: Iterable[str] = ()) -> Asked:
    """The question taken apart; what stands beyond the longest question is not read."""
    words, values = read_numbers(split(question[:LONGEST]))
    signed = tuple(_with_sign(question, word) if at in values else word for at, word in enumerate(words))
    return Asked(question, signed, values, tuple(names))


def _with_sign(question: str, number: Word) -> Word:
    """A number with the sign of its currency, which reading it leaves out."""
    signed = number.start > 0 and question[number.start - 1] in CURRENCY
    return replace(number, start=number.start - signed)
