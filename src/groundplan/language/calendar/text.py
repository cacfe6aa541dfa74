"""The words that dates are looked for in, and the points of the calendar that are found."""

from __future__ import annotations

import calendar
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from dateutil.relativedelta import relativedelta

from groundplan.language.calendar.vocabulary import Phrase, vocabulary
from groundplan.language.numbers import cardinal
from groundplan.language.phrases import Match
from groundplan.language.words import Word

YEARS = range(1800, 2101)
_ENDINGS = frozenset({"s", "st", "nd", "rd", "th", "q", "h", "fy", "г", "гг", "го", "й", "е", "х"})
_EARLIEST, _FURTHEST = date(1101, 1, 1), date(8999, 12, 31)
"""Data may end on 9999-12-31; a hundred decades to either side are still dates."""
T = TypeVar("T")
Days = tuple[date, date]


@dataclass(frozen=True)
class Point:
    """A stretch of the calendar that words name, such as a day, a month or a year."""

    start: int
    end: int
    low: date
    high: date
    year_said: bool = True
    bare_year: bool = False
    edge: str = ""
    """`start` or `end` where no more than that end of something is named: `the end of 2023`."""
    parts: tuple[Days, ...] = ()
    """The first and the last day of each of those that it joins."""
    apart: bool = False
    """Whether they are set side by side, and nothing that lies between them is meant."""
    compared: bool = False
    """Whether they are set against each other: `2022 vs 2023`."""

    def moved(self, years: int) -> Point:
        """The same days so many years later."""
        low, high = _later((self.low, self.high), years)
        return replace(self, low=low, high=high, parts=tuple(_later(days, years) for days in self.parts))

    def until(self, day: date) -> Point:
        """The latest such days that begin no later than a day."""
        near = self.moved(day.year - self.low.year)
        return near if near.low <= day else near.moved(-1)

    def spanning(self, start: int, end: int) -> Point:
        """The same days, said by these words."""
        return replace(self, start=start, end=end)


@dataclass(frozen=True)
class Text:
    """The words, the cues among them by place, and the last date of the data."""

    words: Sequence[Word]
    cues: Mapping[int, Match]
    latest: date
    alone: bool
    """Nothing but a period is said, so that `may` and `fall` can be nothing else."""

    def word(self, at: int) -> str:
        """The word at a place in lower case and without 's; empty beyond the last."""
        return self.words[at].lower.removesuffix("'s") if 0 <= at < len(self.words) else ""

    def label(self, at: int) -> str:
        """The label of the cue that begins at a place; empty without one."""
        return self.cues[at].label if at in self.cues else ""

    def stem(self, at: int) -> str:
        """The stem of the word at a place."""
        return self.words[at].stem if 0 <= at < len(self.words) else ""

    def touching(self, at: int) -> bool:
        """Whether no space stands after the word at a place."""
        return 0 <= at < len(self.words) - 1 and self.words[at].end == self.words[at + 1].start

    def number(self, at: int) -> int | None:
        """The whole number at a place, in digits or in words."""
        word = self.word(at)
        return int(word) if word.isdecimal() else int(n) if (n := cardinal(word)) else None

    def year(self, at: int) -> int | None:
        """The year of four digits at a place."""
        word = self.word(at)
        return int(word) if word.isdecimal() and len(word) == 4 and int(word) in YEARS else None

    def longest(self, at: int, phrases: Mapping[Phrase, T]) -> tuple[T | None, int]:
        """What the longest of these phrases at a place means, and where it ends."""
        for size in (4, 3, 2, 1):
            said = tuple(self.word(at + i) for i in range(size))
            if said in phrases:
                return phrases[said], at + size
        return None, at

    def skip(self, at: int, words: frozenset[str]) -> int:
        """The first place from `at` on that has none of these words."""
        while self.word(at) in words:
            at += 1
        return at

    def named(self, at: int) -> bool:
        """Whether a word that might mean something else stands where a period does."""
        before = at - 1
        while self.word(before) in vocabulary().articles - {"of"}:
            before -= 1
        between = any(self.label(place) == "between" for place in range(max(0, at - 6), at))
        return self.alone or between or self.word(before) in vocabulary().before_named


def read_text(words: Sequence[Word], matches: Sequence[Match], latest: date) -> Text:
    """The words with their cues: the longest at each place."""
    ranked = sorted((m for m in matches if m.slot == "period"), key=lambda m: m.size)
    cues = {m.start: m for m in ranked if not _is_start(words, m)}
    covered = {at for m in cues.values() for at in range(m.start, m.end)}
    alone = all(at in covered or _of_calendar(word) for at, word in enumerate(words))
    return Text(words, cues, min(max(latest, _EARLIEST), _FURTHEST), alone)


def _is_start(words: Sequence[Word], cue: Match) -> bool:
    """`the start of 2024` is a part of the year, and who `started in 2024` did so in it; `starting 2024` is open."""
    said, following = words[cue.start].lower, words[cue.end].lower if cue.end < len(words) else ""
    if cue.label != "since" or cue.size > 1 or not said.startswith(("start", "beg")):
        return False
    return following == "of" or not said.endswith("ing")


def _of_calendar(word: Word) -> bool:
    said = word.lower.removesuffix("'s")
    known = vocabulary().every | _ENDINGS
    return not word.is_word or said[0].isdecimal() or said in known or word.stem in vocabulary().ordinals


def _later(days: Days, years: int) -> Days:
    """Whole months stay whole in leap years."""
    low, high = (day + relativedelta(years=years) for day in days)
    whole = days[0].day == 1 and days[1] == month_end(days[1])
    return low, month_end(high) if whole else high


def month_end(day: date) -> date:
    """The last day of the month of a day."""
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def stretch(text: Text, start: int, end: int, first: date, months: int, year: int | None) -> Point:
    """So many months from the first of a month on; without a year the latest that has begun."""
    last = first + relativedelta(months=months, days=-1)
    point = Point(start, end, first, last, year_said=year is not None)
    return point if point.year_said else point.until(text.latest)


def year_after(text: Text, at: int) -> tuple[int | None, int]:
    """The year said after a month or a quarter, and where it ends: `2024`, `of last year`, `'24`."""
    place = text.skip(at, frozenset({"of", ",", "-", "'", "’", "in", "the"}))
    if place > at and text.word(place) in ("year", "года", "году"):
        following = text.year(place + 1)
        return following, place + 1 + (following is not None)
    if (year := text.year(place)) is not None:
        return year, place + 1
    if text.label(place) in ("last", "this") and vocabulary().units.get(text.word(text.cues[place].end)) == "year":
        back = text.label(place) == "last"
        return text.latest.year - back, text.cues[place].end + 1
    return _short_year(text, at)


def _short_year(text: Text, at: int) -> tuple[int | None, int]:
    """`'24` anywhere, `q2 24` where nothing but the period is said."""
    marked = text.word(at) in ("'", "’", "-") and text.touching(at)
    place = at + marked
    word = text.word(place)
    if len(word) == 2 and word.isdecimal() and (marked or text.alone) and place == len(text.words) - 1:
        return century(int(word)), place + 1
    return None, at


def century(short: int) -> int:
    """`23` is 2023, `90` is 1990."""
    return 2000 + short if short < 50 else 1900 + short
