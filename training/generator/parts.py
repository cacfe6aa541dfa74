"""Parts of a draft: metrics, groups, dates, grains and limits that a table offers."""

from __future__ import annotations

import random
from collections.abc import Callable

from .forms import Draft, Metric
from .tables import Col, Table

Shape = Callable[[Table, random.Random], Draft | None]
COUNT = Metric(None, "count")
GRAINS = ("month", "year", "quarter", "week", "day", "weekday", "hour", "month_of_year", "unknown")
GRAIN_WEIGHTS = (30, 18, 12, 10, 9, 7, 4, 4, 12)
STD = 0.1
UNSAID = 0.6
LIMITS = (3, 5, 10, 2, 4, 6, 7, 8, 12, 15, 20, 25, 50, 100)
LIMIT_WEIGHTS = (20, 26, 20, 4, 5, 3, 3, 3, 2, 3, 4, 1, 1, 1)


def usual(column: Col) -> str:
    """The aggregate that the bare name of the column means."""
    return "sum" if column.kind == "sum" else "avg"


def metric(table: Table, rng: random.Random, count: float = 0.3, plain: float = 0.68) -> Metric | None:
    """A metric: rows counted (odds `count`), the usual aggregate of a column (odds `plain`), or another one."""
    columns = [each for each in table.kinds("sum", "avg") if not each.shared]
    if not columns or rng.random() < count:
        return COUNT
    column = rng.choice(columns)
    if rng.random() < plain:
        return Metric(column, usual(column))
    aggs = ("sum", "avg", "median", "min", "max") if column.kind == "sum" else ("avg", "median", "min", "max")
    return Metric(column, "std" if rng.random() < STD else rng.choice(aggs))


def unsaid(table: Table, rng: random.Random) -> Metric | None:
    """The only column that is added up, which `best month of each city` need not say; now and then."""
    only = [each for each in table.kinds("sum") if not each.shared]
    return Metric(only[0], "sum") if len(only) == 1 and rng.random() < UNSAID else None


def groups(table: Table, rng: random.Random, number: int = 1) -> tuple[Col, ...]:
    """Columns to group by."""
    weights = {"group": 10.0, "name": 3.0, "flag": 0.3, "code": 0.2}
    columns = [each for each in table.columns if each.kind in weights and not each.shared]
    found: list[Col] = []
    while columns and len(found) < number:
        column = rng.choices(columns, [weights[each.kind] for each in columns])[0]
        columns.remove(column)
        found.append(column)
    return tuple(found) if len(found) == number else ()


def dates(table: Table, rng: random.Random) -> Col | None:
    """The main date most of the time, else another date or a column of years."""
    main, others, years = table.kinds("time"), table.kinds("date"), table.kinds("year")
    if years and (rng.random() < 0.25 or not main):
        return rng.choice(years)
    if main and (not others or rng.random() < 0.85):
        return main[0]
    return rng.choice(others) if others else None


def grain(column: Col, rng: random.Random) -> str:
    """A grain that the column has."""
    if column.kind == "year":
        return "year"
    found = rng.choices(GRAINS, GRAIN_WEIGHTS)[0]
    return "day" if found == "hour" and column.type != "datetime" else found


def limit(rng: random.Random) -> int:
    return rng.choices(LIMITS, LIMIT_WEIGHTS)[0]


def analyses(found: Metric, *more: str) -> tuple[str, ...]:
    """Total for sums, count for counts, and what else is asked."""
    first = ("count",) if found.agg.startswith("count") else ("total",) if found.agg == "sum" else ()
    return (*first, *more)


def pair(table: Table, rng: random.Random, *kinds: str) -> tuple[Col, Col] | None:
    columns = [each for each in table.kinds(*kinds) if not each.shared]
    if len(columns) < 2:
        return None
    first, second = rng.sample(columns, 2)
    return first, second
