"""Words of no dictionary in Cyrillic letters -> how names in Latin letters that they may be are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from groundplan.language.russian import keys
from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.tokens import flat
from groundplan.packs.knowledge.registry.forms import cut
from groundplan.values.match import Match

LONG = 7
"""Letters of a word that is guessed at in another alphabet; shorter ones are like too many names."""
SPELLINGS = 12
SURE = 0.7
_WORD = re.compile(r"[А-Яа-яЁё][а-яё]+")


def unheard(text: str) -> Iterator[tuple[int, int, str]]:
    """The long Cyrillic words that no dictionary has, with their places."""
    for found in _WORD.finditer(text):
        if len(found.group()) >= LONG and not parses(found.group())[0].known:
            yield found.start(), found.end(), found.group()


def written(word: str) -> tuple[str, ...]:
    """How it may be spelled in Latin letters, without its case ending."""
    return tuple(islice(dict.fromkeys(keys(cut(flat(word)))), SPELLINGS))


def alike(match: Match) -> bool:
    """Whether a name is so near that it is meant."""
    return match.how in ("exact", "case", "accent", "plural") or (match.how == "fuzzy" and match.score >= SURE)
