"""Words -> tests that rows of a thing are held to: values, flags, numbers, what is missing, what they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.packs.workflows.drafting.compared import COMPARES, Field, Test, compared, denies, joined, possessives
from groundplan.packs.workflows.drafting.known import Context, Known
from groundplan.packs.workflows.drafting.words import Token, keys, lists
from groundplan.packs.workflows.drafting.world import Slot, Thing, told

_NEAR = 3
_EXTREMES = frozenset(f"extreme{at}" for at in range(len(lists()["extremes"])))
_ENOUGH = 2
"""Words of a description that have to be said, where the name is not."""


@dataclass
class Finding:
    """The tests that words say, and which words these are."""

    tests: list[Test]
    used: set[int]


def tests_in(
    words: Sequence[Token], free: set[int], thing: Thing, context: Context, head: int | None = None
) -> Finding:
    """Everything that the free words say of a thing; `head` is the word that calls it."""
    found = _Words(words, set(free) - ({head} if head is not None else set()), thing, context)
    found.choices()
    found.flags()
    found.missing()
    found.sides()
    found.numbers()
    found.days()
    found.denied()
    found.belongings(head)
    found.plain_values()
    found.places()
    if found.alternatives() or found.contradicted():
        return Finding([], set())  # `premium or a customer`: all tests hold together, so that one of two cannot be said
    return Finding(joined(found.tests), found.used)


class _Words:
    """The words of one clause beside the fields of one thing."""

    def __init__(self, words: Sequence[Token], free: set[int], thing: Thing, context: Context) -> None:
        self.words, self.thing, self.context = words, thing, context
        self.free = free
        self.used: set[int] = set()
        self.tests: list[Test] = []

    def contradicted(self) -> bool:
        """Whether a field is held to two values that no word joins: one of them says something else."""
        held = [test.slot for test in self.tests if test.op == "="]
        twice = any(held.count(slot) > 1 for slot in held)
        joins = any(one.marks & {"or", "and"} or one.among("neither") or one.text == "," for one in self.words)
        return twice and not joins

    def alternatives(self) -> bool:
        """Whether `or` stands between words of different fields, neither of which is left out."""
        ors = [
            at
            for at, one in enumerate(self.words)
            if "or" in one.marks and self.used and min(self.used) < at < max(self.used)
        ]
        excepted = {at for at in self.used if self.words[at].marks & {"except", "negation"}}
        for at in ors:
            left = max((n for n in self.used if n < at and n not in excepted), default=None)
            right = min((n for n in self.used if n > at and n not in excepted), default=None)
            whole = any("except" in one.marks or one.among("neither") for one in self.words[: left or 0])
            if left is None or right is None or whole:
                continue
            if not self._slots_at(left) & self._slots_at(right):
                return True
        return False

    def _slots_at(self, at: int) -> set[str]:
        """The tested fields that a word may be of: by a value, or by its name."""
        said = told(self.words[at].keys)
        slots = [self.thing.slots[test.slot] for test in self.tests]
        return {
            slot.name
            for slot in slots
            if any(said & word for word in (*slot.words, *slot.about))
            or any(said & part for parts in slot.choices.values() for part in parts)
        }

    # ------------------------------------------------------------- helpers

    def _open(self) -> list[int]:
        return [at for at in sorted(self.free - self.used) if self.words[at].kind == "word"]

    def _negation(self, at: int, taken: set[int]) -> int | None:
        """The place of a word that turns what is said at a place: right before it, or an exception around it."""
        for back in range(at - 1, -1, -1):
            one = self.words[back]
            if "except" in one.marks and back in self.free:
                return back
            if "negation" in one.marks and back in self.free and self._close(back, at):
                return back
            if (
                one.kind == "sign"
                and one.text in (",", ".")
                and not any("except" in w.marks for w in self.words[:back])
            ):
                return None
        return None

    def _close(self, back: int, at: int) -> bool:
        """Whether only idle words and field names stand between."""
        between = [self.words[n] for n in range(back + 1, at) if n not in self.used]
        return len(between) <= _NEAR and all(
            one.idle or any(told(one.keys) & w for s in self.thing.slots.values() for w in s.words) for one in between
        )

    def _add(self, test: Test, places: set[int]) -> None:
        turning = self._negation(min(places), places)
        self.tests.append(test.turned() if turning is not None else test)
        self.used |= places | ({turning} if turning is not None else set())
        self.used |= self._named(self.thing.slots[test.slot], near=min(places))

    def _named(self, slot: Slot, near: int) -> set[int]:
        """Words that name a field beside its value: `the proposal stage`, or say what it is."""
        heads = self.context.world.heads
        return {
            at
            for at in self._open()
            if abs(at - near) <= _NEAR
            and (
                self._says(at, *slot.words)
                or (self._says(at, *slot.about) and not heads(self.words[at]) and not self._valued(at))
            )
        }

    def _says(self, at: int, *known: frozenset[str]) -> bool:
        return any(told(self.words[at].keys) & word for word in known)

    def _valued(self, at: int) -> bool:
        """Whether a word may be a value, or turns or compares."""
        values = [part for slot in self.thing.slots.values() for parts in slot.choices.values() for part in parts]
        return self._says(at, *values) or bool(self.words[at].marks - _EXTREMES - {"idle", "then"})

    # ------------------------------------------------------------- kinds of tests

    def choices(self) -> None:
        """Values of a closed set: `churned`, `neither won nor lost`."""
        for at in self._open():
            said = told(self.words[at].keys)
            fits = [
                (slot, value)
                for slot in self.thing.slots.values()
                for value, parts in slot.choices.items()
                if parts and parts[0] & said and (len(parts) == 1 or self._along(at, parts))
            ]
            exact = [(s, v) for s, v in fits if self.words[at].text.lower() == v.lower()]
            if not exact and not said & self.thing.head:  # `bookings` are not what is `booked`
                exact = fits
            if len(exact) == 1 and at in self.free - self.used:
                slot, value = exact[0]
                self._add(Test(slot.name, "=", value), self._along(at, slot.choices[value]) or {at})

    def _along(self, at: int, parts: Sequence[frozenset[str]]) -> set[int]:
        """The words of a value of several, one after the other: `ready for pick-up`."""
        places, rest = {at}, list(parts[1:])
        for n in range(at + 1, len(self.words)):
            if not rest or not (self._says(n, rest[0]) or self.words[n].idle):
                break
            if self._says(n, rest[0]):
                places.add(n)
                rest.pop(0)
        return set() if rest else places

    def flags(self) -> None:
        """Yes or no: `unsubscribed`, `has not agreed`; by the name, or by enough words of what is said of it."""
        for slot in self.thing.slots.values():
            if slot.shape.type != "boolean":
                continue
            places = self._by_name(slot)
            value = True
            if not places:
                places = self._by_description(slot)
                value = not denies(slot.shape.about)
            if places:
                turning = next((n for at in sorted(places) if (n := self._negation(at, places)) is not None), None)
                told_value = value if turning is None else not value
                self.tests.append(Test(slot.name, "=", told_value))
                self.used |= places | ({turning} if turning is not None else set())
                self.used |= self._named(slot, near=min(places))

    def _by_name(self, slot: Slot) -> set[int]:
        found = [next((at for at in self._open() if self._says(at, word)), None) for word in slot.words]
        return {at for at in found if at is not None} if found and found[0] is not None else set()

    def _by_description(self, slot: Slot) -> set[int]:
        """Words of the description; each word of it counts once."""
        places: set[int] = set()
        for word in dict.fromkeys(slot.about):
            at = next((at for at in self._open() if at not in places and told(self.words[at].keys) & word), None)
            if at is not None:
                places.add(at)
        own = [
            at
            for at in places
            if not any(told(self.words[at].keys) & thing.head for thing in self.context.world.things.values())
        ]
        return places if len(places) >= _ENOUGH and own else set()

    def missing(self) -> None:
        """What is not there: `without a caretaker`, `nobody looks after`."""
        for at, one in enumerate(self.words):
            if at not in self.free - self.used or "missing" not in one.marks:
                continue
            for slot in self.thing.slots.values():
                if not slot.shape.nullable:
                    continue
                after = [n for n in self._open() if at < n <= at + 5]
                named = {n for n in after if any(told(self.words[n].keys) & word for word in slot.words)}
                said = {n for n in after if any(told(self.words[n].keys) & word for word in slot.about)}
                places = named or (said if len(said) >= 1 and denies(slot.shape.about) else set())
                told_so = {n for n in self._open() if n > at and self.words[n].among("present")}
                only = [one for one in self.thing.slots.values() if one.shape.nullable and one.refers] == [slot]
                places = places or (told_so if only else set())
                if places:
                    self.tests.append(Test(slot.name, "missing"))
                    self.used |= places | {at} | told_so
                    break

    def denied(self) -> None:
        """What has not happened, or is not there any more: `not returned yet`, `no copies available`, `with a debt`."""
        asked = any(one.marks & {"how_many", "how_much", "in_all"} for one in self.words)
        for slot in self.thing.slots.values():
            if any(test.slot == slot.name for test in self.tests) or not (slot.numeric or slot.shape.nullable):
                continue
            places = {n for word in slot.words for n in self._open() if self._says(n, word)}
            whole = all(any(self._says(n, word) for n in places) for word in slot.words)
            near = {n for at in places for n in range(max(0, at - _NEAR), min(len(self.words), at + 2))}
            if not whole or any(self.words[n].kind in ("number", "code") or self._compares(n) for n in near):
                continue
            turning = next((n for at in sorted(places) if (n := self._negation(at, places)) is not None), None)
            if turning is not None:
                test = Test(slot.name, "=", 0) if slot.numeric else Test(slot.name, "missing")
            elif slot.numeric and not asked and any(self.words[n].among("having") for n in near):
                test = Test(slot.name, ">", 0)
            else:
                continue
            self.tests.append(test)
            self.used |= places | ({turning} if turning is not None else set())

    def _compares(self, at: int) -> bool:
        return bool(self.words[at].marks & {*COMPARES, *_EXTREMES}) and "missing" not in self.words[at].marks

    def numbers(self) -> None:
        """A comparison with a number: `costs more than 100`."""
        for at, one in enumerate(self.words):
            if one.kind != "number" or at not in self.free - self.used:
                continue
            op, mark = compared(self.words, at)
            slot = self._numeric(at)
            if slot is None or not op:
                continue
            self.tests.append(Test(slot.name, op, one.value))
            self.used |= {at, *mark} | self._named(slot, near=at)

    def sides(self) -> None:
        """One field held against another: `stock is below the reorder level`."""
        for at, one in enumerate(self.words):
            op = next((op for op in (">=", "<=", ">", "<") if op in one.marks), None)
            if (
                op is None
                or at not in self.free - self.used
                or any(w.kind == "number" or w.day for w in self.words[at : at + 3])
            ):
                continue
            left, right = self._side(range(at - 1, -1, -1)), self._side(range(at + 1, len(self.words)))
            if left and right and left[0] != right[0]:
                self.tests.append(Test(left[0], op, Field(right[0])))
                self.used |= {at} | left[1] | right[1]

    def _side(self, places: range) -> tuple[str, set[int]] | None:
        """The one figure that words name whole, the longest name first."""
        found: dict[str, set[int]] = {}
        opened = set(self._open())
        for slot in self.thing.slots.values():
            for known in (slot.words, tuple(dict.fromkeys(slot.about))):
                said = [next((at for at in places if at in opened and self._says(at, word)), None) for word in known]
                if slot.numeric and said and None not in said and len(said) >= len(found.get(slot.name, ())):
                    found[slot.name] = {at for at in said if at is not None}
        longest = max(map(len, found.values()), default=0)
        best = [name for name, said in found.items() if len(said) == longest]
        return (best[0], found[best[0]]) if len(best) == 1 else None

    def days(self) -> None:
        """A date: `due before 2025-03-01`, `on 2025-03-01`."""
        for at, one in enumerate(self.words):
            handed = self.context.day_at(self.words, at)
            if not (one.day or handed) or at not in self.free - self.used:
                continue
            op, mark = compared(self.words, at)
            slots = [slot for slot in self.thing.slots.values() if slot.dated]
            named = [
                slot
                for slot in slots
                if any(
                    told(self.words[n].keys) & word for n in self._open() for word in slot.words if "=date" not in word
                )
            ]
            slot = named[0] if len(named) == 1 else slots[0] if len(slots) == 1 else None
            if slot is not None and self._negation(at, set()) is None:
                self.tests.append(Test(slot.name, op or "=", handed.ref if handed else one.value))
                self.used |= {at, *mark}
                named_at = {n for n in self._open() if self._says(n, *slot.words)}
                self.used |= named_at | {n for place in (at, *named_at) for n in self._named(slot, place)}

    def _numeric(self, at: int) -> Slot | None:
        slots = [slot for slot in self.thing.slots.values() if slot.numeric]
        named = [s for s in slots if any(told(self.words[n].keys) & word for n in self._open() for word in s.words)]
        money = any("money" in self.words[n].marks for n in range(at, min(at + 2, len(self.words))))
        return named[0] if len(named) == 1 else slots[0] if len(slots) == 1 and money else None

    def belongings(self, head: int | None) -> None:
        """What they belong to: `the owner's deals`, `of this pupil`, `with the contact`."""
        for slot in self.thing.slots.values():
            if not slot.refers or any(test.slot == slot.name for test in self.tests):
                continue
            found = self._belongs(slot, head)
            if found:
                known, places = found
                turning = self._negation(min(places), places)
                self.tests.append(Test(slot.name, "=" if turning is None else "!=", known.id))
                self.used |= places | ({turning} if turning is not None else set())
                self.context.meet(known)

    def _belongs(self, slot: Slot, head: int | None) -> tuple[Known, set[int]] | None:
        return self._theirs(slot, head) or self._named_owner(slot)

    def _theirs(self, slot: Slot, head: int | None) -> tuple[Known, set[int]] | None:
        """`their open charges`: of whoever was met last that they can belong to."""
        at = next((at for at in possessives(self.words, head) if at not in self.used), None)
        if at is None:
            return self._of_it(slot, head)
        owners = {one.refers for one in self.thing.slots.values() if one.refers}
        known = next(
            (one for one in reversed(self.context.everything()) if one.thing in owners and one.id is not None), None
        )
        same = [one for one in self.thing.slots.values() if known and one.refers == known.thing]
        return (known, {at}) if known and same == [slot] else None

    def _of_it(self, slot: Slot, head: int | None) -> tuple[Known, set[int]] | None:
        """`who has applied for it`: for what was met last, where that is what the field names."""
        known = self.context.met[-1] if self.context.met else None
        for at in range((head or 0) + 1, len(self.words)):
            if self.words[at].among("objects") and self.words[at - 1].among("genitive", "for", "toward"):
                same = [one for one in self.thing.slots.values() if known and one.refers == known.thing]
                return (known, {at}) if known and known.id is not None and same == [slot] else None
        return None

    def _named_owner(self, slot: Slot) -> tuple[Known, set[int]] | None:
        thing = self.context.world.things[slot.refers]
        rivals = [one for one in self.thing.slots.values() if one.refers == slot.refers]
        for at in self._open():
            said = told(self.words[at].keys)
            if (self.words[at].plural and self.words[at].text.isascii()) or not (
                said & thing.head or any(said & word for word in slot.words)
            ):
                continue
            by_name = any(said & word for word in slot.words)
            if len(rivals) > 1 and not by_name:
                continue
            inputs = self.context.inputs_of(slot.refers)
            named = [one for one in inputs if one.said_by(self.words[at])] or inputs
            if len(named) == 1:
                return Known(slot.refers, named[0].ref, given=named[0].name), {at}
            latest = self.context.latest(slot.refers)
            if latest and latest.id is not None and not named:
                return latest, {at}
        return None

    def plain_values(self) -> None:
        """A value handed over, or written out beside the name of its field: `in the given city`, `floor 3`."""
        for slot in self.thing.slots.values():
            if (
                any(test.slot == slot.name for test in self.tests)
                or slot.refers
                or slot.choices
                or slot.shape.type == "boolean"
            ):
                continue
            for at in self._open():
                if not any(told(self.words[at].keys) & word for word in slot.words):
                    continue
                value = self._handed(slot, at)
                beside = self._beside(slot, at)
                if value is not None:
                    self._add(Test(slot.name, "=", value), {at})
                elif beside is not None:
                    self._add(Test(slot.name, "=", self.words[beside].value), {at, beside})
                else:
                    continue
                break

    def places(self) -> None:
        """`in Bremen`: a name behind `in`, where one field says where something is."""
        where = [
            slot for slot in self.thing.slots.values() if slot.free and any(word & _places() for word in slot.words)
        ]
        for at in self._open():
            led = at > 0 and self.words[at - 1].among("where")
            code = self._bracketed(at)
            if len(where) == 1 and led and code is not None:
                goes = {n for n in (at - 1, at - 2) if n in self.free and self.words[n].verbs}
                self._add(Test(where[0].name, "=", self.words[code].text), {at, code, *goes})
                return
            if (
                len(where) == 1
                and led
                and self.words[at].named
                and not self.words[at].small
                and self.words[at].text.isascii()
            ):
                end = at + 1
                while end < len(self.words) and end in self.free and self.words[end].named:
                    end += 1
                name = " ".join(one.text for one in self.words[at:end])
                lives = {n for n in self._open() if at - 2 <= n < at and "=live" in self.words[n].keys}
                self._add(Test(where[0].name, "=", name), set(range(at, end)) | lives)
                return

    def _bracketed(self, at: int) -> int | None:
        """The code behind a name: `Germany (DE)`."""
        code = at + 2
        opens = code < len(self.words) and self.words[at + 1].text == "("
        return code if opens and self.words[at].named and self.words[code].text.isupper() else None

    def _handed(self, slot: Slot, at: int) -> Any:
        pointed = any("definite" in self.words[n].marks for n in range(max(0, at - 2), at))
        named = [
            one
            for one in self.context.given
            if not one.thing and one.said_by(self.words[at]) and any(w & v for w in one.words for v in slot.words)
        ]
        return named[0].ref if len(named) == 1 and pointed else None

    def _beside(self, slot: Slot, at: int) -> int | None:
        kinds = ("number",) if slot.numeric else ("literal", "code")
        near = (at + 1, at - 1, at + 2)
        return next(
            (
                n
                for n in near
                if n in self.free - self.used
                and 0 <= n < len(self.words)
                and self.words[n].kind in kinds
                and not (n and self.words[n - 1].among("by"))
            ),
            None,
        )


def _places() -> frozenset[str]:
    """Keys of fields that say where something is."""
    return frozenset(key for said in lists()["place"] for key in told(keys(said)))
