"""Numbers with their sign and unit, and intervals between two of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

from groundplan.language.finders.asked import Asked, Found
from groundplan.language.units import unit_words
from groundplan.language.words import split
from groundplan.plan import folder

_MINUS = frozenset({"-", "–", "−"})
_ORDINAL_ENDS = frozenset({"st", "nd", "rd", "th"})
_TO = frozenset({"-", "–", "—", "to", "through", "до", "по"})
_AND = frozenset({"and", "и"})
_LEADS = frozenset({"from", "between", "от", "с", "между"})
_LONGEST_UNIT = 3


def numbers(asked: Asked) -> Iterable[Found]:
    """Every number, and every two with what says that all between them is meant."""
    found = [each for at in sorted(asked.values) if (each := _number(asked, at))]
    yield from found
    for first, second in pairwise(found):
        if first.kind == second.kind == "number" and (start := _interval(asked, first, second)) is not None:
            yield Found(start, second.end, "interval")


def _number(asked: Asked, at: int) -> Found | None:
    if _spelled(asked, at - 1) and at - 1 in asked.values:
        return None  # `twenty five` is read from its first word
    end = at + 1
    while _spelled(asked, end - 1) and end in asked.values and _spelled(asked, end):
        end += 1
    if asked.lower(end) in _ORDINAL_ENDS and asked.touching(end - 1):
        return Found(at, end + 1, "order")
    start = at - 1 if _minus(asked, at - 1) else at
    unit = _unit_end(asked, end)
    if unit == end and _part_of_word(asked, at, end):
        return None
    return Found(start, unit, "number")


def _spelled(asked: Asked, at: int) -> bool:
    return asked.lower(at)[:1].isalpha()


def _minus(asked: Asked, at: int) -> bool:
    """A minus touches its number and nothing else."""
    return asked.lower(at) in _MINUS and asked.touching(at) and not asked.touching(at - 1)


def _part_of_word(asked: Asked, at: int, end: int) -> bool:
    """`a320`, `3d`, `MTR-1005`."""
    code = asked.lower(at - 1) == "-" and asked.touching(at - 1) and asked.touching(at - 2)
    if code and asked.words[at - 2].text.isupper():
        return True
    return (asked.touching(at - 1) and _spelled(asked, at - 1)) or (asked.touching(end - 1) and _spelled(asked, end))


def _unit_end(asked: Asked, at: int) -> int:
    """Where the unit of a number ends; a unit of one letter is written to it."""
    place = at + (asked.lower(at) == "-" and asked.touching(at - 1) and asked.touching(at))  # a 5-km run
    for size in range(_LONGEST_UNIT, 0, -1):
        words = asked.words[place : place + size]
        letter = size == 1 and len(words) == 1 and len(words[0].lower) == 1 and words[0].is_word
        if len(words) == size and tuple(word.stem for word in words) in _units():
            return place + size if not letter or asked.touching(at - 1) else at
    return at


@cache
def _units() -> frozenset[tuple[str, ...]]:
    """The stems of all units, those of measure and those that only stand behind numbers."""
    more = folder.load(Path(__file__).parent.with_name("cues.yaml"))["units"]
    return frozenset(tuple(word.stem for word in split(name)) for name in (*unit_words(), *more))


def _interval(asked: Asked, first: Found, second: Found) -> int | None:
    """Where an interval begins that ends with the second number."""
    led = asked.lower(first.start - 1) in _LEADS
    if second.start - first.end == 1 and asked.lower(first.end) in (_TO | _AND if led else _TO):
        return first.start - led
    joined = second.start == first.end and asked.lower(second.start) in _MINUS  # 6 -11
    return first.start - led if joined else None
