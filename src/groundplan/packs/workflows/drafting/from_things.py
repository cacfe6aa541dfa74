"""Words -> arguments that name a thing: handed over, met before, or reached from another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.packs.workflows.drafting.filling import NEAR, Filling
from groundplan.packs.workflows.drafting.from_rows import reserved
from groundplan.packs.workflows.drafting.known import Known, ref
from groundplan.packs.workflows.drafting.reach import address, owner_words
from groundplan.packs.workflows.drafting.sets import extreme_of, listed, several
from groundplan.packs.workflows.drafting.world import Slot, Thing


def receivers(fill: Filling) -> None:
    """The address or the telephone number of somebody who is spoken of."""
    for slot in fill.open_slots():
        if not slot.reach or not slot.required:
            continue
        for known, places in _people(fill, slot.reach):
            if fill.doing.kind == "creating" and known.thing == fill.doing.gives:
                continue  # a new one has an address of its own
            email = known.address or address(fill.world.things[known.thing].slots, slot.reach)
            value = fill.context.steps.value(known, email, fill.quote(places)) if email else None
            if value is not None:
                fill.bind(slot, value, *places)
                fill.used.update(at for at in fill.free() if "email address" in fill.groups(at))
                fill.context.meet(known)
                break


def _people(fill: Filling, reach: str) -> Iterator[tuple[Known, set[int]]]:
    for known, places in _spoken_of(fill):
        for own in fill.world.things[known.thing].slots.values():
            head = fill.world.things[own.refers].head if own.refers else frozenset()
            named = {at for at in fill.free() if own.refers and fill.says(at, *own.words) and not fill.says(at, head)}
            if named and address(fill.world.things[own.refers].slots, reach):
                reached = fill.context.steps.along(known, (own.name,), fill.quote(named | places))
                if reached is not None:
                    yield reached, named | places
    yield from _addressed(fill, reach)
    for at in fill.free():
        for thing in fill.world.heads(fill.words[at]):
            reached_by = address(thing.slots, reach)
            found = resolved(fill, thing.name, at) if reached_by else None
            led = (found, set[int]()) if found else _led_to(fill, thing.name) if reached_by else None
            if led:
                yield led[0], {at, *led[1]}
    for at, one in enumerate(fill.words):
        if "pronouns" in one.marks or "persons" in one.marks:
            for known in reversed(fill.context.everything()):
                if address(fill.world.things[known.thing].slots, reach):
                    yield known, {at}


def _addressed(fill: Filling, reach: str) -> Iterator[tuple[Known, set[int]]]:
    """Somebody whose address stands on a thing that is spoken of: the customer of an order."""
    named_things = {thing.name: at for at in fill.free() for thing in fill.world.heads(fill.words[at])}
    led = [(found, at) for name, at in named_things.items() if (found := _led_to(fill, name))]
    reached = [(known, {at, *places}) for (known, places), at in led]
    for known, places in [*_spoken_of(fill), *reached]:
        for slot in fill.world.things[known.thing].slots.values():
            whose = owner_words(slot)
            if slot.reach != reach or not whose:
                continue
            named = {at for at in fill.free() if fill.says(at, *whose)}
            row = fill.context.steps.row(known, fill.quote(named | places)) if named else ""
            if row:
                yield Known(known.thing, known.id, row=row, address=slot.name), named | places


def extremes(fill: Filling) -> None:
    """Arguments that name one thing chosen by a field: `the cheapest room`."""
    for slot in fill.open_slots():
        free = set(fill.free()) - reserved(fill)
        found = extreme_of(fill.words, free, {slot.refers}, fill.context) if slot.refers else None
        if found is None:
            continue
        thing = fill.world.things[slot.refers]
        rows = listed(found.way, fill.context, fill.quote(set(found.used)), one=True, keep=found.keep)
        fill.bind(slot, ref(rows.step, "row", thing.key), *found.used)
        fill.context.meet(Known(thing.name, ref(rows.step, "row", thing.key), row=f"{rows.step}.row"))


def things(fill: Filling) -> None:
    """Arguments that name a thing which is spoken of."""
    for slot in fill.open_slots():
        if not slot.refers:
            continue
        found = _described(fill, slot) or _mentioned(fill, slot) or _pointed_at(fill, slot)
        if found and not slot.required and not _about(fill, found[1]) and not _named_slot(fill, slot, found[1]):
            continue
        if found is None:
            continue
        known, places = found
        value = (
            known.id if known.id is not None else fill.context.steps.value(known, fill.world.things[known.thing].key)
        )
        if value is not None:
            fill.bind(slot, value, *places)
            fill.context.meet(known)


def _about(fill: Filling, places: set[int]) -> bool:
    """Whether a preposition makes it what the operation is about: `about that contact`."""
    return any(fill.words[n].among("about") for at in places for n in range(max(0, at - 2), at))


def _named_slot(fill: Filling, slot: Slot, places: set[int]) -> bool:
    """Whether words say the argument itself, not the kind of thing alone, or that it is changed."""
    head = fill.world.things[slot.refers].head
    before = {n for at in places for n in range(max(0, at - 2), at)}
    return any(fill.says(at, *slot.words) and not fill.says(at, head) for at in places) or (
        any(fill.words[n].among("toward" if fill.doing.kind == "updating" else "for") for n in before)
    )


def resolved(fill: Filling, thing: str, at: int) -> Known | None:
    """The one thing of a kind that a word calls: handed over, or met before."""
    inputs = fill.context.inputs_of(thing)
    named = [one for one in inputs if one.said_by(fill.words[at])]
    latest = fill.context.latest(thing)
    if len(inputs) > 1 and len(named) != 1:
        return latest if latest and _that(fill, at) else None
    if latest is not None and (not inputs or _that(fill, at)):
        return latest
    return Known(thing, inputs[0].ref, given=inputs[0].name) if inputs else None


def _that(fill: Filling, at: int) -> bool:
    return at > 0 and fill.words[at - 1].among("that")


def _mentioned(fill: Filling, slot: Slot) -> tuple[Known, set[int]] | None:
    thing = fill.world.things[slot.refers]
    for at in fill.free():
        if not fill.says(at, thing.head) or (fill.words[at].plural and fill.words[at].text.isascii()):
            continue
        if (
            fill.rival(slot)
            and not fill.says(at - 1, *slot.words[:-1])
            and len(fill.context.inputs_of(thing.name)) != 1
        ):
            continue
        found = resolved(fill, thing.name, at)
        led = (found, set[int]()) if found else _led_to(fill, thing.name) or _looked_for(fill, thing, at)
        if led is not None:
            return led[0], {at, *led[1]}
    return None


def _led_to(fill: Filling, goal: str) -> tuple[Known, set[int]] | None:
    """The one thing that is reached from another which is spoken of: the pupil's guardian."""
    for known, places in _spoken_of(fill):
        path = fill.world.path(known.thing, goal)
        reached = fill.context.steps.along(known, path, fill.quote(places)) if path else None
        if reached is not None:
            fill.through.add(known.thing)
            return reached, places
    return None


