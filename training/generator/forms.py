"""The neutral form and the draft that grows into one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .tables import Col

ANALYSES = (
    *("total", "count", "compare", "trend", "distribution", "anomaly", "correlation"),
    *("share", "rank", "summary", "lookup", "forecast", "change"),
)
OPS = (
    *("=", "!=", ">", ">=", "<", "<=", "between", "in", "not_in"),
    *("contains", "not_contains", "starts_with", "ends_with", "is_null", "not_null", "period"),
)
CHARTS = ("bar", "stacked_bar", "line", "area", "point", "arc", "histogram", "box", "heatmap")
GRAINS = ("hour", "day", "week", "month", "quarter", "year", "weekday", "month_of_year", "unknown")
DERIVES = (
    *("ratio", "difference", "percent_of_total", "percent_change"),
    *("moving_average", "cumulative", "duration"),
)


def empty_form() -> dict[str, Any]:
    """A form that asks nothing, with every key."""
    return {
        "analysis": [],
        "metrics": [],
        "group_by": [],
        "time": None,
        "filters": [],
        "join": "and",
        "having": None,
        "sort": None,
        "limit": None,
        "chart": None,
        "outputs": [],
        "derive": None,
        "per": None,
        "across": None,
        "each": None,
    }


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition: the column, the operator, the value as it stands in the data."""

    column: Col
    op: str
    value: Any

    @property
    def values(self) -> list[Any]:
        """The values that need words."""
        if self.op in ("is_null", "not_null"):
            return []
        return list(self.value) if isinstance(self.value, list) else [self.value]


@dataclass(frozen=True, slots=True)
class Mixed(Filter):
    """Alternatives of several conditions each, said in one stretch, so that what belongs together stays so.

    `column` is that of the first condition; `value` holds nothing.
    """

    parts: tuple[tuple[Filter, ...], ...] = ()


def single(condition: Filter) -> list[tuple[Filter, bool]]:
    """The conditions in it, each with whether it begins a further alternative."""
    if not isinstance(condition, Mixed):
        return [(condition, False)]
    return [(one, bool(at and not place)) for at, part in enumerate(condition.parts) for place, one in enumerate(part)]


@dataclass(frozen=True, slots=True)
class Metric:
    """An aggregate of a column; no column counts rows."""

    column: Col | None
    agg: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A form in the making: columns are still objects that know how they are said."""

    family: str
    analysis: tuple[str, ...]
    metrics: tuple[Metric, ...] = ()
    group: tuple[Col, ...] = ()
    time: Col | None = None
    grain: str = ""
    filters: tuple[Filter, ...] = ()
    join: str = "and"
    having: tuple[str, Any] | None = None
    sort: tuple[str, str] | None = None
    limit: int | None = None
    chart: str | None = None
    outputs: tuple[str, ...] = ()
    derive: str | None = None
    of: tuple[Col, ...] = ()
    window: int | None = None
    per: Col | None = None
    across: str = ""
    each: Col | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def change(self, **parts: Any) -> Draft:
        """The draft with some parts replaced."""
        return replace(self, **parts)

    def form(self) -> dict[str, Any]:
        """The neutral form, with every key."""
        derive: dict[str, Any] | None = None
        if self.derive:
            derive = {"kind": self.derive, "of": [each.name for each in self.of]}
            if self.window:
                derive["window"] = self.window
        form = empty_form()
        form.update(
            analysis=list(self.analysis),
            metrics=[{"column": each.column.name if each.column else None, "agg": each.agg} for each in self.metrics],
            group_by=[each.name for each in self.group],
            time={"column": self.time.name, "grain": self.grain} if self.time else None,
            filters=[_condition(one, new) for each in self.filters for one, new in single(each)],
            join="and" if any(isinstance(each, Mixed) for each in self.filters) else self.join,
            having={"op": self.having[0], "value": self.having[1]} if self.having else None,
            sort={"by": self.sort[0], "order": self.sort[1]} if self.sort else None,
            limit=self.limit,
            chart=self.chart,
            outputs=list(self.outputs),
            derive=derive,
            per=self.per.name if self.per else None,
            across=self.across or None,
            each=self.each.name if self.each else None,
        )
        return form


def _condition(one: Filter, alternative: bool) -> dict[str, Any]:
    found = {"column": one.column.name, "op": one.op, "value": one.value}
    return {**found, "join": "or"} if alternative else found
