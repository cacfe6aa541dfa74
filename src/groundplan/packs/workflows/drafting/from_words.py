"""Words -> arguments: ids, texts in quotation marks, what a field is set to, reasons."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.packs.workflows.drafting.compared import Test
from groundplan.packs.workflows.drafting.filling import NEAR, Filling
from groundplan.packs.workflows.drafting.known import ref
from groundplan.packs.workflows.drafting.sets import Several, listed
from groundplan.packs.workflows.drafting.words import lists
from groundplan.packs.workflows.drafting.world import Slot

_LABEL = 9
"""Words that may stand between what an id is called and the id."""


def codes(fill: Filling) -> None:
    """`template tpl-welcome`, `user U-101`, `term 2025-1`."""
    for at, one in enumerate(fill.words):
        if at in fill.used or not (one.kind == "code" or _capitals(fill, at) or _numbered(fill, at)):
            continue
        slot = _slot_of_code(fill, at)
        if slot is not None:
            number = one.kind == "number" and slot.shape.type != "string"
            fill.bind(slot, one.value if number or one.kind == "code" else one.text, at)
            _label(fill, at, slot)


def _slot_of_code(fill: Filling, at: int) -> Slot | None:
    value, slots = str(fill.words[at].value or fill.words[at].text), fill.open_slots()
    for slot in slots:
        if (
            str(value) in slot.choices
            or (slot.shape.format == "email" and "@" in value)
            or (slot.dated and value[4:5] == "-" and value[:4].isdigit() and len(value) == 10)
        ):
            return slot
    like = [slot for slot in slots if slot.refers and fill.world.alike(value, slot.refers)]
    if len(like) == 1:
        return like[0]
    for n in _just_before(fill, at):
        for slot in slots:
            if slot.free and fill.says(n, *slot.words) and not fill.world.heads(fill.words[n]):
                return slot
            if slot.refers and _calls(fill, n, slot) and not fill.rival(slot) and not _other_kind(fill, value, slot):
                return slot
    if fill.words[at].kind != "code":
        return None
    for n in range(at + 1, min(len(fill.words), at + NEAR)):  # `make U-105 the owner`
        named = [slot for slot in slots if slot.refers and fill.says(n, *slot.words)]
        if len(named) == 1 and not _other_kind(fill, value, named[0]):
            return named[0]
    free = [slot for slot in slots if slot.free and slot.required]
    other = any(fill.world.alike(value, name) for name in fill.world.things)
    return free[0] if len(free) == 1 and not like and not other else None


def _just_before(fill: Filling, at: int) -> Iterator[int]:
    """The words before a value, as far as only idle ones and names stand between."""
    for n in range(at - 1, max(-1, at - 1 - NEAR), -1):
        yield n
        if not fill.words[n].idle and fill.world.heads(fill.words[n]):
            return


def _other_kind(fill: Filling, value: str, slot: Slot) -> bool:
    """Whether the catalogue's examples say that the id is one of another kind of thing."""
    kinds = [name for name in fill.world.things if fill.world.alike(value, name)]
    return bool(kinds) and slot.refers not in kinds


def _capitals(fill: Filling, at: int) -> bool:
    """`the room HALL`: an id in capitals right behind the word for what it names."""
    one = fill.words[at]
    return (
        one.kind == "word"
        and one.text.isupper()
        and len(one.text) > 1
        and any(slot.refers and at and _calls(fill, at - 1, slot) for slot in fill.open_slots())
    )


def _numbered(fill: Filling, at: int) -> bool:
    """`agent 12`, `room 204`: a whole number right behind the word for what it is the id of."""
    wanted = [slot for slot in fill.open_slots() if slot.refers]
    return fill.words[at].kind == "number" and at > 0 and any(_calls(fill, at - 1, slot) for slot in wanted)


def _calls(fill: Filling, at: int, slot: Slot) -> bool:
    """Whether a word calls the thing that an argument names: by its name, or by one of its kinds."""
    thing = fill.world.things[slot.refers]
    kinds = [
        parts[0]
        for own in thing.slots.values()
        for parts in own.choices.values()
        if len(parts) == 1 and own.name in ("kind", "type", "category")
    ]
    return fill.says(at, thing.head, *slot.words, *kinds)


def _label(fill: Filling, at: int, slot: Slot) -> None:
    """What is said before an id of the thing that it is the id of: `the renewal reminder, template tpl-renewal`."""
    if not slot.refers:
        return
    head = fill.world.things[slot.refers].head
    for n in range(at - 1, max(-1, at - 1 - NEAR), -1):
        if fill.words[n].among("apart"):
            break
        if fill.says(n, head) or (n == at - 1 and _calls(fill, n, slot)):
            fill.used.add(n)
    passed: list[int] = []
    for back in range(at - 1, max(-1, at - 1 - _LABEL), -1):
        one = fill.words[back]
        if (back in fill.used and not fill.says(back, head)) or back in fill.barred:
            break
        if one.marks & {"every", "except", "negation", "pronouns", "persons"} and not one.among("that"):
            break
        if one.among("into", "apart", "using") and passed:
            break
        if fill.world.heads(one) and not fill.says(back, head, *fill.doing.words):
            break
        passed.append(back)
    if passed and not any(fill.words[n].kind in ("code", "number") for n in passed):
        fill.used.update(n for n in passed if fill.words[n].kind != "sign")


