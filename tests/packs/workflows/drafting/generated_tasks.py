"""Tasks made from what a catalogue speaks of: single steps, branches, loops, figures, in a seeded order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from groundplan.contracts import Question
from groundplan.language.names import spoken
from groundplan.packs.workflows.drafting.world import Doing, Thing, World

Inputs = dict[str, object]


class Tasks:
    """One catalogue's tasks; the same seed gives the same ones."""

    def __init__(self, world: World, source: str, seed: int) -> None:
        self._world, self._source, self._random = world, source, random.Random(seed)

    def made(self, count: int) -> Iterator[Question]:
        """Questions with the inputs that they speak of."""
        kinds: tuple[Callable[[Inputs], str], ...] = (
            self._single, self._branch, self._loop, self._otherwise, self._figure, self._extreme, self._two,
        )  # fmt: skip
        for _ in range(count):
            inputs: Inputs = {}
            text = self._random.choice(kinds)(inputs)
            yield Question(text=f"{text[0].upper()}{text[1:]}", sources=(self._source,), inputs=inputs)

    # ------------------------------------------------------------- kinds of tasks

    def _single(self, inputs: Inputs) -> str:
        return f"{self._action(inputs)}."

    def _two(self, inputs: Inputs) -> str:
        return f"{self._action(inputs)}, then {self._action(inputs)}."

    def _branch(self, inputs: Inputs) -> str:
        word = self._random.choice(("if", "unless"))
        return f"{word} {self._condition(inputs)}, {self._action(inputs)}."

    def _otherwise(self, inputs: Inputs) -> str:
        return f"if {self._condition(inputs)}, {self._action(inputs)}, otherwise {self._action(inputs)}."

    def _loop(self, inputs: Inputs) -> str:
        doing, thing = self._random.choice(list(self._world.doings.values())), self._thing()
        every = self._random.choice(("all {}s", "every {}", "all {}s except those that are not {}"))
        return f"{_verb(doing)} {every.format(_called(thing), self._value(thing))}{self._set(doing)}."

    def _figure(self, inputs: Inputs) -> str:
        thing = self._thing()
        figures = [_words(one.name) for one in thing.slots.values() if one.numeric] or ["number"]
        figure = self._random.choice(figures)
        asked = self._random.randrange(3)
        if asked == 0:
            return f"how many {self._value(thing)} {_called(thing)}s are there?"
        if asked == 1:
            return f"add up the {figure} of all {_called(thing)}s."
        return f"what is the {figure} of the {self._handed(thing, inputs)}?"

    def _extreme(self, inputs: Inputs) -> str:
        thing = self._thing()
        figures = [_words(one.name) for one in thing.slots.values() if one.numeric or one.dated] or ["number"]
        end = self._random.choice(("highest", "lowest", "latest", "oldest"))
        doing = self._random.choice(list(self._world.doings.values()))
        return f"{_verb(doing)} the {_called(thing)} with the {end} {self._random.choice(figures)}{self._set(doing)}."

    # ------------------------------------------------------------- their parts

    def _action(self, inputs: Inputs) -> str:
        doing = self._random.choice(list(self._world.doings.values()))
        thing = self._world.things.get(doing.of) or self._thing()
        return f"{_verb(doing)} the {self._handed(thing, inputs)}{self._set(doing)}"

    def _set(self, doing: Doing) -> str:
        """Values for some of what an operation takes."""
        said = []
        for slot in doing.slots.values():
            if slot.refers or self._random.random() < 1 / 3:
                continue
            if slot.choices:
                said.append(f"the {_words(slot.name)} to {self._random.choice(list(slot.choices))}")
            elif slot.numeric:
                said.append(f"the {_words(slot.name)} to {self._random.randint(1, 90)}")
            elif slot.free:
                said.append(f'the {_words(slot.name)} "Good day"')
        return f" with {' and '.join(said)}" if said else ""

    def _condition(self, inputs: Inputs) -> str:
        thing = self._thing()
        figures = [_words(one.name) for one in thing.slots.values() if one.numeric]
        called = self._handed(thing, inputs)
        if figures and self._random.random() < 1 / 2:
            return f"the {self._random.choice(figures)} of the {called} is more than {self._random.randint(1, 50)}"
        state = self._random.choice(("is", "is not"))
        return f"the {called} {state} {self._value(thing)}"

    def _handed(self, thing: Thing, inputs: Inputs) -> str:
        inputs[f"{spoken(thing.name).replace(' ', '_')}_id"] = "X-1"
        return _called(thing)

    def _value(self, thing: Thing) -> str:
        values = [value for slot in thing.slots.values() for value in slot.choices]
        flags = [_words(slot.name) for slot in thing.slots.values() if slot.shape.type == "boolean"]
        return self._random.choice([*values, *flags] or ["open"])

    def _thing(self) -> Thing:
        return self._random.choice(list(self._world.things.values()))


def _verb(doing: Doing) -> str:
    return spoken(doing.name).split()[0]


def _called(thing: Thing) -> str:
    return spoken(thing.name)


def _words(name: str) -> str:
    return spoken(name)
