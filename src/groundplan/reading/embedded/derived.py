"""Figures derived from others: the columns that they are of, and the two things that a difference is between."""

from __future__ import annotations

from itertools import permutations

from groundplan.query.form import Derive, Form
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.heads import NUMBERS
from groundplan.reading.embedded.likely import Likely
from groundplan.reading.embedded.said import number_at
from groundplan.sources.shape import Column

_PAIRS = ("ratio", "difference")
_YES, _SPAN = 0.5, 0.05


def derived(page: Page, sure: dict[str, float]) -> Derive | None:
    """The figure that is derived from others, if one is."""
    kind, odds = page.scores.best("derive")
    sure["derive"] = odds
    if kind == "none":
        return None
    of = _span(page) if kind == "duration" else []
    of = of or [name for role in ("of_first", "of_second") if (name := best_role(page, role))]
    window = number_at(page.scores.numbers[:, NUMBERS.index("window")], page.sheet, page.question)
    wide = int(window) if kind == "moving_average" and page.scores.best("window")[0] == "number" and window else None
    return Derive(kind=kind, of=tuple(dict.fromkeys(of)), window=wide)


def _span(page: Page) -> list[str]:
    """The dates that are likeliest to begin and to end a span; that there is one is known, so they need not be sure."""
    first, second = page.scores.role("of_first"), page.scores.role("of_second")
    dates = [at for at, shown in enumerate(page.sheet.fields, 1) if shown.column.role == "temporal"]
    pairs = [(float(first[one] * second[other]), one, other) for one, other in permutations(dates, 2)]
    odds, *ends = max(pairs, default=(0.0,))
    return [page.field(at).name for at in ends] if odds >= _SPAN else []


def best_role(page: Page, role: str) -> str | None:
    """The column that most likely has a role, if one is likely to."""
    odds = page.scores.role(role)[1:]
    at = int(odds.argmax()) if len(odds) else -1
    return page.field(at + 1).name if at >= 0 and odds[at] >= _YES else None


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
    if form.derive.kind == "ratio" and [m.agg for m in form.metrics] == ["avg", "sum"]:
        return form.model_copy(update={"derive": None, "metrics": form.metrics[:1]})  # `average price a night`
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
