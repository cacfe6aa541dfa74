"""Which kind of value a figure has, and which figures are refused."""

from __future__ import annotations

from dataclasses import replace

from reference_kinds import View, kind_of, need, need_test, wrong
from reference_views import (
    TESTS,
    GroupView,
    RowView,
    coarse,
    grain_of,
    held_to,
    holds_figure,
    operands,
    prefixes,
    text_of,
    value_paths,
)

from groundplan.errors import QueryError
from groundplan.query.language import parts as p

ORDERED = ("first", "last", "longest_run", "prev", "next", "change", "running", "moving")
SORTABLE = ("number", "text", "date", "weekday")
NUMBERS = ("sum", "average", "median", "deviation", "percentile", "correlation", "share", "change", "running", "moving")
ADDING = ("sum", "average", "median", "deviation", "percentile", "correlation")
"""Figures that come out otherwise where a value counts twice."""
OPERANDS = {"count": (0, 1), "correlation": (2,), "change": (1, 3)}


def figure_kind(part: p.Figure, view: View) -> str:
    """The kind of a figure's value; a QueryError where it cannot be computed safely."""
    _check_shape(part)
    if part.fn in p.ALONG:
        return _along(part, view)
    if isinstance(view, GroupView):
        _check_within(part, view)
        return _of_rows(part, view.row)
    if part.within is not None:
        _need_fellows(part, view)
        _check_within(part, view)
    elif not grain_of(part, view).many:
        why = "stands for all rows; say `within`, or what relation it goes along"
        raise QueryError(f"{text_of(part)} {why}.", view.plain)
    return _of_rows(part, view.free())


def _check_shape(part: p.Figure) -> None:
    if len(part.of) not in OPERANDS.get(part.fn, (1,)):
        wrong(part, "a figure with other operands")
    if (part.fn in ("percentile", "moving")) != (part.n is not None):
        wrong(part, "a figure with its number")
    if part.fn == "percentile" and not 0 <= (part.n or 0) <= 100:
        wrong(part, "a percentile from 0 to 100")
    if part.fn == "moving" and ((part.n or 0) < 1 or not float(part.n or 0).is_integer()):
        wrong(part, "a whole number of rows")
    if (part.by and part.fn not in ORDERED) or (part.where and part.fn in p.ALONG):
        wrong(part, "a figure without `by` or `where`")


def _need_fellows(part: p.Figure, view: RowView) -> None:
    if not view.fellows:
        raise QueryError(f"{text_of(part)} has no fellows here, beyond a relation to many.", "no-fellows")


def _check_within(part: p.Figure, view: View) -> None:
    for key in part.within or ():
        kind_of(key, view.free() if isinstance(view, RowView) else view)


def _of_rows(part: p.Figure, view: RowView) -> str:
    """A figure over rows."""
    grain = grain_of(part, view)
    inside = replace(view, bound=view.bound | prefixes(grain.many), plain="unsafe-average", operand=True)
    if part.where:
        own = RowView(view.world, grain.many[-1].to) if grain.many else replace(view, plain="needs-within")
        need_test(part.where, own)
    if part.by:
        need(part.by, replace(inside, bound=prefixes(grain.many)), *SORTABLE)
    if part.fn in ADDING:
        _check_coarse(part, view)
    return _result(part, [kind_of(one, inside) for one in operands(part, view)])


def _check_coarse(part: p.Figure, view: RowView) -> None:
    """Refuse to add up values that all belong to something coarser than the rows."""
    paths = [path for one in part.of for path in value_paths(one)]
    if paths and all(coarse(path, view) for path in paths):
        raise QueryError(f"{text_of(part)} is of what several rows have in common.", "counted-twice")


def _result(part: p.Figure, kinds: list[str]) -> str:
    """The kind of the value, of operands of these kinds."""
    for one, kind in zip(part.of, kinds, strict=True):
        if part.fn in ("rate", "longest_run") and kind != "truth":
            wrong(one, "a condition")
        if part.fn in NUMBERS and kind != "number":
            wrong(one, "a number")
        if part.fn in ("min", "max", "rank") and kind not in SORTABLE:
            wrong(one, "something that has an order")
        if kind in ("span", "period"):
            wrong(one, "a value")
    if part.fn in ("first", "last", "min", "max", "prev", "next"):
        return kinds[0]
    return "text" if part.fn == "list" else "number"


# ------------------------------------------------------------------ among others


def _along(part: p.Figure, view: View) -> str:
    if len(part.of) == 3:
        return _change_between(part, view)
    if isinstance(view, GroupView):
        return _among_groups(part, view)
    _need_fellows(part, view)
    inside = replace(view.free(), plain="unsafe-average")
    _check_within(part, view)
    if part.by:
        need(part.by, inside, *SORTABLE)
    return _result(part, [kind_of(part.of[0], inside)])


def _among_groups(part: p.Figure, view: GroupView) -> str:
    if not holds_figure(part.of[0]):
        raise QueryError(f"{text_of(part)} holds no figure of the groups.", "not-a-figure")
    if part.fn == "share" and any(isinstance(one, p.Figure) and one.fn in p.ALONG for one in p.walked(part.of[0])):
        raise QueryError(f"{text_of(part)} is a share of what is told of groups among others.", "unsafe-average")
    _check_within(part, view)
    if part.by and text_of(part.by) not in view.keys:
        raise QueryError(f"{text_of(part.by)} is no key of the groups.", "not-a-figure")
    return _result(part, [kind_of(part.of[0], view)])


def _change_between(part: p.Figure, view: View) -> str:
    of, *tests = part.of
    if part.by or part.within is not None or not isinstance(of, (p.Figure, p.Computed)) or not holds_figure(of):
        wrong(part, "a figure and two conditions")
    if any(isinstance(one, p.Figure) and one.fn in p.ALONG for one in p.walked(of)):
        wrong(of, "a figure of rows")
    for test in tests:
        if not isinstance(test, (p.Path, *TESTS)):
            wrong(test, "a condition")
        need(held_to(of, p.Holds(path=test) if isinstance(test, p.Path) else test), view, "number")
    return "number"
