"""Figures that are taken of each thing or period, and then averaged over these."""

from __future__ import annotations

from groundplan.query.form import Form
from groundplan.query.requirements import raw
from groundplan.sources.shape import Table


def what_is_averaged_over_is_not_shown(form: Form, tables: tuple[Table, ...]) -> Form:
    """`average monthly revenue` has no months to group by, nor to draw; values as they stand have no such average."""
    if form.per is None or raw(form):
        return form.model_copy(update={"per": None}) if form.per else form
    groups = tuple(name for name in form.group_by if name != form.per)
    analysis = tuple(label for label in form.analysis if not (form.per_period and label == "trend"))
    axis = groups or (form.time and not form.per_period)
    outputs = form.outputs if axis or form.chart or "chart" not in form.outputs else ("table",)
    return form.model_copy(update={"group_by": groups, "analysis": analysis, "outputs": outputs})
