"""A question -> every stretch of it that is, or nearly is, a kept value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from groundplan.language.stems import english
from groundplan.language.whole import Whole, whole_words, without_s
from groundplan.values.aliases import Known, aliased
from groundplan.values.alternatives import Alternatives, alternatives
from groundplan.values.grade import Grade, Stretch, grade, latin, symbol_stretches
from groundplan.values.match import Match
from groundplan.values.names import name_parts
from groundplan.values.numbered import numbered
from groundplan.values.speech import DOT, Speech, initials
from groundplan.values.store import Store
from groundplan.values.swaps import swapped
from groundplan.values.words import ASKING, COMMON, everyday

LONGEST = 24
"""Words of the longest stretch that is looked up; a question that is one value is found at any length."""
_SURE = frozenset(("exact", "case", "accent"))
_INITIALS = range(2, 6)

Found = dict[tuple[int, int, int], Grade]
"""The best grade of each value at each stretch."""


class Search:
    """One question held against a store."""

    def __init__(self, store: Store, speech: Speech, text: str) -> None:
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


def find(store: Store, speech: Speech, text: str, limit: int, known: Known) -> list[Match]:
    """Every match, the longest and best first; at most `limit` for each stretch."""
    search = Search(store, speech, text)
    if search.words:
        _whole(search)
        if (bare := [without_s(word) for word in search.words]) != search.words:
            search.words = bare
            _whole(search)
        if store.acronyms:
            _spelled_out(search)
        options = alternatives(store, speech, text, search.words, search.everyday)
        _others(search, options)
        _by_other_names(search, known)
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
        joined, known = "", False
        for end in range(start, min(len(bases), start + reach)):
            joined += bases[end]
            if not known and len(joined) > 2:
                known = search.store.begins(joined)
                if not known:
                    break
            keys.append(english(joined))
            spans.append((start, end + 1))
    for at, word in enumerate(search.words):
        short = DOT + word.fold
        if len(short) < 8 and search.store.begins(short) and not search.everyday[at]:
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
                if search.store.begins(key):
                    keys.append(key)
                    spans.append((start, end))


def _spelled_out(search: Search) -> None:
    """`New York City` for NYC."""
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    folds = [word.fold for word in search.words]
    for start in range(len(folds)):
        for size in _INITIALS:
            said = tuple(folds[start : start + size])
            if len(said) < size or said[0] in ASKING or not _together(search, start + size - 1):
                break
            if said[-1] not in COMMON:
                keys += (short := initials(said))
                spans += [(start, start + size)] * len(short)
    for key, (start, end), numbers in zip(keys, spans, search.store.whole([english(key) for key in keys]), strict=True):
        for number in numbers:
            value = search.store.value(number)[2]
            if value.isupper() and search.speech.parts(value).words == (key,):
                place = search.words[start].start, search.words[end - 1].end
                search.add(number, Grade("abbreviation", 0.7 if len(key) > 2 else 0.5, *place))


def _together(search: Search, at: int) -> bool:
    """Whether a word may belong to the name before it: no mark between, no everyday word unless in capitals."""
    before, word = search.words[at - 1], search.words[at]
    capitals = before.text[0].isupper() and (word.text[0].isupper() or word.fold in COMMON)
    return (word.start - before.end == 1 and word.fold not in ASKING) or (capitals and word.start - before.end < 3)


def _others(search: Search, options: Alternatives) -> None:
    for number, found in swapped(search.store, search.speech, search.words, options):
        search.add(number, found)
    for number, found in name_parts(search.store, search.speech, search.words, search.everyday, options):
        search.add(number, found)


def _by_other_names(search: Search, known: Known) -> None:
    for number, found in aliased(known, search.speech, search.words, search.everyday):
        search.add(number, found)
    for number, found in numbered(search.store, search.speech, search.words):
        search.add(number, found)


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
    for (number, start, end), found in _outermost(search.found):
        table, column, value = search.store.value(number)
        gain = (sizes(start, end) + 0.5) * found.score
        matches.append((-gain, Match(table, column, value, start, end, found.score, found.how)))
    matches.sort(key=lambda pair: (pair[0], pair[1].start, pair[1].table, pair[1].column, pair[1].value))
    return _limited([match for _, match in matches], limit)


def _outermost(found: Found) -> Iterator[tuple[tuple[int, int, int], Grade]]:
    """Without guesses inside a longer stretch that is surely a value, or is the same value with a better score."""
    sure = [one for one in found.values() if one.how in _SURE]
    longest: dict[int, Grade] = {}
    for (number, _, _), one in found.items():
        if number not in longest or one.score > longest[number].score:
            longest[number] = one
    for where, one in found.items():
        around = [longest[where[0]], *sure]
        if one.how in _SURE or not any(_holds(other, one) for other in around):
            yield where, one


def _holds(outer: Grade, inner: Grade) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and outer.end - outer.start > inner.end - inner.start


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
