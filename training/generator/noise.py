"""Letter case, slang and typos, as people type; marks in the text survive."""

from __future__ import annotations

import random
import re

from .grammar import Phrases
from .spans import MARK, tidy

TYPO_ODDS, SLANG_ODDS = 0.08, 0.06
_WORD = re.compile(r"[^\W\d_]{4,}")
_LETTER = re.compile(r"[^\W\d_]")
_STOP = re.compile(rf"[?.]((?:{MARK.pattern})*)$")
_NEXT = {"a": "s", "e": "r", "i": "o", "o": "p", "s": "d", "t": "r", "r": "t", "n": "m", "m": "n", "l": "k", "c": "v"}


def finish(text: str, rng: random.Random, phrases: Phrases, typos: float = TYPO_ODDS) -> str:
    """The text as someone typed it, marks still in it."""
    text = tidy(text)
    text = tidy(phrases.fixed(text))
    if rng.random() < SLANG_ODDS:
        text = slang(text, rng, phrases)
    if rng.random() < typos:
        text = typo(text, rng)
    return casing(text, rng)


def casing(text: str, rng: random.Random) -> str:
    """Lower case throughout, a capital at the beginning, or as it stands."""
    roll = rng.random()
    if roll < 0.42:
        text = text.lower()
        if rng.random() < 0.5:
            text = _STOP.sub(r"\1", text)
        return text.replace("'s ", "s ") if rng.random() < 0.08 else text
    if roll < 0.85:
        return _LETTER.sub(lambda match: match.group().upper(), text, count=1)
    return text


def slang(text: str, rng: random.Random, phrases: Phrases) -> str:
    """One or two words in their short form."""
    found = [each for each in phrases.slang if each[0] in text]
    for _, pattern, short in rng.sample(found, min(len(found), 2)):
        text = pattern.sub(short, text)
    return text


def typo(text: str, rng: random.Random) -> str:
    """One or two slips inside words of four letters and more; numbers stay."""
    for _ in range(1 if rng.random() < 0.75 else 2):
        places = [match for match in _WORD.finditer(text) if not MARK.search(match.group())]
        if not places:
            return text
        match = rng.choice(places)
        text = text[: match.start()] + _slip(match.group(), rng) + text[match.end() :]
    return text


def _slip(word: str, rng: random.Random) -> str:
    place = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if kind == 1:
        return word[:place] + word[place + 1 :]
    if kind == 2:
        return word[:place] + word[place] + word[place:]
    return word[:place] + _NEXT.get(word[place].lower(), word[place] * 2) + word[place + 1 :]