def literals(fill: Filling) -> None:
    """What stands in quotation marks: a name by which something is looked up, a text, a title."""
    for at, one in enumerate(fill.words):
        if one.kind != "literal" or at in fill.used:
            continue
        slot = _named_before(fill, at)
        found = None if slot else _called(fill, at)
        if slot is None and found is None:
            texts = [one for one in fill.open_slots() if one.free]
            order = {name: place for place, name in enumerate(lists()["texts"])}
            texts.sort(key=lambda one: (not one.required, order.get(one.name, len(order))))
            slot = texts[0] if texts and (texts[0].required or texts[0].name in order) else None
        if slot is not None:
            fill.bind(slot, one.value, at)
        elif found is not None:
            _looked_up(fill, at, *found)


def _named_before(fill: Filling, at: int) -> Slot | None:
    handed = {one.name for one in fill.context.given}
    for n in range(at - 1, max(-1, at - 1 - NEAR), -1):
        if fill.words[n].kind == "literal":
            return None
        for slot in fill.open_slots():
            if (
                slot.free
                and slot.name not in handed
                and fill.says(n, *slot.words)
                and not (fill.world.heads(fill.words[n]) and slot.words[0] == fill.doing.words[0])
            ):
                return slot
    return None


def _called(fill: Filling, at: int) -> tuple[Slot, int] | None:
    """An argument whose thing is called by the text in quotation marks: `the "Product news" list`."""
    titled = at > 1 and "title" in fill.groups(at - 1)
    for n in (at + 1, at - 1, *([at - 2, at - 3] if titled else [])):
        if not 0 <= n < len(fill.words):
            continue
        for slot in fill.open_slots():
            thing = fill.world.things[slot.refers] if slot.refers else None
            if thing and thing.named and thing.lists and fill.says(n, thing.head):
                return slot, n
    return None


def _looked_up(fill: Filling, at: int, slot: Slot, called: int) -> None:
    thing = fill.world.things[slot.refers]
    test = Test(thing.named, "=", fill.words[at].value)
    way = Several(thing, thing.name, thing.lists[0], (test,), frozenset({at, called}))
    rows = listed(way, fill.context, fill.quote({at, called}))
    fill.bind(slot, ref(rows.step, "row", thing.key), at, called)
    near = range(max(0, called - 2), min(len(fill.words), at + 3))
    fill.used.update(n for n in near if fill.says(n, *thing.words) or "title" in fill.groups(n))


def reasons(fill: Filling) -> None:
    """`because of the price`: into the argument for a reason, where there is one; else it asks for nothing."""
    at = next((at for at, one in enumerate(fill.words) if "because" in one.marks), None)
    if at is None:
        return
    slot = next((one for one in fill.open_slots() if one.free and any("=reason" in word for word in one.words)), None)
    tail = [n for n in range(at + 1, len(fill.words)) if fill.words[n].kind != "sign"]
    if any(fill.words[n].kind != "word" for n in tail):
        return
    fill.used.update((at, *tail))
    if slot is not None and tail:
        fill.args[slot.name] = " ".join(fill.words[n].text for n in tail)


def assigned(fill: Filling) -> None:
    """`the city to Kiel`: a field that takes any text, `to`, and a word."""
    for slot in fill.open_slots():
        if not slot.free or fill.doing.kind != "updating":
            continue
        for at in fill.free():
            to = next(
                (n for n in range(at + 1, min(len(fill.words), at + 6)) if fill.words[n].among("becomes")),
                None,
            )
            if to is None or to + 1 >= len(fill.words) or not fill.says(at, *slot.words) or _parted(fill, at, to):
                continue
            end = to + 1
            while end < len(fill.words) and fill.words[end].named and (end == to + 1 or fill.words[end].kind == "word"):
                end += 1
            end = max(end, to + 2)
            if all(fill.words[n].kind == "word" and not fill.words[n].idle for n in range(to + 1, end)):
                fill.bind(slot, " ".join(fill.words[n].text for n in range(to + 1, end)), at, *range(to + 1, end))
                break


def names(fill: Filling) -> None:
    """`with Overland`: a name behind a preposition, for the one text that has to be given and was not."""
    slots = [slot for slot in fill.open_slots() if slot.free and slot.required]
    places = [
        at
        for at in fill.free()
        if at and fill.words[at].named and fill.words[at - 1].among("using") and not fill.world.heads(fill.words[at])
    ]
    if len(slots) == 1 and len(places) == 1 and not fill.words[places[0]].verbs:
        fill.bind(slots[0], fill.words[places[0]].text, places[0])


def bare(fill: Filling) -> None:
    """`the tag vip`: one plain word behind the name of an argument that must be given and takes any text."""
    for slot in fill.open_slots():
        places = [at for at in range(len(fill.words) - 1) if slot.free and slot.required and fill.says(at, *slot.words)]
        for at in places:
            value, after = fill.words[at + 1], fill.words[at + 2] if at + 2 < len(fill.words) else None
            plain = at + 1 in fill.free() and not value.idle and not value.marks and not fill.world.heads(value)
            if plain and (after is None or after.kind == "sign" or after.idle):
                fill.bind(slot, value.text, at, at + 1)
                break
        last = len(fill.words) - 1
        if (
            slot in fill.open_slots()
            and slot.free
            and slot.required
            and last in fill.free()
            and fill.words[last - 1].among("using")
            and not fill.world.heads(fill.words[last])
        ):
            fill.bind(slot, fill.words[last].text, last)


def _parted(fill: Filling, at: int, to: int) -> bool:
    """Whether another field or value stands between a field and its `to`."""
    return any(fill.words[n].kind != "word" or "and" in fill.words[n].marks for n in range(at + 1, to))
