"""Words made from other words: `чилийский` from Чили, `готический` from готика, `плотничество` from плотник."""

from __future__ import annotations

from functools import cache, lru_cache

from groundplan.packs.knowledge.registry.forms import bases, endings

SHORTEST_STEM = 3
"""Letters of the shortest stem that two words of kin share."""


@lru_cache(maxsize=1 << 15)
def shared_stems(word: str) -> frozenset[str]:
    """Stems that a word shares with its kin; empty for words too short to be sure of."""
    return frozenset(stem for form in bases(word)[:4] for stem in _stems(form))


def _stems(form: str) -> set[str]:
    forms = {form, *_irregular().get(form, ())}
    return {_settled(cut) for one in forms for cut in _cuts(one)}


def _cuts(form: str) -> set[str]:
    """A word without each ending of nouns and of made words that it has; short stems only where little is cut."""
    nouns = {form[: -len(tail)] for tail in endings()["nouns"] if form.endswith(tail)}
    made = {form[: -len(tail)] for tail in endings()["made"] if form.endswith(tail)}
    short = {form, *(cut for cut in nouns if len(form) - len(cut) == 1), *(made if form[-1] == "й" else ())}
    return {
        cut for cut in nouns | made | {form} if len(cut) > SHORTEST_STEM or (len(cut) == SHORTEST_STEM and cut in short)
    }


def _settled(stem: str) -> str:
    """A stem with its last letter as it is before a change: `норвеж` -> `норвег`."""
    return stem[:-1] + _changes().get(stem[-1], stem[-1])


@cache
def _changes() -> dict[str, str]:
    return dict(pair.split(":") for pair in endings()["alternations"])


@cache
def _irregular() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for pair in endings()["irregular"]:
        made, _, source = pair.partition(":")
        found[made] = (*found.get(made, ()), source)
    return found
