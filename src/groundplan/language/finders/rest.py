"""What no other finder took: every word that is no filler is content."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from groundplan.language.finders.asked import Asked, Found
from groundplan.language.finders.fillers import asks, filler, opens
from groundplan.language.lexicon import lexicon

_JOINTS = frozenset({"-", "'", "’", "&", "/", "."})
"""Signs that make one word of two when they touch both."""


def rest(asked: Asked, taken: Collection[int]) -> Iterable[Found]:
    """The content words; what is written without a space is one."""
    at = 0
    while at < len(asked.words):
        end = _end(asked, at, taken)
        if at not in taken and _bears_meaning(asked, at, end, taken):
            yield Found(at, end, "content")
        at = end


def _end(asked: Asked, at: int, taken: Collection[int]) -> int:
    """Where the word ends with all that is written to it."""
    end = at + 1
    while at not in taken and asked.words[at].is_word and asked.touching(end - 1) and end not in taken:
        joint = asked.lower(end) in _JOINTS
        if joint and not (asked.touching(end) and end + 1 not in taken and asked.words[end + 1].is_word):
            break
        if not joint and not asked.words[end].is_word:
            break
        end += 1 + joint
    return end


def _bears_meaning(asked: Asked, at: int, end: int, taken: Collection[int]) -> bool:
    word = asked.words[at]
    if asks(word):
        return not _opens_clause(asked, at, taken)
    if opens(word) and (at == 0 or asked.lower(at - 1) in lexicon().polite):
        return False
    return word.is_word and (end - at > 1 or not filler(word) or _initial(asked, at))


def _initial(asked: Asked, at: int) -> bool:
    """`A. S. Pushkin`."""
    text = asked.words[at].text
    return len(text) == 1 and text.isupper() and asked.touching(at) and asked.lower(at + 1) == "."


def _opens_clause(asked: Asked, at: int, taken: Collection[int]) -> bool:
    """`hospitals where`: a word that bears meaning stands right before it, and the question goes on."""
    goes_on = any(word.is_word for word in asked.words[at + 1 :])
    return goes_on and at > 0 and (at - 1 in taken or not filler(asked.words[at - 1]))
