"""A misspelled word -> the dictionary word that was meant."""

from __future__ import annotations

from functools import cache, lru_cache

from groundplan.language.russian.dictionary import words
from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.tokens import flat

_SHORTEST, _LONG = 5, 8


@cache
def _by_length() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for entry in words():
        found.setdefault(len(entry), []).append(entry)
    return found


@lru_cache(maxsize=4_000)
def corrected(said: str) -> str:
    """The dictionary word one slip away (two in long words), or "" for known words, names and short ones."""
    first = parses(said)[0]
    if first.known or said[0].isupper() or len(said) < _SHORTEST:
        return ""
    found = [_nearest(form) for form in dict.fromkeys([flat(said), first.lemma])]
    return min(found)[1]


def _nearest(form: str) -> tuple[int, str]:
    """How many slips away the nearest dictionary word is, and the word; "" where none is near enough."""
    from rapidfuzz.distance import OSA  # only misspelled words need it

    slips = 2 if len(form) >= _LONG else 1
    pool = [word for length in range(len(form) - slips, len(form) + slips + 1) for word in _by_length().get(length, ())]
    ranked = [(OSA.distance(form, word, score_cutoff=slips), word[:1] != form[:1], word) for word in pool]
    distance, other, best = min(ranked, default=(_LONG, True, ""))
    return (distance, best) if distance <= (1 if other else slips) else (_LONG, "")
