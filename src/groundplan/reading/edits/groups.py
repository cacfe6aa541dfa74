"""By what is grouped after an edit, which of the groups or rows are kept, and in what order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.reading.constructions.built import query as built
from groundplan.reading.constructions.figures import FIGURES, key
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Unreadable
from groundplan.reading.edits.change import Change, phrases
from groundplan.reading.edits.figures import measurable
from groundplan.reading.edits.parts import plain_figure, same


def by_amounts(change: Change) -> None:
    """`top 5 by days`: what seems a key is what the first ones are found by."""
    roles = change.page.roles
    amounts = [mark for mark in roles.keys if measurable(change.page, mark)]
    if roles.order is not None and roles.order.by is None and amounts:
        roles.order = replace(roles.order, by=amounts[0])
        roles.keys.remove(amounts[0])
    elif roles.order is None and amounts and change.query.keep is not None:
        roles.mentioned.append(amounts[0])  # the same first ones, by another amount
        roles.keys.remove(amounts[0])
        change.page.heard(*roles.key_cues)
    if roles.order is not None and roles.order.by is not None:
        change.page.heard(*(mark for mark in change.loose("key") if mark.end <= roles.order.by.start))


def keyed(change: Change, others: Sequence[Mark]) -> None:
    """Keys in the place of those before, or beside them; of a list, what is named is shown."""
    page = change.page
    if change.says("unsplit"):
        if not change.query.by and not any(mark.kind == "figure" for mark in page.used):
            raise Unreadable("there are no groups to put together")
        change.set(by=(), keep=None, order=None, having=None)
    query = change.query
    marks = [*page.roles.keys, *(others if query.columns else ())]
    if others and not query.columns and not page.roles.keys:
        paths = [page.reached(mark, "field", "relation", "dataset").path for mark in others]
        change.set(show=(*query.show, *(p.Column(of=path) for path in paths)))
    if not marks:
        return
    limited = bool(others) and any(word.lower in phrases()["only"] for word in page.asked.words)
    if limited or (others and not (query.by or page.roles.order)) or (page.roles.order and not query.columns):
        raise Unreadable("it is not said what is done with it")
    keys = [p.Column(of=one) for one in _whole([key(page, mark) for mark in dict.fromkeys(marks)])]
    page.heard(*page.roles.key_cues)
    beside = _beside(change, marks[0])
    gone = () if beside else _gone(change, keys)
    left = [one for one in query.by if one not in gone]
    new = [one for one in keys if not any(same(one.of, other.of) for other in left)]
    keep, order = query.keep if query.columns else None, query.order
    if keep and beside and query.by and new:
        keep = keep.model_copy(update={"each": new[0].of})
    elif keep and keep.each and any(same(keep.each, one.of) for one in gone):
        keep = keep.model_copy(update={"each": None})
    if order and any(same(order.by, one.of) for one in gone):
        order = None
    columns = query.columns or (p.Column(of=p.Figure(fn="count")),)
    change.set(columns=columns, by=(*left, *new), order=order, keep=keep, show=())


def _whole(keys: Sequence[p.X]) -> list[p.X]:
    """Without things that only lead to the next key: `customer country`."""
    names = [f"{show(one)}." for one in keys[1:]]
    return [one for one, after in zip(keys, [*names, ""], strict=True) if not after.startswith(f"{show(one)}.")]


def _gone(change: Change, keys: Sequence[p.Column]) -> Sequence[p.Column]:
    """The keys that yield: the one that is named, else a time to a time, else all."""
    by, cue = change.query.by, change.says("old")
    if cue is not None:
        units = [one for one in by if isinstance(one.of, p.Taken) and one.of.part == cue.unit]
        old = key(change.page, change.old) if change.old else None
        named = units or [one for one in by if old is not None and same(one.of, old)]
        if len(named) != 1:
            raise Unreadable("the question before is not by that")
        return named
    times = [one for one in by if isinstance(one.of, p.Taken)]
    return times if times and all(isinstance(one.of, p.Taken) for one in keys) else by


def _beside(change: Change, first: Mark) -> bool:
    """Whether a key joins those before: `and by month`, `split that by region`; times take a time's place."""
    said = change.says("add", "split") is not None or "split" in change.page.asked.said(first).lower()
    start = min([first.start, *(cue.start for cue in change.page.roles.key_cues)])
    joins = [word.lower for word in change.page.asked.words[:start]][-1:] in (["and"], ["и"])
    times = [one for one in change.query.by if isinstance(one.of, p.Taken) and one.of.part in p.GRAINS]
    other = any(cue.kind in ("instead", "old") for cue in change.cues) or (times and first.label in p.GRAINS)
    return (said or joins) and not other


