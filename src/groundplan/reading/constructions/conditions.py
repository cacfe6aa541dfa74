"""Which rows count, as the words of a question say: values, numbers, periods, what is missing, what does not belong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from groundplan.language.calendar import Period as Calendar
from groundplan.language.names import spoken
from groundplan.query.language.parts import (
    THIS,
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
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Page, Places, Unreadable, is_amount, is_time
from groundplan.reading.constructions.roles import Condition, joined
from groundplan.reading.constructions.things import wording

_DAY = timedelta(1)


def conditions(page: Page) -> list[Any]:
    """A test for each condition; values of one field that are joined are one."""
    made = []
    for group in _grouped(page):
        made.append(_valued(page, group) if group[0].kind == "value" else _test(page, group[0]))
    page.heard(*page.roles.agents)
    if any(isinstance(test, Among) for test in made):
        page.heard(*page.roles.either)
    made = _of_one_row(page, made)
    held = [
        test.left for test in made if isinstance(test, Compare) and test.op == "=" and isinstance(test.right, Value)
    ]
    if len({path.steps for path in held if isinstance(path, Path)}) < len(held) and not _both(page):
        raise Unreadable("one field cannot be two values at once")
    return made


def _of_one_row(page: Page, tests: Sequence[Any]) -> list[Any]:
    """Tests along the same relation to several rows are of one of them: a loan of 2023 to that museum."""
    groups: dict[tuple[str, ...], list[Any]] = {}
    apart = [each for test in tests for each in (test.tests if isinstance(test, All) else (test,))]
    for test in apart:
        groups.setdefault(_many(page, test), []).append(test)
    made: list[Any] = []
    for prefix, held in groups.items():
        if not prefix:
            made += held
            continue
        denied = [test for test in held if isinstance(test, Not)]
        inner = [_without(test, len(prefix)) for test in held if test not in denied]
        lefts = [test.left for test in inner]
        if _both(page) or len(set(map(repr, lefts))) < len(lefts) or not inner or (len(inner) < 2 and not denied):
            made += held
            continue
        said = tuple(place for test in held for place in test.said)
        some = Some(path=Path(steps=prefix), where=inner[0] if len(inner) == 1 else All(tests=tuple(inner)), said=said)
        made.append(Not(test=some, said=denied[0].said) if denied else some)
    return made


def _many(page: Page, test: Any) -> tuple[str, ...]:
    """The relations to several rows that a test passes; nothing where it is no comparison."""
    if isinstance(test, Not) and isinstance(test.test, Some) and test.test.where is None:
        return test.test.path.steps  # no doctor at all, or none of a grade that is said behind
    left = getattr(test, "left", None)
    path: Any = left.of if isinstance(left, Taken) else left
    if not isinstance(path, Path):
        return ()
    return page.scope.walk(page.base, path.steps).many


def _without(test: Any, steps: int) -> Any:
    left = test.left
    path: Any = left.of if isinstance(left, Taken) else left
    short = path.model_copy(update={"steps": path.steps[steps:] or ("this",)})
    return test.model_copy(update={"left": left.model_copy(update={"of": short}) if left is not path else short})


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
    elif (page.field(reached[0].thing).separator or reached[0].many) and _all_at_once(page, group):
        page.heard(*page.roles.both)
        test = All(tests=tuple(Compare(left=path, op="=", right=value) for value in values), said=said)
    else:
        test = Among(left=path, values=values, said=said)
    return _denied(page, test, group[0])


def _all_at_once(page: Page, group: Sequence[Condition]) -> bool:
    """Both genres; of a list of things those that have all; figures stand for each."""
    roles = page.roles
    listed = not (roles.counting or roles.measures or roles.keys or roles.share or _either(page, group))
    return _both(page) or listed


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
    if page.is_flag(one.of):
        return Not(test=page.flagged(one.of), said=page.said(one.denied))
    reached = page.reached(one.of, "field", "relation", "dataset")
    said = page.said(one.of, one.denied)
    filled = one.denied.label == "not_null"
    if reached.many and reached.thing.kind in ("relation", "dataset"):
        some = Some(path=reached.path, said=said)
        return some if filled else Not(test=some, said=said)
    if reached.path.steps == (THIS,):
        raise Unreadable(f"no row lacks itself: {page.asked.said(one.of)!r}")
    gone = Missing(of=reached.path, said=said)
    return Not(test=gone, said=said) if filled else gone


def _compared(page: Page, one: Condition) -> Any:
    said = page.said(one.mark)
    numbers = [Value(value=int(n) if n.is_integer() else n, said=said) for n in map(float, one.mark.numbers)]
    left = measured_against(page, one) if one.of is not None else _by_adjective(page, one)
    if one.mark.label == "between" and len(numbers) > 1:
        return Between(left=left, low=numbers[0], high=numbers[1], said=said)
    return Compare(left=left, op=one.mark.label, right=numbers[0], said=said)


def _by_adjective(page: Page, one: Condition) -> Path:
    """`cheaper than 2000`: the price."""
    found = page.by_adjective(one.mark)
    if found is None:
        raise Unreadable(f"{page.asked.said(one.mark)!r} is held against nothing")
    return found[0]


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
    if one.mark.period.apart or one.mark.period.compared:
        raise Unreadable(f"{page.asked.said(one.mark)!r} are periods apart")
    path, said = page.time(one.of, one.mark), page.said(one.mark, _time_said(page, one))
    last = page.scope.walk(page.base, path.steps).field
    if last is not None and last.type == "integer":  # a year that is a number
        return _years(path, one.mark.period, said)
    low, high = one.mark.period.low, one.mark.period.high
    timed = one.of is not None and any(t.kind == "field" and is_time(page.field(t)) for t in one.of.things)
    if low is not None and low == high and not timed:
        going_on = _during(page, path, Period(text=low.isoformat(), said=said), said)
        if going_on is not None:
            return going_on
    return _held(path, one.mark.period, said)


def _time_said(page: Page, one: Condition) -> Mark | None:
    """What stands right before a period, where it names a time; rows that it names are those of the query."""
    if one.of is None:
        return None
    if page.names_base(one.of):
        page.heard(one.of)
    timed = any(thing.kind == "field" and is_time(page.field(thing)) for thing in one.of.things)
    related = any(thing.kind in ("dataset", "relation") for thing in one.of.things)
    return one.of if timed or related else None


def _years(path: Path, period: Calendar, said: Places) -> Any:
    """A year that is a number, within those of a period."""
    low, high = (Value(value=day.year, said=said) if day else None for day in (period.low, period.high))
    if low and high and low.value != high.value:
        return Between(left=path, low=low, high=high, said=said)
    right = low or high
    assert right is not None
    return Compare(left=path, op="=" if low and high else ">=" if low else "<=", right=right, said=said)


def _during(page: Page, time: Path, day: Period, said: Places) -> Any:
    """A day on which something was going on, of what has a beginning and an end."""
    walk = page.scope.walk(page.base, time.steps)
    times = {
        part: field.name for field in walk.at.fields if field.role == "time" for part in spoken(field.name).split()
    }
    start = next((times[word] for word in wording()["starting"] if word in times), "")
    end = next((times[word] for word in wording()["ending"] if word in times), "")
    if not start or not end or start == end:
        return None
    ways = [time.model_copy(update={"steps": (*time.steps[:-1], name)}) for name in (start, end)]
    begun = Compare(left=ways[0], op="<=", right=day, said=said)
    return All(tests=(begun, Compare(left=ways[1], op=">=", right=day, said=said)), said=said)


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
    said = page.said(one.mark, _time_said(page, one))
    values = tuple(Value(value=DAYS[n] if part == "weekday" else n, said=said) for n in again.values)
    test = Among(left=Taken(part=part, of=page.time(one.of), said=said), values=values, said=said)
    return Not(test=test, said=said) if again.outside else test


def at(test: Any) -> int:
    """Where in the question the test begins."""
    return min(_places(test), default=0)


def _places(part: Any) -> Iterator[int]:
    return (start for one in walked(part) for start, _ in getattr(one, "said", ()))
