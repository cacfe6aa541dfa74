"""Other names of the same thing: `German` for Germany or DE, `women` for F, `won` for W."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from groundplan.language.stems import english
from groundplan.language.whole import Whole, folded
from groundplan.values.grade import Grade
from groundplan.values.speech import Speech
from groundplan.values.store import Store

LONGEST = 4
"""Words of the longest name."""
_CODE = 3
"""Letters up to which a value may be a code of several things."""
_PLAIN = frozenset(("country", "language", "state", "currency", "season", "word"))
"""Kinds whose full names are understood in any column; other values need a column of their kind."""

Known = dict[int, list[int]]
"""For each thing, the kept values that are a name of it."""


class Thing(NamedTuple):
    """All names of one thing, and what kind of thing it is."""

    kind: str
    names: tuple[tuple[str, ...], ...]
    short: frozenset[str]
    """Names of one or two letters, as they are written."""


@lru_cache(maxsize=1)
def things() -> tuple[Thing, ...]:
    """Everything that has several names, from the list beside this file."""
    out, kind = [], ""
    for line in Path(__file__).with_name("aliases.txt").read_text("utf-8").splitlines():
        if line.startswith("="):
            kind = line[1:].strip()
        elif line and not line.startswith("#"):
            names = [name.strip() for name in line.split(",")]
            out.append(Thing(kind, tuple(tuple(folded(name)) for name in names), frozenset(filter(_short, names))))
    return tuple(out)


def _short(name: str) -> bool:
    return len(name) <= 2


@lru_cache(maxsize=1)
def _named() -> dict[str, list[int]]:
    """The things that have a name, by its stem, with spaces; by the name itself where it is short."""
    out: dict[str, list[int]] = {}
    for number, thing in enumerate(things()):
        whole = {english(" ".join(name)) for name in thing.names if len("".join(name)) > 2}
        for key in sorted(whole | thing.short):
            out.setdefault(key, []).append(number)
    return out


def other_names(word: str) -> frozenset[str]:
    """The names, of one word each, of what a word is a name of; none of a word of one or two letters."""
    found = () if _short(word) else _named().get(english(word.lower()), ())
    return frozenset(name[0] for thing in found for name in things()[thing].names if len(name) == 1)


@lru_cache(maxsize=8)
def _keys(speech: Speech) -> tuple[tuple[int, str, str], ...]:
    """Of every name the thing, the joined words, and the key under which a value would be kept."""
    return tuple(
        (number, "".join(name), speech.key(name)) for number, thing in enumerate(things()) for name in thing.names
    )


def known(store: Store, speech: Speech) -> Known:
    """The values of a store that have other names; codes only in a column that holds more of their kind."""
    keys = _keys(speech)
    found: list[tuple[int, int]] = []
    for (thing, joined, _), numbers in zip(keys, store.whole([key for _, _, key in keys]), strict=True):
        if len(numbers):
            found += [(thing, at) for at in numbers if _is(speech.parts(store.value(at)[2]).joined, joined)]
    kinds = _kinds(store, found)
    out: Known = {}
    for thing, at in dict.fromkeys(found):
        kind, (table, column, value) = things()[thing].kind, store.value(at)
        if kind in kinds[table, column] or (kind in _PLAIN and len(value) > _CODE):
            out.setdefault(thing, []).append(at)
    return out


def _is(value: str, name: str) -> bool:
    return value == name or len(name) > _CODE


def _kinds(store: Store, found: Sequence[tuple[int, int]]) -> dict[tuple[str, str], set[str]]:
    """What the values of each column are: the kinds most of them have a name of, two at least."""
    met: dict[tuple[str, str], dict[str, set[int]]] = {}
    for thing, at in found:
        table, column, _ = store.value(at)
        met.setdefault((table, column), {}).setdefault(things()[thing].kind, set()).add(thing)
    most = {column: max(map(len, kinds.values())) for column, kinds in met.items()}
    return {
        column: {kind for kind, each in kinds.items() if len(each) == max(2, most[column])}
        for column, kinds in met.items()
    }


def aliased(
    kept: Known, speech: Speech, words: Sequence[Whole], everyday: Sequence[bool]
) -> Iterator[tuple[int, Grade]]:
    """Values that the question says by another name."""
    if not kept:
        return
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + LONGEST) + 1):
            if end > start + 1 or not everyday[start]:
                for number in _values(kept, speech, words[start:end]):
                    yield number, Grade("lemma", 0.84, words[start].start, words[end - 1].end)


def _values(kept: Known, speech: Speech, said: Sequence[Whole]) -> list[int]:
    keys = [english(" ".join(word.fold for word in said))]
    if len(said) == 1:
        keys = [said[0].text] if _short(said[0].text) else [*keys, *speech.forms(said[0].fold)]
    found = dict.fromkeys(thing for key in keys for thing in _named().get(key, ()))
    return [number for thing in found for number in kept.get(thing, ())]
