"""Words -> tests by what rows belong to, and by values that are handed over or stand beside a name."""

from __future__ import annotations

from typing import Any

from groundplan.packs.workflows.drafting.compared import Test, possessives
from groundplan.packs.workflows.drafting.known import Known
from groundplan.packs.workflows.drafting.said import Said
from groundplan.packs.workflows.drafting.words import keys, lists
from groundplan.packs.workflows.drafting.world import Slot, told


def belongings(clause: Said, head: int | None) -> None:
    """What they belong to: `the owner's deals`, `of this pupil`, `with the contact`."""
    for slot in clause.thing.slots.values():
        if not slot.refers or any(test.slot == slot.name for test in clause.tests):
            continue
        found = _belongs(clause, slot, head)
        if found:
            known, places = found
            turning = clause.negation(min(places), places)
            clause.tests.append(Test(slot.name, "=" if turning is None else "!=", known.id))
            clause.used |= places | ({turning} if turning is not None else set())
            clause.context.meet(known)


def _belongs(clause: Said, slot: Slot, head: int | None) -> tuple[Known, set[int]] | None:
    return _theirs(clause, slot, head) or _named_owner(clause, slot)


def _theirs(clause: Said, slot: Slot, head: int | None) -> tuple[Known, set[int]] | None:
    """`their open charges`: of whoever was met last that they can belong to."""
    at = next((at for at in possessives(clause.words, head) if at not in clause.used), None)
    if at is None:
        return _of_it(clause, slot, head)
    owners = {one.refers for one in clause.thing.slots.values() if one.refers}
    known = next(
        (one for one in reversed(clause.context.everything()) if one.thing in owners and one.id is not None), None
    )
    same = [one for one in clause.thing.slots.values() if known and one.refers == known.thing]
    return (known, {at}) if known and same == [slot] else None


def _of_it(clause: Said, slot: Slot, head: int | None) -> tuple[Known, set[int]] | None:
    """`who has applied for it`: for what was met last, where that is what the field names."""
    known = clause.context.met[-1] if clause.context.met else None
    for at in range((head or 0) + 1, len(clause.words)):
        if clause.words[at].among("objects") and clause.words[at - 1].among("genitive", "for", "toward"):
            same = [one for one in clause.thing.slots.values() if known and one.refers == known.thing]
            return (known, {at}) if known and known.id is not None and same == [slot] else None
    return None


def _named_owner(clause: Said, slot: Slot) -> tuple[Known, set[int]] | None:
    thing = clause.context.world.things[slot.refers]
    rivals = [one for one in clause.thing.slots.values() if one.refers == slot.refers]
    for at in clause.open():
        said = told(clause.words[at].keys)
        if (clause.words[at].plural and clause.words[at].text.isascii()) or not (
            said & thing.head or any(said & word for word in slot.words)
        ):
            continue
        by_name = any(said & word for word in slot.words)
        if len(rivals) > 1 and not by_name:
            continue
        inputs = clause.context.inputs_of(slot.refers)
        named = [one for one in inputs if one.said_by(clause.words[at])] or inputs
        if len(named) == 1:
            return Known(slot.refers, named[0].ref, given=named[0].name), {at}
        latest = clause.context.latest(slot.refers)
        if latest and latest.id is not None and not named:
            return latest, {at}
    return None


def plain_values(clause: Said) -> None:
    """A value handed over, or written out beside the name of its field: `in the given city`, `floor 3`."""
    for slot in clause.thing.slots.values():
        if (
            any(test.slot == slot.name for test in clause.tests)
            or slot.refers
            or slot.choices
            or slot.shape.type == "boolean"
        ):
            continue
        for at in clause.open():
            if not any(told(clause.words[at].keys) & word for word in slot.words):
                continue
            value = _handed(clause, slot, at)
            beside = _beside(clause, slot, at)
            if value is not None:
                clause.add(Test(slot.name, "=", value), {at})
            elif beside is not None:
                clause.add(Test(slot.name, "=", clause.words[beside].value), {at, beside})
            else:
                continue
            break


def places(clause: Said) -> None:
    """`in Bremen`: a name behind `in`, where one field says where something is."""
    where = [slot for slot in clause.thing.slots.values() if slot.free and any(word & _places() for word in slot.words)]
    for at in clause.open():
        led = at > 0 and clause.words[at - 1].among("where")
        code = _bracketed(clause, at)
        if len(where) == 1 and led and code is not None:
            goes = {n for n in (at - 1, at - 2) if n in clause.free and clause.words[n].verbs}
            clause.add(Test(where[0].name, "=", clause.words[code].text), {at, code, *goes})
            return
        if (
            len(where) == 1
            and led
            and clause.words[at].named
            and not clause.words[at].small
            and clause.words[at].text.isascii()
        ):
            end = at + 1
            while end < len(clause.words) and end in clause.free and clause.words[end].named:
                end += 1
            name = " ".join(one.text for one in clause.words[at:end])
            lives = {n for n in clause.open() if at - 2 <= n < at and "=live" in clause.words[n].keys}
            clause.add(Test(where[0].name, "=", name), set(range(at, end)) | lives)
            return


def _bracketed(clause: Said, at: int) -> int | None:
    """The code behind a name: `Germany (DE)`."""
    code = at + 2
    opens = code < len(clause.words) and clause.words[at + 1].text == "("
    return code if opens and clause.words[at].named and clause.words[code].text.isupper() else None


def _handed(clause: Said, slot: Slot, at: int) -> Any:
    pointed = any("definite" in clause.words[n].marks for n in range(max(0, at - 2), at))
    named = [
        one
        for one in clause.context.given
        if not one.thing and one.said_by(clause.words[at]) and any(w & v for w in one.words for v in slot.words)
    ]
    return named[0].ref if len(named) == 1 and pointed else None


def _beside(clause: Said, slot: Slot, at: int) -> int | None:
    kinds = ("number",) if slot.numeric else ("literal", "code")
    near = (at + 1, at - 1, at + 2)
    return next(
        (
            n
            for n in near
            if n in clause.free - clause.used
            and 0 <= n < len(clause.words)
            and clause.words[n].kind in kinds
            and not (n and clause.words[n - 1].among("by"))
        ),
        None,
    )


def _places() -> frozenset[str]:
    """Keys of fields that say where something is."""
    return frozenset(key for said in lists()["place"] for key in told(keys(said)))
