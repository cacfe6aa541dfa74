"""A question and its history, taken apart for the follow-up gate."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from groundplan.contracts import Question
from groundplan.language.russian import lemma, russian
from groundplan.plan.folder import load

Features = dict[str, float]
_WORD = re.compile(r"[^\W_]+(?:[-.][^\W_]+)*(?:['’][^\W_]+)?[+#]*")
_SENTENCE = re.compile(r"[.!?…:]\s*$|^\W*$")


@dataclass(frozen=True)
class Word:
    """One word of a text."""

    text: str
    lower: str
    capital: bool
    """Written with a capital letter that is not the first of a sentence."""
    named: bool
    """A name, as it is written or as it was written before."""
    owner: bool
    """With a possessive ending."""
    quoted: bool
    start: int


@dataclass(frozen=True)
class QuestionParts:
    """A question as the gate sees it."""

    text: str
    words: tuple[Word, ...]
    before: frozenset[str]
    """Words of all turns before."""
    last: frozenset[str]
    """Words of the last answer."""
    names: frozenset[str]
    """Names in the turns before."""
    turns: int

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Dictionary forms of the Russian words of the turns before."""
        return frozenset(lemma(word) if russian(word) else word for word in self.before)


@cache
def words_of(language: str) -> dict[str, frozenset[str]]:
    """The lists of words on disk, by kind."""
    lists = load(Path(__file__).with_name("words.yaml"))[language]
    return {kind: frozenset(str(text).split()) for kind, text in lists.items()}


def parts_of(question: Question) -> QuestionParts:
    """The question with what was said before it."""
    history = [turn.text for turn in question.history]
    answers = [turn.text for turn in question.history if turn.role == "assistant"]
    before = [word for text in history for word in _split(text, frozenset())]
    names = frozenset(word.lower for word in before if word.capital)
    return QuestionParts(
        text=question.text,
        words=tuple(_split(question.text, names)),
        before=frozenset(word.lower for word in before),
        last=frozenset(word.lower for word in _split(answers[-1], frozenset())) if answers else frozenset(),
        names=names,
        turns=len(history) // 2,
    )


def _split(text: str, names: Collection[str]) -> Iterable[Word]:
    for found in _WORD.finditer(text):
        plain = re.sub(r"['’]s?$", "", found.group())
        owner, lead = plain != found.group(), text[: found.start()]
        quoted = _inside_quotes(lead)
        opens = bool(_SENTENCE.search(lead)) and not quoted
        capital = (plain[0].isupper() and plain != "I" and not opens) or plain[1:].lower() != plain[1:]
        lower = plain.lower().replace("ё", "е")
        yield Word(found.group(), lower, capital, capital or quoted or lower in names, owner, quoted, found.start())


def _inside_quotes(lead: str) -> bool:
    return lead.count("«") > lead.count("»") or lead.count("“") > lead.count("”") or lead.count('"') % 2 == 1


def flag(true: bool) -> float:
    """1 or 0."""
    return 1.0 if true else 0.0


def spread(count: int, most: int) -> float:
    """A count as a share of the most that matters."""
    return min(count, most) / most


def has(words: Iterable[str], wanted: Collection[str]) -> bool:
    """Whether one of the words is wanted."""
    return any(word in wanted for word in words)


def content(words: Sequence[str], language: str) -> list[str]:
    """The words that are not of the closed list."""
    return [word for word in words if word not in words_of(language)["closed"]]
