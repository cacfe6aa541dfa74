"""Which rows count, as the words of a question say: values, numbers, periods, what is missing, what does not belong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from groundplan.language.calendar import Period as Calendar
from groundplan.query.language.parts import (
    All,
    Among,
    Between,
    Compare,
    Figure,
    Holds,
    Missing,
    Not,
    Path,
    Period,
    Some,
    Taken,
    Value,
    walked,
)
from groundplan.query.periods import DAYS
from groundplan.reading.constructions.page import Page, Places, Unreadable, is_amount
from groundplan.reading.constructions.roles import Condition, joined
from groundplan.reading.constructions.things import wording

_DAY = timedelta(1)


def conditions(page: Page) -> list[Any]:
    """A test for each condition; values of one field that are joined are one."""
    made = []
    for group in _grouped(page):
        made.append(_valued(page, group) if group[0].kind == "value" else _test(page, group[0]))
    held = [
        test.left for test in made if isinstance(test, Compare) and test.op == "=" and isinstance(test.right, Value)
    ]
    if len({path.steps for path in held if isinstance(path, Path)}) < len(held) and not _both(page):
        raise Unreadable("one field cannot be two values at once")
    return made


def compared_values(page: Page) -> Path | None:
    """The field of two values that are set side by side, men and women, so that each is a group."""
    for group in _grouped(page):
        if len(group) < 2 or group[0].kind != "value" or group[0].denied or _either(page, group):
            continue
        reached = page.reached(group[0].mark, "value")
        if not (page.field(reached.thing).separator and _both(page)):
            return reached.path
    return None


def _either(page: Page, group: Sequence[Condition]) -> bool:
    words = page.asked.words[group[0].mark.end : group[-1].mark.start]
    return any(word.lower in wording()["either"] for word in words)


def _both(page: Page) -> bool:
    return any(word.lower in wording()["both"] for word in page.asked.words)


def _grouped(page: Page) -> list[list[Condition]]:
    """Conditions one by one; those on values of one field with nothing but `and` between them together."""
    groups: list[list[Condition]] = []
    for one in page.roles.conditions:
        last = groups[-1][-1] if groups else None
        alike = last is not None and last.kind == one.kind == "value" and one.denied is None
        if alike and last and joined(page.asked.between(last.mark, one.mark)) and _one_field(page, last, one):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _one_field(page: Page, one: Condition, other: Condition) -> bool:
    paths = [page.reached(each.mark, "value").path.steps for each in (one, other)]
    return paths[0] == paths[1]


def _valued(page: Page, group: Sequence[Condition]) -> Any:
    reached = [page.reached(one.mark, "value") for one in group]
    path = reached[0].path
    said = page.said(*(one.mark for one in group))
    values = tuple(Value(value=one.thing.value, said=one.path.said) for one in reached)
    if len(values) == 1:
        op = "has" if reached[0].thing.part else "="
        test: Any = Compare(left=path, op=op, right=values[0], said=said)
    elif page.field(reached[0].thing).separator and _both(page):
        test = All(tests=tuple(Compare(left=path, op="=", right=value) for value in values), said=said)
    else:
        test = Among(left=path, values=values, said=said)
    return _denied(page, test, group[0])


def _denied(page: Page, test: Any, one: Condition) -> Any:
    return Not(test=test, said=page.said(one.denied)) if one.denied is not None else test


def _test(page: Page, one: Condition) -> Any:
    if one.kind == "missing":
        return _missing(page, one)
    ways = {"test": _holds, "compare": _compared, "period": _period, "recurring": _recurring}
    return _denied(page, ways[one.kind](page, one), one)


def _holds(page: Page, one: Condition) -> Any:
    path = page.reached(one.mark, "test").path
    return Holds(path=path, said=path.said)


def _missing(page: Page, one: Condition) -> Any:
    """Nothing is filled in, or nothing belongs to it."""
    assert one.of is not None and one.denied is not None
    reached = page.reached(one.of, "field", "relation", "dataset")
    said = page.said(one.of, one.denied)
    filled = one.denied.label == "not_null"
    if reached.many and reached.thing.kind in ("relation", "dataset"):
        some = Some(path=reached.path, said=said)
        return some if filled else Not(test=some, said=said)
    gone = Missing(of=reached.path, said=said)
    return Not(test=gone, said=said) if filled else gone


def _compared(page: Page, one: Condition) -> Any:
    if one.of is None:
        raise Unreadable(f"{page.asked.said(one.mark)!r} is held against nothing")
    said = page.said(one.mark)
    numbers = [Value(value=int(n) if n.is_integer() else n, said=said) for n in map(float, one.mark.numbers)]
    left = measured_against(page, one)
    if one.mark.label == "between" and len(numbers) > 1:
        return Between(left=left, low=numbers[0], high=numbers[1], said=said)
    return Compare(left=left, op=one.mark.label, right=numbers[0], said=said)


def measured_against(page: Page, one: Condition) -> Any:
    """What a number is held against: a field, or how many there are."""
    assert one.of is not None
    if not any(thing.kind == "field" and is_amount(page.field(thing)) for thing in one.of.things):
        reached = page.reached(one.of, "dataset", "relation")
        if not reached.many:
            raise Unreadable(f"{page.asked.said(one.of)!r} is one thing, and no number")
        where = _holds(page, Condition(one.within, "test")) if one.within else None
        return Figure(fn="count", of=(reached.path,), where=where, said=reached.path.said)
    return page.amount(one.of)[0].path


def _period(page: Page, one: Condition) -> Any:
    assert one.mark.period is not None
    return _held(page.time(one.of), one.mark.period, page.said(one.mark))


def _held(time: Path, period: Calendar, said: Places) -> Any:
    """A time within a period; open to one side where the period is."""
    if period.low and period.high:
        if whole := _whole(period):
            return Compare(left=time, op="=", right=Period(text=whole, said=said), said=said)
        low, high = (Period(text=day.isoformat(), said=said) for day in (period.low, period.high))
        return Between(left=time, low=low, high=high, said=said)
    day = period.low or period.high
    assert day is not None
    return Compare(left=time, op=">=" if period.low else "<=", right=Period(text=day.isoformat(), said=said), said=said)


def _whole(period: Calendar) -> str:
    """A year, a month or a day by its own name; else nothing."""
    low, high = period.low, period.high
    assert low and high
    if (low.month, low.day, high.month, high.day) == (1, 1, 12, 31) and low.year == high.year:
        return str(low.year)
    if low.day == 1 and (low.year, low.month) == (high.year, high.month) and (high + _DAY).day == 1:
        return f"{low:%Y-%m}"
    return low.isoformat() if low == high else ""


def _recurring(page: Page, one: Condition) -> Any:
    again = one.mark.again
    assert again is not None
    part = "weekday" if again.part == "weekday" else "hour_of_day"
    said = page.said(one.mark)
    values = tuple(Value(value=DAYS[n] if part == "weekday" else n, said=said) for n in again.values)
    test = Among(left=Taken(part=part, of=page.time(one.of), said=said), values=values, said=said)
    return Not(test=test, said=said) if again.outside else test


def at(test: Any) -> int:
    """Where in the question the test begins."""
    return min(_places(test), default=0)


def _places(part: Any) -> Iterator[int]:
    return (start for one in walked(part) for start, _ in getattr(one, "said", ()))
