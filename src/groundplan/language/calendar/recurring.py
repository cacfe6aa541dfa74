"""What comes round again: `on weekends`, `every Friday`, `in the morning`, `between 8am and noon`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.words import Word, split
from groundplan.plan import folder

_DAY, _WEEK = 24, 7
_BEFORE = 3
"""How many words before a day may turn it round: `except on the weekends`."""


@dataclass(frozen=True)
class Recurring:
    """Letters `start` to `end` (excluded) limit dates to certain weekdays or hours."""

    start: int
    end: int
    part: Literal["weekday", "hour"]
    values: tuple[int, ...]
    outside: bool = False
    cued: bool = True
    """Whether a word before it holds rows to it: `on weekends`, not `sold out nights`."""


def recurring(question: str) -> list[Recurring]:
    """All days and hours of a question that come round again; none where its days are the whole week."""
    words = split(question)
    days = _merged(words, sorted(_days(words), key=lambda each: each.start))
    whole = {day for each in days for day in each.values}
    return sorted([*(days if len(whole) < _WEEK else ()), *_hours(words)], key=lambda each: each.start)


def without(question: str, found: Sequence[Recurring]) -> str:
    """The question with nothing in the place of what recurs, so that periods are read from the rest."""
    for each in found:
        question = question[: each.start] + " " * (each.end - each.start) + question[each.end :]
    return question


@lru_cache(maxsize=1)
def known() -> dict[str, Any]:
    """The words, read once."""
    return dict(folder.load(Path(__file__).with_name("recurring.yaml")))


def _days(words: Sequence[Word]) -> Iterator[Recurring]:
    for at, end, days in _phrases(words, known()["days"]):
        turned, cued = _turned(words, at), _cued(words, at)
        yield Recurring(words[at].start, words[end - 1].end, "weekday", tuple(days), turned, cued)
    for at, word in enumerate(words[1:], 1):
        day = vocabulary().weekdays.get(word.lower)
        days = [day] if day is not None else known()["one"].get(word.lower)
        if days and words[at - 1].lower in known()["any"]:
            yield Recurring(words[at - 1].start, word.end, "weekday", tuple(days), _turned(words, at - 1))
    for at, word in enumerate(words[:-1]):
        days = known()["adjectives"].get(word.lower)
        if days and _of_what_happens(words, at):
            yield Recurring(word.start, word.end, "weekday", tuple(days), _turned(words, at))


def _of_what_happens(words: Sequence[Word], at: int) -> bool:
    """Whether a day tells what kind of thing the next word is: `weekend sales`, not `last weekend in May`."""
    before, after = words[at - 1].lower if at else "", words[at + 1]
    apart = before in known()["told_apart"] or before in known()["any"]
    return after.is_word and not apart and after.lower not in known()["not_of"]


def _hours(words: Sequence[Word]) -> Iterator[Recurring]:
    for at, end, (first, last) in _phrases(words, known()["hours"]):
        if at and words[at - 1].lower in known()["once"]:
            continue
        turned, cued = _turned(words, at), _cued(words, at) or words[at].lower in known()["adverbs"]
        yield Recurring(words[at].start, words[end - 1].end, "hour", _span(first, last), turned, cued)
    for at, word in enumerate(words):
        found = _clock(words, at, known()["clock"].get(word.lower, ""))
        if found:
            yield found


def _clock(words: Sequence[Word], at: int, op: str) -> Recurring | None:
    """`before 9am`, `after 17:00`, `between 8 and 10 am`; whole hours only."""
    first = _time(words, at + 1) if op else None
    if first is None:
        return None
    hour, end, said = first
    if op in ("between", ">=") and end < len(words) and words[end].lower in known()["to"]:
        second = _time(words, end + 1)
        if second and second[2]:
            hour += 12 if not said and second[0] - hour > 12 else 0  # from 2 to 5 pm
            last = (second[0] - 1) % _DAY
            return Recurring(words[at].start, words[second[1] - 1].end, "hour", _span(hour, last))
    if not said or op == "between":
        return None
    spans = {"<": (0, hour - 1), ">=": (hour, _DAY - 1), "=": (hour, hour)}
    return Recurring(words[at].start, words[end - 1].end, "hour", _span(*spans[op])) if (op, hour) != ("<", 0) else None


def _time(words: Sequence[Word], at: int) -> tuple[int, int, bool] | None:
    """The hour at a place, where it ends, and whether it is surely one: `9` alone may be anything."""
    said = [word.lower for word in words[at : at + 5]]
    if said[:1] and said[0] in known()["hour_names"]:
        return known()["hour_names"][said[0]], at + 1, True
    if not said or not said[0].isdecimal() or int(said[0]) >= _DAY:
        return None
    hour = int(said[0])
    if said[1:2] == [":"]:
        return (hour, at + 3, True) if said[2:3] == ["00"] else None
    for size in (4, 3, 1):  # a.m., a.m, am
        half = known()["halves"].get("".join(said[1 : 1 + size]))
        if half is not None and len(said) > size:
            return hour % 12 + half, at + 1 + size, True
    return hour, at + 1, False


def _span(first: int, last: int) -> tuple[int, ...]:
    """The hours from the first to the last, over midnight where the last is the smaller."""
    return tuple((first + step) % _DAY for step in range((last - first) % _DAY + 1))


def _phrases(words: Sequence[Word], phrases: dict[str, Any]) -> Iterator[tuple[int, int, Any]]:
    """Where each phrase of one or two words stands, and what it means; the longer first."""
    at = 0
    while at < len(words):
        said = [" ".join(word.lower for word in words[at : at + size]) for size in (1, 2)]
        size = 2 if at + 1 < len(words) and said[1] in phrases else int(said[0] in phrases)
        if size:
            yield at, at + size, phrases[said[size - 1]]
        at += size or 1


def _turned(words: Sequence[Word], at: int) -> bool:
    """Whether a word shortly before turns it round, with nothing but small words between."""
    for word in reversed(words[max(0, at - _BEFORE) : at]):
        if word.lower in known()["without"]:
            return True
        if word.lower not in known()["cues"]:
            return False
    return False


def _cued(words: Sequence[Word], at: int) -> bool:
    """`on`, `in the`, `on all`, `only` before it."""
    passed = vocabulary().articles | {"all", "these", "those"}
    before = next((word.lower for word in reversed(words[:at]) if word.lower not in passed), "")
    return before in known()["holding"]


def _merged(words: Sequence[Word], days: Sequence[Recurring]) -> list[Recurring]:
    """`Saturdays and Sundays` are one condition."""
    merged: list[Recurring] = []
    for each in days:
        if merged and _joined(words, merged[-1].end, each.start):
            before = merged.pop()
            each = replace(before, end=each.end, values=tuple(sorted({*before.values, *each.values})))
        merged.append(each)
    return merged


def _joined(words: Sequence[Word], start: int, end: int) -> bool:
    between = [word.lower for word in words if start <= word.start and word.end <= end]
    return bool(between) and all(word in known()["joints"] or word in ("on", "по") for word in between)
