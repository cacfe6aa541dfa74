"""Known names in whatever case and ending, and what stands in quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from groundplan.language.finders.asked import Asked, Found
from groundplan.language.finders.fillers import filler
from groundplan.language.russian.lemmas import lemma
from groundplan.language.words import Word, split

_QUOTED = re.compile(r"\"([^\"]+)\"|«([^»]+)»|“([^”]+)”|„([^“”]+)[“”]|(?<!\w)'([^']+)'(?!\w)|`([^`]+)`")
_CYRILLIC = re.compile("[а-яё]")


def quoted(asked: Asked) -> Iterable[Found]:
    """What the asker marks as a name."""
    for match in _QUOTED.finditer(asked.question):
        inside = next(number for number in range(1, 7) if match[number])
        if places := asked.places(match.start(inside), match.end(inside)):
            yield Found(places.start, places.stop, "name")


def names(asked: Asked) -> Iterable[Found]:
    """The known names; one that is a filler counts only as it is written."""
    index = _index(asked.names)
    keys = [_keys(word) for word in asked.words]
    for at in range(len(keys)):
        for known, name in (entry for key in keys[at] for entry in index.get(key, ())):
            end = at + len(known)
            same = all(said & own for said, own in zip(keys[at:end], known, strict=False))
            if same and end <= len(keys) and _meant(asked, at, end, name):
                yield Found(at, end, "name")


def _meant(asked: Asked, at: int, end: int, name: str) -> bool:
    said = asked.question[asked.words[at].start : asked.words[end - 1].end]
    if end - at == 1 and filler(asked.words[at]):
        return said == name and not said.islower()
    return any(word.is_word for word in asked.words[at:end])


@lru_cache(maxsize=64)
def _index(known: tuple[str, ...]) -> Mapping[str, list[tuple[tuple[frozenset[str], ...], str]]]:
    """Each name by the keys of its first word."""
    found: dict[str, list[tuple[tuple[frozenset[str], ...], str]]] = {}
    for name in known:
        keys = tuple(_keys(word) for word in split(name))
        for key in keys[0] if keys else ():
            found.setdefault(key, []).append((keys, name))
    return found


def _keys(word: Word) -> frozenset[str]:
    """What is the same in all forms of a word."""
    return frozenset({word.stem, lemma(word.lower)} if _CYRILLIC.match(word.lower) else {word.stem})
