"""Date conditions: which time column a period limits, and how."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from dateutil import parser

from groundplan.query.form import Filter
from groundplan.reading.similarity.calendar.recurring import recurring
from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.conditions import Condition
from groundplan.reading.similarity.dates import Period, read_periods
from groundplan.reading.similarity.marks import Marks
from groundplan.sources.shape import Column

_NOWHERE = date(2000, 1, 1)


def date_conditions(marks: Marks) -> list[Condition]:
    """Every period of the question as a condition on the time column it belongs to."""
    columns = [(t.name, c) for t in marks.tables for c in t.columns if carries_time(c)]
    if not columns:
        return []
    found = _recurring(marks)
    for period in read_periods(marks.words, marks.matches, max(latest(c) for _, c in columns)):
        if not marks.free(range(period.start, period.end)) or _owned(marks, period):
            continue
        link = _mentioned(marks, period)
        table, column = (link.table, link.column) if link else columns[0]
        condition = bounds(column, period)
        marks.used.update(range(period.start, period.end))
        found.append(Condition(condition, period.start, period.end, link, table))
    return found


def _recurring(marks: Marks) -> list[Condition]:
    """Weekdays and hours that come round again, as conditions on the first column that has such."""
    found = []
    for each in recurring(marks.text):
        words = [at for at, word in enumerate(marks.words) if each.start <= word.start < each.end]
        fitting = [(t.name, c) for t in marks.tables for c in t.columns if each.fits(c)]
        if each.cued and words and fitting and marks.free(words):
            table, column = fitting[0]
            marks.used.update(words)
            found.append(Condition(each.filter(column), words[0], words[-1] + 1, None, table))
    return found


def _owned(marks: Marks, period: Period) -> bool:
    """The number stands in a value or a column name, such as meter_500."""
    span = set(range(period.start, period.end))
    return any(span & set(link.span) for link in marks.links) or any(span & set(v.span) for v in marks.values)


def _mentioned(marks: Marks, period: Period) -> Link | None:
    """The nearest mention of a time column, if any: `hired before 2002` is hire_date."""
    temporal = [link for link in marks.links if carries_time(link.column)]
    return min(temporal, key=lambda link: min(abs(period.start - link.end), abs(link.start - period.end)), default=None)


def bounds(column: Column, period: Period) -> Filter:
    """A period as a condition on a column."""
    low, high = _bound(column, period.low, False), _bound(column, period.high, True)
    if low is None:
        return _before(column, period)
    if high is None:
        return Filter(column=column.name, op=">=", value=low)
    if low == high:
        return Filter(column=column.name, op="=", value=low)
    return Filter(column=column.name, op="between", value=[low, high])


def _before(column: Column, period: Period) -> Filter:
    """`before 21 June` excludes that day, on dates and on timestamps alike."""
    end = period.high or _NOWHERE
    if _whole_years(column):
        return Filter(column=column.name, op="<=", value=end.year)
    return Filter(column=column.name, op="<", value=date.fromordinal(end.toordinal() + 1).isoformat())


def _bound(column: Column, day: date | None, last: bool) -> str | int | None:
    if day is None:
        return None
    if _whole_years(column):
        return day.year
    return f"{day.isoformat()}T23:59:59" if last and column.type == "datetime" else day.isoformat()


def _whole_years(column: Column) -> bool:
    return column.type in ("integer", "number")


def latest(column: Column) -> date:
    """The last date of a column: what `last year` is counted from."""
    return _as_date(column.high) or max((d for s in column.samples if (d := _as_date(s))), default=_NOWHERE)


def _as_date(value: object) -> date | None:
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    if isinstance(value, (int, float)) and 1 <= int(value) <= 9999:
        return date(int(value), 12, 31)
    try:
        return parser.parse(str(value)).date() if value is not None else None
    except (ValueError, OverflowError):
        return None


def carries_time(column: Column) -> bool:
    """A date, a timestamp, or whole numbers that can only be years."""
    if column.role == "temporal":
        return True
    whole = column.type == "integer" and isinstance(column.low, int) and isinstance(column.high, int)
    return whole and 1900 <= column.low < column.high <= 2100


def time_columns(marks: Marks) -> Sequence[tuple[str, Column]]:
    """All columns that carry time."""
    return [(t.name, c) for t in marks.tables for c in t.columns if carries_time(c)]
