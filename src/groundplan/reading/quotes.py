"""A question and a query -> the words that a part of the query can have been read from, by what both mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.language.parts import (
    GRAINS,
    UNITS,
    Among,
    AmongRows,
    Between,
    Compare,
    Computed,
    Figure,
    Holds,
    Keep,
    Missing,
    Not,
    Order,
    Path,
    Period,
    Query,
    Some,
    Taken,
    Value,
    part_of_itself,
    walked,
)
from groundplan.query.periods import bounds
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.things import Thing
from groundplan.reading.paths import fields_of

_DAY = timedelta(days=1)
CUES = {"sum": "sum", "avg": "average", "median": "median", "min": "min", "max": "max", "std": "deviation"}


def heard_by(query: Query, asked: Marked, scope: Scope) -> tuple[Mark, ...]:
    """The marks of the question that a part of the query can have been read from."""
    if not isinstance(query.of, str):
        return ()
    fields = set(fields_of(query, scope))
    parts = [*walked(query), *_chosen(query)]
    heard = [mark for mark in asked.marks if any(_means(mark, part, fields, scope) for part in parts)]
    texts = [part.value.casefold() for part in parts if isinstance(part, Value) and isinstance(part.value, str)]
    heard += [mark for mark in asked.marks if any(text and text in asked.said(mark).casefold() for text in texts)]
    return tuple(
        mark
        for mark in asked.marks
        if mark in heard or _set_beside(mark, query, asked, scope) or _rows_counted(mark, query, asked, scope)
    )


def _chosen(query: Query) -> Iterator[Any]:
    """How groups are chosen that are then shown in another way: the top 3 of them, over time."""
    for part in walked(query):
        if isinstance(part, AmongRows):
            yield from (one for one in (part.query.keep, part.query.order) if one is not None)


def _rows_counted(mark: Mark, query: Query, asked: Marked, scope: Scope) -> bool:
    """`how many players`, of rows that have a player each."""
    at = asked.marks.index(mark)
    counting = at > 0 and asked.marks[at - 1].kind == "figure" and asked.marks[at - 1].label == "count"
    counted = any(isinstance(part, Figure) and part.fn == "count" for part in walked(query))
    rows = [thing for thing in mark.things if thing.kind not in ("value", "test")]  # a value still has to be held to
    fields = [scope.dataset(thing.dataset).field(thing.name) for thing in rows]
    flags = any(field is not None and field.role == "flag" for field in fields)
    return counting and counted and not flags and any(thing.dataset == query.of for thing in rows)


def _set_beside(mark: Mark, query: Query, asked: Marked, scope: Scope) -> bool:
    """One of several values of a field that the query groups by: men and women."""
    keys = {place for column in query.by for place in fields_of(Query(of=query.of, show=(column,)), scope, keys=False)}
    held = set(fields_of(Query(of=query.of, where=query.where), scope, keys=False)) if query.where else set()
    values = ({(t.dataset, t.name) for t in mark.things if t.kind == "value"} & keys) - held
    others = [one for one in asked.marks if one is not mark and values & {(t.dataset, t.name) for t in one.things}]
    return bool(values and others)


def _means(mark: Mark, part: Any, fields: set[tuple[str, str]], scope: Scope) -> bool:
    if mark.kind == "thing":
        return _thing(mark, part, fields, scope)
    meaning: Mapping[str, Callable[[], bool]] = {
        "figure": lambda: _figure(mark, part),
        "key": lambda: isinstance(part, Query) and bool(part.by),
        "grain": lambda: (isinstance(part, Taken) and part.part == mark.label) or _thing(mark, part, fields, scope),
        "which": lambda: isinstance(part, Query),
        "share": lambda: (
            (isinstance(part, Figure) and part.fn in ("share", "rate"))
            or part_of_itself(part)
            or (isinstance(part, Query) and bool(part.by) and part.where is None)
        ),
        "order": lambda: (
            isinstance(part, (Keep, Order))
            or (isinstance(part, Query) and part.order is not None)
            or (isinstance(part, Figure) and part.fn in ("min", "max"))
        ),
        "limit": lambda: isinstance(part, Keep) and (not mark.numbers or part.n in mark.numbers),
        "sorted": lambda: isinstance(part, (Order, Keep)),
        "compare": lambda: _number(mark, part),
        "number": lambda: _number(mark, part) or (isinstance(part, Keep) and part.n in mark.numbers),
        "place": lambda: isinstance(part, Keep) and part.place and part.n in mark.numbers,
        "not": lambda: isinstance(part, (Not, Missing)) or (isinstance(part, Value) and _none(part)),
        "missing": lambda: isinstance(part, Missing) or (isinstance(part, Not) and isinstance(part.test, Some)),
        "filled": lambda: isinstance(part, Not),
        "period": lambda: _within(mark, part),
        "only": lambda: (isinstance(part, Some) and part.every) or (mark.label == "only" and isinstance(part, Query)),
        "recurring": lambda: _recurs(part),
        "versus": lambda: isinstance(part, Query) and bool(part.by or part.show),
        "correlation": lambda: (
            (isinstance(part, Figure) and part.fn == "correlation")
            or (isinstance(part, Query) and len(part.show or part.columns) > 1)
        ),
        "shown": lambda: isinstance(part, Query),
        "trend": lambda: isinstance(part, Query) and any(_goes_on(column.of, part, scope) for column in part.by),
        "sorting": lambda: isinstance(part, (Order, Keep)),
        "change": lambda: isinstance(part, Figure) and part.fn == "change",
        "running": lambda: isinstance(part, Figure) and part.fn == "running",
        "moving": lambda: isinstance(part, Figure) and part.fn == "moving",
        "ratio": lambda: isinstance(part, Computed) and part.op == "/",
        "difference": lambda: isinstance(part, Computed) and part.op == "-" and part.left is not None,
        "has": lambda: isinstance(part, Compare) and part.op in ("has", "starts"),
    }
    return mark.kind in meaning and meaning[mark.kind]()


def _thing(mark: Mark, part: Any, fields: set[tuple[str, str]], scope: Scope) -> bool:
    """A name of what the query is of, or of a field in it; a value that it holds rows to."""
    for thing in mark.things:
        if thing.kind == "value":
            if isinstance(part, Value) and str(part.value).casefold() in _texts(str(thing.value)):
                return True
        elif thing.kind == "test":
            if _tested(thing, part, fields):
                return True
        elif thing.kind == "relation":
            here = scope.hops(scope.dataset(thing.dataset))[thing.name].here
            if isinstance(part, Path) and (
                thing.name in part.steps or any((thing.dataset, one) in fields for one in here)
            ):
                return True
        elif isinstance(part, (Query, Path, Some)) and (thing.dataset, thing.name) in fields:
            return True
    return False


def _tested(thing: Thing, part: Any, fields: set[tuple[str, str]]) -> bool:
    """A named test, or what stands for it: no last day, an amount without its minus."""
    if isinstance(part, Holds):
        return part.path.steps[-1] == thing.name
    if (thing.dataset, "") not in fields:
        return False
    if thing.name == "current":
        return isinstance(part, Missing)
    return isinstance(part, Computed) and part.left is None if thing.name == "money_out" else isinstance(part, Figure)


def _recurs(part: Any) -> bool:
    """Rows are held to weekdays or hours: on weekends."""
    left = part.left if isinstance(part, (Compare, Among, Between)) else None
    return isinstance(left, Taken) and left.part in ("weekday", "hour_of_day")


def _goes_on(key: Any, query: Query, scope: Scope) -> bool:
    """Whether a key is a time that goes on."""
    if isinstance(key, Taken):
        return key.part in GRAINS and _goes_on(key.of, query, scope)
    if not isinstance(key, Path) or not isinstance(query.of, str):
        return False
    field = scope.walk(scope.dataset(query.of), key.steps).field
    return field is not None and (field.role == "time" or field.years)


def _texts(value: str) -> tuple[str, ...]:
    return (value.casefold(),)


def _figure(mark: Mark, part: Any) -> bool:
    if mark.label == "count" and isinstance(part, Taken) and part.part in UNITS:
        return True  # how many days from loan to return
    if mark.label in ("count", "sum") and isinstance(part, Query) and (part.show or part.order):
        return True  # the total finals of a school: the number stands in a field
    if not isinstance(part, Figure):
        return False
    if mark.label == "count":
        return part.fn in ("count", "distinct", "sum")
    if mark.label == "count_distinct":
        return part.fn == "distinct"
    return part.fn == CUES.get(mark.label) or (mark.label == "sum" and part.fn == "count")


def _number(mark: Mark, part: Any) -> bool:
    value = part.value if isinstance(part, Value) else None
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value in mark.numbers


def _none(value: Value) -> bool:
    """A value that says no: nothing, false."""
    return value.value in (0, False) or str(value.value).casefold() in ("no", "n", "false", "none")


def _within(mark: Mark, part: Any) -> bool:
    assert mark.period is not None
    if isinstance(part, Value) and mark.period.bare_year:
        years = [day.year for day in (mark.period.low, mark.period.high) if day]
        return isinstance(part.value, int) and any(
            abs(part.value - year) <= 1 for year in years
        )  # after 2018: from 2019 on
    if not isinstance(part, Period):
        return False
    days = [day.isoformat() for day in (mark.period.low, mark.period.high) if day]
    days += [day.isoformat() for pair in mark.period.parts for day in pair]
    text = part.text[:10]
    return (
        any(text.startswith(day) or day.startswith(text) for day in days)
        or not days
        or bool(_edges(text, open_ended=mark.period.low is None or mark.period.high is None) & set(days))
    )


def _edges(text: str, open_ended: bool) -> set[str]:
    """The days at both ends of a time, as of quarters and weeks; before June, the days beside them."""
    try:
        start, end = (day.date() for day in bounds(text))
    except QueryError:
        return set()
    beside = (start - _DAY, end) if open_ended else ()
    return {day.isoformat() for day in (start, end - _DAY, *beside)}
