"""Text -> its words with every form they may be compared by; the room's data files."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.tokens import flat
from groundplan.language.stems import english

_ADDRESS = re.compile(r"https?://[^\s()<>«»\"]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.])@\w+")
_WORD = re.compile(rf"{_ADDRESS.pattern}|[^\W_]+[+#]*")
_CYRILLIC = re.compile("[А-Яа-яЁё]")
_NAMES = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad"})


class Word(NamedTuple):
    """One word at its place; two words are the same if they share a form."""

    said: str
    start: int
    end: int
    forms: frozenset[str]

    @property
    def cyrillic(self) -> bool:
        """Whether it has Cyrillic letters."""
        return _CYRILLIC.search(self.said) is not None

    @property
    def address(self) -> bool:
        """Whether it is a link, a mail address or a handle; it is one word."""
        return _ADDRESS.fullmatch(self.said) is not None

    @property
    def number(self) -> bool:
        """Whether it is digits only."""
        return self.said.isdigit()

    @property
    def capital(self) -> bool:
        """Whether any letter of it is a capital."""
        return self.said != self.said.lower()


@lru_cache(maxsize=4_000)
def split(text: str) -> tuple[Word, ...]:
    """The words and numbers of a text in order; `C#` is one, `AI-Portfolio` two, `Aston's` is `Aston`."""
    found = [Word(m.group(), m.start(), m.end(), forms(m.group())) for m in _WORD.finditer(text)]
    return tuple(w for w in found if not (w.said in ("s", "S") and text[w.start - 1 : w.start] in ("'", "’")))


def bare(text: str) -> list[str]:
    """The words of a text in small letters, ё as е, without their forms."""
    found: list[str] = _WORD.findall(flat(text))
    return found


@lru_cache(maxsize=50_000)
def forms(word: str) -> frozenset[str]:
    """The word in small letters with its lemmas or its stem: what it may be compared by."""
    if not _CYRILLIC.search(word):
        low = word.lower()
        return frozenset((low, english(low) if low.isalpha() else low))
    return frozenset((flat(word), *(form for one in parses(word)[:4] for form in (one.lemma, one.own) if form)))


@lru_cache(maxsize=50_000)
def proper(word: str) -> bool:
    """Whether the dictionary reads a Russian word as a name first: of a person, a place, a firm."""
    found = parses(word)
    return bool(found and _NAMES & found[0].marks)


@lru_cache(maxsize=50_000)
def ordinary(word: str) -> bool:
    """Whether a word, in small letters, is one of the language and no name."""
    if _CYRILLIC.search(word):
        found = parses(word)
        return bool(found and found[0].known and not _NAMES & found[0].marks)
    low = word.lower()
    return bool({low, english(low)} & _english())


@lru_cache
def _english() -> frozenset[str]:
    from groundplan.language.russian.dictionary import neighbours, words

    glosses = (*words().values(), *neighbours().values(), *general_words("en"))
    plain = {word for gloss in glosses for word in gloss.split() if word.islower()}
    return frozenset(plain | {english(word) for word in plain})


@lru_cache
def data(name: str) -> dict[str, Any]:
    """One of the data files of this room."""
    text = Path(__file__).with_name(f"{name}.yaml").read_text("utf-8")
    loaded: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return loaded


def general_words(language: str) -> tuple[str, ...]:
    """Words that carry an answer and claim nothing."""
    return tuple(data("general")[language])


@lru_cache
def general() -> frozenset[str]:
    """Every form of the general words of both languages."""
    return frozenset(form for language in ("ru", "en") for word in general_words(language) for form in forms(word))
