"""The form a reader fills for a question over columns: the requirement schema of the `tables` pack.

Every name in it is a column that exists or a label of a closed set; nothing in it is free text except filter values.
With several tables, a column is named plainly where its name is unique, else `table.column`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from pydantic import SerializerFunctionWrapHandler, model_serializer

from groundplan.contracts.noun import Noun

Item = TypeVar("Item")
HEARD = "heard"
"""Under which name a query keeps the form that it was made from, for the question that follows."""

Analysis = Literal[
    "total", "count", "compare", "trend", "distribution", "anomaly", "correlation",
    "share", "rank", "summary", "lookup", "forecast", "change",
]  # fmt: skip
Aggregation = Literal["sum", "avg", "median", "min", "max", "std", "count", "count_distinct", "none", "figure"]
Grain = Literal["unknown", "hour", "day", "week", "month", "quarter", "year", "hour_of_day", "weekday", "month_of_year"]
CYCLIC = ("hour_of_day", "weekday", "month_of_year")
"""Grains that come round again."""
Operator = Literal[
    "=", "!=", ">", ">=", "<", "<=", "between", "in", "not_in",
    "contains", "not_contains", "starts_with", "ends_with", "is_null", "not_null",
]  # fmt: skip
DatePart = Literal["weekday", "hour"]
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
ChartKind = Literal["bar", "stacked_bar", "line", "area", "point", "arc", "histogram", "box", "heatmap"]
DeriveKind = Literal[
    "ratio", "difference", "percent_of_total", "percent_change", "moving_average", "cumulative", "duration"
]


SpanUnit = Literal["seconds", "minutes", "hours", "weeks", "years"]


class Metric(Noun):
    """What is measured. Counting rows: no column, `count`. Values as they stand: `none`.

    `figure`: a figure of the source model that is of groups of rows has an aggregate of its own.
    """

    column: str | None = None
    agg: Aggregation = "sum"


class Time(Noun):
    """The column that carries time, and the grain if the question says one."""

    column: str
    grain: Grain = "unknown"


class Filter(Noun):
    """Which rows count. Dates are ISO text; `between` holds [low, high], both included; `in` a list."""

    column: str
    op: Operator
    value: Any = None
    join: Literal["and", "or"] | None = None
    """How it is joined to the filter before it, where the form's own `join` does not say so; `and` binds tighter."""
    part: DatePart | None = None
    """What of a date is compared: its weekday (Mon, Tue ...), or its hour (0 to 23)."""
    other: str | None = None
    """The column of the same row that is compared with, in place of a value: returned after due."""
    separator: str | None = None
    """What cuts the cell, where its parts are compared: it is a list of them."""

    @model_serializer(mode="wrap")
    def _without_what_is_unsaid(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A filter that is joined as the form says and compares whole values with one is written as it always was."""
        return {
            name: v
            for name, v in written(self).items()
            if name not in ("join", "part", "other", "separator") or v is not None
        }


class Having(Noun):
    """A condition on the aggregated metric."""

    op: Literal["=", "!=", ">", ">=", "<", "<="]
    value: float


class Sort(Noun):
    """An order the question asks for: by the first metric, by the first group, or by time."""

    by: Literal["metric", "group", "time"]
    order: Literal["asc", "desc"]


class Derive(Noun):
    """A figure computed from others."""

    kind: DeriveKind
    of: tuple[str, ...] = ()
    window: int | None = None
    unit: SpanUnit | None = None
    """In what a duration is told, where it is not days."""

    @model_serializer(mode="wrap")
    def _without_an_unsaid_unit(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in written(self).items() if name != "unit" or value is not None}


class Form(Noun):
    """What a question asks for, and nothing it does not."""

    table: str | None = None
    """The table asked about, when the source holds several."""
    metrics: tuple[Metric, ...] = ()
    group_by: tuple[str, ...] = ()
    """First: what stands on the x axis; second: what is told apart by color."""
    time: Time | None = None
    latest: str | None = None
    """The thing of which only the latest row counts: current salaries of a history of them."""
    analysis: tuple[Analysis, ...] = ()
    outputs: tuple[Literal["chart", "table"], ...] = ()
    filters: tuple[Filter, ...] = ()
    join: Literal["and", "or"] = "and"
    """Between filters that do not say it themselves."""
    having: Having | None = None
    sort: Sort | None = None
    limit: int | None = None
    place: int | None = None
    """Where in the order the limit begins: the second highest is a limit of 1 from place 2."""
    percent: bool = False
    """Whether the limit is a part of a hundred: the top 10 % of the customers."""
    per: str | None = None
    """What the figure is first taken of each of, and then averaged over: a column of things, or that of the time, of
    whose periods it then is. `orders per customer on average`, `average monthly revenue`."""
    across: Grain | None = None
    """A second grain of the time, across the first: by weekday and hour."""
    each: str | None = None
    """The group in each of which the limit counts, or the column of the time, in each of whose periods it does: the two
    best products of each region, the best city of each month."""
    ahead: int | None = None
    """How many periods a forecast looks ahead."""
    chart: ChartKind | None = None
    derive: Derive | None = None

    @model_serializer(mode="wrap")
    def _without_an_unsaid_history(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in written(self).items() if name != "latest" or value is not None}

    @property
    def alternatives(self) -> tuple[tuple[Filter, ...], ...]:
        """The filters as they are read: a row counts if it meets every filter of one of these."""
        return alternatives(self.filters, [f.join or self.join for f in self.filters])

    @property
    def best_series(self) -> bool:
        """Whether the limit takes groups, and each is shown over time: `monthly revenue of the top 3 cities`."""
        return self.limited_over_time and {"trend", "rank"} <= {*self.analysis} and "share" not in self.analysis

    @property
    def best_pairs(self) -> bool:
        """Whether the limit takes groups at times: `which store had the best single month`."""
        return self.limited_over_time and "rank" in self.analysis and "trend" not in self.analysis

    @property
    def best_of_each(self) -> bool:
        """Whether the limit takes periods in each group, or groups in each period: `the best month of each city`."""
        held = self.time is not None and self.each in (*self.group_by, self.time.column)
        return held and self.limit is not None and bool(self.group_by) and "rank" in self.analysis

    @property
    def limited_over_time(self) -> bool:
        """Whether a limit by a figure stands over one group and a time, so that the analysis says what it takes."""
        figures = bool(self.metrics) and all(metric.agg != "none" for metric in self.metrics)
        ranked = self.limit is not None and self.each is None and (self.sort is None or self.sort.by == "metric")
        plain = (self.derive is None or self.derive.kind == "duration") and not self.per_period
        return ranked and figures and plain and len(self.group_by) == 1 and self.time is not None

    @property
    def per_period(self) -> bool:
        """Whether the figure is averaged over the periods of the time, which then is no axis any more."""
        return self.time is not None and self.per == self.time.column


def alternatives(items: Sequence[Item], joins: Sequence[str]) -> tuple[tuple[Item, ...], ...]:
    """The items parted where one is joined to the one before it by `or`: `a and b or c` is (a, b), (c)."""
    parts: list[list[Item]] = []
    for item, join in zip(items, joins, strict=True):
        if join == "or" or not parts:
            parts.append([])
        parts[-1].append(item)
    return tuple(map(tuple, parts))


def flattened(parts: Sequence[Sequence[Filter]]) -> dict[str, Any]:
    """Alternatives as `filters` and `join` of a form; a filter says its own join only where `and` and `or` mix."""
    mixed = len(parts) > 1 and any(len(part) > 1 for part in parts)
    filters = tuple(
        one.model_copy(update={"join": "or" if mixed and number and not place else None})
        for number, part in enumerate(parts)
        for place, one in enumerate(part)
    )
    return {"filters": filters, "join": "or" if len(parts) > 1 and not mixed else "and"}


def raw(form: Form) -> bool:
    """Whether rows are wanted as they stand: every metric is named without an aggregate."""
    return all(metric.agg == "none" for metric in form.metrics) and "count" not in form.analysis
