"""Words -> tests that rows of a thing are held to: values, flags, numbers, what is missing, what they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.packs.workflows.drafting.belonging import belongings, places, plain_values
from groundplan.packs.workflows.drafting.compared import Field, Test, compared, denies, joined
from groundplan.packs.workflows.drafting.known import Context
from groundplan.packs.workflows.drafting.said import ENOUGH, NEAR, Said
from groundplan.packs.workflows.drafting.words import Token
from groundplan.packs.workflows.drafting.world import Slot, Thing, told


@dataclass
class Finding:
    """The tests that words say, and which words these are."""

    tests: list[Test]
    used: set[int]


def tests_in(
    words: Sequence[Token], free: set[int], thing: Thing, context: Context, head: int | None = None
) -> Finding:
    """Everything that the free words say of a thing; `head` is the word that calls it."""
    found = Said(words, set(free) - ({head} if head is not None else set()), thing, context)
    choices(found)
    flags(found)
    missing(found)
    sides(found)
    numbers(found)
    days(found)
    denied(found)
    belongings(found, head)
    plain_values(found)
    places(found)
    if alternatives(found) or contradicted(found):
        return Finding([], set())  # `premium or a customer`: all tests hold together, so that one of two cannot be said
    return Finding(joined(found.tests), found.used)


def contradicted(clause: Said) -> bool:
    """Whether a field is held to two values that no word joins: one of them says something else."""
    held = [test.slot for test in clause.tests if test.op == "="]
    twice = any(held.count(slot) > 1 for slot in held)
    joins = any(one.marks & {"or", "and"} or one.among("neither") or one.text == "," for one in clause.words)
    if any(test.op == "!=" and test.slot in held for test in clause.tests):
        return True  # `not from an agency or the website`
    return twice and not joins


def alternatives(clause: Said) -> bool:
    """Whether `or` stands between words of different fields, neither of which is left out."""
    ors = [
        at
        for at, one in enumerate(clause.words)
        if "or" in one.marks and clause.used and min(clause.used) < at < max(clause.used)
    ]
    excepted = {at for at in clause.used if clause.words[at].marks & {"except", "negation"}}
    for at in ors:
        left = max((n for n in clause.used if n < at and n not in excepted), default=None)
        right = min((n for n in clause.used if n > at and n not in excepted), default=None)
        whole = any("except" in one.marks or one.among("neither") for one in clause.words[: left or 0])
        if left is None or right is None or whole:
            continue
        if not clause.slots_at(left) & clause.slots_at(right):
            return True
    return False


def choices(clause: Said) -> None:
    """Values of a closed set: `churned`, `neither won nor lost`."""
    for at in clause.open():
        said = told(clause.words[at].keys)
        fits = [
            (slot, value)
            for slot in clause.thing.slots.values()
            for value, parts in slot.choices.items()
            if parts and parts[0] & said and (len(parts) == 1 or clause.along(at, parts))
        ]
        exact = [(s, v) for s, v in fits if clause.words[at].text.lower() == v.lower()]
        if not exact and not said & clause.thing.head:  # `bookings` are not what is `booked`
            exact = fits
        if len(exact) == 1 and at in clause.free - clause.used:
            slot, value = exact[0]
            clause.add(Test(slot.name, "=", value), clause.along(at, slot.choices[value]) or {at})


def flags(clause: Said) -> None:
    """Yes or no: `unsubscribed`, `has not agreed`; by the name, or by enough words of what is said of it."""
    for slot in clause.thing.slots.values():
        if slot.shape.type != "boolean":
            continue
        places = _by_name(clause, slot)
        value = True
        if not places:
            places = _by_description(clause, slot)
            value = not denies(slot.shape.about)
        if places:
            turning = next((n for at in sorted(places) if (n := clause.negation(at, places)) is not None), None)
            told_value = value if turning is None else not value
            clause.tests.append(Test(slot.name, "=", told_value))
            clause.used |= places | ({turning} if turning is not None else set())
            clause.used |= clause.named(slot, near=min(places))


def _by_name(clause: Said, slot: Slot) -> set[int]:
    found = [next((at for at in clause.open() if clause.says(at, word)), None) for word in slot.words]
    return {at for at in found if at is not None} if found and found[0] is not None else set()


def _by_description(clause: Said, slot: Slot) -> set[int]:
    """Words of the description; each word of it counts once."""
    places: set[int] = set()
    for word in dict.fromkeys(slot.about):
        at = next((at for at in clause.open() if at not in places and told(clause.words[at].keys) & word), None)
        if at is not None:
            places.add(at)
    own = [
        at
        for at in places
        if not any(told(clause.words[at].keys) & thing.head for thing in clause.context.world.things.values())
    ]
    return places if len(places) >= ENOUGH and own else set()


def missing(clause: Said) -> None:
    """What is not there: `without a caretaker`, `nobody looks after`."""
    for at, one in enumerate(clause.words):
        if at not in clause.free - clause.used or "missing" not in one.marks:
            continue
        for slot in clause.thing.slots.values():
            if not slot.shape.nullable:
                continue
            after = [n for n in clause.open() if at < n <= at + 5]
            named = {n for n in after if any(told(clause.words[n].keys) & word for word in slot.words)}
            said = {n for n in after if any(told(clause.words[n].keys) & word for word in slot.about)}
            places = named or (said if len(said) >= 1 and denies(slot.shape.about) else set())
            told_so = {n for n in clause.open() if n > at and clause.words[n].among("present")}
            only = [one for one in clause.thing.slots.values() if one.shape.nullable and one.refers] == [slot]
            places = places or (told_so if only else set())
            if places:
                clause.tests.append(Test(slot.name, "missing"))
                clause.used |= places | {at} | told_so
                break


def denied(clause: Said) -> None:
    """What has not happened, or is not there any more: `not returned yet`, `no copies available`, `with a debt`."""
    asked = any(one.marks & {"how_many", "how_much", "in_all"} for one in clause.words)
    for slot in clause.thing.slots.values():
        if any(test.slot == slot.name for test in clause.tests) or not (slot.numeric or slot.shape.nullable):
            continue
        places = {n for word in slot.words for n in clause.open() if clause.says(n, word)}
        whole = all(any(clause.says(n, word) for n in places) for word in slot.words)
        near = {n for at in places for n in range(max(0, at - NEAR), min(len(clause.words), at + 2))}
        if not whole or any(clause.words[n].kind in ("number", "code") or clause.compares(n) for n in near):
            continue
        turning = next((n for at in sorted(places) if (n := clause.negation(at, places)) is not None), None)
        if turning is not None:
            test = Test(slot.name, "=", 0) if slot.numeric else Test(slot.name, "missing")
        elif slot.numeric and not asked and any(clause.words[n].among("having") for n in near):
            test = Test(slot.name, ">", 0)
        else:
            continue
        clause.tests.append(test)
        clause.used |= places | ({turning} if turning is not None else set())


def numbers(clause: Said) -> None:
    """A comparison with a number: `costs more than 100`."""
    for at, one in enumerate(clause.words):
        if one.kind != "number" or at not in clause.free - clause.used:
            continue
        op, mark = compared(clause.words, at)
        slot = _numeric(clause, at)
        if slot is None or not op:
            continue
        clause.tests.append(Test(slot.name, op, one.value))
        clause.used |= {at, *mark} | clause.named(slot, near=at)


def sides(clause: Said) -> None:
    """One field held against another: `stock is below the reorder level`."""
    for at, one in enumerate(clause.words):
        op = next((op for op in (">=", "<=", ">", "<") if op in one.marks), None)
        if (
            op is None
            or at not in clause.free - clause.used
            or any(w.kind == "number" or w.day for w in clause.words[at : at + 3])
        ):
            continue
        left, right = _side(clause, range(at - 1, -1, -1)), _side(clause, range(at + 1, len(clause.words)))
        if left and right and left[0] != right[0]:
            clause.tests.append(Test(left[0], op, Field(right[0])))
            clause.used |= {at} | left[1] | right[1]


def _side(clause: Said, places: range) -> tuple[str, set[int]] | None:
    """The one figure that words name whole, the longest name first."""
    found: dict[str, set[int]] = {}
    opened = set(clause.open())
    for slot in clause.thing.slots.values():
        for known in (slot.words, tuple(dict.fromkeys(slot.about))):
            said = [next((at for at in places if at in opened and clause.says(at, word)), None) for word in known]
            if slot.numeric and said and None not in said and len(said) >= len(found.get(slot.name, ())):
                found[slot.name] = {at for at in said if at is not None}
    longest = max(map(len, found.values()), default=0)
    best = [name for name, said in found.items() if len(said) == longest]
    return (best[0], found[best[0]]) if len(best) == 1 else None


def days(clause: Said) -> None:
    """A date: `due before 2025-03-01`, `on 2025-03-01`."""
    for at, one in enumerate(clause.words):
        handed = clause.context.day_at(clause.words, at)
        if not (one.day or handed) or at not in clause.free - clause.used:
            continue
        op, mark = compared(clause.words, at)
        slot = _dated(clause, at)
        if slot is not None and clause.negation(at, set()) is None:
            clause.tests.append(Test(slot.name, op or "=", handed.ref if handed else one.value))
            clause.used |= {at, *mark}
            named_at = {n for n in clause.open() if clause.says(n, *slot.words)}
            clause.used |= named_at | {n for place in (at, *named_at) for n in clause.named(slot, place)}


def _dated(clause: Said, at: int) -> Slot | None:
    """The field that a day is of: the one that is named nearest to it, else the only one."""
    slots = [slot for slot in clause.thing.slots.values() if slot.dated]
    far = {
        slot.name: min(abs(n - at) for n in places)
        for slot in slots
        if (places := [n for n in clause.open() for word in slot.words if "=date" not in word and clause.says(n, word)])
    }
    near = [name for name, steps in far.items() if steps == min(far.values())]
    if len(near) == 1:
        return clause.thing.slots[near[0]]
    return slots[0] if len(slots) == 1 else None


def _said_of(clause: Said, slot: Slot) -> bool:
    """Whether a field is named: by more than a word that calls a thing: `ticket` is not its `ticket_price`."""
    places = {n: word for n in clause.open() for word in slot.words if clause.says(n, word)}
    whole = {*places.values()} >= {*slot.words}
    return whole or any(not clause.context.world.heads(clause.words[n]) for n in places)


def _numeric(clause: Said, at: int) -> Slot | None:
    slots = [slot for slot in clause.thing.slots.values() if slot.numeric]
    named = [slot for slot in slots if _said_of(clause, slot)]
    money = any("money" in clause.words[n].marks for n in range(at, min(at + 2, len(clause.words))))
    return named[0] if len(named) == 1 else slots[0] if len(slots) == 1 and money else None
