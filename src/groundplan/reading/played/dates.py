"""Which times a query holds its rows to, against the periods that the words say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.language.parts import Between, Compare, Now, Period, Taken, Value
from groundplan.query.language.show import show
from groundplan.query.periods import DAYS, bounds, from_today
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.played.leaves import Leaf

Range = tuple[date | None, date | None]
"""The first and the last day; open where there is none."""
_DAY = timedelta(days=1)
_YEARS = range(1000, 3000)


def mistimed(leaves: Sequence[Leaf], asked: Marked, today: date) -> Iterator[str]:
    """Periods that are not held to, and times that nobody said."""
    found = [(leaf, one) for leaf in leaves if (one := _range(leaf, today)) is not None]
    closed = [_closed(one, other) for _, one in found for _, other in found]
    marks = [mark for mark in asked.marks if mark.period is not None]
    said = [one for mark in marks for one in _said(mark)]
    for mark in marks:
        if not any(one in _said(mark) for one in [*(one for _, one in found), *closed]):
            yield f"{asked.said(mark)!r} is {_shown(_said(mark)[0])}; hold the time to exactly that"
    for leaf, one in found:
        whole = any(_closed(one, other) in said or _closed(other, one) in said for _, other in found)
        if one not in said and not whole and not _a_number(leaf, asked):
            yield f"`{show(leaf.test)}` holds a time to what the question does not say"


def misrecurring(leaves: Sequence[Leaf], asked: Marked) -> Iterator[str]:
    """Days of the week: all that are said, and no other."""
    held = [{value.value for value in leaf.values} for leaf in leaves if _weekday(leaf)]
    said = [{DAYS[n] for n in mark.again.values} for mark in asked.marks if mark.again and mark.again.part == "weekday"]
    for days in held:
        if days not in said:
            yield f"{', '.join(map(str, sorted(days)))} are not the days that the question says"


def _weekday(leaf: Leaf) -> bool:
    left = getattr(leaf.test, "left", None)
    return isinstance(left, Taken) and left.part == "weekday"


def _a_number(leaf: Leaf, asked: Marked) -> bool:
    """Numbers such as 2000 are said as numbers, too."""
    numbers = {n for mark in asked.marks for n in mark.numbers}
    return bool(leaf.values) and all(value.value in numbers for value in leaf.values)


def _said(mark: Mark) -> list[Range]:
    assert mark.period is not None
    return [(mark.period.low, mark.period.high), *mark.period.parts]


def _closed(one: Range, other: Range) -> Range | None:
    """What two open sides leave between them."""
    return (one[0], other[1]) if one[0] and not one[1] and other[1] and not other[0] else None


def _shown(one: Range) -> str:
    return " to ".join(day.isoformat() if day else "open" for day in one)


def _range(leaf: Leaf, today: date) -> Range | None:
    """The days that a test leaves; None where it is of no time."""
    test = leaf.test
    if isinstance(test, Between):
        low, high = _bounds(test.low, today), _bounds(test.high, today)
        return (low[0], high[1]) if low and high else None
    if not isinstance(test, Compare) or (held := _bounds(test.right, today)) is None:
        return None
    low_day, high_day = held
    op = "=" if leaf.op == "!=" else leaf.op
    ways: dict[str, Range] = {
        "=": held, ">=": (low_day, None), ">": (high_day + _DAY, None), "<": (None, low_day - _DAY),
        "<=": (None, high_day),
    }  # fmt: skip
    return ways.get(op)


def _bounds(part: Any, today: date) -> tuple[date, date] | None:
    """The first and the last day of a time that is written."""
    try:
        if isinstance(part, Now):
            start, end = from_today(part.unit, part.start, part.end, today)
        elif isinstance(part, Period):
            start, end = bounds(part.text)
        elif isinstance(part, Value) and type(part.value) is int and part.value in _YEARS:
            start, end = bounds(part.value)
        else:
            return None
    except QueryError:
        return None
    return start.date(), (end - timedelta(microseconds=1)).date()
