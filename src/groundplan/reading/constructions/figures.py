"""What a question counts or measures, by what it groups, and of what it takes a share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from groundplan.contracts.source_model import Field
from groundplan.errors import QueryError
from groundplan.query.language.parts import All, Between, Compare, Computed, Figure, Holds, Path, Period, Taken
from groundplan.reading.constructions.conditions import at
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Page, Unreadable

_SAID = {"sum": "sum", "avg": "average", "median": "median", "min": "min", "max": "max", "std": "deviation"}
FIGURES = _SAID
"""The figures that words say, by the labels of these words: for those who change a query."""
SURE = 0.9
"""How well a dataset must be named, to be what is counted."""
_ADDED = {"sum": "sum", "average": "average", "last": "last", "no": "average", None: "sum"}
"""How amounts come together where no word says it."""


def figures(page: Page) -> list[Any]:
    """What is counted and measured, in the order of the words."""
    made = [measured(page, cue, mark) for cue, mark in page.roles.measures]
    if page.roles.counting is not None and page.roles.share is None:
        made.insert(0, counted(page))
    if made:
        page.heard(*page.roles.adding)
    return made


def counted(page: Page) -> Any:
    """The rows, or how many different things they name."""
    roles = page.roles
    assert roles.counting is not None
    said = page.said(roles.counting, roles.counted)
    different = roles.counting.label == "count_distinct"
    if roles.counted is None or (page.names_base(roles.counted) and not different):
        return Figure(fn="count", said=said)
    if any(thing.kind == "dataset" and thing.share >= SURE for thing in roles.counted.things) and not different:
        raise Unreadable(f"it is not {page.base.name} that are counted")
    reached = page.reached(roles.counted, "field", "relation", "dataset")
    known = page.field(reached.thing) if reached.thing.kind == "field" else None
    if known is not None and known.role == "time" and not known.missing and (rows := _rows_behind(page)):
        return Figure(fn="count", said=page.said(roles.counting, roles.counted, rows))
    if known is not None and known.role == "measure" and not different:
        if reached.many:
            raise Unreadable(f"{page.asked.said(roles.counted)!r} are of other rows than those of {page.base.name}")
        return Figure(fn="sum", of=(reached.path,), said=said)
    if known is None and not reached.many and not different:
        raise Unreadable(f"{page.asked.said(roles.counted)!r} are no rows of {page.base.name}")
    return Figure(fn="count" if reached.many and not known else "distinct", of=(reached.path,), said=said)


def _rows_behind(page: Page) -> Mark | None:
    """Of registered patients: the rows that are named right behind what is counted."""
    marks, counted = page.asked.marks, page.roles.counted
    after = next((two for one, two in pairwise(marks) if one is counted), None)
    named = after is not None and page.names_base(after) and after.start == (counted.end if counted else 0)
    return after if named else None


def measured(page: Page, cue: Mark | None, mark: Mark) -> Any:
    """A figure of an amount; without a word for it, as the model says that its rows come together."""
    if any(thing.kind == "test" for thing in mark.things):
        return _side(page, cue, mark)
    reached, known = page.amount(mark)
    if reached.many:
        raise Unreadable(f"{page.asked.said(mark)!r} is of other rows than those of {page.base.name}")
    fn = _SAID[cue.label] if cue else "sum" if page.roles.adding else _ADDED[known.adds_up]
    if not cue:
        page.heard(*page.roles.adding)
    if fn == "sum" and known.adds_up in ("average", "last", "no"):
        told = f"{known.name!r} does not add up over rows; ask for its average, lowest or highest."
        raise QueryError(told, "unsafe-sum")
    return Figure(fn=fn, of=(reached.path,), said=page.said(cue, mark))


def _side(page: Page, cue: Mark | None, mark: Mark) -> Any:
    """What went out, or came in, of the one amount whose sign says so."""
    signed = [field for field in page.base.fields if field.signed]
    test = page.reached(mark, "test")
    if len(signed) != 1:
        raise Unreadable(f"{page.asked.said(mark)!r} is of no amount of {page.base.name}")
    said = page.said(cue, mark)
    amount: Any = Path(steps=(*test.path.steps[:-1], signed[0].name), said=said)
    if test.thing.name.endswith("out"):
        amount = Computed(op="-", left=None, right=amount, said=said)
    fn = _SAID[cue.label] if cue and cue.label in _SAID else "sum"
    return Figure(fn=fn, of=(amount,), where=Holds(path=test.path, said=said), said=said)


def key(page: Page, mark: Mark) -> Any:
    """A field, a thing, or a part of the time, by which rows are grouped."""
    if mark.kind == "grain":
        again = mark.label == "hour" and "day" in page.words(mark)  # the hours of the day come round again
        return Taken(part="hour_of_day" if again else mark.label, of=page.time(), said=page.said(mark))
    reached = page.reached(mark, "field", "dataset", "relation")
    known = page.field(reached.thing) if reached.thing.kind == "field" else None
    if known is not None and known.role == "time" and known.type in ("date", "datetime"):
        return Taken(part="day", of=reached.path, said=reached.path.said)
    if known is not None and _continuous(known):
        raise Unreadable(f"{page.asked.said(mark)!r} is an amount, and makes no groups")
    return reached.path


def _continuous(field: Field) -> bool:
    return field.role == "measure"


def shared(page: Page, made: Sequence[Any], tests: Sequence[Any], keys: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The share of the rows for which something holds, or of each group in the whole; and the other conditions."""
    roles = page.roles
    said = page.said(roles.share)
    if roles.population is not None and page.names_base(roles.population):
        page.heard(roles.population)
    whole = made[0] if made else _whole(page)
    tested, where = _tested(page, tests)
    if not tested:
        if not keys:
            raise Unreadable("nothing says of what the share is")
        return [Figure(fn="share", of=(whole,), said=said)], where
    test = tested[0] if len(tested) == 1 else All(tests=tuple(tested))
    if made:
        return [Computed(op="/", left=whole.model_copy(update={"where": test}), right=whole, said=said)], where
    return [Figure(fn="rate", of=(test,), said=said)], where


def _whole(page: Page) -> Any:
    """What the share is of: the rows, or an amount that is named."""
    named = page.roles.population
    if named is None or page.names_base(named) or not any(thing.kind == "field" for thing in named.things):
        return Figure(fn="count")
    return measured(page, None, named)


def _tested(page: Page, tests: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What is said behind the rows of which a share is asked is tested; periods, and what stands before, limit them."""
    roles = page.roles
    assert roles.share is not None
    behind = page.asked.place(roles.population or roles.share)[1]
    tested = [test for test in tests if at(test) >= behind and not _dated(test)]
    if not tested:
        tested = [test for test in tests if at(test) > page.asked.place(roles.share)[0] and not _dated(test)][-1:]
    return tested, [test for test in tests if test not in tested]


def _dated(test: Any) -> bool:
    if isinstance(test, Compare):
        return isinstance(test.right, Period)
    return isinstance(test, Between) and isinstance(test.low, Period)
