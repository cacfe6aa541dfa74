"""Said: the free words of one clause beside the fields of one thing, and the tests read from them so far."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.packs.workflows.drafting.compared import COMPARES, Test
from groundplan.packs.workflows.drafting.known import Context
from groundplan.packs.workflows.drafting.words import Token, lists
from groundplan.packs.workflows.drafting.world import Slot, Thing, told

NEAR = 3
EXTREMES = frozenset(f"extreme{at}" for at in range(len(lists()["extremes"])))
ENOUGH = 2
"""Words of a description that have to be said, where the name is not."""


class Said:
    """The words of one clause beside the fields of one thing."""

    def __init__(self, words: Sequence[Token], free: set[int], thing: Thing, context: Context) -> None:
        self.words, self.thing, self.context = words, thing, context
        self.free = free
        self.used: set[int] = set()
        self.tests: list[Test] = []

    def slots_at(self, at: int) -> set[str]:
        """The tested fields that a word may be of: by a value, or by its name."""
        said = told(self.words[at].keys)
        slots = [self.thing.slots[test.slot] for test in self.tests]
        return {
            slot.name
            for slot in slots
            if any(said & word for word in (*slot.words, *slot.about))
            or any(said & part for parts in slot.choices.values() for part in parts)
        }

    def open(self) -> list[int]:
        """The places of words that no test was read from."""
        return [at for at in sorted(self.free - self.used) if self.words[at].kind == "word"]

    def negation(self, at: int, taken: set[int]) -> int | None:
        """The place of a word that turns what is said at a place: right before it, or an exception around it."""
        for back in range(at - 1, -1, -1):
            one = self.words[back]
            if "except" in one.marks and back in self.free:
                return back
            if "negation" in one.marks and back in self.free and self.close(back, at):
                return back
            if (
                one.kind == "sign"
                and one.text in (",", ".")
                and not any("except" in w.marks for w in self.words[:back])
            ):
                return None
        return None

    def close(self, back: int, at: int) -> bool:
        """Whether only idle words and field names stand between."""
        between = [self.words[n] for n in range(back + 1, at) if n not in self.used]
        return len(between) <= NEAR and all(
            one.idle or any(told(one.keys) & w for s in self.thing.slots.values() for w in s.words) for one in between
        )

    def add(self, test: Test, places: set[int]) -> None:
        """A test, with the words that it was read from."""
        turning = self.negation(min(places), places)
        self.tests.append(test.turned() if turning is not None else test)
        self.used |= places | ({turning} if turning is not None else set())
        self.used |= self.named(self.thing.slots[test.slot], near=min(places))

    def named(self, slot: Slot, near: int) -> set[int]:
        """Words that name a field beside its value: `the proposal stage`, or say what it is."""
        heads = self.context.world.heads
        return {
            at
            for at in self.open()
            if abs(at - near) <= NEAR
            and (
                self.says(at, *slot.words)
                or (self.says(at, *slot.about) and not heads(self.words[at]) and not self.valued(at))
            )
        }

    def says(self, at: int, *known: frozenset[str]) -> bool:
        """Whether the word at a place may stand for one of these."""
        return any(told(self.words[at].keys) & word for word in known)

    def valued(self, at: int) -> bool:
        """Whether a word may be a value, or turns or compares."""
        values = [part for slot in self.thing.slots.values() for parts in slot.choices.values() for part in parts]
        return self.says(at, *values) or bool(self.words[at].marks - EXTREMES - {"idle", "then"})

    def along(self, at: int, parts: Sequence[frozenset[str]]) -> set[int]:
        """The words of a value of several, one after the other: `ready for pick-up`."""
        places, rest = {at}, list(parts[1:])
        for n in range(at + 1, len(self.words)):
            if not rest or not (self.says(n, rest[0]) or self.words[n].idle):
                break
            if self.says(n, rest[0]):
                places.add(n)
                rest.pop(0)
        return set() if rest else places

    def compares(self, at: int) -> bool:
        """Whether a word compares or chooses."""
        return bool(self.words[at].marks & {*COMPARES, *EXTREMES}) and "missing" not in self.words[at].marks
