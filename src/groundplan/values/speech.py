"""A value -> its words and the keys under which it is kept; with a lemma and a transliteration where they are given."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from groundplan.language.stems import english
from groundplan.language.whole import folded
from groundplan.values.words import COMMON

Lemma = Callable[[str], str]
Keys = Callable[[str], tuple[str, ...]]

KEPT, ASKED, ASKED_TOGETHER = 8, 64, 16
"""Ways to write Cyrillic words in Latin letters: of a value, of a word of a question, of several of its words."""
DOT = "."
"""Stands before initials among the keys: too many values share them to be met with every other key."""
SAME = 24
"""Initials that more values share name none of them."""
_INITIALS = range(2, 7)


class Parts(NamedTuple):
    """A value taken apart."""

    words: tuple[str, ...]
    joined: str
    """The words without spaces: `T-shirt`, `t shirt` and `tshirt` are one."""
    keys: tuple[str, ...]
    """The stem of the joined words; then transliterations, and initials after a full stop."""


class Speech:
    """How words are compared: by themselves, by their lemma, by their spellings in Latin letters."""

    def __init__(self, lemma: Lemma | None = None, keys: Keys | None = None) -> None:
        self.lemma = lemma
        self.keys = keys
        self.parts = lru_cache(maxsize=1 << 16)(self.fresh)
        self.forms = lru_cache(maxsize=1 << 16)(self.fresh_forms)

    def base(self, word: str) -> str:
        """The lemma of a Cyrillic word, or the word."""
        return self.lemma(word) if self.lemma and cyrillic(word) else word

    def spellings(self, word: str) -> tuple[str, ...]:
        """A Cyrillic word and its lemma in Latin letters."""
        if not self.keys or not cyrillic(word):
            return ()
        base = self.base(word)
        return tuple(dict.fromkeys((*self.keys(base), *(self.keys(word) if base != word else ()))))

    def fresh_forms(self, word: str) -> tuple[str, ...]:
        """Stems under which a word is kept and asked for."""
        if not (self.lemma or self.keys):
            return (english(word),)
        return tuple(dict.fromkeys(map(english, (self.base(word), *self.spellings(word)))))

    def key(self, words: tuple[str, ...]) -> str:
        """The main key of some words."""
        return english("".join(map(self.base, words)) if self.lemma else "".join(words))

    def fresh(self, value: str) -> Parts:
        """A value taken apart, not remembered; `parts` remembers."""
        words = tuple(folded(value))
        if not words:
            bare = "".join(value.split())
            return Parts((), bare, (bare,) if bare else ())
        joined = words[0] if len(words) == 1 else "".join(words)
        main = self.key(words) if self.lemma else english(joined)
        if len(words) == 1:
            return Parts(words, joined, (main, *self.latin(words)) if self.keys else (main,))
        keys = (main, *self.latin(words), *[DOT + short for short in initials(words)])
        return Parts(words, joined, keys if len(keys) == 1 else tuple(dict.fromkeys(keys)))

    def latin(self, words: tuple[str, ...], most: int = KEPT) -> tuple[str, ...]:
        """Keys of the words in Latin letters, if one of them is Cyrillic."""
        if not self.keys or not any(map(cyrillic, words)):
            return ()
        each = max(1, int(most ** (1 / len(words)) + 1e-9))
        ways = product(*((self.spellings(word) or (word,))[:each] for word in words))
        return tuple(english("".join(way)) for way in ways)


def initials(words: tuple[str, ...]) -> tuple[str, ...]:
    """`nyc` for New York City; `usoa` and `usa` for United States of America."""
    if len(words) not in _INITIALS:
        return ()
    every = "".join([word[0] for word in words])
    if not every.isalpha():
        return ()
    main = "".join([word[0] for word in words if word not in COMMON])
    return (every,) if main == every or len(main) < 2 else (every, main)


def cyrillic(word: str) -> bool:
    """Whether a word is written in Cyrillic letters."""
    return not word.isascii() and "Ѐ" <= word[0] <= "ӿ"


@lru_cache(maxsize=64)
def speech(lemma: Lemma | None, keys: Keys | None) -> Speech:
    """One for the same callables, so that what it has taken apart is kept from index to index."""
    return Speech(lemma, keys)


@lru_cache(maxsize=64)
def asked(own: Speech, lemma: Lemma | None, keys: Keys | None) -> Speech:
    """How a question is read that brings its own callables: a lemma is one more spelling of its words."""

    def spellings(word: str) -> tuple[str, ...]:
        found = (lemma(word),) if lemma else ()
        return (*found, *(own.keys(word) if own.keys else ()), *(keys(word) if keys else ()))

    return Speech(own.lemma, spellings)
