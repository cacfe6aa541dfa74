"""Dates as Tableau counts them: parts, truncations, differences, weeks from any day on, ICU patterns."""

from __future__ import annotations

import re

from sqlglot import exp

from groundplan.packs.tableau.calculation.values import Value, binary, call, cast, number

PARTS = (
    "year", "quarter", "month", "week", "weekday", "day", "dayofyear", "hour", "minute", "second",
    "iso-year", "iso-week", "iso-weekday",
)  # fmt: skip
SHORT = ("hour", "minute", "second")
WEEKDAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
_PLAIN = {
    "year": "year", "quarter": "quarter", "month": "month", "day": "day", "dayofyear": "dayofyear", "hour": "hour",
    "minute": "minute", "second": "second", "iso-year": "isoyear", "iso-week": "week", "iso-weekday": "isodow",
}  # fmt: skip
ADDED = {
    "year": ("to_years", 1), "quarter": ("to_months", 3), "month": ("to_months", 1), "week": ("to_days", 7),
    "weekday": ("to_days", 1), "day": ("to_days", 1), "dayofyear": ("to_days", 1), "hour": ("to_hours", 1),
    "minute": ("to_minutes", 1), "second": ("to_seconds", 1),
}  # fmt: skip
_PATTERN = re.compile(r"'[^']*'|([A-Za-z])\1*")
_FIELDS = {
    "yyyy": "%Y", "YYYY": "%Y", "y": "%Y", "yy": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%m", "dd": "%d",
    "d": "%d", "HH": "%H", "H": "%H", "hh": "%I", "h": "%I", "mm": "%M", "m": "%M", "ss": "%S", "s": "%S",
    "SSS": "%g", "a": "%p", "EEE": "%a", "EEEE": "%A",
}  # fmt: skip


def day_of_week(moment: exp.Expression, first: int) -> exp.Expression:
    """0 on the first day of the week."""
    shifted = binary(exp.Add, call("date_part", "dow", moment), number(7 - first))
    return binary(exp.Mod, shifted, number(7))


def part_of(part: str, moment: exp.Expression, first: int) -> exp.Expression:
    """A part of a date as a number."""
    if part == "weekday":
        return binary(exp.Add, day_of_week(moment, first), number(1))
    if part == "week":  # the first week holds the first of January
        new_year = call("date_trunc", "year", moment)
        days = binary(exp.Add, call("date_part", "doy", moment), number(-1))
        counted = binary(exp.IntDiv, binary(exp.Add, days, day_of_week(new_year, first)), number(7))
        return binary(exp.Add, counted, number(1))
    return call("date_part", _PLAIN[part], moment)


def name_of(part: str, moment: exp.Expression, first: int) -> exp.Expression:
    """A part of a date in words."""
    if part in ("month", "weekday"):
        return call("strftime", moment, "%B" if part == "month" else "%A")
    return cast(part_of(part, moment, first), "STRING")


def truncated(part: str, value: Value, first: int) -> exp.Expression:
    """The first moment of the period."""
    moment = value.sql
    if part == "week":
        whole = cast(moment, "DATE")
        back = binary(exp.Sub, whole, cast_integer(day_of_week(moment, first)))
        return cast(back, value.type)
    plain = {"weekday": "day", "dayofyear": "day", "iso-week": "week", "iso-weekday": "day"}.get(part, part)
    return cast(call("date_trunc", plain.removeprefix("iso-"), moment), value.type)


def cast_integer(sql: exp.Expression) -> exp.Expression:
    """As days are added to a date: in 32 bits."""
    return exp.Cast(this=sql.copy(), to=exp.DataType.build("INT"))


def added(part: str, count: exp.Expression, value: Value) -> exp.Expression:
    """A moment so many periods later."""
    name, times = ADDED[part]
    whole = cast_integer(call("trunc", count))
    periods = binary(exp.Mul, whole, number(times)) if times != 1 else whole
    later = binary(exp.Add, value.sql, call(name, periods))
    return cast(later, "DATETIME" if part in SHORT else value.type)


def between(part: str, start: Value, end: Value, first: int) -> exp.Expression:
    """How many borders of the period lie between two moments."""
    if part == "week":
        one, other = (cast(truncated("week", each, first), "DATE") for each in (start, end))
        return binary(exp.IntDiv, call("date_diff", "day", one, other), number(7))
    plain = {"weekday": "day", "dayofyear": "day", "iso-week": "week", "iso-year": "isoyear", "iso-weekday": "day"}
    type = "DATETIME" if part in SHORT else "DATE"
    return call("date_diff", plain.get(part, part), cast(start.sql, type), cast(end.sql, type))


def strptime_pattern(pattern: str) -> str:
    """An ICU pattern as `strptime` knows it; a letter that it does not know is a ValueError."""

    def field(found: re.Match[str]) -> str:
        if found[0].startswith("'"):
            return found[0].strip("'").replace("%", "%%") or "'"
        if found[0] not in _FIELDS:
            raise ValueError(found[0])
        return _FIELDS[found[0]]

    return _PATTERN.sub(field, pattern)
