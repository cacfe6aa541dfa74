"""Dates and the intervals between them, as the calendar reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache

from groundplan.language.calendar.points import point_at
from groundplan.language.calendar.ranges import YEAR_WORDS, day_range, joined
from groundplan.language.calendar.recurring import known, recurring
from groundplan.language.calendar.text import Point, Text, read_text
from groundplan.language.calendar.vocabulary import period_cues, vocabulary
from groundplan.language.finders.asked import Asked, Found
from groundplan.language.lexicon import lexicon
from groundplan.language.phrases import Match, Phrasebook

_SOME_DAY = date(2024, 12, 31)
"""Where a date stands in a question does not hang on today."""
_COUNTING = frozenset({"last", "past", "this"})
_BOUNDING = frozenset({"before", "after", "since", "through"})
_OPENING = frozenset({"between", "since"})
_BARE = frozenset({"from", "starting"})
"""Cues that say nothing but whence: `orders from 2015` are of that year."""
_AMOUNTS = frozenset({"least", "most"})
_DOUBTFUL = frozenset({"fall", "spring"})


@cache
def _cues() -> Phrasebook:
    return Phrasebook({"period": period_cues()})


def dates(asked: Asked) -> Iterable[Found]:
    """Every date and every stretch of time, and the words that bound time by one."""
    yield from _single_words(asked)
    yield from _clock(asked)
    yield from _recurring(asked)
    as_spelled = frozenset(word.stem for word in asked.words)
    cues = _cues().find(asked.words, as_spelled, frozenset(asked.values))
    text = read_text(asked.words, cues, _SOME_DAY)
    before = {cue.end: cue for cue in text.cues.values()}
    at = 0
    while at < len(text.words):
        found = list(_at(asked, text, before, at))
        yield from found
        at = max((each.end for each in found), default=at + 1)


def _at(asked: Asked, text: Text, before: Mapping[int, Match], at: int) -> Iterable[Found]:
    if text.label(at) == "to_date":
        yield Found(at, text.cues[at].end, "interval")
        return
    cue = before.get(_without_articles(text, at))
    label = cue.label if cue else ""
    opening = cue.start if cue and label in _OPENING else at
    if days := day_range(text, at, label):
        yield Found(opening, days.end, "interval")
        return
    point = point_at(text, at)
    if point is None or (point.bare_year and not (cue and label in _BOUNDING) and _amount(asked, at)):
        return
    whole = joined(text, point, label)
    if whole.end > point.end and not whole.apart and not whole.compared:
        inside = (whole.low, whole.high) == (point.low, point.high)  # 2024-Q4
        yield Found(at if inside else opening, _with_year_word(text, whole.end), "date" if inside else "interval")
        return
    if cue and label in _BOUNDING and text.word(cue.start) not in _BARE:
        yield Found(cue.start, cue.end, "comparison")
    yield _of(text, point)


def _without_articles(text: Text, at: int) -> int:
    """Where the words before a date end."""
    while text.word(at - 1) in vocabulary().articles | {"year", "month"}:
        at -= 1
    return at


def _of(text: Text, point: Point) -> Found:
    """A point as a span, without its article and with the word `year`."""
    start = text.skip(point.start, vocabulary().articles)
    start -= text.word(start - 1) == "year"
    counted = text.label(point.start) in _COUNTING and any(_counts(text, at) for at in range(start, point.end))
    return Found(start, _with_year_word(text, point.end), "interval" if counted else "date")


def _counts(text: Text, at: int) -> bool:
    number = text.number(at)
    return text.word(at) in vocabulary().few or (number is not None and text.year(at) is None)


def _with_year_word(text: Text, at: int) -> int:
    return at + (text.word(at) in YEAR_WORDS and text.word(at - 1).isdecimal())


def _amount(asked: Asked, at: int) -> bool:
    """`over 2000 orders`: a number that might be a year is compared with."""
    return asked.lower(at - 1) in lexicon().comparing | lexicon().graded | _AMOUNTS


def _single_words(asked: Asked) -> Iterable[Found]:
    """Days, weekdays and seasons, wherever they stand."""
    days = vocabulary().weekdays.keys() | vocabulary().seasons.keys() | known()["days"].keys()
    alone = {said[0] for said in (*vocabulary().days, *vocabulary().now) if len(said) == 1}
    for at, word in enumerate(asked.words):
        if word.lower in (days | alone) - _DOUBTFUL:
            yield Found(at, at + 1, "date")


def _clock(asked: Asked) -> Iterable[Found]:
    """`6pm`, `18:30`, `noon`."""
    for at in range(len(asked.words)):
        if asked.lower(at) in known()["hour_names"]:
            yield Found(at, at + 1, "date")
        if not asked.lower(at).isdecimal():
            continue
        if asked.lower(at + 1) == ":" and asked.lower(at + 2).isdecimal() and asked.touching(at):
            yield Found(at, at + 3, "date")
        for size in (4, 3, 1):  # a.m., a.m, am
            if "".join(asked.lower(at + 1 + i) for i in range(size)) in known()["halves"]:
                yield Found(at, at + 1 + size, "date")
                break


def _recurring(asked: Asked) -> Iterable[Found]:
    """`on weekends`, `in the morning`, `between 8 and 10 am`."""
    for each in recurring(asked.question):
        places = asked.places(each.start, each.end)
        if not places:
            continue
        said = [asked.lower(at) for at in places]
        clock = said[0] in known()["clock"]
        ranged = clock and any(word in known()["to"] for word in said[1:])
        start = places.start + ((clock and not ranged) or said[0] in known()["any"])
        if start < places.stop:
            yield Found(start, places.stop, "interval" if ranged else "date")
