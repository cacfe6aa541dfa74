"""What is counted or measured after an edit, as a figure or as a share, and the rows behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.query.language import parts as p
from groundplan.reading.constructions.figures import FIGURES, counted, measured, shared
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Page, Unreadable, is_amount
from groundplan.reading.edits.change import Change
from groundplan.reading.edits.parts import all_of, dated, plain_figure, swapped, tests_of

_ADDED = ("count", "sum", "distinct")


def named(change: Change) -> tuple[list[Mark], list[Mark]]:
    """Things that are named without a part of their own: amounts, and what groups can be made by."""
    page, roles = change.page, change.page.roles
    asked = [roles.asked, roles.order.by if roles.order else None]
    marks = [*roles.mentioned, *(mark for mark in asked if mark is not None)]
    page.heard(*(mark for mark in marks if page.names_base(mark)))
    others = [mark for mark in marks if not page.names_base(mark)]
    return [one for one in others if measurable(page, one)], [one for one in others if not measurable(page, one)]


def measurable(page: Page, mark: Mark) -> bool:
    """Whether a mark names a field that can be measured."""
    return any(thing.kind == "field" and is_amount(page.field(thing)) for thing in mark.things)


def figured(change: Change, amounts: Sequence[Mark]) -> None:
    """Figures in the place of those before, or beside them."""
    page, query, first = change.page, change.query, plain_figure(change.query)
    new = [measured(page, cue, mark) for cue, mark in page.roles.measures]
    if page.roles.counting is not None and page.roles.share is None:
        new.append(_counted(change))
    if query.columns or new:
        new += [_alike(change, first, mark) for mark in amounts]
    loose = change.loose("figure") if page.roles.share is None else ()
    new += [_of_the_same(change, first, mark) for mark in loose if mark.label in FIGURES and query.columns]
    new += [_running(change, mark) for mark in change.loose("running") if not new]
    if not new:
        return
    if query.columns and change.says("add"):
        change.set(columns=(*query.columns, *(p.Column(of=one) for one in new)))
    elif query.columns:
        change.query = swapped(query, query.columns[0].of, new[0])
        change.set(columns=tuple(p.Column(of=one) for one in new))
    else:
        change.set(columns=tuple(p.Column(of=one) for one in new), keep=None, order=None, show=())


def _running(change: Change, mark: Mark) -> Any:
    """The figure before, so far: along the time that it is told by."""
    query = change.query
    if len(query.columns) != 1 or not any(isinstance(one.of, p.Taken) for one in query.by):
        raise Unreadable("nothing runs along a time")
    return p.Figure(fn="running", of=(query.columns[0].of,), said=change.page.said(mark))


def _counted(change: Change) -> Any:
    """How many there are; of a rate, how many it is that the test holds for."""
    made, old = counted(change.page), change.query.columns[0].of if change.query.columns else None
    rate = isinstance(old, p.Figure) and old.fn == "rate" and not made.of
    return made.model_copy(update={"where": old.of[0]}) if rate and isinstance(old, p.Figure) else made


def _alike(change: Change, first: p.Figure | None, mark: Mark) -> Any:
    """The figure before, of another amount."""
    made = measured(change.page, None, mark)
    plain = first is not None and first.fn in FIGURES.values() and isinstance(made, p.Figure) and made.fn == "sum"
    return made.model_copy(update={"fn": first.fn}) if plain and first is not None else made


def _of_the_same(change: Change, first: p.Figure | None, mark: Mark) -> Any:
    """Another figure of the same amount; where rows were counted, of the one amount that they have."""
    of = first.of if first is not None and first.fn in FIGURES.values() else ()
    if not of:
        measures = [one for one in change.page.base.fields if one.role == "measure"]
        adding = [one for one in measures if one.adds_up == "sum" or (mark.label != "sum" and one.adds_up != "last")]
        if len(adding) != 1:
            raise Unreadable(f"{change.page.asked.said(mark)!r} may be of several amounts, or of none")
        of = (p.Path(steps=(adding[0].name,)),)
    return p.Figure(fn=FIGURES[mark.label], of=of, where=first.where if first else None, said=change.page.said(mark))


def share(change: Change, tests: list[Any]) -> list[Any]:
    """The figure as a share: of each group in the whole, or of the rows that were counted; the conditions left over."""
    page, query = change.page, change.query
    if page.roles.share is None:
        return tests
    page.said(*(mark for mark in change.loose("figure") if mark.label == "sum"), *change.loose("key"))
    page.said(*(mark for mark in (page.roles.counted, page.roles.population) if mark and page.names_base(mark)))
    whole = plain_figure(query) or p.Figure(fn="count")
    limits = [test for test in tests_of(query) if not dated(test)]
    if whole.fn not in _ADDED or not (tests or query.by or len(limits) == 1):
        raise Unreadable("nothing says of what the share is")
    if tests or query.by:
        figures, tests = shared(page, [whole] if whole.of or not tests else [], tests, query.by)
        new = figures[0]
    else:
        change.set(where=all_of([test for test in tests_of(query) if test is not limits[0]]))
        new = p.Figure(fn="rate", of=(limits[0],), said=page.said(page.roles.share))
        if whole.of:
            new = p.Computed(op="/", left=whole.model_copy(update={"where": limits[0]}), right=whole, said=new.said)
    change.query = swapped(change.query, query.columns[0].of if query.columns else whole, new)
    change.set(columns=(p.Column(of=new),), show=())
    return tests


def listed(change: Change) -> None:
    """The rows that a figure is of; of different things, these."""
    query = change.query
    if not change.says("list") or not query.columns:
        return
    figures = [part for one in query.columns for part in p.walked(one.of) if isinstance(part, p.Figure)]
    far = [one for part in figures for one in part.of if isinstance(one, p.Path) and len(one.steps) > 1]
    inside = [test for one in figures for test in (one.of if one.fn == "rate" else [one.where] if one.where else [])]
    if query.having or query.keep or far or len(inside) > 1:
        raise Unreadable("the rows behind it are not those of one list")
    if len(figures) == 1 and figures[0].fn == "distinct":
        change.set(columns=(p.Column(of=p.Figure(fn="count")),), by=(p.Column(of=figures[0].of[0]),))
    else:
        change.set(columns=(), by=(), order=None, where=all_of([*tests_of(query), *inside]))
