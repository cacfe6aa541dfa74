"""Figures derived from others: the columns that they are of, and the two things that a difference is between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.contracts import Column, Derive, Form

if TYPE_CHECKING:
    from groundplan.readers.trained.sound import Likely

_PAIRS = ("ratio", "difference")


def a_derived_figure_has_its_columns(form: Form, likely: Likely) -> Form:
    """Two dates of a span, two figures of a ratio, two things of a difference; none is derived without them."""
    if form.derive is None:
        return form
    if form.derive.kind == "duration":
        dates = [shown.name for shown in likely.fields if shown.column.role == "temporal"]
        of = form.derive.of if len(form.derive.of) == 2 else tuple(dates) if len(dates) == 2 else ()
        derive = form.derive.model_copy(update={"of": of}) if of else None
        metrics = form.metrics if derive else tuple(m for m in form.metrics if m.column or m.agg == "count")
        return form.model_copy(update={"derive": derive, "metrics": metrics})
    if form.derive.kind == "difference" and (between := _between_two(form, likely)):
        return between
    if form.derive.kind in _PAIRS and len({m.column for m in form.metrics}) < 2:
        return _side_by_side(form.model_copy(update={"derive": None}))
    return form


def _between_two(form: Form, likely: Likely) -> Form | None:
    """`how much more did A make than B`: one figure of two things that a condition names, or of yes and no."""
    of = set(form.derive.of if form.derive else ())
    figures = [m for m in form.metrics if m.column in of] if len(of) == 1 else list(form.metrics)
    named = [f.column for f in form.filters if f.op == "in" and isinstance(f.value, list) and len(f.value) == 2]
    named = named or [shown.name for shown in likely.fields if shown.name in form.group_by and _of_two(shown.column)]
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
