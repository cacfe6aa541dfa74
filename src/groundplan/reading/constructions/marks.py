"""A question as a row of marks without overlap: things, numbers, periods, and the cues that say what part they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from groundplan.language.calendar import Period, Recurring, read_periods, recurring
from groundplan.language.finders import cues as cues_of
from groundplan.language.finders.asked import asked as asked_of
from groundplan.language.numbers import ordinal, read_numbers
from groundplan.language.phrases import Labels, Match, phrasebook
from groundplan.language.words import Word, split
from groundplan.query.scope import Scope
from groundplan.reading.constructions.spelling import spelled
from groundplan.reading.constructions.things import Named, Thing, coded, named, phrased, wording
from groundplan.values.match import Match as Said

_SLOTS = {
    "agg": "figure", "superlative": "order", "limit": "limit", "grain": "grain", "operator": "compare",
    "negation": "not", "asks_which": "which", "order": "sorted", "chart": "shown", "outputs": "shown",
}  # fmt: skip
_LABELLED = {
    ("role", "group"): "key", ("role", "color"): "key", ("role", "versus"): "versus", ("join", "or"): "or",
    ("text", "is_null"): "missing", ("text", "not_null"): "filled", ("text", "contains"): "has",
    ("text", "starts_with"): "has", ("analysis", "share"): "share", ("analysis", "correlation"): "correlation",
    ("analysis", "trend"): "trend", ("analysis", "compare"): "shown", ("analysis", "distribution"): "shown",
    ("analysis", "change"): "change", ("derive", "percent_change"): "change", ("derive", "ratio"): "ratio",
    ("derive", "difference"): "difference", ("derive", "cumulative"): "running",
    ("derive", "moving_average"): "moving", ("sort", "cue"): "sorting", ("sort", "metric"): "shown",
    ("sort", "group"): "shown", ("sort", "time"): "shown",
}  # fmt: skip
_FIRST = {
    "adjective": 10,
    "thing": 0,
    "period": 1,
    "recurring": 1,
    "compare": 2,
    "limit": 3,
    "share": 4,
    "running": 4,
    "moving": 4,
    "figure": 5,
    "grain": 6,
}
"""Which kind says more where two cover as many words."""
WEAK = 0.7
"""Names of which less is said yield to any cue."""
_PLAIN_NUMBER = ("=", "from", "till", "!=")
"""Comparisons whose words say little: `of 5`."""


@dataclass(frozen=True)
class Mark:
    """Words `start` to `end` (excluded) of one meaning."""

    start: int
    end: int
    kind: str
    label: str = ""
    things: tuple[Thing, ...] = ()
    numbers: tuple[float, ...] = ()
    period: Period | None = None
    again: Recurring | None = None


@dataclass(frozen=True)
class Marked:
    """The words of a question and their marks."""

    text: str
    words: tuple[Word, ...]
    marks: tuple[Mark, ...]

    def compares(self, *kinds: str) -> bool:
        """Whether a word compares or orders: which has the larger width, 8 or 21."""
        return any(one.kind in kinds for one in cues_of(asked_of(self.text)))

    def place(self, mark: Mark) -> tuple[int, int]:
        """The letters of a mark."""
        return self.words[mark.start].start, self.words[mark.end - 1].end

    def said(self, mark: Mark) -> str:
        """Its words as they stand."""
        start, end = self.place(mark)
        return self.text[start:end]

    def between(self, one: Mark, other: Mark) -> list[Word]:
        """The words between two marks."""
        return list(self.words[one.end : other.start])


@dataclass(frozen=True)
class Sayable:
    """What a question may say of a source: its names, its values, and the words that play parts."""

    scope: Scope
    labels: Labels
    latest: date
    """The day that dates without a year are before."""
    find: Callable[[str], Sequence[Said]]
    """Stretches of a text that are values of the source."""
    few: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    """The values of fields that have few, by dataset and field."""
    phrases: tuple[tuple[str, Thing], ...] = ()
    """Words that people have for things beside their names."""


def marked(text: str, known: Sayable) -> Marked:
    """The likeliest marks: the longest first, and of those as long the kind that says the most."""
    words, numbers = read_numbers(split(text))
    words = spelled(words, known.scope, known.labels, (value for few in known.few.values() for value in few))
    things = [Mark(one.start, one.end, "thing", things=one.things) for one in _all_named(words, text, known)]
    book = phrasebook(known.labels)
    cues = book.find(words, frozenset(), frozenset(numbers))
    said = list(_cues(words, cues, numbers))
    found = [*_not_counted(things, said), *said, *_times(words, text, cues, known.latest)]
    found += [Mark(at, at + 1, "number", numbers=(value,)) for at, value in numbers.items()]
    kept = _cover(found)
    taken = frozenset(at for mark in kept for at in range(mark.start, mark.end))
    rest = book.find(words, frozenset(), frozenset(numbers), taken)  # `average number of orders`: a thing beside a cue
    kept = _cover(
        [*kept, *(mark for mark in _cues(words, rest, numbers) if not taken & {*range(mark.start, mark.end)})]
    )
    return Marked(text, words, tuple(sorted((_with_inner(one, found) for one in kept), key=lambda mark: mark.start)))


def _not_counted(things: Iterable[Mark], cues: Sequence[Mark]) -> Iterator[Mark]:
    """Without names that a word for counting begins: `number of orders` is no number that orders have."""
    counting = [one for one in cues if one.kind == "figure" and one.label == "count"]
    for mark in things:
        begun = any(one.start == mark.start and one.end < mark.end for one in counting)
        if not begun or max(thing.share for thing in mark.things) == 1:
            yield mark


def _all_named(words: Sequence[Word], text: str, known: Sayable) -> Iterable[Named]:
    found: dict[tuple[int, int], list[Thing]] = {}
    for one in named(words, known.scope, [*known.find(text), *_in_slips(words, text, known)]):
        found.setdefault((one.start, one.end), []).extend(one.things)
    for start, end, thing in coded(words, known.scope, known.few):
        found.setdefault((start, end), []).append(thing)
    for start, end, thing in phrased(words, known.phrases):
        found.setdefault((start, end), []).append(thing)
    return [Named(*place, tuple(things)) for place, things in found.items()]


def _in_slips(words: Sequence[Word], text: str, known: Sayable) -> Iterator[Said]:
    """Values in words that were put right."""
    for word in words:
        if word.lower.isalpha() and word.lower != text[word.start : word.end].lower():
            for match in known.find(word.lower):
                yield replace(match, start=word.start, end=word.end)


def _cues(words: Sequence[Word], cues: Sequence[Match], numbers: dict[int, float]) -> Iterator[Mark]:
    for cue in cues:
        kind = _SLOTS.get(cue.slot) or _LABELLED.get((cue.slot, cue.label))
        if kind is None:
            continue
        if kind == "limit" and cue.label == "only":
            continue
        said = tuple(numbers[at] for at in range(cue.start, cue.end) if at in numbers)
        if kind == "compare" and cue.label in _PLAIN_NUMBER and words[cue.start].lower not in ("exactly", "="):
            continue
        yield Mark(cue.start, cue.end, kind, cue.label, numbers=said)
    for phrase in wording()["share"]:
        for start, end in placed(words, phrase):
            yield Mark(start, end, "share")
    for phrase in wording()["together"]:
        for start, end in placed(words, phrase):
            yield Mark(start, end, "figure", "sum")
    for at in _adjectives(words):
        yield Mark(at, at + 1, "adjective")
    for phrase in wording()["ahead"]:
        for start, end in placed(words, phrase):
            yield Mark(start, end, "ahead")
    for phrase in wording()["both"]:
        for start, end in placed(words, phrase):
            yield Mark(start, end, "both")
    for phrase in wording()["only"]:
        for start, end in placed(words, phrase):
            yield Mark(start, end, "only", phrase)
    for at, word in enumerate(words):
        place = ordinal(word)
        if place and place > 1:
            yield Mark(at, at + 1, "place", numbers=(float(place),))


def _adjectives(words: Sequence[Word]) -> Iterator[int]:
    """Words that compare: older, more."""
    known = {word for one in wording()["adjectives"] for word in one["words"]} | {*wording()["more"]}
    return (at for at, word in enumerate(words) if word.lower in known)


def placed(words: Sequence[Word], phrase: str) -> Iterator[tuple[int, int]]:
    """Where a phrase stands as it is written."""
    said = [word.lower for word in split(phrase)]
    for at in range(len(words) - len(said) + 1):
        if [word.lower for word in words[at : at + len(said)]] == said:
            yield at, at + len(said)


def _times(words: Sequence[Word], text: str, cues: Sequence[Match], latest: date) -> Iterator[Mark]:
    for period in read_periods(words, cues, latest):
        yield Mark(period.start, period.end, "period", period=period)
    for each in recurring(text):
        inside = [at for at, word in enumerate(words) if each.start <= word.start and word.end <= each.end]
        if inside:
            yield Mark(inside[0], inside[-1] + 1, "recurring", again=each)


def _cover(found: Sequence[Mark]) -> list[Mark]:
    """Marks that do not overlap, those that say the most first."""
    taken: set[int] = set()
    kept: list[Mark] = []
    for mark in sorted(found, key=_precedence):
        places = set(range(mark.start, mark.end))
        if not places & taken:
            taken |= places
            kept.append(mark)
    return kept


def _with_inner(mark: Mark, found: Sequence[Mark]) -> Mark:
    """A cue with the things that its words name, too: `which year` where a column is the year."""
    if mark.kind != "grain":
        return mark
    inner = [one for one in found if one.kind == "thing" and mark.start <= one.start and one.end <= mark.end]
    return replace(mark, things=tuple(thing for one in inner for thing in one.things))


def _precedence(mark: Mark) -> tuple[Any, ...]:
    weak = mark.kind == "thing" and max(thing.share for thing in mark.things) < WEAK
    return weak, mark.start - mark.end, _FIRST.get(mark.kind, 9), mark.start
