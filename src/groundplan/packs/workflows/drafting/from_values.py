"""Words -> arguments: closed sets, yes or no, numbers, values that the caller hands over."""

from __future__ import annotations

from groundplan.packs.workflows.drafting.filling import NEAR, Filling
from groundplan.packs.workflows.drafting.known import Given
from groundplan.packs.workflows.drafting.world import Slot


def choices(fill: Filling) -> None:
    """Values of closed sets, and yes or no."""
    for at in fill.free():
        fits = [
            (slot, value)
            for slot in fill.open_slots()
            for value, parts in slot.choices.items()
            if len(parts) == 1 and fill.says(at, parts[0])
        ]
        exact = [(s, v) for s, v in fits if v.lower() == fill.words[at].text.lower()] or fits
        if len(exact) == 1 and at not in fill.used and exact[0][0].name not in fill.args:
            slot, value = exact[0]
            again = [n for n in fill.free() if fill.says(n, *slot.choices[value])]  # `urgent (priority urgent)`
            fill.bind(slot, next(one for one in slot.shape.choices if str(one) == value), at, *again)
    for slot in fill.open_slots():
        places = {at for at in fill.free() if slot.shape.type == "boolean" and fill.says(at, *slot.words)}
        if places:
            before = range(max(0, min(places) - NEAR), min(places))
            denied = {n for n in before if fill.words[n].marks & {"negation", "except"}}
            fill.bind(slot, not denied, *places, *denied)


def numbers(fill: Filling) -> None:
    """A number beside the name of its argument, or the only one that wants one."""
    for at, one in enumerate(fill.words):
        if one.kind != "number" or at in fill.used or (at and fill.words[at - 1].among("by")) or _by_much(fill, at):
            continue  # `by 50`: how much it changes, not what it becomes
        slots = [slot for slot in fill.open_slots() if slot.numeric]
        near = [n for n in range(max(0, at - NEAR), min(len(fill.words), at + 3))]
        named = [slot for slot in slots if any(fill.says(n, *slot.words) for n in near)]
        must = [slot for slot in slots if slot.required] or slots
        slot = named[0] if len(named) == 1 else must[0] if len(must) == 1 else None
        if slot is not None:
            fill.bind(slot, one.value, at)


def _by_much(fill: Filling, at: int) -> bool:
    """`lower the rent 50`: by how much, unless it is said what it becomes."""
    return fill.words[0].among("by_much") and not (at and fill.words[at - 1].among("becomes"))


def handed(fill: Filling) -> None:
    """Values of the caller that are spoken of: `due on the given day`."""
    for slot in fill.open_slots():
        for one in fill.context.given:
            if one.thing or not _same(fill, slot, one):
                continue
            places = {at for at in fill.free() if one.said_by(fill.words[at])}
            places |= _days(fill, one, places)
            if places or (slot.required and one.name == slot.name):
                fill.bind(slot, one.ref, *places)
                break


def _days(fill: Filling, one: Given, near: set[int]) -> set[int]:
    """`due on the given day`: the words for a day that is handed over, beside those for what happens then."""
    days = {at for at in fill.free() if fill.context.day_at(fill.words, at) == one}
    days = {at for at in days if not near or min(abs(at - n) for n in near) <= NEAR + 1}
    before = {n for at in days | near for n in range(max(0, at - NEAR), at) if fill.words[n].among("spans")}
    return days | before


def _same(fill: Filling, slot: Slot, one: Given) -> bool:
    if slot.refers or slot.choices:
        return False
    return one.name == slot.name or (bool(slot.words) and all(any(w & v for v in one.words) for w in slot.words))
