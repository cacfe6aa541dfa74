"""Conditions: what a plan has to look at before it writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from groundplan.packs.workflows.catalogue import RESULT
from groundplan.packs.workflows.drafting.asked import (
    Read,
    When,
    Words,
    candidates,
    lost,
    places_of,
    read_as,
    restated,
)  # fmt: skip
from groundplan.packs.workflows.drafting.compared import compared
from groundplan.packs.workflows.drafting.held import tests_in
from groundplan.packs.workflows.drafting.known import Context, Known
from groundplan.packs.workflows.drafting.sets import listed, several
from groundplan.packs.workflows.drafting.world import Slot, told
from groundplan.packs.workflows.drafting.written import as_cel, written

_WITHIN = 4
"""Words between `all` or `no` and what it is said of."""


def condition(words: Words, context: Context) -> Read:
    """A condition on a figure that was worked out, on how many there are, or on the fields of one thing."""
    ways = [_of_figure(words, context), _of_rows(words, context, "count"), _of_rows(words, context, "sum")]
    ways += [_of_all(words, context)]
    made = [way for way in (*ways, *_of_fields(words, context)) if way]
    best = min(made, key=lambda way: len(way.unread), default=None)
    return best or read_as(words, set(), context, why="which thing it is a condition of")


def _of_figure(words: Words, context: Context) -> Read | None:
    """`if that comes to 20,000 or more`: of the figure before."""
    at = next((at for at, one in enumerate(words) if one.kind == "number"), None)
    if at is None or not context.figure:
        return None
    op, marks = compared(words, at)
    if not op:
        return None
    cel = f"{context.figure} {'==' if op == '=' else op} {written(words[at].value)}"
    said = {
        n
        for n, one in enumerate(words)
        if one.marks & {"in_all", "how_much", "how_many", "money"} or "=amount" in one.keys
    }
    return read_as(words, {at, *marks, *said}, context, when=When(cel, (context.figure.split(".")[0],)))


def _of_rows(words: Words, context: Context, figure: str) -> Read | None:
    """`if at least three pupils are registered`, `if the fees come to more than 50`: of rows counted or added up."""
    at = next((at for at, one in enumerate(words) if one.kind == "number"), None)
    op, marks = compared(words, at) if at is not None else (None, set())
    summed = {n for n, one in enumerate(words) if one.marks & {"amounting", "in_all", "how_much", "money"}}
    if at is None or not op or (figure == "sum") != any("money" not in words[n].marks for n in summed):
        return None
    free = {n for n in range(len(words)) if n not in {at, *marks, *summed}}
    head = next(
        (n for n in sorted(free) if words[n].plural and context.world.heads(words[n]) and (n > at or figure == "sum")),
        None,
    )
    way = next(several(words, free, head, context), None) if head is not None else None
    slots = [slot.name for slot in way.base.slots.values() if slot.numeric] if way else []
    if way is None or (figure == "sum" and len(slots) != 1):
        return None
    fork = context.fork()
    rows = listed(way, fork, places_of(words, way.used), query="count" if figure == "count" else f"sum({slots[0]})")
    cel = f"{rows.step}.value {'==' if op == '=' else op} {written(words[at].value)}"
    used = {at, *marks, *summed, *way.used, *restated(words, way, context)} - lost(words, way, context)
    return read_as(words, used, fork, when=When(cel, (rows.step,)))


def _of_all(words: Words, context: Context) -> Read | None:
    """`if all analyses are finished`, `if any analysis has failed`, `if there are no open tasks`."""
    heads = [at for at, one in enumerate(words) if context.world.heads(one)]
    found = next((at for at, one in enumerate(words) if one.marks & {"every", "missing"} and heads), None)
    head = next((at for at in heads if found is not None and found < at <= found + _WITHIN), None)
    if found is None or head is None or any(one.kind == "number" for one in words):
        return None
    some, none = words[found].among("some"), "missing" in words[found].marks
    way = next(several(words, set(range(len(words))) - {found}, head, context), None)
    states = [test for test in way.tests if not way.base.slots[test.slot].refers] if way else []
    if way is None or way.base.name not in {thing.name for thing in context.world.heads(words[head])}:
        return None
    if not some and not none:
        if len(states) != 1:
            return None
        way = replace(way, tests=tuple(test.turned() if test is states[0] else test for test in way.tests))
    fork = context.fork()
    rows = listed(way, fork, places_of(words, way.used), query="count")
    used = {found, *way.used, *restated(words, way, context)} - lost(words, way, context)
    return read_as(words, used, fork, when=When(f"{rows.step}.value {'>' if some else '=='} 0", (rows.step,)))


def _of_fields(words: Words, context: Context) -> list[Read]:
    """`if the contact has unsubscribed`: of one thing that is spoken of, or that these words can be said of."""
    direct = [(known, head, ()) for known, head in candidates(words, context)]
    every = [*direct, *_reached(words, context)]
    return [read for known, head, path in every if (read := _of_thing(words, known, head, path, context))]


def _reached(words: Words, context: Context) -> list[tuple[Known, int | None, tuple[str, ...]]]:
    """What is called and has to be reached: `the guest of this reservation`, or of what was handed over."""
    here = [known for known, _ in candidates(words, context)]
    starts = [*here, *(known for known in reversed(context.everything()) if known not in here)]
    return [
        (known, at, path)
        for at, one in enumerate(words)
        for thing in context.world.heads(one)
        if not context.inputs_of(thing.name) and not context.latest(thing.name)
        for known in starts
        if (path := context.world.path(known.thing, thing.name))
    ]


def _of_thing(words: Words, start: Known, head: int | None, path: tuple[str, ...], context: Context) -> Read | None:
    fork = context.fork()
    known = fork.steps.along(start, path)
    if known is None:
        return None
    thing = fork.world.things[known.thing]
    found = tests_in(words, set(range(len(words))), thing, fork, head)
    tests = [test for test in found.tests if test.value != known.id]
    if not tests:
        return None
    said = places_of(words, found.used | ({head} if head is not None else set()))
    row = fork.steps.row(known, said)
    if not row:
        return None
    fork.meet(known)
    slots = [thing.slots[test.slot] for test in tests]
    used = found.used | ({head} if head is not None else set()) | _names(words, slots)
    used |= _on_the_way(words, start, path, fork)
    step = row.split(".")[0]
    return read_as(words, used, fork, when=When(as_cel(tests, _in_cel(row)), (step,)))


def _on_the_way(words: Words, start: Known, path: Sequence[str], context: Context) -> set[int]:
    """The words for the thing that a path starts at, and those that say what the path is."""
    if not path:
        return set()
    thing = context.world.things[start.thing]
    known = (thing.head, *thing.slots[path[0]].words, *thing.slots[path[0]].about)
    marks = {"negation", "every", "except"}
    return {at for at, one in enumerate(words) if not one.marks & marks and any(told(one.keys) & w for w in known)}


def _in_cel(row: str) -> str:
    """A condition reads a result by its step: an operation has one output only."""
    return row.replace(f".{RESULT}", "", 1)


def _names(words: Words, slots: Sequence[Slot]) -> set[int]:
    return {at for at, one in enumerate(words) if any(told(one.keys) & word for slot in slots for word in slot.words)}
