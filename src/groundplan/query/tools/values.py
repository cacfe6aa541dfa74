"""An expression or a test over a frame -> an ibis value; what stands in a column by its text is taken from there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from operator import and_, or_
from typing import Any

from groundplan.errors import StepError
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.language.show import show
from groundplan.query.periods import DAYS, bounds

SECONDS = {
    "seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400, "weeks": 604_800,
    "months": 2_629_800, "years": 31_557_600,
}  # fmt: skip
COUNTED = "count()"
_ONE_OF_THEM = ("min", "max", "first", "last", "prev", "next")
"""Figures that are one of the values that they are taken of."""
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


def value(part: p.Expression | str, table: Any, strict: bool = False) -> Any:
    """The value of the part in each row of the table; `strict`: what is held against something missing is unknown."""
    return _Reckoned(table, strict).value(read_expression(part) if isinstance(part, str) else part)


def title_of(part: p.Expression) -> str:
    """What a column with the part is called in an answer."""
    return ".".join(part.steps) if isinstance(part, p.Path) else show(part)


def column_of(part: p.Expression) -> str:
    """The name of the column that holds the part, if one does: never that of a field which is called `Count`."""
    name = title_of(part)
    return COUNTED if name == "count" and not isinstance(part, p.Path) else name


def temporal(found: Any) -> bool:
    """Whether it is a date or a moment."""
    return bool(found.type().is_date() or found.type().is_timestamp())


def of_weekday(part: p.Expression) -> bool:
    """Whether a part is a day of the week, whose order is not that of its letters; so is the last of some."""
    if isinstance(part, p.Figure):
        return part.fn in _ONE_OF_THEM and of_weekday(part.of[0])
    return isinstance(part, p.Taken) and part.part == "weekday"


def standing(part: p.Expression, table: Any) -> Any:
    """A value of each row by which rows can be put in order."""
    found = value(part, table)
    return day_place(found) if of_weekday(part) else found


def day_place(day: Any) -> Any:
    """The place of a day in the week."""
    return day.cases(*((name, place) for place, name in enumerate(DAYS)))


def as_text(found: Any) -> Any:
    """A value as it is written in a text: a whole number without a point."""
    if found.type().is_timestamp():
        return found.strftime("%Y-%m-%dT%H:%M:%S")
    if found.type().is_floating():
        return (found == found.floor()).ifelse(found.cast("int64").cast("string"), found.cast("string"))
    return found.cast("string")


def period_of(part: p.Expression) -> tuple[datetime, datetime] | None:
    """The time that a period covers; a year is a number."""
    if isinstance(part, p.Period):
        return bounds(part.text)
    held = part.value if isinstance(part, p.Value) else None
    return bounds(held) if type(held) is int and 1000 <= held <= 9999 else None


class _Reckoned:
    """Values over one table. Paths, figures, `some` and other queries stand in its columns: steps before made them."""

    def __init__(self, table: Any, strict: bool) -> None:
        self._table = table
        self._strict = strict
        self._kinds: dict[type[Any], Callable[[Any], Any]] = {
            p.Value: self._literal, p.Period: self._period, p.Taken: self._taken, p.Computed: self._computed,
            p.Choice: self._choice, p.Compare: self._compare, p.Between: self._between, p.Among: self._among,
            p.Missing: lambda part: self.value(part.of).isnull(), p.Not: lambda part: ~self.value(part.test),
            p.All: lambda part: reduce(and_, map(self.value, part.tests)),
            p.AnyOf: lambda part: reduce(or_, map(self.value, part.tests)),
        }  # fmt: skip

    def value(self, part: p.Expression) -> Any:
        """The value of a part."""
        held = column_of(part)
        if held in self._table.columns:
            return self._known(part, self._table[held]) if self._strict else self._table[held]
        if type(part) not in self._kinds:
            raise StepError(f"{show(part)!r} stands in no column of the frame: {', '.join(self._table.columns)}")
        return self._kinds[type(part)](part)

    def _known(self, part: p.Expression, held: Any) -> Any:
        """A test that stands in a column, unknown where what it looks at is missing."""
        if not isinstance(part, (p.Compare, p.Between, p.Among, p.AmongRows)):
            return held
        cells = {column_of(each) for each in p.inner(part) if isinstance(each, p.Path)}
        there = [self._table[name].notnull() for name in sorted(cells & {*self._table.columns})]
        return reduce(and_, there).ifelse(held, None) if there else held

    def _literal(self, part: p.Value) -> Any:
        import ibis  # slow, and a help text needs none of it

        return ibis.literal(part.value)

    def _period(self, part: p.Period) -> Any:
        import ibis

        return ibis.literal(bounds(part.text)[0])

    # ------------------------------------------------------------------ tests

    def _two_valued(self, test: Any) -> Any:
        """A test that is false where something is missing."""
        return test if self._strict else test.fill_null(False)

    def _compare(self, part: p.Compare) -> Any:
        if part.op == "!=":
            return ~self._compare(p.replaced(part, {"op": "="}))
        if part.op in ("has", "starts"):
            return self._in_text(part)
        for op, moment, period in ((part.op, part.left, part.right), (TURNED[part.op], part.right, part.left)):
            span = period_of(period)
            held = self.value(moment) if span else None
            if span and temporal(held):
                return self._within(op, held, *span)
        left, right = _alike(*self._sides(part))
        tests = {"=": left == right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
        return self._two_valued(tests["="]) if part.op == "=" else tests[part.op]

    def _sides(self, part: p.Compare) -> tuple[Any, Any]:
        """Both values; days of the week, which have an order, by their place in it."""
        sides = self.value(part.left), self.value(part.right)
        if part.op == "=" or not (of_weekday(part.left) or of_weekday(part.right)):
            return sides
        return day_place(sides[0]), day_place(sides[1])

    def _within(self, op: str, moment: Any, start: datetime, end: datetime) -> Any:
        """A date or moment held against the whole of a period."""
        moment = moment.cast("timestamp") if moment.type().is_date() else moment
        if op == "=":
            return self._two_valued((moment >= start) & (moment < end))
        return {"<": moment < start, "<=": moment < end, ">": moment >= end, ">=": moment >= start}[op]

    def _in_text(self, part: p.Compare) -> Any:
        whole, wanted = (self.value(side).cast("string").lower() for side in (part.left, part.right))
        return self._two_valued(whole.contains(wanted) if part.op == "has" else whole.startswith(wanted))

    def _between(self, part: p.Between) -> Any:
        low = self._compare(p.Compare(left=part.left, op=">=", right=part.low))
        high = self._compare(p.Compare(left=part.left, op="<=", right=part.high))
        return (low.notnull() & high.notnull()).ifelse(low & high, None)

    def _among(self, part: p.Among) -> Any:
        return reduce(or_, (self._compare(p.Compare(left=part.left, op="=", right=each)) for each in part.values))

    # ------------------------------------------------------------------ values

    def _choice(self, part: p.Choice) -> Any:
        import ibis

        said = [case.value.value for case in part.cases] + ([part.otherwise.value] if part.otherwise else [])
        texts = any(isinstance(each, str) for each in said)
        told = [ibis.literal(str(each) if texts else each) for each in said]
        cases = [(self.value(case.test), held) for case, held in zip(part.cases, told, strict=False)]
        return ibis.cases(*cases, else_=told[-1] if part.otherwise else None)

    def _computed(self, part: p.Computed) -> Any:
        right = self.value(part.right)
        if part.left is None:
            return -_number(right, part.right)
        left = self.value(part.left)
        if temporal(left) or temporal(right):
            raise StepError(f"{show(part)!r} is a span of time: say in which unit, as in days({show(part)})")
        left, right = _number(left, part.left), _number(right, part.right)
        if part.op == "/":
            return left.cast("float64") / right.cast("float64").nullif(0)
        return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[part.op]()

    def _taken(self, part: p.Taken) -> Any:
        if part.part in SECONDS:
            return self._span(part)
        found = self.value(part.of)
        if part.part == "abs":
            return _number(found, part.of).abs()
        if part.part == "bin":
            size = part.size or 1
            return (_number(found, part.of) / size).floor() * (int(size) if float(size).is_integer() else size)
        if part.part in ("year", "decade") and found.type().is_numeric():
            return found if part.part == "year" else (found / 10).floor() * 10
        if not temporal(found):
            raise StepError(f"{show(part.of)!r} is no date: {part.part} cannot be taken of it")
        return _PARTS_OF_DATES[part.part](found)

    def _span(self, part: p.Taken) -> Any:
        """The time between two dates in a unit."""
        of = part.of
        two = isinstance(of, p.Computed) and of.op == "-" and of.left is not None
        sides = [self.value(of.left), self.value(of.right)] if two else []  # type: ignore[union-attr,arg-type]
        if not sides or not all(map(temporal, sides)):
            raise StepError(f"{show(of)!r} is no span of time: {part.part} needs one date less another")
        later, earlier = (side.cast("timestamp").epoch_seconds() for side in sides)
        return (later - earlier) / SECONDS[part.part]


def _alike(left: Any, right: Any) -> tuple[Any, Any]:
    """Both as text where one is; both as moments where one is a moment."""
    kinds = left.type(), right.type()
    if kinds[0].is_string() != kinds[1].is_string() and not any(kind.is_null() for kind in kinds):
        return as_text(left), as_text(right)
    if any(kind.is_timestamp() for kind in kinds) and any(kind.is_date() for kind in kinds):
        return left.cast("timestamp"), right.cast("timestamp")
    return left, right


def _number(found: Any, part: p.Expression) -> Any:
    kind = found.type()
    if kind.is_boolean():
        return found.cast("int64")
    if kind.is_numeric() or kind.is_null():
        return found
    raise StepError(f"{show(part)!r} is {'text' if kind.is_string() else 'no number'}: it cannot be reckoned with")


def _day(found: Any) -> Any:
    return found.cast("date")


_PARTS_OF_DATES: dict[str, Callable[[Any], Any]] = {
    "year": lambda found: found.year(),
    "decade": lambda found: found.year() - found.year() % 10,
    "quarter": lambda found: _day(found.truncate("Q")),
    "month": lambda found: _day(found.truncate("M")),
    "week": lambda found: _day(found.truncate("W")),
    "day": _day,
    "hour": lambda found: found.cast("timestamp").truncate("h"),
    "month_of_year": lambda found: found.month(),
    "day_of_month": lambda found: found.day(),
    "hour_of_day": lambda found: found.cast("timestamp").hour(),
    "weekday": lambda found: found.day_of_week.index().cases(*enumerate(DAYS)),
}
