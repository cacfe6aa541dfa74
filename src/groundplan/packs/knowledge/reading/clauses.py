"""A question that asks for several things -> its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.question_words import words

_BREAK = re.compile(r"[.?!;]+\s+|,?\s+(?:и|а также|and|as well as)\s+", re.IGNORECASE)
Part = tuple[int, int]


def parts(text: str, links: Sequence[Link]) -> tuple[Part, ...]:
    """Stretches that could each be a question; one where the text is one."""
    cuts = [0]
    for match in _BREAK.finditer(text):
        inside = any(link.start < match.end() and match.start() < link.end for link in links)
        if (
            not inside
            and _asks(text[cuts[-1] : match.start()], links, cuts[-1])
            and _asks(text[match.end() :], links, match.end())
        ):
            cuts.append(match.end())
    ends = [*cuts[1:], len(text)]
    return tuple((start, end) for start, end in zip(cuts, ends, strict=True) if text[start:end].strip())


def _asks(text: str, links: Sequence[Link], offset: int) -> bool:
    """Whether a stretch says something of its own: a content word that is no name, or a name that is asked for."""
    asking = False
    for word in words(text):
        start, end = word.start + offset, word.end + offset
        named = any(link.start < end and start < link.end for link in links)
        if not word.small and (asking or not named):
            return True
        asking = asking or bool(word.asks)
    return False
