"""A page -> its query: figures of groups, rows in an order, or a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.language.parts import (
    THIS,
    All,
    Among,
    Column,
    Compare,
    Figure,
    Keep,
    Order,
    Path,
    Query,
    Value,
    walked,
)
from groundplan.query.scope import Hop
from groundplan.reading.constructions.conditions import compared_values, conditions
from groundplan.reading.constructions.figures import figures, key, measured, shared
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Page, Unreadable
from groundplan.reading.constructions.routes import both_ways
from groundplan.reading.constructions.things import wording
from groundplan.reading.paths import fields_of


def query(page: Page) -> Query:
    """What the words ask of this dataset."""
    made = _query(page)
    passed = {step for part in walked(made) if isinstance(part, Path) for step in part.steps}
    for mark in page.roles.mentioned:
        steps = (s for t in mark.things if t.kind == "relation" for s in both_ways(page.scope, t.dataset, t.name))
        if mark not in page.used and any(name in passed for _, name in steps):
            page.heard(mark)  # restored, of a path along the restorations
    return made.model_copy(update={"said": tuple(map(page.asked.place, page.whole))})


def _query(page: Page) -> Query:
    roles = page.roles
    _rank_by_amount(page)
    tests = conditions(page)
    keys = [key(page, mark) for mark in roles.keys]
    page.heard(*roles.key_cues)
    made = figures(page)
    if roles.share is not None:
        made, tests = shared(page, made, tests, keys)
    elif (beside := compared_values(page)) is not None and (made or keys):
        keys.append(beside)
    if roles.order is not None:
        return _ordered(page, made, tests, keys)
    if roles.comparing is not None and (between := _between(page, tests)) is not None:
        return between
    rows = [mark for mark in roles.mentioned if _says_rows(page, mark)]
    named = [mark for mark in roles.mentioned if mark not in rows and not _only_relations(mark)]
    flags = [mark for mark in named if page.is_flag(mark)]
    tests += [page.flagged(mark) for mark in flags]
    held = _fields(page, tests)
    page.heard(*(mark for mark in named if held & {(t.dataset, t.name) for t in mark.things}))  # white bread
    named = [mark for mark in named if mark not in flags and mark not in page.used]
    page.heard(*rows)
    fields = [mark for mark in named if any(thing.kind == "field" for thing in mark.things)]
    if not made and (keys or roles.asking or not _things_asked(page)) and _amounts(page, fields):
        made = [measured(page, None, mark) for mark in fields]
        named = [mark for mark in named if mark not in fields]
    if not made and keys:
        if not _of_what_is_asked(page):
            raise Unreadable(f"it is not {page.base.name} that are counted")
        made = [Figure(fn="count")]
    if made:
        return _with_having(page, _grouped(page, made, keys, tests))
    return _listed(page, tests, named)


def _rank_by_amount(page: Page) -> None:
    """`the top 5 cities by passengers`: an amount makes no groups, and groups are in no order by their name."""
    roles, order = page.roles, page.roles.order
    by = roles.keys[-1] if roles.keys else None
    if order is None or order.by is None or by is None or by.kind != "thing" or not _amounts(page, [by]):
        return
    if not _amounts(page, [order.by]):
        roles.asked = roles.asked or order.by
        roles.order = replace(order, by=by)
        roles.keys.remove(by)


def _fields(page: Page, tests: Sequence[Any]) -> set[tuple[str, str]]:
    """The fields that rows are held to values of."""
    if not tests:
        return set()
    limited = Query(of=page.base.name, where=_all(tests))
    return {place for place in fields_of(limited, page.scope, keys=False) if place[1]}


def _between(page: Page, tests: Sequence[Any]) -> Query | None:
    """Of two rows that are named the older, or the one with more visitors."""
    comparing, roles = page.roles.comparing, page.roles
    lefts = [test.left for test in tests if isinstance(test, Among) and isinstance(test.left, Path)]
    if comparing is None or not lefts or lefts[0].steps != (THIS,):
        return None
    found = page.by_adjective(comparing)
    if found is None and roles.compared is not None and _amounts(page, [roles.compared]):
        down = bool(wording()["more"].get(page.words(comparing)[0], True))
        found = page.amount(roles.compared)[0].path, down
    if found is None:
        return None
    path, down = found
    page.heard(roles.asking, *([roles.asked] if roles.asked and page.names_base(roles.asked) else []))
    keep = Keep(n=1, by=path, lowest=not down, said=page.said(comparing))
    show = (Column(of=Path(steps=(THIS,))), Column(of=path)) if page.base.name_field else ()
    return Query(of=page.base.name, where=_all(tests), keep=keep, show=show)


def _says_rows(page: Page, mark: Mark) -> bool:
    return any(thing.kind == "dataset" and thing.dataset == page.base.name for thing in mark.things)


def _only_relations(mark: Mark) -> bool:
    return all(thing.kind == "relation" for thing in mark.things)


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
    if not _of_what_is_asked(page):
        raise Unreadable(f"it is not {page.base.name} that are asked for")
    if asked is not None and page.names_base(asked):
        page.heard(asked)
    elif asked is not None:
        shown.insert(0, asked)
    page.heard(page.roles.asking)
    if not shown and all(_name_of(page, test) for test in tests):
        raise Unreadable("nothing is asked of the rows")
    passed = {hop.to.name for test in tests for hop in _hops(page, test)}
    again = [mark for mark in shown if any(t.kind == "dataset" and t.dataset in passed for t in mark.things)]
    page.heard(*again)
    shown = [mark for mark in shown if mark not in again]
    show = tuple(Column(of=page.reached(mark, "field", "relation", "dataset").path) for mark in shown)
    return Query(of=page.base.name, where=_all(tests), show=show)


def _hops(page: Page, test: Any) -> Iterator[Hop]:
    for part in walked(test):
        if isinstance(part, Path):
            try:
                yield from page.scope.walk(page.base, part.steps).hops
            except QueryError:
                continue  # a path inside `some`


def _name_of(page: Page, test: Any) -> bool:
    """Whether it only says how the row is called."""
    return isinstance(test, Compare) and isinstance(test.left, Path) and test.left.steps == (THIS,)


def _of_what_is_asked(page: Page) -> bool:
    """Whether the rows are those after `which`, or else those that are named first."""
    told = ("dataset", "relation", "value")
    marks = [mark for mark in page.asked.marks if any(thing.kind in told for thing in mark.things)]
    first = page.roles.asked if page.roles.asked in marks else next(iter(marks), None)
    if first is None:
        return True
    return page.names_base(first) or any(t.kind == "value" and t.dataset == page.base.name for t in first.things)


def _ordered(page: Page, made: Sequence[Any], tests: Sequence[Any], keys: Sequence[Any]) -> Query:
    """The first groups by a figure, or the first rows by an amount or a time."""
    order = page.roles.order
    assert order is not None
    said = page.said(order.mark, order.place, *([order.adjective] if order.adjective else []))
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
    place = order.place is not None and order.place.kind == "place"
    n = order.place.numbers[0] if place and order.place else order.n
    keep: dict[str, Any] = {"n": n, "place": place, "lowest": not order.down, "said": said}
    if figure is not None and (keys or (target is not None and not page.names_base(target))):
        groups = [*keys, key(page, target)] if target is not None and not page.names_base(target) else list(keys)
        each = keys[0] if keys and len(groups) > len(keys) else None
        return _grouped(page, [figure], groups, tests, keep=Keep(by=figure, each=each, **keep))
    if target is not None and page.names_base(target):
        page.heard(target)
    if amount is not None:
        show = (Column(of=Path(steps=("this",))), Column(of=amount)) if page.base.name_field else ()
        return Query(of=page.base.name, where=_all(tests), keep=Keep(by=amount, **keep), show=show)
    counted = _counted_of_rows(page, order.by) if order.by is not None and order.by is not target else None
    if counted is not None:
        return Query(of=page.base.name, where=_all(tests), keep=Keep(by=counted, **keep))
    adjective = page.by_adjective(_with_noun(page, order.mark)) if not order.by or order.by is target else None
    path, last = adjective or _timed(page, order.mark)
    return Query(of=page.base.name, where=_all(tests), keep=Keep(by=path, **{**keep, "lowest": not last}))


def _counted_of_rows(page: Page, mark: Mark) -> Any:
    """How many of something each row has: the most artworks."""
    try:
        reached = page.reached(mark, "dataset", "relation")
    except Unreadable:
        return None
    return Figure(fn="count", of=(reached.path,), said=reached.path.said) if reached.many else None


def _with_noun(page: Page, mark: Mark) -> Mark:
    """The words of order with the one behind them: most valuable."""
    return replace(mark, end=min(mark.end + 1, len(page.asked.words)))


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
