"""A form as the frame sees it: columns by their names after joins, figures by theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from groundplan.contracts import Brief
from groundplan.query.form import CYCLIC, Filter, Form, Metric
from groundplan.query.joins import Route, route
from groundplan.query.own_figures import grouped_figures, row_figures
from groundplan.query.rates import Rate, rate_of
from groundplan.query.requirements import charted, lists_split, raw
from groundplan.sources.shape import Column, column_ids

_OVER_TIME = {
    "percent_change": "change_percent",
    "moving_average": "moving_average",
    "cumulative": "running_total",
}
"""Figures that only a series has, and what they are called."""
_RATE = ("share_percent", "part", "whole")
_STATISTICS = {"sum": "sum", "avg": "average", "median": "median", "min": "minimum", "max": "maximum", "count": "count"}
"""What a segment calls the figures that an aggregate would name after their column."""


_SHOWN = 30
"""Columns of a row that is shown whole."""


def span(form: Form) -> str:
    """What the time between two dates is called."""
    return f"duration_{(form.derive and form.derive.unit) or 'days'}"


@dataclass(frozen=True)
class Figure:
    """One metric: the column, the aggregate, and what the result is called."""

    column: str | None
    agg: str
    name: str
    expression: str = ""
    """Of a figure with an aggregate of its own."""


@dataclass(frozen=True)
class FramedForm:
    """A form with its columns as the frame calls them."""

    form: Form
    route: Route
    time: str | None
    groups: tuple[str, ...]
    figures: tuple[Figure, ...]
    numeric: tuple[str, ...]
    labels: tuple[str, ...]
    """Columns whose values are names of groups: listed alone, each is told once."""
    texts: tuple[str, ...]
    """Columns of text and of dates, which no bar can be as high as."""
    named: tuple[str, ...]
    """What tells one row from the others: the column that names them, or all columns where none does."""
    counted: str
    """A column that every row has a value in: rows are counted by it where other figures stand beside the count."""
    segmented: bool
    """Whether one step gives every statistic of each group."""
    rate: Rate | None = None
    """Which of the filters is the part, where a share of rows is asked for."""
    per: str | None = None
    """What figures are averaged over; where it is the time, `time` holds none, since nothing is shown along it."""
    lists: Mapping[str, str] = field(default_factory=dict)
    """Columns of lists whose parts count each for itself, with what cuts them."""
    history: tuple[str, str] | None = None
    """The thing whose latest row counts, and the time of a row."""
    across: str | None = None
    """What the second grain of the time is called in the result."""
    added: Mapping[str, str] = field(default_factory=dict)
    """Figures of rows by the names of their columns, with their expressions."""

    @property
    def y(self) -> str | None:
        """The figure that is shown: the derived one where it can be derived."""
        plain = self.figures[0].name if self.figures else None
        kind = self.form.derive.kind if self.form.derive else None
        if self.rate:
            return plain
        if kind in ("ratio", "difference"):
            return kind if len(self.figures) > 1 else plain
        if kind in _OVER_TIME:
            return _OVER_TIME[kind] if self.time and self.figures and not self.across else plain
        if kind == "percent_of_total" and self.parts and charted(self.form) != "arc":
            return "share_percent"
        return plain

    @property
    def cyclic(self) -> bool:
        """Whether time comes round again, as weekdays do: such figures make no series."""
        return self.form.time is not None and self.form.time.grain in CYCLIC

    @property
    def parts(self) -> bool:
        """Whether there are figures of groups, so that each has a share; of two grains nobody says of which."""
        return bool(self.figures and self.x) and not raw(self.form) and not self.rate and not self.across

    @property
    def limits(self) -> tuple[Filter, ...]:
        """The filters that say which rows are looked at."""
        return self.rate.limits if self.rate else self.form.filters

    @property
    def rate_names(self) -> list[str]:
        """What share, part and whole are called, beside the groups."""
        return [name if name not in (*self.groups, self.time) else f"{name}_of_rows" for name in _RATE]

    @property
    def x(self) -> str | None:
        """What stands along the axis."""
        return self.time or (self.groups[0] if self.groups else None)


def framed(brief: Brief) -> FramedForm:
    """The form, its route through the tables, and its figures by name."""
    form = Form.model_validate(brief.form)
    way = route(form, brief.model)
    groups = tuple(way.name(column) for column in form.group_by)
    time = way.name(form.time.column) if form.time and not form.per_period else None
    per = way.name(form.per) if form.per else None
    base = next((table for table in brief.model if table.name == way.base), None)
    columns = base.columns if base else ()
    held = [(way.names[id], column) for id, (_, column) in column_ids(brief.model).items() if id in way.names]
    numeric = tuple(name for name, column in held if column.role == "numeric")
    labels = tuple(column.name for column in columns if column.role in ("categorical", "boolean"))
    texts = tuple(column.name for column in columns if column.type in ("text", "date", "datetime"))
    counted = min(columns, key=lambda column: column.nulls).name if columns else ""
    figures = _figures(form, way, {*groups, time, per}, grouped_figures(form, brief.model))
    segmented = "segment_metric" in brief.tools and per is None and _segmented(form, figures)
    if segmented:
        figures = tuple(replace(figure, name=_STATISTICS[figure.agg]) for figure in figures)
    rate = rate_of(form, brief.model)
    named = (base.called if base else ()) or _naming(columns)
    known = {column.name for table in brief.model for column in table.columns}
    lists = {way.name(column): separator for column, separator in lists_split(form, brief.model).items()}
    across = _across(form, {*known, *groups, *(figure.name for figure in figures)})
    found = FramedForm(
        *(form, way, time, groups, figures, numeric, labels, texts, named, counted, segmented, rate, per)
    )
    added = {way.name(name): expression for name, expression in row_figures(form, brief.model).items()}
    found = replace(found, across=across, lists=lists, history=base.history if base else None, added=added)
    return replace(found, figures=(replace(figures[0], name=found.rate_names[0]),)) if found.rate else found


def _across(form: Form, taken: set[str]) -> str | None:
    """The second grain in words; where a column is called so, with the column it is of."""
    if form.across is None or form.time is None:
        return None
    name, known = form.across.replace("_", " "), {each.casefold() for each in taken}
    while name.casefold() in known:
        name = f"{name} of {form.time.column}"
    return name


def _naming(columns: Sequence[Column]) -> tuple[str, ...]:
    """The first column of names that no two rows share, as a table of people or places has one."""
    rows = max((column.distinct + column.nulls for column in columns), default=0)
    names = [column.name for column in columns if column.distinct >= rows > 0 and _words(column)]
    return tuple(names[:1] or [column.name for column in columns[:_SHOWN]])


def _words(column: Column) -> bool:
    """Whether its values are names rather than numbers with something beside them."""
    begins = [str(value).lstrip("\"'(«“")[:1].isalpha() for value in column.values or column.samples]
    return column.role == "categorical" and sum(begins) * 2 > len(begins)


def _segmented(form: Form, figures: tuple[Figure, ...]) -> bool:
    one = len(form.group_by) == len(figures) == 1 and form.time is None and not raw(form)
    return one and "summary" in form.analysis and figures[0].column is not None and figures[0].agg in _STATISTICS


def _figures(form: Form, way: Route, taken: set[str | None], own: Mapping[str, str]) -> tuple[Figure, ...]:
    figures: list[Figure] = []
    for metric in dict.fromkeys(_meant(form)):
        column = way.name(metric.column) if metric.column else None
        plain = "count" if metric.agg == "count" else column or metric.agg
        stays = metric.agg == "none" or plain not in taken  # a value that is shown as it stands is the column itself
        name = plain if stays else f"{metric.agg}_{column or 'rows'}"
        if name in {figure.name for figure in figures}:
            name = f"{metric.agg}_{column or 'rows'}"
        figures.append(Figure(column, metric.agg, name, own.get(metric.column or "", "")))
    return tuple(figures)


def _meant(form: Form) -> Iterator[Metric]:
    """The metrics that say something: a column, or a count; beside an aggregate, a bare column is counted."""
    duration = form.derive is not None and form.derive.kind == "duration"
    for metric in form.metrics:
        if metric.column is None and duration and metric.agg != "count":
            metric = Metric(column=span(form), agg=metric.agg)
        if metric.agg == "none" and not raw(form):
            metric = Metric(column=metric.column, agg="count")
        if metric.column or metric.agg == "count":
            yield metric


def shown_as(r: FramedForm, figure: Figure) -> str:
    """What the frame that is shown calls a figure: its column as it stands, or the name the aggregate gave it."""
    return figure.column if raw(r.form) and figure.column else figure.name


def grain_of(r: FramedForm) -> str:
    """How finely time is cut; where nobody says it, as the rows make it readable."""
    return r.form.time.grain if r.form.time and r.form.time.grain != "unknown" else "auto"


def spread_column(r: FramedForm) -> str | None:
    """The numeric column whose values are looked at one by one."""
    return r.figures[0].column if raw(r.form) and len(r.figures) == 1 and not r.groups and not r.time else None


def _apart(r: FramedForm) -> bool:
    """Whether groups at periods were picked, each of which stands for itself."""
    return r.form.best_pairs or r.form.best_of_each


def chart_kind(r: FramedForm) -> str | None:
    """The chart: as said, else by the shape of what is shown."""
    if said := charted(r.form):
        several = len(r.groups) + (r.time is not None) > 1 and not _apart(r)
        return "stacked_bar" if said == "bar" and several else said
    if spread_column(r):
        return "histogram" if r.figures[0].column in r.numeric else None
    if r.x is None:
        return "point" if len(r.figures) >= 2 and raw(r.form) else None
    if r.time:
        return "bar" if r.cyclic or _apart(r) else "line"
    if "correlation" in r.form.analysis:
        return "point"
    if "share" in r.form.analysis and not r.rate and len(r.groups) == 1:
        return "arc"
    return "stacked_bar" if len(r.groups) == 2 else "bar"
