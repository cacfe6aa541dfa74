"""Questions: what a plan has to look at, as its answer or for what is said next."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from groundplan.packs.workflows.catalogue import RESULT
from groundplan.packs.workflows.drafting.compared import Test
from groundplan.packs.workflows.drafting.known import Context, Known, Place, ref
from groundplan.packs.workflows.drafting.sets import Several, extreme_of, head_of, listed, several
from groundplan.packs.workflows.drafting.words import Token, as_written
from groundplan.packs.workflows.drafting.world import Slot, told

Words = tuple[Token, ...]


@dataclass(frozen=True)
class When:
    """A condition of a step."""

    cel: str
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Read:
    """What a clause that looks at something was read as; the words that are left over."""

    context: Context
    unread: tuple[int, ...]
    said: tuple[Place, ...] = ()
    """Where the words stand that it was read from."""
    when: When | None = None
    output: str = ""
    """The step whose result is asked for."""
    why: str = ""
    """What it could not be read as."""


def read_as(words: Words, used: Set[int], context: Context, **more: Any) -> Read:
    return Read(context, tuple(content(words, used)), tuple(places_of(words, used)), **more)


# ------------------------------------------------------------------ what is spoken of


def candidates(words: Words, context: Context) -> list[tuple[Known, int | None]]:
    out: list[tuple[Known, int | None]] = []
    for at, one in enumerate(words):
        for thing in context.world.heads(one):
            inputs = context.inputs_of(thing.name)
            known = (
                Known(thing.name, inputs[0].ref, given=inputs[0].name)
                if len(inputs) == 1
                else context.latest(thing.name)
            )
            if known:
                out.append((known, at))
    pointed = next((at for at, one in enumerate(words) if one.marks & {"pronouns", "owning"}), None)
    if not out and pointed is not None:
        out += [(known, pointed) for known in reversed(context.everything())]
    if not out and len(context.everything()) == 1:
        out.append((context.everything()[0], None))  # `provided there are seats left`: of the only thing there is
    return out


def determined(words: Words, known: Known, context: Context) -> set[int]:
    """Words for what a thing has one of: the guest of a reservation says no more than the reservation."""
    return {
        at
        for at, one in enumerate(words)
        if not one.plural and not (at + 1 < len(words) and words[at + 1].among("genitive"))
        for thing in context.world.heads(one)
        if not context.inputs_of(thing.name) and context.world.path(known.thing, thing.name)
    }


# ------------------------------------------------------------------ questions


def question(words: Words, context: Context) -> Read:
    """A count, a sum, a field of one thing, one thing to be found, or a list."""
    if context.figure and not content(words, _asks(words, context)):
        asked_again = context.figure.split(".")[0]
        return read_as(words, _asks(words, context), context, output=asked_again)
    ways = [_extreme(words, context), _field(words, context), _figure(words, context), _found(words, context)]
    ways.append(_list(words, context))
    made = [way for way in ways if way]
    best = min(made, key=lambda way: len(way.unread), default=None)
    return best or read_as(words, set(), context, why="what is asked for")


def _asks(words: Words, context: Context) -> set[int]:
    """The words that ask: `how many`, `work out`, `count`."""
    return {
        at
        for at, one in enumerate(words)
        if one.marks & {"how_many", "how_much", "in_all", "average"}
        or (as_written("working_out") & set(one.verbs) and not context.world.heads(one))
        or "=amount" in one.keys
    }


def _figure(words: Words, context: Context) -> Read | None:
    asking = _asks(words, context)
    means = any("average" in words[at].marks for at in asking)
    counts = any("how_many" in words[at].marks or "count" in words[at].verbs for at in asking)
    sums = any(
        "how_much" in words[at].marks or "sum" in words[at].verbs or "in_all" in words[at].marks for at in asking
    )
    if not counts and not sums and not means:
        return None
    if sum("how_many" in words[at].marks for at in asking) > 1:
        return None  # two figures at once
    kind = "count" if counts else "average" if means else "sum"
    free = {at for at in range(len(words)) if at not in asking}
    heads = [head_of(words, free, context), *(at for at in sorted(free) if context.world.heads(words[at]))]
    if all(head is None for head in heads):
        heads = [next((at for at in sorted(free) if not words[at].idle), None)]  # `the average salary in finance`
    reads = [
        read
        for head in dict.fromkeys(heads)
        if head is not None
        for way in list(several(words, free, head, context))[:4]
        if (read := _figured(words, way, asking, kind, context))
    ]
    return min(reads, key=lambda read: len(read.unread), default=None)


def _figured(words: Words, way: Several, asking: set[int], kind: str, context: Context) -> Read | None:
    slots = [slot for slot in way.base.slots.values() if slot.numeric]
    named = {
        at: slot
        for at in range(len(words))
        for slot in slots
        if at not in way.used and any(told(words[at].keys) & word for word in slot.words)
    }
    behind = min((at for at in asking if "how_many" in words[at].marks), default=-1) + 1
    if kind == "count" and any(behind <= at < way.head for at in named):
        kind = "sum"  # `how many minutes are there on this ticket`
    chosen = set(slot.name for slot in named.values()) or {slot.name for slot in slots}
    if kind != "count" and len(chosen) != 1:
        return None
    fork = context.fork()
    query = "count" if kind == "count" else f"{kind}({next(iter(chosen))})"
    every = {at for at, one in enumerate(words) if one.marks & {"every", "many_of"}}
    rows = listed(way, fork, places_of(words, way.used | asking | every), query=query)
    fork.figure = f"{rows.step}.value"
    used = way.used | asking | set(named) | restated(words, way, context)
    used -= lost(words, way, context)
    return read_as(words, used, fork, output=rows.step)


def lost(words: Words, way: Several, context: Context) -> set[int]:
    """Words for a thing that the caller hands over, which no test was read from."""
    read = [test.value for test in way.tests]
    named = {
        at: [given.ref for thing in context.world.heads(one) for given in context.inputs_of(thing.name)]
        for at, one in enumerate(words)
    }
    rows = {way.head} if words[way.head].plural else set()
    return {at for at, refs in named.items() if refs and not any(one in read for one in refs)} - rows


def restated(words: Words, way: Several, context: Context) -> set[int]:
    """Words that say again what a row is: `owes` of fees."""
    known = [
        *way.base.words,
        *way.base.about,
        *(word for test in way.tests for word in way.base.slots[test.slot].about),
    ]
    return {
        at
        for at, one in enumerate(words)
        if one.kind == "word"
        and not one.marks & {"every", "negation", "except"}
        and any(told(one.keys) & word for word in known)
    } | {
        at
        for test in way.tests
        if (thing := way.base.slots[test.slot].refers) and test.op == "="
        for at in determined(words, Known(thing), context)
    }


def _extreme(words: Words, context: Context) -> Read | None:
    """`take the sample that was received first`: one of several, for what is said next, or as the answer."""
    asking = _asks(words, context) | {at for at, one in enumerate(words) if one.among("asking")}
    fork = context.fork()
    free = {at for at in range(len(words)) if at not in asking}
    found = extreme_of(words, free, set(context.world.things), fork) if asking else None
    if found is None:
        return None
    rows = listed(found.way, fork, places_of(words, found.used), one=True, keep=found.keep)
    thing = found.way.base
    fork.meet(Known(thing.name, ref(rows.step, "row", thing.key), row=f"{rows.step}.row"))
    return read_as(words, asking | found.used, fork, output=rows.step)


def _field(words: Words, context: Context) -> Read | None:
    """A field of one thing: all words of its name are said."""
    reads = [
        read
        for known, head in candidates(words, context)
        for slot in context.world.things[known.thing].slots.values()
        if (read := _told(words, known, head, slot, context))
    ]
    reads = reads or [
        read
        for known, head in candidates(words, context)
        for step in context.world.things[known.thing].slots.values()
        if step.refers and context.world.path(known.thing, step.refers)
        for slot in context.world.things[step.refers].slots.values()
        if (read := _told(words, known, head, slot, context, (step.name,)))
    ]  # `in which city does the event take place`: of its venue
    return min(reads, key=lambda read: len(read.unread), default=None)


def _told(
    words: Words, start: Known, head: int | None, slot: Slot, context: Context, path: tuple[str, ...] = ()
) -> Read | None:
    asking = _asks(words, context)
    places = [
        next((at for at, one in enumerate(words) if told(one.keys) & word and at != head), None) for word in slot.words
    ]
    plain = any(one.among("asking") for one in words)
    several_asked = any(one.marks & {"every", "many_of"} for one in words)
    if several_asked or None in places or (len(places) == 1 and not slot.numeric and not plain):
        return None
    fork = context.fork()
    known = fork.steps.along(start, path)
    row = fork.steps.row(known, places_of(words, {head} if head is not None else set())) if known else ""
    if RESULT not in row.split("."):
        return None
    used = {at for at in places if at is not None} | asking | ({head} if head is not None else set())
    rows = {"rows": ref(row), "query": f"rows: show {slot.name}"}
    step = fork.steps.add(
        "told", "select", rows, why=f"tells its {' '.join(slot.name.split('_'))}", said=places_of(words, used)
    )
    fork.figure = f"{step}.value"
    return read_as(words, used, fork, output=step)


def _list(words: Words, context: Context) -> Read | None:
    """`which fees of the pupil are overdue`: the rows themselves."""
    asking = _asks(words, context) | {at for at, one in enumerate(words) if one.among("asking")}
    free = {at for at in range(len(words)) if at not in asking}
    head = head_of(words, free, context)
    way = next(several(words, free, head, context), None) if head is not None else None
    if way is None or not asking or any(one.marks & {"how_many", "how_much", "average", "in_all"} for one in words):
        return None
    fork = context.fork()
    every = {at for at, one in enumerate(words) if one.marks & {"every", "many_of"}}
    rows = listed(way, fork, places_of(words, way.used | every))
    fork.rows = rows
    used = asking | way.used | every | restated(words, way, context)
    return read_as(words, used - lost(words, way, context), fork, output=rows.step)


def _found(words: Words, context: Context) -> Read | None:
    """One thing looked up: by a value that the caller hands over, or by what it is to another."""
    return _by_value(words, context) or _at_hand(words, context)


def _at_hand(words: Words, context: Context) -> Read | None:
    """`get the repair`: something that is handed over, for what is said next."""
    asking = _asks(words, context)
    for known, head in candidates(words, context):
        if head is not None and asking and not content(words, {head, *asking}):
            fork = context.fork()
            fork.meet(known)
            return read_as(words, {head, *asking}, fork)
    return None


def _by_value(words: Words, context: Context) -> Read | None:
    asking = _asks(words, context)
    for at, one in enumerate(words):
        for thing in context.world.heads(one):
            handed = next((given for given in context.given if not given.thing and given.name in thing.slots), None)
            if handed is None or not thing.lists or context.inputs_of(thing.name):
                continue
            fork = context.fork()
            way = Several(thing, thing.name, thing.lists[0], (Test(handed.name, "=", handed.ref),), frozenset({at}))
            rows = listed(way, fork, places_of(words, {at, *asking}))
            fork.meet(Known(thing.name, ref(rows.step, "row", thing.key), row=f"{rows.step}.row"))
            return read_as(words, {at, *asking}, fork, output=rows.step)
    return None


# ------------------------------------------------------------------ words


def content(words: Words, used: Set[int]) -> list[int]:
    """The words that bear meaning and that nothing was read from."""
    strict = {"every", "many_of", "except", "negation", "missing", ">=", "<=", ">", "<"}
    return [
        at
        for at, one in enumerate(words)
        if at not in used and one.kind != "sign" and (not one.idle or one.marks & (strict - {"missing"}))
        and not (one.marks & {"in_all", "persons"} or ("then" in one.marks and at <= 1))
        and not ("every" in one.marks and used)
    ]  # fmt: skip


def places_of(words: Words, used: Set[int]) -> list[tuple[int, int]]:
    return [(words[at].start, words[at].end) for at in sorted(used)]
