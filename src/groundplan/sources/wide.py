"""Years, months, quarters or weeks as columns become rows: a column that says when, and one with the figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.sources import duck
from groundplan.sources.dates import date_format
from groundplan.sources.one_cell import is_month, is_period

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEAST = 3
FIGURES = 0.7
"""The share of the columns named by times that hold numbers."""
NEAR = 0.005
NUMBER = re.compile(r"U?(BIG|SMALL|TINY)?INT(EGER)?|DOUBLE|FLOAT")


@dataclass(frozen=True)
class Long:
    """The statement, the columns it gives, and those that became rows."""

    select: str
    columns: tuple[str, ...]
    periods: tuple[str, ...]
    value: str
    note: str


def wide_to_long(connection: DuckDBPyConnection, select: str, names: Sequence[str]) -> Long | None:
    """The relation with a row for each time, if its columns are named by times."""
    periods = [name for name in names if is_period(name)]
    if len(periods) < LEAST or len(periods) == len(names):
        return None
    types = {name: str(type) for name, type, *_ in connection.execute(f"DESCRIBE {select}").fetchall()}
    figured = [name for name in periods if NUMBER.fullmatch(types[name])]
    if len(figured) < FIGURES * len(periods):
        return None
    kind, expression = _time(periods)
    others = [name for name in names if name not in periods]
    totals = [name for name in others if NUMBER.fullmatch(types[name]) and _sums(connection, select, name, figured)]
    kept = [name for name in others if name not in totals]
    when, value = _unused(kind, kept), _unused("value", kept)
    cast = ", ".join(f"TRY_CAST({duck.name(name)} AS DOUBLE) AS {duck.name(name)}" for name in periods)
    source = f"(SELECT {', '.join([*map(duck.name, kept), cast])} FROM ({select}))"
    listed = ", ".join(map(duck.name, periods))
    unpivoted = f"{source} UNPIVOT INCLUDE NULLS ({duck.name(value)} FOR __when IN ({listed}))"
    columns = (*kept, when, value)
    picked = ", ".join([*map(duck.name, kept), f"{expression} AS {duck.name(when)}", duck.name(value)])
    note = (
        f"{len(periods)} columns named by times, {periods[0]!r} to {periods[-1]!r}, became rows: {when!r} and {value!r}"
    )
    note += f"; {', '.join(map(repr, totals))}, their sum, was left out" if totals else ""
    return Long(f"SELECT {picked} FROM {unpivoted}", columns, tuple(periods), value, note)


def _time(periods: Sequence[str]) -> tuple[str, str]:
    """What the times are, and how their names are read."""
    year = "TRY_CAST(regexp_extract(__when, '((19|20)[0-9][0-9])', 1) AS BIGINT)"
    texts = [period.strip() for period in periods]
    if all(re.fullmatch(r"\W*(19|20)\d\d\W*", text) for text in texts):
        return "year", year
    if all(re.search(r"Q[1-4]", text, re.I) and re.search(r"(19|20)\d\d", text) for text in texts):
        number = "TRY_CAST(regexp_extract(upper(__when), 'Q([1-4])', 1) AS INTEGER)"
        return "quarter", f"make_date({year}, ({number} - 1) * 3 + 1, 1)"
    format = date_format(texts)
    if format:
        return "month" if "%d" not in format else "date", f"CAST(try_strptime(trim(__when), '{format}') AS DATE)"
    week = all(re.match(r"\W*(W|\d{4}-?W)", text) for text in texts)
    kind = "week" if week else "quarter" if all(re.match(r"\W*Q", text, re.I) for text in texts) else "period"
    return ("month" if all(map(is_month, texts)) else kind), "__when"


def _sums(connection: DuckDBPyConnection, select: str, name: str, parts: Sequence[str]) -> bool:
    """Whether a column is the sum of the others in nearly every row."""
    total, added = duck.name(name), " + ".join(f"coalesce({duck.name(part)}, 0)" for part in parts)
    near = f"abs({total} - ({added})) <= {NEAR} * abs({total})"
    equal, rows = connection.execute(
        f"SELECT count(*) FILTER ({near}), count({total}) FROM ({select}) WHERE {total} <> 0"
    ).fetchall()[0]
    return bool(rows and equal >= 0.9 * rows)


def _unused(name: str, taken: Sequence[str]) -> str:
    return name if name not in {other.lower() for other in taken} else f"{name}_2"
