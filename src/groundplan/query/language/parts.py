"""The parts of a query, the typed form of a question over any source model. Each quotes the words it was read from.

A query names datasets, fields and relations as the source model does. What it means is told in docs/reference/query.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import model_validator

from groundplan.contracts.noun import Noun

FIGURES = (
    "count", "sum", "average", "median", "min", "max", "deviation", "distinct", "percentile", "correlation",
    "first", "last", "list", "rate", "share", "rank", "change", "running", "moving", "longest_run", "prev", "next",
)  # fmt: skip
ALONG = ("share", "rank", "change", "running", "moving", "prev", "next")
"""Figures of a row or a group among others, which add nothing up."""
GRAINS = ("year", "quarter", "month", "week", "day", "hour", "decade")
CYCLES = ("month_of_year", "day_of_month", "hour_of_day", "weekday")
UNITS = ("seconds", "minutes", "hours", "days", "weeks", "months", "years")
TAKEN = (*GRAINS, *CYCLES, *UNITS, "abs", "bin")
THIS = "this"
"""The row itself."""
ROW = "row"
"""The place of a row in its source."""
CALLED, PLACE = "#this", "#row"
"""The columns that hold both: a field may be called `Row`."""


class Part(Noun):
    """Anything a query is made of."""

    said: tuple[tuple[int, int], ...] = ()
    """Where in the question the words stand that it was read from."""


class Value(Part):
    """A number, a text, or a truth."""

    value: bool | int | float | str


class Period(Part):
    """A moment, a day or a longer time, as it is written: 2024, 2024-03, 2024-Q1, 2024-03-05, 2024-03-05T10:00."""

    text: str


class Now(Part):
    """A time told from today on: `now(month, -1)` is last month, `now(day, -30, 0)` the last thirty days."""

    unit: str
    start: int = 0
    end: int | None = None


class Path(Part):
    """Relations, then a field, a named test, or a relation: the thing at its end."""

    steps: tuple[str, ...]


class Taken(Part):
    """A part of a value: the month of a date, the hours of a span, a bin."""

    part: str
    of: X
    size: float | None = None


class Computed(Part):
    """Arithmetic; without a left side the right one is turned round."""

    op: Literal["+", "-", "*", "/"]
    left: X | None
    right: X


class Case(Noun):
    """One branch of a choice."""

    value: Value
    test: Test


class Choice(Part):
    """The value of the first test that holds; without one, `otherwise` or nothing."""

    cases: tuple[Case, ...]
    otherwise: Value | None = None


class Figure(Part):
    """A figure of rows or of groups. Of nothing, it counts."""

    fn: str
    of: tuple[Expression, ...] = ()
    n: float | None = None
    where: Test | None = None
    within: tuple[Expression, ...] | None = None
    """The keys that its fellows share; none: all of them."""
    by: Expression | None = None
    """Along what it goes, in place of the main time."""


class One(Part):
    """The one figure of another query."""

    query: Query


class All(Part):
    """Every test holds."""

    tests: tuple[Test, ...]


class AnyOf(Part):
    """One test at least holds."""

    tests: tuple[Test, ...]


class Not(Part):
    """The test does not hold."""

    test: Test


class Compare(Part):
    """Two operands, one held against the other."""

    left: X
    op: Literal["=", "!=", "<", "<=", ">", ">=", "has", "starts"]
    right: X


class Between(Part):
    """From one value to another, both included."""

    left: X
    low: X
    high: X


class Among(Part):
    """One of these values."""

    left: X
    values: tuple[X, ...]


class AmongRows(Part):
    """One of the values that another query lists."""

    left: X
    query: Query


class Missing(Part):
    """Nothing is filled in."""

    of: Expression


class Some(Part):
    """There is a row along the relation for which the test holds; `every`: and none for which it does not."""

    path: Path
    where: Test | None = None
    every: bool = False


class Holds(Part):
    """A named test, or a field that is true or false."""

    path: Path


X = Value | Period | Now | Path | Taken | Computed | Choice | Figure | One
Test = All | AnyOf | Not | Compare | Between | Among | AmongRows | Missing | Some | Holds
Expression = X | Test


class Column(Noun):
    """A column of the result and how it is called, where that is said."""

    of: Expression
    name: str = ""


class Keep(Part):
    """The first rows or groups only."""

    n: float = 1
    place: bool = False
    """The n-th value, not the first n."""
    percent: bool = False
    each: Expression | None = None
    by: Expression | None = None
    lowest: bool = False


class Order(Part):
    """By what the result is ordered."""

    by: Expression
    descending: bool = False


class Query(Part):
    """Rows of a dataset or of another query: a list of them or, with columns, figures of each group."""

    of: str | Query
    columns: tuple[Column, ...] = ()
    by: tuple[Column, ...] = ()
    where: Test | None = None
    having: Test | None = None
    keep: Keep | None = None
    order: Order | None = None
    show: tuple[Column, ...] = ()

    @model_validator(mode="after")
    def _either_list_or_figures(self) -> Query:
        if self.by and not self.columns:
            raise ValueError("`by` needs a figure before it, such as count")
        if self.having and not self.columns:
            raise ValueError("`having` holds groups to a figure: a list of rows takes `where`")
        return self


for _part in (Taken, Computed, Case, Choice, Figure, One, All, AnyOf, Not, Compare, Between, Among, AmongRows, Missing,
              Some, Column, Keep, Order, Query):  # fmt: skip
    _part.model_rebuild()


def inner(part: Any) -> Iterator[Any]:
    """The parts that a part is made of, one level down."""
    for name in type(part).model_fields:
        held = getattr(part, name)
        for each in held if isinstance(held, tuple) else (held,):
            if isinstance(each, Noun):
                yield each


def walked(part: Any, into_queries: bool = False) -> Iterator[Any]:
    """The part and all below it; another query inside it only if that is wanted."""
    yield part
    for each in inner(part):
        if into_queries or not isinstance(each, Query):
            yield from walked(each, into_queries)


def replaced(part: Any, change: Mapping[str, Any]) -> Any:
    """The part with some of its attributes changed, checked again."""
    return type(part).model_validate({**{name: getattr(part, name) for name in type(part).model_fields}, **change})


def part_of_itself(part: Any) -> bool:
    """A figure of the rows that meet a test, divided by the same of all: what share of revenue came from Berlin."""
    if not isinstance(part, Computed) or part.op != "/" or not isinstance(part.left, Figure) or not part.left.where:
        return False
    return bool(replaced(part.left, {"where": None}) == part.right)
