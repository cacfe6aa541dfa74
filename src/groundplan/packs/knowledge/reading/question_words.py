"""A question -> its words, each with the keys it is known by and what it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from groundplan.language.russian import gloss, lemma, russian
from groundplan.packs.knowledge.reading.word_keys import data, key_rules, keys, stem

_TOKEN = re.compile(r"[^\W_]+(?:['’.\-+#/][^\W_]+)*[+#]*")
_CO = re.compile(r"co-?(?=[a-z]{4})", re.IGNORECASE)


@dataclass(frozen=True)
class Word:
    """One word of a question."""

    said: str
    start: int
    end: int
    keys: frozenset[str]
    english: str
    """What vectors are made of; for a Russian word its gloss."""
    small: bool = False
    marker: bool = False
    asks: str = ""


class Small(NamedTuple):
    """The word lists of `question_words.yaml`, as sets."""

    small: frozenset[str]
    markers: frozenset[str]
    asks: dict[str, str]
    nouns: dict[str, str]
    agents: tuple[str, ...]
    auxiliaries: frozenset[str]
    helpers: frozenset[str]
    marker_phrases: frozenset[tuple[str, str]]


@cache
def small() -> Small:
    """The lists, read once."""
    raw = data("question_words.yaml")
    asks = {word: kind for kind, said in raw["asking"].items() for words in said.values() for word in words.split()}
    nouns = {
        key: kind
        for kind, said in raw["asking_phrases"].items()
        for words in said.values()
        for word in words
        for key in keys(word)
        if key[0] not in "#~"
    }
    return Small(
        frozenset(word for words in raw["small"].values() for word in words.split()),
        frozenset(word for words in raw["markers"].values() for word in words.split()),
        asks,
        nouns,
        tuple(ending for endings in raw["agents"].values() for ending in endings),
        frozenset(word for words in raw["auxiliaries"].values() for word in words.split()),
        frozenset(f"{raw['auxiliaries']['en']} {raw['helpers']}".split()),
        frozenset((phrase.split()[0], phrase.split()[1]) for phrase in raw["marker_phrases"]),
    )


def words(text: str) -> tuple[Word, ...]:
    """Every word of a question in order; expressions of several words carry their keys on the first content word."""
    found = list(_russian(text) if russian(text) else _english(text))
    return tuple(_expressed(found))


def _english(text: str) -> Iterator[Word]:
    for match in _TOKEN.finditer(text):
        said, start = match.group(), match.start()
        known = keys(said)
        if (prefix := _CO.match(said)) and (("-" in prefix.group()) or _joined(said, prefix.end())):
            yield _word(prefix.group(), start, frozenset(), marker=True)
            said, start = said[prefix.end() :], start + prefix.end()
            known = keys(said)
        yield _word(said, start, known)


def _joined(said: str, at: int) -> bool:
    """Whether `cowrote` is `co` before a known word, and no word of its own."""
    groups = key_rules().groups
    return stem(said) not in groups and stem(said[at:]) in groups


def _word(said: str, start: int, known: frozenset[str], marker: bool = False, english: str = "") -> Word:
    lists, plain = small(), said.lower().replace("ё", "е")
    base = lemma(said) if russian(said) else plain
    return Word(
        said,
        start,
        start + len(said),
        known,
        english or plain,
        small=marker or plain in lists.small or base in lists.small or base in lists.markers,
        marker=marker or plain in lists.markers or base in lists.markers,
        asks=lists.asks.get(plain) or lists.asks.get(base, ""),
    )


def _russian(text: str) -> Iterator[Word]:
    for piece in gloss(text):
        if not re.search(r"\w", piece.said):
            continue
        said = piece.said.split()
        if len(said) > 1 and all(_word(part, 0, frozenset()).small for part in said):
            yield from _each(piece.said, piece.start)
            continue
        known = frozenset(key for part in said for key in keys(part))
        known |= frozenset(key for part in piece.english.split() if not russian(part) for key in keys(part.lower()))
        first = _word(said[0], piece.start, known, english=piece.english.lower())
        yield first if len(said) == 1 else _wide(first, piece.said)


def _each(text: str, offset: int) -> Iterator[Word]:
    """The words of an expression of small words, one by one: `у каких`, `тот же`."""
    for match in _TOKEN.finditer(text):
        yield _word(match.group(), offset + match.start(), keys(match.group()))


def _wide(word: Word, said: str) -> Word:
    return Word(said, word.start, word.start + len(said), word.keys, word.english)


def _expressed(found: Sequence[Word]) -> Iterator[Word]:
    stems = [stem(word.said) for word in found]
    expressions = key_rules().expressions
    longest = max(map(len, expressions), default=0)
    for at, word in enumerate(found):
        extra: frozenset[str] = frozenset()
        for size in range(2, longest + 1):
            extra |= expressions.get(tuple(stems[at : at + size]), frozenset())
        pair = (word.said.lower(), found[at + 1].said.lower()) if at + 1 < len(found) else ("", "")
        marker = word.marker or pair in small().marker_phrases
        yield replace(word, keys=word.keys | extra, small=word.small and not extra, marker=marker)
