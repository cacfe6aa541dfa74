"""The follow-up gate: whether a question stands alone or changes the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from groundplan.embed import Embedder
from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Match, phrasebook
from groundplan.language.words import Word, clean, split
from groundplan.reading.blank import Blank
from groundplan.reading.mentions import Mention, columns_named, values_named

_SHORT = 4
"""So few words rarely hold a whole question."""
_CLEAR = 2
_ASKING = ("agg", "superlative", "limit", "analysis")
_FIRM = frozenset({"chart", "order", "grain", "derive"})
"""Slots whose phrasings of two words and more are never part of a column's name."""


@dataclass(frozen=True)
class _Said:
    """A text with what its words may mean."""

    text: str
    words: tuple[Word, ...]
    numbers: frozenset[int]
    matches: tuple[Match, ...]
    columns: tuple[Mention, ...]
    values: frozenset[int]
    data: bool
    """Whether there are tables that it may ask about."""

    def labels(self, *slots: str) -> list[Match]:
        """The phrasings found for these slots, in order."""
        return [match for match in self.matches if match.slot in slots]

    def of(self, match: Match) -> str:
        """The words of a phrasing as they were written."""
        return self.text[self.words[match.start].start : self.words[match.end - 1].end]


def _said(text: str, blank: Blank) -> _Said:
    text = clean(text)
    words, numbers = read_numbers(split(text))
    matches = phrasebook(blank.labels).find(words, frozenset(), frozenset(numbers))
    firm = frozenset(at for m in matches if m.slot in _FIRM and m.size > 1 for at in range(m.start, m.end))
    columns = columns_named(words, blank.tables, firm)
    values = values_named(text, words, blank) if blank.tables else frozenset()
    return _Said(text, words, frozenset(numbers), matches, columns, values, bool(blank.tables))


def follow_up(text: str, previous: str, blank: Blank, embedder: Embedder) -> tuple[bool, str]:
    """Whether the text follows up on the previous one, and why in one sentence; independent unless it is clear."""
    if not previous.strip():
        return False, "there is no question before it"
    said = _said(text, blank)
    found = _evidence(said)
    against = _own_subject(said)
    weight = sum(weight for weight, _ in found) - (2 if against else 0)
    if weight >= _CLEAR:
        return True, max(found)[1]
    if weight == _CLEAR - 1 and (not said.data or _bare(said)) and _sounds_like_one(said, blank, embedder):
        return True, "it sounds like a change to the question before"
    return False, against or "nothing in it points back to the question before"


def _evidence(said: _Said) -> list[tuple[int, str]]:
    """What speaks for a follow-up, weighed."""
    found: list[tuple[int, str]] = []
    labels = said.labels("follow_up")
    pronoun = next((m for m in labels if m.label == "pronoun" and _points_back(said, m)), None)
    if pronoun:
        found.append((2 if said.data else 3, f"{said.of(pronoun)!r} points back to the question before"))
    opening = next((m for m in labels if m.label == "opening" and m.start == 0), None)
    if opening and (opening.size > 1 or _count(said) <= 2 * _SHORT):
        found.append((2, f"it opens with {said.of(opening)!r}, which continues the question before"))
    closing = next((m for m in labels if m.label in ("closing", "other")), None)
    if closing:
        found.append(
            (2 if closing.label == "other" else 1, f"{said.of(closing)!r} compares it with the question before")
        )
    if said.data and _bare(said):
        found.append((2, "it has no subject of its own"))
    if _count(said) <= _SHORT:
        found.append((1, "it is too short to stand alone"))
    return found


def _bare(said: _Said) -> bool:
    """Every word is a label, a value or a filler: `stacked bars`, `in percent`, `without Berlin`."""
    explained = {at for match in said.matches for at in range(match.start, match.end)} | set(said.numbers)
    explained |= said.values | {at for each in said.columns for at in each.span}
    left = [w for at, w in enumerate(said.words) if at not in explained and w.is_word]
    open_words = [word for word in left if word.lower not in lexicon().fillers]
    measured = any(each.column.role == "numeric" for each in said.columns)
    counted = any(m.label == "count" for m in said.labels("agg"))
    return not open_words and not measured and not counted and len(said.columns) <= 1 and _count(said) <= 2 * _SHORT


def _own_subject(said: _Said) -> str:
    """What shows that the question stands alone: a figure of its own, or names of its own."""
    asked = [m for m in said.labels(*_ASKING) if not any(f.start <= m.start < f.end for f in said.labels("follow_up"))]
    numbers = [each for each in said.columns if each.column.role == "numeric"]
    if asked and (numbers or len(said.columns) >= 2 or (said.columns and _count(said) > _SHORT)):
        return "it names a figure and a column of its own"
    if len(said.columns) >= 2 and _count(said) > _SHORT:
        return "it names columns of its own"
    if not said.data and _proper_names(said) >= 1:
        return "it names what it asks about"
    return ""


def _points_back(said: _Said, match: Match) -> bool:
    """Words like `this` and `there` point back only by themselves: not in `this year`, not in `are there`."""
    word = said.words[match.start].lower
    before = said.words[match.start - 1].lower if match.start else ""
    if word == "there":
        return before not in lexicon().being and match.start > 0 and not _followed_by_be(said, match)
    if word == "that":
        return before in lexicon().before_that or match.end >= len(said.words) - 1
    return not (word == "this" and match.size == 1 and match.end < len(said.words) and _dated(said, match.end))


def _followed_by_be(said: _Said, match: Match) -> bool:
    return match.end < len(said.words) and said.words[match.end].lower in lexicon().being


def _dated(said: _Said, at: int) -> bool:
    return said.words[at].lower in lexicon().spells


def _proper_names(said: _Said) -> int:
    """Words written with a capital letter inside the sentence."""
    return sum(word.text[0].isupper() and word.text != "I" for word in said.words[1:] if word.is_word)


def _count(said: _Said) -> int:
    return sum(word.is_word for word in said.words)


def _sounds_like_one(said: _Said, blank: Blank, embedder: Embedder) -> bool:
    """Closer to an example of a follow-up than to any example of a whole question."""
    following = list(blank.labels.get("follow_up", {}).get("example", ()))
    whole: Sequence[str] = [example for examples in blank.intents.values() for example in examples]
    if not following or not whole:
        return False
    vectors = embedder.embed([said.text[:200], *following, *whole])
    cosines: list[float] = np.asarray(vectors[1:] @ vectors[0]).tolist()
    return max(cosines[: len(following)]) > max(cosines[len(following) :])
