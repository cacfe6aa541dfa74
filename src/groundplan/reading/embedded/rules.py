"""What is put right in a form that was read, and what is told in its place: every rule, in order.

They are data, so that one can be left out and what it brings be measured: `python -m benchmarks ablation`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import read_numbers
from groundplan.language.words import split
from groundplan.reading.embedded.compared_columns import Comparison, said_comparison
from groundplan.reading.embedded.doubts import DOUBTS, Doubting
from groundplan.reading.embedded.page import Condition, Page
from groundplan.reading.formed.form import Derive, Form, Metric
from groundplan.sources.shape import Column

_RAW_CHARTS = ("histogram", "box", "point", "heatmap")
_PAIRS = ("ratio", "difference")
_LONG = {
    ("year", "month"): 12,
    ("year", "quarter"): 4,
    ("quarter", "month"): 3,
    ("week", "day"): 7,
    ("year", "week"): 52,
}
"""Of a unit and a grain: how many periods one of the unit is."""
_FARTHEST = 120


def _a_column_is_not_set_against_itself(form: Form, page: Page, limits: Sequence[Condition]) -> Form:
    """`list each network name`: as a chart its rows are counted, otherwise it is shown as it stands."""
    same = [m for m in form.metrics if m.column in form.group_by and m.agg == "none"]
    if not same:
        return form
    rest = tuple(m for m in form.metrics if m not in same)
    if form.chart or "rank" in form.analysis:
        return form.model_copy(update={"metrics": rest or (Metric(agg="count"),)})
    return form.model_copy(update={"group_by": tuple(g for g in form.group_by if g != same[0].column)})


def _a_value_that_is_given_is_not_told_apart(form: Form, page: Page, limits: Sequence[Condition]) -> Form:
    """`how many surfaces are grass`: the rows, as there is one surface of that name."""
    given = {f.column for f in form.filters if f.op == "=" and not f.part}
    known = [m for m in form.metrics if m.agg == "count_distinct" and m.column in given]
    if not known or len(form.alternatives) > 1:
        return form
    counted = tuple(dict.fromkeys(Metric(agg="count") if m in known else m for m in form.metrics))
    return form.model_copy(update={"metrics": counted})


def _one_number_is_not_drawn(form: Form, page: Page, limits: Sequence[Condition]) -> Form:
    raw = any(m.agg == "none" for m in form.metrics)
    alone = raw and len(form.metrics) == 1 and _one_row(form) and form.chart not in ("histogram", "box")
    if form.group_by or form.time or (raw and not alone) or not form.metrics:
        return form
    if form.chart in _RAW_CHARTS and not alone:
        return form
    return form.model_copy(update={"chart": None, "outputs": ("table",)})


def _one_row(form: Form) -> bool:
    """Whether the values of one thing are asked for, which a condition names."""
    return form.analysis == ("lookup",) and any(f.op == "=" and isinstance(f.value, str) for f in form.filters)


def a_derived_figure_has_its_columns(form: Form, page: Page, limits: Sequence[Condition]) -> Form:
    """Two dates of a span, two figures of a ratio, two things of a difference; none is derived without them."""
    if form.derive is None:
        return form
    if form.derive.kind == "duration":
        dates = [shown.name for shown in page.sheet.fields if shown.column.role == "temporal"]
        of = form.derive.of if len(form.derive.of) == 2 else tuple(dates) if len(dates) == 2 else ()
        derive = form.derive.model_copy(update={"of": of}) if of else None
        metrics = form.metrics if derive else tuple(m for m in form.metrics if m.column or m.agg == "count")
        return form.model_copy(update={"derive": derive, "metrics": metrics})
    if form.derive.kind == "difference" and (between := _between_two(form, page)):
        return between
    if form.derive.kind == "ratio" and [m.agg for m in form.metrics] == ["avg", "sum"]:
        return form.model_copy(update={"derive": None, "metrics": form.metrics[:1]})  # `average price a night`
    if form.derive.kind in _PAIRS and len({m.column for m in form.metrics}) < 2:
        return _side_by_side(form.model_copy(update={"derive": None}))
    return form


def _between_two(form: Form, page: Page) -> Form | None:
    """`how much more did A make than B`: one figure of two things that a condition names, or of yes and no."""
    of = set(form.derive.of if form.derive else ())
    figures = [m for m in form.metrics if m.column in of] if len(of) == 1 else list(form.metrics)
    named = [f.column for f in form.filters if f.op == "in" and isinstance(f.value, list) and len(f.value) == 2]
    named = named or [
        shown.name for shown in page.sheet.fields if shown.name in form.group_by and _of_two(shown.column)
    ]
    if len(figures) != 1 or figures[0].agg == "none" or len(named) != 1 or form.time or set(form.group_by) - {*named}:
        return None
    derive = Derive(kind="difference", of=tuple(m.column for m in figures if m.column))
    return form.model_copy(update={"metrics": tuple(figures), "group_by": tuple(named), "derive": derive})


def _of_two(column: Column) -> bool:
    return column.type == "boolean" or column.distinct == 2 == len(column.values)


def _side_by_side(form: Form) -> Form:
    """`the difference between A and B`: both are shown, each by its name."""
    listed = next((f.column for f in form.filters if f.op == "in"), None)
    if listed is None or form.group_by or any(m.agg == "none" for m in form.metrics):
        return form
    return form.model_copy(update={"group_by": (listed,)})


def with_ahead(form: Form, page: Page, conditions: Sequence[Condition]) -> Form:
    """The periods that are said of a forecast and limit nothing; those of the question before where none are."""
    if "forecast" not in form.analysis or form.time is None:
        return form
    said = _periods_ahead(page.question, form.time.grain, conditions)
    before = page.prior.ahead if page.prior else None
    return form.model_copy(update={"ahead": said or before})


def _periods_ahead(question: str, grain: str, conditions: Sequence[Condition]) -> int | None:
    words, values = read_numbers(split(question))
    read = [(stretch.start, stretch.end) for condition in conditions for stretch in condition.said]
    for at, word in enumerate(words):
        unit = lexicon().units.get(word.lower)
        many = 1 if unit == grain else _LONG.get((unit or "", grain))
        if many is None or any(start <= word.start < end for start, end in read):
            continue
        if at and at - 1 in values:
            return _periods(values[at - 1], many)
        if at and words[at - 1].lower in lexicon().coming:
            return many
    return None


def _periods(value: float, many: int) -> int | None:
    """A whole number of them that somebody may mean."""
    found = round(value * many)
    return found if 0 < found <= _FARTHEST else None


FORMS: tuple[Callable[[Form, Page, Sequence[Condition]], Form], ...] = (
    _a_column_is_not_set_against_itself,
    a_derived_figure_has_its_columns,
    _a_value_that_is_given_is_not_told_apart,
    _one_number_is_not_drawn,
    with_ahead,
)


@dataclass(frozen=True)
class Rules:
    """The rules by the place at which they are asked."""

    aside: tuple[Callable[..., Comparison | None], ...] = (said_comparison,)
    """What finds words that the network never saw: it reads the question without them."""
    forms: tuple[Callable[[Form, Page, Sequence[Condition]], Form], ...] = FORMS
    doubts: tuple[Doubting, ...] = DOUBTS


RULES = Rules()