def _looked_for(fill: Filling, thing: Thing, at: int) -> tuple[Known, set[int]] | None:
    """The one that belongs to another which is spoken of: the tenant of this flat."""
    free = set(fill.free()) - reserved(fill)
    for way in several(fill.words, free, at, fill.context):
        if way.base.name == thing.name and any(thing.slots[test.slot].refers for test in way.tests):
            rows = listed(way, fill.context, fill.quote(set(way.used)), one=True)
            return Known(thing.name, ref(rows.step, "row", thing.key), row=f"{rows.step}.row"), set(way.used)
    return None


def _spoken_of(fill: Filling) -> list[tuple[Known, set[int]]]:
    """The things that the clause speaks of, then those met last, then those handed over; with the words."""
    here = [(resolved(fill, thing.name, at), {at}) for at in fill.free() for thing in fill.world.heads(fill.words[at])]
    others = _unique([*reversed(fill.context.met), *fill.context.everything()])
    return [*((known, places) for known, places in here if known), *((one, set[int]()) for one in others)]


def _described(fill: Filling, slot: Slot) -> tuple[Known, set[int]] | None:
    """By what it is to another thing: `whoever is responsible for them`, `the owner`."""
    for given in fill.context.inputs_of(slot.refers):
        heads = fill.world.things[slot.refers].head
        for at in fill.free():
            if given.said_by(fill.words[at]) and not fill.says(at, heads):
                return Known(slot.refers, given.ref, given=given.name), {at}
    for known in _unique(reversed(fill.context.everything())):
        for name, own in fill.world.things[known.thing].slots.items():
            if own.refers != slot.refers:
                continue
            head = fill.world.things[own.refers].head
            places = {at for at in fill.free() if fill.says(at, *own.words) and not fill.says(at, head)}
            if places and not fill.context.inputs_of(slot.refers):
                value = fill.context.steps.value(known, name, fill.quote(places))
                if value is not None:
                    source = {
                        n
                        for n in fill.free()
                        if fill.says(n, fill.world.things[known.thing].head) and abs(n - min(places)) <= NEAR
                    }
                    return Known(own.refers, value), places | source
    return None


def _pointed_at(fill: Filling, slot: Slot) -> tuple[Known, set[int]] | None:
    if fill.rival(slot):
        return None
    for at, one in enumerate(fill.words):
        led = slot.required or (at > 0 and fill.words[at - 1].among("about"))
        if led and one.marks & {"pronouns", "persons"} and (known := fill.context.latest(slot.refers)):
            return known, {at}
    return None


def fields_of_things(fill: Filling) -> None:
    """A figure of a thing that is spoken of: `the price of the trip`, `the reorder quantity`."""
    for slot in fill.open_slots():
        if not slot.numeric or not slot.required:
            continue
        for known, _ in _spoken_of(fill):
            thing = fill.world.things[known.thing]
            mention = {
                at for at, one in enumerate(fill.words) if fill.says(at, thing.head) or "possessive" in one.marks
            }
            found = _figure_of(fill, thing) if mention else None
            value = fill.context.steps.value(known, found[0], fill.quote(found[1] | mention)) if found else None
            if found and value is not None:
                fill.bind(slot, value, *found[1], *(at for at in mention if at in fill.free()))
                break


def _figure_of(fill: Filling, thing: Thing) -> tuple[str, set[int]] | None:
    """The one figure of a thing whose name is said whole; the longest name, where one stands in another."""
    found: dict[str, set[int]] = {}
    for name, own in thing.slots.items():
        said = [next((at for at in fill.free() if fill.says(at, word)), None) for word in own.words]
        if own.numeric and None not in said:
            found[name] = {at for at in said if at is not None}
    longest = max(map(len, found.values()), default=0)
    best = [name for name, said in found.items() if len(said) == longest]
    return (best[0], found[best[0]]) if len(best) == 1 else None


def _unique(known: Any) -> list[Known]:
    out: list[Known] = []
    for one in known:
        if one not in out:
            out.append(one)
    return out
