"""What is known while a task is read: values that the caller hands over, things met so far, the steps made for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.contracts import REF
from groundplan.language.names import spoken
from groundplan.packs.workflows.catalogue import RESULT, Operation
from groundplan.packs.workflows.drafting.words import Token, keys
from groundplan.packs.workflows.drafting.world import Thing, World, inside, told

Place = tuple[int, int]
_DAY = re.compile(r"\d{4}-\d\d-\d\d.*")


def ref(*parts: str) -> dict[str, str]:
    """A reference to what stands at a path."""
    return {REF: ".".join(part for part in parts if part)}


def result(step: str, operation: Operation) -> str:
    """Where the record or the list stands in what a step gives."""
    return ".".join((step, RESULT, *inside(operation)))


@dataclass(frozen=True)
class Given:
    """A value that the caller hands over by name."""

    name: str
    words: tuple[frozenset[str], ...]
    thing: str
    """What it names, where it is the id of something."""
    value: Any

    @property
    def ref(self) -> dict[str, str]:
        """As a plan refers to it."""
        return ref("inputs", self.name)

    @property
    def dated(self) -> bool:
        """Whether it is a day."""
        return isinstance(self.value, str) and bool(_DAY.fullmatch(self.value))

    def said_by(self, token: Token) -> bool:
        """Whether a word may speak of it."""
        return any(told(token.keys) & word for word in self.words)


@dataclass(frozen=True)
class Known:
    """One thing that a plan can get hold of."""

    thing: str
    id: Any = None
    """What tells it apart, as an argument."""
    row: str = ""
    """Where its fields are found; empty: it has to be fetched first."""
    given: str = ""
    """The input that names it."""
    address: str = ""
    """The field whose address is meant, where it is that of somebody else."""


@dataclass(frozen=True)
class Rows:
    """Rows that a step gives: what a loop runs over."""

    base: Thing
    ref: dict[str, str]
    step: str


@dataclass
class Steps:
    """The steps of a plan while it is made; the same read is made once."""

    world: World
    made: list[dict[str, Any]] = field(default_factory=list)
    quotes: dict[str, list[Place]] = field(default_factory=dict)

    def add(
        self, name: str, tool: str, args: Mapping[str, Any], *, why: str, said: Sequence[Place] = (), **more: Any
    ) -> str:
        """A step, or the one that reads the same already."""
        step = {"tool": tool, "args": dict(args), **{key: value for key, value in more.items() if value is not None}}
        reads = tool not in self.world.doings
        for other in self.made:
            if reads and all(other.get(key) == step.get(key) for key in ("tool", "args", "each", "when")):
                self.quotes[other["id"]] += said
                return str(other["id"])
        id = self._free(name)
        self.made.append({"id": id, **step, "why": why})
        self.quotes[id] = list(said)
        return id

    def row(self, known: Known, said: Sequence[Place] = ()) -> str:
        """Where the fields of a thing are found; it is fetched where that is needed. Empty: it cannot be."""
        if known.row:
            return known.row
        operation = self.world.things[known.thing].one
        if operation is None or known.id is None:
            return ""
        name = next(name for name, argument in operation.arguments.items() if argument.required)
        why = f"gets the {spoken(known.thing)}"
        step = self.add(f"get_{_snake(known.thing)}", operation.name, {name: known.id}, why=why, said=said)
        return result(step, operation)

    def value(self, known: Known, name: str, said: Sequence[Place] = ()) -> Any:
        """A field of a thing, as an argument; None: it cannot be had."""
        if name == self.world.things[known.thing].key and known.id is not None:
            return known.id
        row = self.row(known, said)
        return ref(row, name) if row else None

    def along(self, known: Known, path: Sequence[str], said: Sequence[Place] = ()) -> Known | None:
        """The thing that fields lead to from another."""
        for name in path:
            value = self.value(known, name, said)
            if value is None:
                return None
            known = Known(self.world.things[known.thing].slots[name].refers, value)
        return known

    def _free(self, name: str) -> str:
        taken = {step["id"] for step in self.made}
        numbered = (f"{name}_{number}" for number in range(2, 100))
        return name if name not in taken else next(one for one in numbered if one not in taken)


@dataclass
class Context:
    """What a clause is read against."""

    world: World
    given: tuple[Given, ...]
    steps: Steps
    met: list[Known] = field(default_factory=list)
    """Things that were spoken of, the last one last."""
    figure: str = ""
    """The step whose `value` was worked out last."""
    rows: Rows | None = None
    """What was listed last."""

    def fork(self) -> Context:
        """The same, to try a reading in; what it adds is its own."""
        steps = Steps(
            self.world,
            [dict(step) for step in self.steps.made],
            {id: list(said) for id, said in self.steps.quotes.items()},
        )
        return Context(self.world, self.given, steps, list(self.met), self.figure, self.rows)

    def inputs_of(self, thing: str) -> list[Given]:
        """The inputs that name one of these."""
        return [one for one in self.given if one.thing == thing]

    def day_at(self, words: Sequence[Token], at: int) -> Given | None:
        """The day of the caller that a word speaks of: `the given day`, `the date given`."""
        if "=date" not in words[at].keys:
            return None
        pointed = any("definite" in one.marks for one in words[max(0, at - 2) : at + 2])
        days = [one for one in self.given if one.dated]
        near = [one for one in days if any(one.said_by(word) for word in words[max(0, at - 3) : at + 3])]
        found = days if len(days) == 1 else near
        return found[0] if pointed and len(found) == 1 else None

    def latest(self, thing: str) -> Known | None:
        """The one of these that was met last."""
        return next((one for one in reversed(self.met) if one.thing == thing), None)

    def meet(self, known: Known) -> Known:
        """Somebody or something that later words may point at."""
        self.met = [one for one in self.met if one != known] + [known]
        return known

    def everything(self) -> list[Known]:
        """All that can be got hold of: inputs first, then what was met."""
        named = [Known(one.thing, one.ref, given=one.name) for one in self.given if one.thing]
        return [*(one for one in named if one not in self.met), *self.met]


def given(inputs: Mapping[str, Any], world: World) -> tuple[Given, ...]:
    """The inputs of a task as words may speak of them."""
    return tuple(_given(name, value, world) for name, value in inputs.items())


def _given(name: str, value: Any, world: World) -> Given:
    parts = [part for part in spoken(name).split() if part not in ("id", "key", "uuid")] or [name]
    thing = world.refers(name) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    sure = "id" in spoken(name).split() or (thing and world.things[thing].key == name)
    day = isinstance(value, str) and bool(_DAY.fullmatch(value))
    if day or (not sure and not (isinstance(value, str) and re.search(r"\d|^[A-Z]{2,}$", value))):
        thing = ""  # a name, a city, a number of something: what it holds is no id
    return Given(name, tuple(told(keys(part)) for part in parts), thing, value)


def _snake(name: str) -> str:
    return spoken(name).replace(" ", "_")
