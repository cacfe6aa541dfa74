"""Words -> the rows that an operation is done for, one after the other."""

from __future__ import annotations

from dataclasses import replace

from groundplan.packs.workflows.drafting.filling import NEAR, Filling
from groundplan.packs.workflows.drafting.reach import address, owner_words
from groundplan.packs.workflows.drafting.sets import Several, head_of, several
from groundplan.packs.workflows.drafting.world import Slot


def rows(fill: Filling) -> None:
    """Several things that it is done for, one after the other."""
    free = {at for at in range(len(fill.words)) if at not in fill.used | fill.barred} - reserved(fill)
    head = head_of(fill.words, free, fill.context)
    if head is None:
        return
    if any("many_of" in one.marks or "every" in one.marks for one in fill.words[:1]) and head < fill.verb:
        free = {at for at in free if at < fill.verb}  # `for every dirty room, plan ...`: what follows is done to each
    for way in several(fill.words, free, head, fill.context):
        needs = {slot.name: path for slot in fill.open_slots() if (path := _from_row(fill, way, slot)) is not None}
        needs = {name: path for name, path in needs.items() if fill.doing.slots[name].required} or needs
        if not _serves(fill, needs):
            continue
        fill.out.loop, fill.out.items = _each_once(fill, way, needs), needs
        fill.used |= way.used
        return


def _each_once(fill: Filling, way: Several, needs: dict[str, tuple[str, ...]]) -> Several:
    """`everyone with a ticket`: whoever has two is one."""
    people = any({"persons", "every"} <= one.marks for one in fill.words)
    firsts = {path[0] for path in needs.values() if len(path) > 1}
    if not people or len(firsts) != 1 or way.called != way.base.name:
        return way
    return replace(way, called=way.base.slots[firsts.pop()].refers)


def reserved(fill: Filling) -> set[int]:
    """Values that something is changed to, which say nothing of what is changed: `to the won stage`."""
    kept = set()
    for at in fill.free():
        value = any(fill.says(at, *parts) for slot in fill.doing.slots.values() for parts in slot.choices.values())
        led = any(fill.words[n].among("into") for n in range(max(0, at - NEAR), at))
        as_what = fill.words[at - 1].among("as") and fill.says(at, *fill.doing.words)
        away = fill.doing.kind == "deleting" and any(fill.words[n].among("away") for n in range(max(0, at - 2), at))
        again = led and fill.says(at, *fill.doing.words) and not fill.world.heads(fill.words[at])
        if (value and led) or again or as_what or away or _receives(fill, at):
            kept.add(at)
    return kept | _complement(fill) | _days(fill) | _outcome(fill)


def _outcome(fill: Filling) -> set[int]:
    """What they become, at the very end: `make all routine samples of this client urgent`."""
    bearing = [at for at, one in enumerate(fill.words) if one.kind == "word" and not one.idle]
    if fill.doing.kind != "updating" or not fill.words[0].among("becoming") or len(bearing) < 2:
        return set()
    last = bearing[-1]
    value = any(fill.says(last, *parts) for slot in fill.doing.slots.values() for parts in slot.choices.values())
    return {last} if value and not fill.words[last - 1].among("being") else set()


def _days(fill: Filling) -> set[int]:
    """Days that the operation itself has to be given, where no more are told than it takes."""
    days = {at for at, one in enumerate(fill.words) if one.day or fill.context.day_at(fill.words, at)}
    wanted = [slot for slot in fill.open_slots() if slot.required and slot.dated]
    return days if len(days) <= len(wanted) else set()


def _receives(fill: Filling, at: int) -> bool:
    """A thing that is handed over, and goes with each row: `assign all repairs to this contractor`."""
    one, to = fill.words[at], range(max(0, at - 2), at)
    if one.plural or any("every" in fill.words[n].marks for n in range(max(0, at - NEAR), at)):
        return False
    goes = one.dative or any(fill.words[n].among("toward") for n in to)
    taken = [
        slot
        for slot in fill.open_slots()
        if slot.refers and slot.refers != fill.doing.of and fill.context.inputs_of(slot.refers)
    ]
    return any(
        fill.says(at, fill.world.things[slot.refers].head, *slot.words) and (goes or slot.required) for slot in taken
    )


def _complement(fill: Filling) -> set[int]:
    """What the verb does to them, right behind it: `mark as done all tasks`, `order 50 pieces of every reagent`."""
    kept, start = set(), min(fill.used, default=0) + 1
    every = next((at for at in range(start, len(fill.words)) if fill.words[at].marks & {"every", "many_of"}), start)
    between = set(range(start, every))
    if not any(fill.world.heads(fill.words[at]) for at in between):
        return between
    for at in range(start, len(fill.words)):
        one = fill.words[at]
        if one.marks & {"every", "many_of"} or (fill.world.heads(one) and not one.idle):
            break
        if not one.idle and fill.says(at, *fill.doing.words):
            kept.add(at)
    return kept


def _from_row(fill: Filling, way: Several, slot: Slot) -> tuple[str, ...] | None:
    """The fields that lead from a row to what an argument wants."""
    if slot.reach and slot.required:
        return _to_email(fill, way, slot.reach)
    if not slot.refers or not (slot.required or slot.refers == way.called):
        return None
    if slot.refers not in (way.called, way.base.name) and (fill.context.inputs_of(slot.refers) or not slot.required):
        return None
    path = fill.world.path(way.base.name, slot.refers)
    head = fill.world.things[slot.refers].head
    named = any(fill.says(at, head) for at in range(len(fill.words)))
    if path is None or (slot.refers != way.called and not named) or _other_than_told(fill, way, slot):
        return None
    return path or (way.base.key,)


def _other_than_told(fill: Filling, way: Several, slot: Slot) -> bool:
    """Whether something else would be changed than what is called: contacts, where their tasks are to be deleted."""
    placed = fill.doing.operation.arguments[slot.name].place == "path"
    return fill.doing.kind in ("deleting", "updating", "acting") and placed and slot.refers != way.called


def _to_email(fill: Filling, way: Several, reach: str) -> tuple[str, ...] | None:
    """The way to an address: of what is called, of the rows, or of whoever the words say that stands on a row."""
    for name in dict.fromkeys((way.called, way.base.name)):
        path = fill.world.path(way.base.name, name)
        email = address(fill.world.things[name].slots, reach)
        if path is not None and email:
            return (*path, email)
    people = [
        (slot.name, email)
        for slot in way.base.slots.values()
        if slot.refers and (email := address(fill.world.things[slot.refers].slots, reach))
    ]
    every = any({"persons", "every"} <= one.marks for one in fill.words)
    if every and len(people) == 1 and fill.world.things[way.base.slots[people[0][0]].refers].one:
        return people[0]  # `everyone with a ticket`
    for thing in fill.world.things.values():
        path = fill.world.path(way.base.name, thing.name)
        for name, slot in thing.slots.items() if path is not None else ():
            whose = owner_words(slot) if slot.reach == reach else ()
            places = {at for at in range(len(fill.words)) if whose and fill.says(at, *whose)}
            if places:
                fill.used |= places
                return (*(path or ()), name)
    return None


def _serves(fill: Filling, needs: dict[str, tuple[str, ...]]) -> bool:
    """Whether the operation is done to each row, and all that it takes of one lies equally deep."""
    return bool(needs) and len({path[:-1] for path in needs.values()}) == 1
