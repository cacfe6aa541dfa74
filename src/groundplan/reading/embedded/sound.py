"""Form -> Form: combinations that nothing could be computed from give way to the nearest that mean something."""

from __future__ import annotations

from collections.abc import Callable

from groundplan.query.form import Form, Metric
from groundplan.reading.embedded.derived import a_derived_figure_has_its_columns
from groundplan.reading.embedded.likely import Likely

_RAW_CHARTS = ("histogram", "box", "point", "heatmap")
_DOTS = ("point", "heatmap")
_SERIES = {"trend", "forecast", "change"}
_ADDED = ("sum", "avg", "median")


def _a_column_is_not_set_against_itself(form: Form, likely: Likely) -> Form:
    """`list each network name`: as a chart its rows are counted, otherwise it is shown as it stands."""
    same = [m for m in form.metrics if m.column in form.group_by and m.agg == "none"]
    if not same:
        return form
    rest = tuple(m for m in form.metrics if m not in same)
    if form.chart or "rank" in form.analysis:
        return form.model_copy(update={"metrics": rest or (Metric(agg="count"),)})
    return form.model_copy(update={"group_by": tuple(g for g in form.group_by if g != same[0].column)})


def _a_value_that_is_given_is_not_told_apart(form: Form, likely: Likely) -> Form:
    """`how many surfaces are grass`: the rows, as there is one surface of that name."""
    given = {f.column for f in form.filters if f.op == "=" and not f.part}
    known = [m for m in form.metrics if m.agg == "count_distinct" and m.column in given]
    if not known or len(form.alternatives) > 1:
        return form
    counted = tuple(dict.fromkeys(Metric(agg="count") if m in known else m for m in form.metrics))
    return form.model_copy(update={"metrics": counted})


def _one_number_is_not_drawn(form: Form, likely: Likely) -> Form:
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


RULES: tuple[Callable[[Form, Likely], Form], ...] = (
    _a_column_is_not_set_against_itself,
    a_derived_figure_has_its_columns,
    _a_value_that_is_given_is_not_told_apart,
    _one_number_is_not_drawn,
)
