"""A question -> every stretch of it that is, or nearly is, a kept value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from groundplan.language.stems import english
from groundplan.language.whole import Whole, whole_words, without_s
from groundplan.values.alternatives import alternatives
from groundplan.values.arrays import ArrayStore
from groundplan.values.grade import Grade, Stretch, grade, latin, symbol_stretches
from groundplan.values.match import Match
from groundplan.values.names import name_parts, put_right
from groundplan.values.speech import DOT, Speech
from groundplan.values.words import everyday

LONGEST = 24
"""Words of the longest stretch that is looked up; a question that is one value is found at any length."""

Found = dict[tuple[int, int, int], Grade]
"""The best grade of each value at each stretch."""


class Search:
    """One question held against a store."""

    def __init__(self, store: ArrayStore, speech: Speech, text: str) -> None:
        self.store = store
        self.speech = speech
        self.text = text
        self.words = whole_words(text)
        self.shouted = text.isupper()
        self.everyday = [everyday(word, self.shouted) for word in self.words]
        self.found: Found = {}

    def add(self, number: int, found: Grade | None) -> None:
        """Keeps it, unless the same value is there already with a better score."""
        if found is None:
            return
        where = (number, found.start, found.end)
        known = self.found.get(where)
        if known is None or known.score < found.score:
            self.found[where] = found

    def stretch(self, start: int, end: int) -> Stretch:
        """Words from a place to a place."""
        return Stretch(self.text, self.words[start:end], all(self.everyday[start:end]), self.shouted)

    def grades(self, start: int, end: int, numbers: Iterable[int]) -> None:
        """Grades the values kept under a key of a stretch."""
        stretch = self.stretch(start, end)
        for number in numbers:
            value = self.store.value(number)[2]
            self.add(number, grade(stretch, value, self.speech.parts(value), self.speech))


def find(store: ArrayStore, speech: Speech, text: str, limit: int) -> list[Match]:
    """Every match, the longest and best first; at most `limit` for each stretch."""
    search = Search(store, speech, text)
    if search.words:
        _whole(search)
        if (bare := [without_s(word) for word in search.words]) != search.words:
            search.words = bare
            _whole(search)
        options = alternatives(store, speech, search.words, search.everyday)
        parts = name_parts(store, speech, search.words, search.everyday, options)
        for number, found in chain(put_right(store, speech, search.words, options), parts):
            search.add(number, found)
    if store.symbols:
        _symbols(search)
    _everything(search)
    return _ranked(search, limit)


def _whole(search: Search) -> None:
    """Stretches by their key, and by their keys in Latin letters."""
    bases = [search.speech.base(word.fold) for word in search.words]
    reach = min(LONGEST, max(3, search.store.longest + 2))
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    for start in range(len(bases)):
        joined = ""
        for end in range(start, min(len(bases), start + reach)):
            joined += bases[end]
            keys.append(english(joined))
            spans.append((start, end + 1))
    for at, word in enumerate(search.words):
        short = DOT + word.fold
        if len(short) < 8 and not search.everyday[at]:
            keys.append(short)
            spans.append((at, at + 1))
    if search.speech.keys:
        _latin(search, keys, spans, reach)
    for (start, end), numbers in zip(spans, search.store.whole(keys), strict=True):
        if numbers:
            search.grades(start, end, numbers)


def _latin(search: Search, keys: list[str], spans: list[tuple[int, int]], reach: int) -> None:
    folds = [word.fold for word in search.words]
    for start in range(len(folds)):
        for end in range(start + 1, min(len(folds), start + min(reach, 5)) + 1):
            for key in latin(search.speech, tuple(folds[start:end])):
                keys.append(key)
                spans.append((start, end))


def _symbols(search: Search) -> None:
    marks = symbol_stretches(search.text)
    for mark, numbers in zip(marks, search.store.whole([mark.text for mark in marks]), strict=True):
        for number in numbers:
            if search.store.value(number)[2] == mark.text:
                search.add(number, Grade("exact", 1.0, mark.start, mark.end))


def _everything(search: Search) -> None:
    """The question itself, as it stands, is a value."""
    keys = search.speech.parts(search.text).keys[:1]
    for numbers in search.store.whole(keys):
        for number in numbers:
            if search.store.value(number)[2] == search.text:
                search.add(number, Grade("exact", 1.0, 0, len(search.text)))


def _ranked(search: Search, limit: int) -> list[Match]:
    sizes = _sizes(search.words)
    matches: list[tuple[float, Match]] = []
    for (number, start, end), found in search.found.items():
        table, column, value = search.store.value(number)
        gain = (sizes(start, end) + 0.5) * found.score
        matches.append((-gain, Match(table, column, value, start, end, found.score, found.how)))
    matches.sort(key=lambda pair: (pair[0], pair[1].start, pair[1].table, pair[1].column, pair[1].value))
    return _limited([match for _, match in matches], limit)


def _sizes(said: Sequence[Whole]) -> Callable[[int, int], int]:
    return lambda start, end: max(1, sum(1 for word in said if start <= word.start and word.end <= end))


def _limited(matches: list[Match], limit: int) -> list[Match]:
    """No more than some for each stretch."""
    times: dict[tuple[int, int], int] = {}
    kept = []
    for match in matches:
        where = (match.start, match.end)
        times[where] = times.get(where, 0) + 1
        if times[where] <= limit:
            kept.append(match)
    return kept
