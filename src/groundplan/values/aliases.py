"""Other names of the same thing: `German` for Germany or DE, `women` for F, `won` for W."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from groundplan.language.stems import english
from groundplan.language.whole import folded


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
