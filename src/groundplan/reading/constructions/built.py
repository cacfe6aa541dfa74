"""A page -> its query: figures of groups, rows in an order, or a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.language.parts import All, Column, Compare, Figure, Keep, Order, Path, Query, Value
from groundplan.reading.constructions.conditions import compared_values, conditions
from groundplan.reading.constructions.figures import figures, key, measured, shared
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Page, Unreadable
from groundplan.reading.constructions.things import wording


def query(page: Page) -> Query:
    """What the words ask of this dataset."""
    made = _query(page)
    return made.model_copy(update={"said": tuple(map(page.asked.place, page.whole))})


def _query(page: Page) -> Query:
    roles = page.roles
    tests = conditions(page)
    keys = [key(page, mark) for mark in roles.keys]
    if keys:
        page.heard(*roles.key_cues)
    made = figures(page)
    if roles.share is not None:
        made, tests = shared(page, made, tests, keys)
    elif (beside := compared_values(page)) is not None and (made or keys):
        keys.append(beside)
    if roles.order is not None:
        return _ordered(page, made, tests, keys)
    named = [mark for mark in roles.mentioned if not page.names_base(mark)]
    page.heard(*(mark for mark in roles.mentioned if page.names_base(mark)))
    if not made and (keys or roles.asking or not _things_asked(page)) and _amounts(page, named):
        made = [measured(page, None, mark) for mark in named if _amounts(page, [mark])]
        named = [mark for mark in named if not _amounts(page, [mark])]
    if not made and keys:
        made = [Figure(fn="count")]
    if made:
        return _with_having(page, _grouped(page, made, keys, tests))
    return _listed(page, tests, named)


def _things_asked(page: Page) -> bool:
    roles = page.roles
    return page.names_base(roles.asked) or any(page.names_base(mark) for mark in roles.mentioned)


def _amounts(page: Page, marks: Sequence[Mark]) -> bool:
    for mark in marks:
        try:
            page.amount(mark)
        except (Unreadable, QueryError):
            return False
    return bool(marks)


def _grouped(page: Page, made: Sequence[Any], keys: Sequence[Any], tests: Sequence[Any], **more: Any) -> Query:
    by = tuple(Column(of=one) for one in dict.fromkeys(keys))
    order = None
    if page.roles.sorted is not None:
        order = Order(by=made[0], descending=page.roles.sorted.label == "desc", said=page.said(page.roles.sorted))
    columns = tuple(Column(of=one) for one in made)
    return Query(of=page.base.name, columns=columns, by=by, where=_all(tests), order=order, **more)


def _with_having(page: Page, made: Query) -> Query:
    """Groups whose figure is held against a number."""
    if not page.roles.having or not made.by:
        return made
    limits = []
    for number, mark in page.roles.having:
        figure = next(c.of for c in made.columns if set(page.said(mark)) & set(c.of.said))
        said = page.said(number)
        right = Value(value=number.numbers[0], said=said)
        limits.append(Compare(left=figure, op=number.label, right=right, said=said))
    return made.model_copy(update={"having": _all(limits)})


def _listed(page: Page, tests: Sequence[Any], named: Sequence[Mark]) -> Query:
    """Rows, with what is named of them."""
    asked = page.roles.asked
    shown = list(named)
    if asked is not None and page.names_base(asked):
        page.heard(asked)
    elif asked is not None:
        shown.insert(0, asked)
    page.heard(page.roles.asking)
    if not shown and not tests:
        raise Unreadable("nothing is asked of the rows")
    show = tuple(Column(of=page.reached(mark, "field", "relation", "dataset").path) for mark in shown)
    return Query(of=page.base.name, where=_all(tests), show=show)


def _ordered(page: Page, made: Sequence[Any], tests: Sequence[Any], keys: Sequence[Any]) -> Query:
    """The first groups by a figure, or the first rows by an amount or a time."""
    order = page.roles.order
    assert order is not None
    said = page.said(order.mark, order.place)
    looked_for = page.roles.asked or next(iter(page.roles.mentioned), None)
    figure, amount = None, None
    if made:
        figure, looked_for = made[0], looked_for or order.by
    elif order.by is not None and _amounts(page, [order.by]):
        amount = page.amount(order.by)[0].path if not _sided(order.by) else None
        figure = measured(page, None, order.by)
    elif order.by is not None and page.names_base(order.by) and looked_for not in (None, order.by):
        figure = Figure(fn="count", said=page.said(order.by))
    elif set(page.words(order.mark)) & set(wording()["counting"]):
        figure, looked_for = Figure(fn="count", said=said), looked_for or order.by
    else:
        looked_for = looked_for or order.by
    page.heard(page.roles.asking)
    target = looked_for if looked_for is not None and looked_for not in page.roles.keys else None
    keep: dict[str, Any] = {"n": order.n, "lowest": not order.down, "said": said}
    if figure is not None and (keys or (target is not None and not page.names_base(target))):
        groups = [*keys, key(page, target)] if target is not None and not page.names_base(target) else list(keys)
        each = keys[0] if keys and len(groups) > len(keys) else None
        return _grouped(page, [figure], groups, tests, keep=Keep(by=figure, each=each, **keep))
    if target is not None and page.names_base(target):
        page.heard(target)
    if amount is not None:
        show = (Column(of=Path(steps=("this",))), Column(of=amount)) if page.base.name_field else ()
        return Query(of=page.base.name, where=_all(tests), keep=Keep(by=amount, **keep), show=show)
    path, last = _timed(page, order.mark)
    return Query(of=page.base.name, where=_all(tests), keep=Keep(by=path, **{**keep, "lowest": not last}))


def _sided(mark: Mark) -> bool:
    return any(thing.kind == "test" for thing in mark.things)


def _timed(page: Page, mark: Mark) -> tuple[Path, bool]:
    """Words for time: the latest, the oldest; whether the last is meant."""
    words, said = set(page.words(mark)), page.said(mark)
    born = [one.name for one in page.base.fields if one.role == "time" and _born(one.name)]
    for phrases, field in ((wording()["aged"], born[0] if born else ""), (wording()["timed"], page.base.main_time)):
        meant = [phrases[word] for word in phrases if word in words]
        if field and meant:
            return Path(steps=(field,), said=said), meant[0] == "high"
    raise QueryError(f"{page.asked.said(mark)!r} does not say by what; name a figure.", "unclear-order")


def _born(name: str) -> bool:
    return bool(set(name.lower().replace("_", " ").split()) & set(wording()["born"]))


def _all(tests: Sequence[Any]) -> Any:
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else All(tests=tuple(tests))
