"""A stretch of the question and a value kept under its key -> how they agree, and how well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from groundplan.language.whole import Whole, whole_words
from groundplan.values.match import How
from groundplan.values.speech import ASKED, ASKED_TOGETHER, Parts, Speech, cyrillic, initials

_DIGITS = re.compile(r"\d+")


class Grade(NamedTuple):
    """How a stretch is a value: in which way, how well, and where it begins and ends."""

    how: How
    score: float
    start: int
    end: int


class Stretch(NamedTuple):
    """Some words in a row."""

    text: str
    words: Sequence[Whole]
    everyday: bool
    """All of them are function words."""
    shouted: bool
    """The whole question is in capitals."""


def grade(stretch: Stretch, value: str, parts: Parts, speech: Speech) -> Grade | None:
    """The best way in which the stretch is the value, or None if a key was shared by chance."""
    start, end = stretch.words[0].start, stretch.words[-1].end
    said = stretch.text[start:end]
    if said == value:
        return Grade("exact", 1.0, start, end)
    if framed := _framed(stretch, value):
        return framed
    if stretch.everyday or not parts.words:
        return None
    found = _whole(stretch, said, value, parts, speech)
    return Grade(*found, start, end) if found else None


def _framed(stretch: Stretch, value: str) -> Grade | None:
    """A value with marks around it, `Yahoo!` or `(other)`, as it stands."""
    first = stretch.words[0]
    lead = value.find(first.text)
    start = first.start - lead
    if lead < 0 or start < 0 or not stretch.text.startswith(value, start) or start + len(value) < stretch.words[-1].end:
        return None
    return Grade("exact", 1.0, start, start + len(value))


def _whole(stretch: Stretch, said: str, value: str, parts: Parts, speech: Speech) -> tuple[How, float] | None:
    joined = "".join([word.fold for word in stretch.words])
    if joined == parts.joined:
        return _written(said, value)
    own = tuple(word.fold for word in stretch.words)
    if _DIGITS.findall(said) != _DIGITS.findall(value):
        return _short(stretch, own, parts)
    if speech.key(own) == parts.keys[0]:
        lemmas = bool(speech.lemma) and list(map(speech.base, own)) == list(map(speech.base, parts.words))
        return ("lemma", 0.92) if lemmas else ("plural", 0.9)
    if parts.keys[0] in latin(speech, own) or speech.key(own) in parts.keys[1:]:
        return ("lemma", 0.92) if cyrillic(own[0]) and cyrillic(parts.words[0]) else ("translit", 0.85)
    return _short(stretch, own, parts)


def latin(speech: Speech, words: tuple[str, ...]) -> tuple[str, ...]:
    """Keys in Latin letters of some words of a question."""
    return speech.latin(words, ASKED if len(words) == 1 else ASKED_TOGETHER)


def _written(said: str, value: str) -> tuple[How, float] | None:
    """The same letters: case, marks or accents differ."""
    one, other = said.lower(), value.lower()
    if one == other:
        return "case", 0.97 if len(value) > 2 else 0.7
    if _DIGITS.findall(said) != _DIGITS.findall(value):
        return None
    plain = _letters(one) == _letters(other)
    return ("case" if plain else "accent"), 0.95


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _short(stretch: Stretch, own: tuple[str, ...], parts: Parts) -> tuple[How, float] | None:
    """`NYC` for New York City."""
    if len(own) > 1 or own[0] not in initials(parts.words):
        return None
    capitals = stretch.words[0].text.isupper() and not stretch.shouted
    if len(own[0]) == 2 and not capitals:
        return "abbreviation", 0.45
    return "abbreviation", 0.8 if capitals else 0.6


def symbol_stretches(text: str) -> list[Whole]:
    """Runs of marks that stand alone, which a value may be."""
    runs = re.finditer(r"\S+", text)
    return [Whole(run.group(), run.group(), run.start(), run.end()) for run in runs if not whole_words(run.group())]
