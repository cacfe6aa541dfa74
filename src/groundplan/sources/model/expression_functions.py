"""The functions that an expression may call: how many arguments each takes, and its value over ibis values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

UNITS = {"YEAR": "Y", "QUARTER": "Q", "MONTH": "M", "WEEK": "W", "DAY": "D", "HOUR": "h", "MINUTE": "m", "SECOND": "s"}
"""Units of time by the letters that ibis has for them."""
OF_DAYS = frozenset(("HOUR", "MINUTE", "SECOND"))
"""Units that a date has none of: it is midnight."""
TYPES = {
    "INT": "int64",
    "BIGINT": "int64",
    "SMALLINT": "int64",
    "DECIMAL": "float64",
    "DOUBLE": "float64",
    "FLOAT": "float64",
    "TEXT": "string",
    "VARCHAR": "string",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIMESTAMP": "timestamp",
    "DATETIME": "timestamp",
    "TIMESTAMPNTZ": "timestamp",
    "TIME": "time",
}
"""What may be cast to, by the names that the grammar gives types."""
OTHER_NAMES = {
    "CEILING": "CEIL",
    "CHARINDEX": "POSITION",
    "DATE_PART": "EXTRACT",
    "IFF": "IF",
    "IFNULL": "COALESCE",
    "LEN": "LENGTH",
    "NVL": "COALESCE",
    "POW": "POWER",
    "STDDEV_SAMP": "STDDEV",
    "SUBSTR": "SUBSTRING",
    "VARIANCE_SAMP": "VARIANCE",
    "VAR_POP": "VARIANCE_POP",
    "VAR_SAMP": "VARIANCE",
}
MANY = 50


@dataclass(frozen=True)
class Function:
    """One function: the fewest and the most arguments, and its value; `unit`: the first argument is a unit of time."""

    least: int
    most: int
    value: Callable[..., Any]
    unit: bool = False


def number(value: Any) -> Any:
    """True and false as 1 and 0."""
    return value.cast("int64") if value.type().is_boolean() else value


def part_of(unit: str, time: Any) -> Any:
    """The year, the hour of a date or a moment."""
    named = {"DAYOFYEAR": "day_of_year", "WEEK": "week_of_year"}.get(unit, unit.lower())
    return getattr(_moment(unit, time), named)()


def _moment(unit: str, time: Any) -> Any:
    return time.cast("timestamp") if time.type().is_string() or (unit in OF_DAYS and time.type().is_date()) else time


def _truncated(unit: str, time: Any) -> Any:
    return _moment(unit, time).truncate(UNITS[unit])


def _moved(unit: str, steps: Any, time: Any) -> Any:
    return _moment(unit, time) + steps.cast("int64").as_interval(UNITS[unit])


def _apart(unit: str, start: Any, end: Any) -> Any:
    """How many borders of the unit lie between two times."""
    start, end = (_moment(unit, time) for time in (start, end))
    if start.type().is_date() != end.type().is_date():
        start, end = start.cast("timestamp"), end.cast("timestamp")
    return end.delta(start, unit=unit.lower())


def _truncated_number(value: Any, places: Any = 0) -> Any:
    shift = 10.0**places
    value = _real(value)
    return (value * shift).abs().floor() * value.sign() / shift


def _logarithm(base: Any, value: Any) -> Any:
    return _above_zero(value).ln() / _above_zero(base).ln().nullif(0)


def _above_zero(value: Any) -> Any:
    return (value > 0).ifelse(_real(value), None)


def _real(value: Any) -> Any:
    """Decimals keep only as many places as they came with."""
    return value.cast("float64")


def _of_several(name: str) -> Callable[..., Any]:
    def value(*values: Any) -> Any:
        import ibis  # slow to import

        return getattr(ibis, name)(*values)

    return value


def _joined(*values: Any) -> Any:
    first, *rest = (value.cast("string") for value in values)
    for one in rest:
        first = first + one
    return first


def _part_of_text(text: Any, separator: Any, place: Any) -> Any:
    """An empty text where there are not so many parts."""
    return text.split(separator)[place - 1].fill_null((text.isnull()).ifelse(None, ""))


def _now(kind: str) -> Callable[[], Any]:
    def value() -> Any:
        import ibis  # slow to import

        return {"date": ibis.today, "time": lambda: ibis.now().time(), "timestamp": ibis.now}[kind]()

    return value


def _if(test: Any, one: Any, other: Any = None) -> Any:
    return test.ifelse(one, other)


def _first_beyond(values: Any, part: Any) -> Any:
    """The first of the values in order, of which so great a part is not higher."""
    import ibis  # slow to import

    place = (part * values.count()).ceil().cast("int64") - 1
    return values.collect().sort()[ibis.greatest(place, 0)]


_LENGTHS = ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "DAYOFYEAR")


def _part(unit: str) -> Function:
    return Function(1, 1, lambda time: part_of(unit, time))


FUNCTIONS: Mapping[str, Function] = {
    "SUM": Function(1, 1, lambda x: number(x).sum()),
    "COUNT": Function(1, 1, lambda x: x.count()),
    "AVG": Function(1, 1, lambda x: number(x).mean()),
    "MIN": Function(1, 1, lambda x: x.min()),
    "MAX": Function(1, 1, lambda x: x.max()),
    "STDDEV": Function(1, 1, lambda x: number(x).std()),
    "STDDEV_POP": Function(1, 1, lambda x: number(x).std(how="pop")),
    "VARIANCE": Function(1, 1, lambda x: number(x).var()),
    "VARIANCE_POP": Function(1, 1, lambda x: number(x).var(how="pop")),
    "MEDIAN": Function(1, 1, lambda x: number(x).median()),
    "PERCENTILE_CONT": Function(2, 2, lambda x, part: number(x).quantile(part)),
    "PERCENTILE_DISC": Function(2, 2, _first_beyond),
    "CURRENT_DATE": Function(0, 0, _now("date")),
    "CURRENT_TIME": Function(0, 0, _now("time")),
    "CURRENT_TIMESTAMP": Function(0, 0, _now("timestamp")),
    **{unit: _part(unit) for unit in _LENGTHS},
    "EXTRACT": Function(2, 2, part_of, unit=True),
    "DATE_TRUNC": Function(2, 2, _truncated, unit=True),
    "DATEADD": Function(3, 3, _moved, unit=True),
    "DATEDIFF": Function(3, 3, _apart, unit=True),
    "TO_DATE": Function(1, 1, lambda x: x.cast("date")),
    "TO_TIMESTAMP": Function(1, 1, lambda x: x.cast("timestamp")),
    "CONCAT": Function(1, MANY, _joined),
    "LENGTH": Function(1, 1, lambda x: x.length()),
    "LOWER": Function(1, 1, lambda x: x.lower()),
    "UPPER": Function(1, 1, lambda x: x.upper()),
    "TRIM": Function(1, 1, lambda x: x.strip()),
    "LTRIM": Function(1, 1, lambda x: x.lstrip()),
    "RTRIM": Function(1, 1, lambda x: x.rstrip()),
    "LEFT": Function(2, 2, lambda x, many: x.left(many)),
    "RIGHT": Function(2, 2, lambda x, many: x.right(many)),
    "SUBSTRING": Function(2, 3, lambda x, start, many=None: x.substr(start - 1, many)),
    "REPLACE": Function(3, 3, lambda x, old, new: x.replace(old, new)),
    "SPLIT_PART": Function(3, 3, _part_of_text),
    "POSITION": Function(2, 2, lambda part, x: x.find(part) + 1),
    "CONTAINS": Function(2, 2, lambda x, part: x.contains(part)),
    "STARTSWITH": Function(2, 2, lambda x, part: x.startswith(part)),
    "ENDSWITH": Function(2, 2, lambda x, part: x.endswith(part)),
    "REGEXP_LIKE": Function(2, 2, lambda x, pattern: x.re_search(pattern)),
    "ABS": Function(1, 1, lambda x: x.abs()),
    "ROUND": Function(1, 2, lambda x, places=0: x.round(places)),
    "FLOOR": Function(1, 1, lambda x: x.floor()),
    "CEIL": Function(1, 1, lambda x: x.ceil()),
    "TRUNC": Function(1, 2, _truncated_number),
    "MOD": Function(2, 2, lambda x, by: x % by.nullif(0)),
    "SIGN": Function(1, 1, lambda x: _real(x).sign().cast("int64")),
    "POWER": Function(2, 2, lambda x, by: _real(x) ** by),
    "SQRT": Function(1, 1, lambda x: (x >= 0).ifelse(_real(x), None).sqrt()),
    "EXP": Function(1, 1, lambda x: _real(x).exp()),
    "LN": Function(1, 1, lambda x: _above_zero(x).ln()),
    "LOG": Function(2, 2, _logarithm),
    "LOG10": Function(1, 1, lambda x: _above_zero(x).log10()),
    "GREATEST": Function(1, MANY, _of_several("greatest")),
    "LEAST": Function(1, MANY, _of_several("least")),
    "IF": Function(2, 3, _if),
    "NULLIF": Function(2, 2, lambda x, nothing: x.nullif(nothing)),
    "COALESCE": Function(1, MANY, _of_several("coalesce")),
    "NVL2": Function(3, 3, lambda x, there, missing: x.notnull().ifelse(there, missing)),
    "ZEROIFNULL": Function(1, 1, lambda x: x.fill_null(0)),
    "NULLIFZERO": Function(1, 1, lambda x: x.nullif(0)),
    "CAST": Function(2, 2, lambda x, kind: x.cast(TYPES[kind])),
    "TRY_CAST": Function(2, 2, lambda x, kind: x.try_cast(TYPES[kind])),
}
