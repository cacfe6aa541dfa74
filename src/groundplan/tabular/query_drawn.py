"""The chart of a query: the kind that was named, else the one that follows from its keys and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from groundplan.contracts import Requirement
from groundplan.contracts.source_model import SourceModel
from groundplan.query import asked
from groundplan.query.compiled.grain import own_paths
from groundplan.query.compiled.steps import Made
from groundplan.query.kinds import held_to_kinds
from groundplan.query.language import parts as p
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.query.told.cells import PER_CENT, said_in
from groundplan.query.told.in_words import Saying
from groundplan.query.tools.values import title_of

TOOLS = {
    "bar": "plot_bar", "stacked_bar": "plot_stacked", "line": "plot_line", "area": "plot_area", "point": "plot_scatter",
    "arc": "plot_pie", "histogram": "plot_histogram", "box": "plot_box", "heatmap": "plot_heatmap",
}  # fmt: skip
SLICES = 6
"""Parts of a whole that a pie still tells apart."""
COLORS = 12
"""Groups that colors still tell apart, where nobody asks for the chart."""
_ADDED = ("count", "sum", "distinct")
"""Figures of parts that add up to that of the whole, as a stack shows them."""


def chart_of(form: Mapping[str, Any], model: SourceModel, done: Made | None = None) -> tuple[Requirement, ...]:
    """The chart of a form's query with the step that draws it; none where nothing can be drawn or a table is wanted.

    `done`: other steps that the query becomes.
    """
    named, outputs = form.get("chart"), form.get("outputs") or ()
    if not named and outputs and "chart" not in outputs:
        return ()
    made = done or asked.made(form, model)
    drawing = _Drawing(form, model, made)
    drawn = drawing.as_named(named) if named else drawing.by_shape(wanted="chart" in outputs)
    if drawn is None:
        return ()
    kind, channels = drawn
    args = {"df": channels.pop("df", dict(made.ref)), **channels, **drawing.told([*channels.values()])}
    value = {"tool": TOOLS[kind], "args": args}
    shown = Requirement(id="outputs.chart", kind="outputs", value=value, label="outputs.chart")
    said = Requirement(id=f"chart.{kind}", kind="chart", value=kind, label=f"chart.{kind}")
    return (shown, said) if named else (shown,)


@dataclass(frozen=True)
class _Drawing:
    form: Mapping[str, Any]
    model: SourceModel
    made: Made

    @cached_property
    def query(self) -> p.Query:
        return read(self.form[asked.KEY])

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The columns with the kinds of their values."""
        return dict(held_to_kinds(self.query, Scope(self.model), date.fromisoformat(self.form[asked.DAY])))

    @cached_property
    def saying(self) -> Saying:
        return Saying.of(self.query, Scope(self.model), said_in(self.form))

    @property
    def keys(self) -> list[str]:
        """The keys; of a list, what is no number."""
        if self.query.columns:
            return [*self.kinds][: len(self.query.by)]
        return [name for name, kind in self.kinds.items() if kind != "number"]

    @property
    def figures(self) -> list[str]:
        """The figures that have a height."""
        rest = [*self.kinds][len(self.query.by) :]
        return [name for name in rest if self.kinds[name] == "number"]

    @property
    def times(self) -> list[str]:
        """The keys that lie along time; weekdays and hours of the day come round again."""
        return [name for name, part in self._parts.items() if name in self.keys and self.saying.dated(part)]

    @property
    def _parts(self) -> dict[str, Any]:
        query = self.query
        return {one.name or title_of(one.of): one.of for one in (*query.by, *query.columns, *query.show)}

    def by_shape(self, wanted: bool) -> tuple[str, dict[str, Any]] | None:
        """The chart that makes sense; less of it where nobody asks for one."""
        keep, query = self.query.keep, self.query
        if not query.columns:
            return self._of_rows() if wanted else None
        if not query.by:
            return self._of_correlation()
        lone = keep is not None and keep.n == 1 and not keep.each and not keep.percent
        if not self.figures or (lone and not wanted) or len(query.by) > 3 or (self._groups(0) == 1 and not wanted):
            return None
        if len(query.by) == 1:
            return self.as_named(self._of_one_key())
        rest = max((self._groups(at) or 0 for at, key in enumerate(self.keys) if key not in self.times), default=0)
        crowded = len(query.by) == 2 and bool(self.times) and rest > COLORS
        return self.as_named(self._of_two_keys()) if wanted or not crowded else None

    def _of_one_key(self) -> str:
        """A line over time; a pie of few shares; else bars."""
        if self.times:
            return "bar" if self.query.keep else "line"
        cut, groups = self.query.keep or self.query.having, self._groups(0)
        return "arc" if self._parted and not cut and groups is not None and groups <= SLICES else "bar"

    def _of_two_keys(self) -> str:
        """Lines told apart by color over time; bars that are stacked where they add up, else side by side."""
        picked = self.query.keep is not None
        if {*self.keys} == {*self._cyclic}:
            return "heatmap"
        if self.times and not picked:
            return "line"
        return "stacked_bar" if self._adds_up and not picked else "bar"

    @property
    def _figure(self) -> Any:
        return next(part for name, part in self._parts.items() if name == self.figures[0])

    @property
    def _parted(self) -> bool:
        """Whether the figure says the parts of one whole, none of which can be below nothing."""
        share, adds = self._figure, self._adds_up
        if not isinstance(share, p.Figure) or share.fn != "share" or share.within or not adds:
            return False
        walked = [self.saying.walked(one) for each in share.of[0].of for one in own_paths(each)]  # type: ignore[union-attr]
        lows = [one.field.low for one in walked if one and one.field and one.field.type in ("integer", "number")]
        return all(low is not None and low >= 0 for low in lows)

    @property
    def _adds_up(self) -> bool:
        figure = self._figure
        figure = figure.of[0] if isinstance(figure, p.Figure) and figure.fn == "share" and not figure.within else figure
        return isinstance(figure, p.Figure) and figure.fn in _ADDED

    def _groups(self, at: int) -> int | None:
        """How many groups a key makes at most, where the model knows it."""
        part = self.query.by[at].of
        if isinstance(part, p.Choice):
            return len(part.cases) + (part.otherwise is not None)
        walked = None if self.saying.known(part) else self.saying.walked(part)
        field = (walked.field or walked.at.field(next(iter(walked.at.name_field), ""))) if walked else None
        return field.distinct or None if field else None

    def as_named(self, kind: str) -> tuple[str, dict[str, Any]] | None:
        """The chart of that kind with its columns; None where the rows have none for it."""
        keys, figures = self.keys, self.figures
        if not self.query.by and self.query.columns:
            return self._of_correlation() if kind == "point" else None
        if not keys and len(figures) > 1 and kind not in ("point", "histogram", "box"):
            keys, figures = figures[:1], figures[1:]
        if not figures:
            return None
        if kind == "histogram" and not self.query.columns:
            return kind, {"column": figures[0]}
        if kind == "box":
            return kind, {"y": figures[0], **({"x": keys[0]} if keys else {})}
        if kind == "point" and len(figures) > 1 and not self.times:
            return kind, {"x": figures[0], "y": figures[1], **({"color": keys[0]} if keys and self._few_rows else {})}
        if not keys:
            return None
        x, *rest = self._laid(keys)
        if kind == "heatmap":
            return (kind, {"x": x, "y": rest[0], "color": figures[0]}) if rest else None
        if kind == "arc":
            return kind, {"x": x, "y": figures[0]}
        rest = rest if self.query.columns else []
        kind = "bar" if kind == "histogram" else kind
        kind = "stacked_bar" if kind == "bar" and rest and self._adds_up and not self.query.keep else kind
        color = {"color": rest[0]} if rest else {}
        return kind, {"x": x, "y": figures[0], **color, **({"facet": rest[1]} if len(rest) > 1 else {})}

    @property
    def _few_rows(self) -> bool:
        return len(self.query.by) == 1 and (self._groups(0) or COLORS + 1) <= COLORS

    def _laid(self, keys: list[str]) -> list[str]:
        """Time along x; of years and what comes round in each, the years by color."""
        first = self._cyclic if self._cyclic and self.times else self.times
        return sorted(keys, key=lambda name: name not in first)

    @property
    def _cyclic(self) -> list[str]:
        """Keys that come round again."""
        return [name for name, part in self._parts.items()
                if name in self.keys and isinstance(part, p.Taken) and part.part in p.CYCLES]  # fmt: skip

    def _of_rows(self) -> tuple[str, dict[str, Any]] | None:
        """Rows as they stand: points of two figures, the spread of one."""
        kind = "point" if len(self.figures) > 1 else "bar" if self.keys else "histogram"
        return self.as_named(kind) if self.figures else None

    def _of_correlation(self) -> tuple[str, dict[str, Any]] | None:
        """The rows that a correlation was taken of."""
        step = next((step for step in self.made.steps if step.tool == "group" and not step.args.get("by")), None)
        part, alone = self.query.columns[0].of, len(self.query.columns) == 1
        if not isinstance(part, p.Figure) or part.fn != "correlation" or part.where or not alone:
            return None
        paths = [one for one in part.of if isinstance(one, p.Path)]
        if step is None or len(paths) < 2:
            return None
        x, y = map(show, paths)
        return "point", {"x": x, "y": y, "df": step.args["df"]}

    def told(self, columns: list[Any]) -> dict[str, Any]:
        """The title, and what the columns are called: with their units."""
        parts = {show(one): one for one in p.walked(self.query) if isinstance(one, p.Path)} | self._parts
        called = {name: self._named(parts[name]) for name in columns if isinstance(name, str) and name in parts}
        title = self.saying.whole(self.query)
        called = {name: words for name, words in called.items() if words != name}
        return {"told": {"title": title[:1].upper() + title[1:], **({"columns": called} if called else {})}}

    def _named(self, part: Any) -> str:
        unit, said = self.saying.unit(part), self.saying.value(part)
        return f"{said}, {unit}" if unit not in ("", PER_CENT) and not said.endswith(unit) else said
