"""A Russian word form -> the base under which its name is kept, the other bases it may have, and stems of its kin."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from groundplan.language.russian import keys
from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.tokens import flat
from groundplan.plan.folder import load

SHORTEST_STEM = 3
"""Letters of the shortest stem that forms, or two words of kin, share."""
_NEVER = frozenset(("VERB", "INFN", "GRND", "PREP", "CONJ", "PRCL", "NPRO", "ADVB", "PRED", "NUMR", "COMP", "INTJ"))
"""Parts of speech that no name in Latin letters has."""
_TAIL = re.compile(r"(?<=[A-Za-z0-9])['’`-]?[А-Яа-яЁё]{1,3}(?![А-Яа-яЁё])")


@cache
def endings() -> dict[str, tuple[str, ...]]:
    """The endings and suffixes on disk, each list with the longest first."""
    lists = load(Path(__file__).with_name("endings.yaml"))
    return {kind: tuple(sorted(str(text).split(), key=len, reverse=True)) for kind, text in lists.items()}


@lru_cache(maxsize=1 << 16)
def base(word: str) -> str:
    """The lemma of a known word; an unknown one without its case ending: `Тяньцзине` and `Тяньцзинь` give the same."""
    found = parses(word)
    return found[0].lemma if found and found[0].known else cut(flat(word))


@lru_cache(maxsize=1 << 16)
def bases(word: str) -> tuple[str, ...]:
    """All bases of a word form, the likeliest first: `Ремарка` is of ремарка and of Ремарк."""
    known = [one.lemma for one in parses(word) if one.known]
    guessed = [one.lemma for one in parses(word) if not one.known]
    return tuple(dict.fromkeys((*known, cut(flat(word)), *guessed)))


@lru_cache(maxsize=1 << 14)
def spellings(word: str) -> tuple[str, ...]:
    """What a word of a question may be among names: its other bases, and in Latin letters if it may be a name."""
    known = [one for one in parses(word) if one.known]
    others = (*dict.fromkeys(one.lemma for one in known[:6]), cut(flat(word))) if known else (base(word),)
    return others if known and known[0].part in _NEVER else (*others, *keys(word))


def cut(word: str) -> str:
    """A word without its longest case ending."""
    for ending in endings()["cases"]:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def without_tails(text: str) -> str:
    """Latin names without Russian endings, every letter in its place: `Postgres'ом` -> `Postgres   `."""
    return _TAIL.sub(lambda tail: " " * len(tail.group()), text)


@lru_cache(maxsize=1 << 15)
def shared_stems(word: str) -> frozenset[str]:
    """Stems that a word shares with its kin; empty for words too short to be sure of."""
    return frozenset(stem for form in bases(word)[:4] for stem in _stems(form))


def _stems(form: str) -> set[str]:
    forms = {form, *_irregular().get(form, ())}
    return {cut for one in forms for cut in _cuts(one)}


def _cuts(form: str) -> set[str]:
    """A word without each ending of nouns and of made words that it has; short stems only where little is cut."""
    nouns = {form[: -len(tail)] for tail in endings()["nouns"] if form.endswith(tail)}
    made = {form[: -len(tail)] for tail in endings()["made"] if form.endswith(tail)}
    short = {form, *(cut for cut in nouns if len(form) - len(cut) == 1), *(made if form[-1] == "й" else ())}
    return {
        cut for cut in nouns | made | {form} if len(cut) > SHORTEST_STEM or (len(cut) == SHORTEST_STEM and cut in short)
    }


@cache
def _irregular() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for pair in endings()["irregular"]:
        made, _, source = pair.partition(":")
        found[made] = (*found.get(made, ()), source)
    return found
