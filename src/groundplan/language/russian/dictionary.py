"""The glosses on disk: words, expressions of several words, and words glossed by their nearest neighbour."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from groundplan.language.russian.tokens import flat


def _lines(name: str) -> list[tuple[str, str]]:
    """The `russian: english` lines of a file of this folder; # opens a comment, ё is read as е."""
    text = files("groundplan.language.russian").joinpath(name).read_text(encoding="utf-8")
    pairs = [line.partition(":") for line in text.splitlines() if line and not line.startswith("#")]
    return [(flat(said.strip()), english.strip()) for said, _, english in pairs]


@cache
def words() -> dict[str, str]:
    """Lemma (or a form that means something else than its lemma) -> English."""
    return dict(_lines("gloss.txt"))


@cache
def neighbours() -> dict[str, str]:
    """Lemma -> English of the word nearest to it in use; less sure than `words`."""
    return dict(_lines("neighbours.txt"))


@cache
def expressions() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First word -> the expressions that begin with it, longest first; each word is a form or a lemma."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for said, english in _lines("expressions.txt"):
        parts = tuple(said.split())
        found.setdefault(parts[0], []).append((parts, english))
    for same in found.values():
        same.sort(key=lambda entry: -len(entry[0]))
    return found


@cache
def listed(kind: str) -> frozenset[str]:
    """The lemmas that `context.txt` lists under a kind: `when`, `amount`."""
    return frozenset(word for said, found in _lines("context.txt") if said == kind for word in flat(found).split())


@cache
def abbreviated() -> dict[str, str]:
    """Short form -> English."""
    return dict(_lines("abbreviations.txt"))
