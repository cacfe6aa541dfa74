"""Values that are a name and a number: `first wave` for W1, `phase three` for Phase III, `пятый А` for 5А."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from groundplan.language.numbers import number_words
from groundplan.language.whole import Whole
from groundplan.values.grade import Grade
from groundplan.values.match import How
from groundplan.values.speech import Speech
from groundplan.values.store import Store
from groundplan.values.words import COMMON

_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_NAMELESS = COMMON | {"top", "bottom", "first", "last", "next", "past", "best", "worst", "least", "exactly", "almost"}
"""Words before a number that are not what is numbered."""
_JOINS = frozenset(("and", "or", "vs", "versus", "to", "и", "или"))


def numbered(store: Store, speech: Speech, words: Sequence[Whole]) -> Iterator[tuple[int, Grade]]:
    """Values that the question says by name and number, in either order."""
    asked = [(key, how, score, start, end) for start, end, keys in _said(speech, words) for key, how, score in keys]
    found = store.whole([speech.key((key,)) for key, *_ in asked])
    for (key, how, score, start, end), numbers in zip(asked, found, strict=True):
        for number in numbers:
            if speech.parts(store.value(number)[2]).joined == key:
                yield number, Grade(how, score, words[start].start, words[end].end)


Ways = list[tuple[str, How, float]]


def _said(speech: Speech, words: Sequence[Whole]) -> Iterator[tuple[int, int, Ways]]:
    """Places of pairs, and how a value that they mean may be written."""
    for at in range(len(words) - 1):
        one, two = words[at], words[at + 1]
        if (number := _ordinal(speech, one)) and two.fold.isalpha():
            yield at, at + 1, _ways(two.fold, number)
        elif one.fold.isalpha() and one.fold not in _NAMELESS and (number := _cardinal(two)):
            yield at, at + 1, _ways(one.fold, number)
            if at + 3 < len(words) and words[at + 2].fold in _JOINS and (other := _cardinal(words[at + 3])):
                yield at + 3, at + 3, _ways(one.fold, other)


def _ordinal(speech: Speech, word: Whole) -> int:
    known = number_words().ordinals
    return next((known[form] for form in (word.fold, *speech.forms(word.fold)) if form in known), 0)


def _cardinal(word: Whole) -> int:
    if word.fold.isdigit():
        return int(word.fold) if len(word.fold) < 3 else 0
    if word.text.isupper() and word.fold in _ROMAN:
        return _ROMAN.index(word.fold)
    value = number_words().cardinals.get(word.fold, 0)
    return int(value) if value < len(_ROMAN) and word.text.isascii() else 0


def _ways(name: str, number: int) -> Ways:
    """`wave1`, `wavei`, `w1`; of a letter `1a`."""
    if len(name) == 1:
        return [(f"{number}{name}", "lemma", 0.85)]
    names = dict.fromkeys((name, name.removesuffix("s")))
    roman = [_ROMAN[number]] if number < len(_ROMAN) else []
    whole: Ways = [(f"{each}{n}", "lemma", 0.85) for each in names for n in (str(number), *roman)]
    return [*whole, (f"{name[0]}{number}", "abbreviation", 0.6)]