def kept(change: Change, amounts: Sequence[Mark]) -> None:
    """The first ones only, or in an order; the n-th of those that were told."""
    page, roles = change.page, change.page.roles
    if change.says("unkept"):
        change.set(keep=None)
    _sorted(change, amounts)
    numbers = [mark for mark in change.loose("number") if page.words(mark) != ["one"]]
    place = change.loose("place") if roles.order is None else []
    query = change.query
    if roles.order is not None:
        change.set(keep=_first(change, numbers))
    elif change.says("first") or place:
        ends = query.keep or (query.order and p.Keep(by=query.order.by, lowest=not query.order.descending))
        if not ends or ends.by is None:
            raise Unreadable("what was told is in no order")
        n = place[0].numbers[0] if place else 1
        more = {"n": n, "place": True, "percent": False, "said": page.said(*place)}
        change.set(keep=ends.model_copy(update=more), order=None)
    elif query.keep and len(numbers) == 1:
        change.set(keep=query.keep.model_copy(update={"n": numbers[0].numbers[0], "said": page.said(*numbers)}))


def _sorted(change: Change, amounts: Sequence[Mark]) -> None:
    query, mark = change.query, change.page.roles.sorted
    cue = change.says("up", "down")
    if cue is not None and query.by:
        change.set(order=p.Order(by=query.by[0].of, descending=cue.kind == "down"), keep=None)
    elif mark is not None or (change.loose("sorting") and amounts and not query.columns):
        by = query.columns[0].of if query.columns else query.order.by if query.order else None
        by = change.page.amount(amounts[0])[0].path if amounts and not query.columns else by
        if by is None:
            raise Unreadable("nothing says by what it is sorted")
        change.set(
            order=p.Order(by=by, descending=mark is not None and mark.label == "desc", said=change.page.said(mark))
        )


def _first(change: Change, numbers: Sequence[Mark]) -> p.Keep | None:
    page, query, order = change.page, change.query, change.page.roles.order
    assert order is not None
    before, place = query.keep, order.place if order.place and order.place.kind == "place" else None
    said = page.said(order.mark, order.place, *numbers[:1])
    counts = [*numbers, *([place] if place else [])]
    n = counts[0].numbers[0] if counts else before.n if before and not (order.mark.numbers or order.place) else order.n
    more = {"n": n, "place": place is not None, "lowest": not order.down, "said": said}
    own = {word for word in page.words(order.mark) if word.isalpha()} - {*phrases()["ends"]}
    if own and (query.columns or own <= {"first", "last"}):
        raise Unreadable("it speaks of something else than the figure")
    if query.by:
        return p.Keep(by=query.columns[0].of, each=before.each if before else None, **more)
    figure = plain_figure(query)
    if figure is not None and figure.fn in FIGURES.values() and n == 1:
        change.set(
            columns=(p.Column(of=figure.model_copy(update={"fn": "max" if order.down else "min", "said": said})),)
        )
        return None
    if query.columns:
        raise Unreadable("there are no groups of which some come first")
    made = built(page).keep if own or order.by or not before else before
    return made.model_copy(update=more) if made else None
