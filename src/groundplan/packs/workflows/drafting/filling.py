"""Filling: one clause beside one operation, while arguments are read from its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from groundplan.packs.workflows.drafting.known import Context, Place
from groundplan.packs.workflows.drafting.sets import Several
from groundplan.packs.workflows.drafting.words import Token
from groundplan.packs.workflows.drafting.world import Doing, Slot, told

NEAR = 3
"""Words between a value and what names it."""


@dataclass
class Bound:
    """One operation with what was read for it."""

    doing: Doing
    context: Context
    fit: float
    args: dict[str, Any] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    loop: Several | None = None
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Arguments that each row of the loop gives: the fields that lead there."""
    missing: list[str] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """The less, the better it reads the clause."""
        return len(self.unread) + 1.5 * len(self.missing) - self.fit

    @property
    def whole(self) -> bool:
        """Whether all words were read and nothing is missing."""
        return not self.unread and not self.missing


class Filling:
    """The words of a clause, the arguments of an operation, and what was read so far."""

    def __init__(self, words: tuple[Token, ...], doing: Doing, context: Context) -> None:
        self.words, self.doing, self.context, self.world = words, doing, context, context.world
        self.out = Bound(doing, context, 0.0)
        self.args, self.used = self.out.args, self.out.used
        self.barred: set[int] = set()
        """The verb of the clause, where it is another one than the operation's: it says nothing else."""
        self.verb = 0
        """The place of the verb that asks for the operation."""
        self.through: set[str] = set()
        """Things that a path went through."""

    def free(self) -> list[int]:
        """The places of words that nothing was read from yet."""
        return [
            at for at in range(len(self.words)) if at not in self.used | self.barred and self.words[at].kind == "word"
        ]

    def says(self, at: int, *known: frozenset[str]) -> bool:
        """Whether the word at a place may stand for one of these."""
        return any(told(self.words[at].keys) & one for one in known)

    def open_slots(self) -> list[Slot]:
        """The arguments that are not bound yet, those that must be given first."""
        left = [slot for name, slot in self.doing.slots.items() if name not in self.args and name not in self.out.items]
        return sorted(left, key=lambda slot: not slot.required)

    def bind(self, slot: Slot, value: Any, *places: int) -> None:
        """One argument, and the words that it was read from."""
        self.args[slot.name] = value
        self.used.update(places)
        self.used.update(self.naming(slot, *places))

    def naming(self, slot: Slot, *places: int) -> set[int]:
        """Words that name the argument beside its value."""
        near = {n for at in places for n in (*self.beside(at, -1), *self.beside(at, 1))}
        return {at for at in self.free() if at in near and self.says(at, *slot.words)}

    def beside(self, at: int, way: int) -> Iterator[int]:
        """The words on one side of a place, as far as no preposition stands between."""
        for n in range(at + way, at + way * (NEAR + 1), way):
            if not 0 <= n < len(self.words) or (way < 0 and self.words[n].among("apart")):
                return
            yield n

    def rival(self, slot: Slot) -> bool:
        """Another argument that names the same kind of thing, so that the words have to tell which."""
        return any(one is not slot and one.refers == slot.refers for one in self.open_slots()) and bool(slot.refers)

    def quote(self, places: set[int]) -> list[Place]:
        """Where words stand in the task."""
        return [(self.words[at].start, self.words[at].end) for at in sorted(places)]

    def groups(self, at: int) -> set[str]:
        return {key[1:] for key in self.words[at].keys if key.startswith("=")}
