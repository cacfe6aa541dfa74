"""The tools that a task may need, and what they are, in few words for a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from groundplan.llm.words import NOTHING, clipped
from groundplan.packs.workflows.catalogue import Opened, Operation, Shape
from groundplan.packs.workflows.drafting.reader import world_of
from groundplan.packs.workflows.drafting.world import World
from groundplan.packs.workflows.generation.wanted import Wanted

ALL, MOST = 40, 24
"""A catalogue of so many operations is told whole; of a larger one so many of the nearest, and what these need."""
_LONGEST = 160
_VALUES = 8


def narrowed(task: str, opened: Opened, wanted: Wanted, cache: Path) -> tuple[str, ...]:
    """The operations that a model is told of, and `select`."""
    allowed = [name for name in opened.operations if wanted.available_tools is None or name in wanted.available_tools]
    if len(allowed) > ALL:
        near = _nearest(task, opened, allowed, cache)
        allowed = list(dict.fromkeys([*near, *_needed(near, world_of(opened), set(allowed))]))
    return (*allowed, "select")


def _nearest(task: str, opened: Opened, allowed: list[str], cache: Path) -> list[str]:
    from groundplan.embed import best_embedder, clauses, open_index  # loads a network; small catalogues need none

    tools = {name: opened.tools[name] for name in allowed}
    index = open_index(tools, best_embedder(), cache)
    best: dict[str, float] = {}
    for ranked in index.search([task, *clauses(task)], MOST):
        for name, score in ranked:
            best[name] = max(score, best.get(name, score))
    return sorted(best, key=lambda name: -best[name])[:MOST]


def _needed(names: Iterable[str], world: World, allowed: set[str]) -> Iterator[str]:
    """What gives the things that arguments of these refer to."""
    for name in names:
        slots = world.doings[name].slots if name in world.doings else {}
        for slot in slots.values():
            thing = world.things.get(slot.refers)
            for one in (thing.one, *thing.lists) if thing else ():
                if one is not None and one.name in allowed:
                    yield one.name


def sheet(names: Iterable[str], opened: Opened) -> str:
    """The tools one a line, and the things that they give, each once."""
    world = world_of(opened)
    known = [opened.operations[name] for name in names if name in opened.operations]
    things: dict[str, Shape] = {}
    lines = [_told(one, world, things) for one in known]
    told = [f"{name}: {'; '.join(_fields(shape))}" for name, shape in things.items()]
    return "\n".join([*lines, "", "What they give:", *told]) if lines else NOTHING


def inputs_in_words(inputs: Mapping[str, Any]) -> str:
    """What is handed over, by name; what it is, not how it is written."""
    return "\n".join(f"- inputs.{name} ({type(value).__name__})" for name, value in inputs.items()) or NOTHING


def _told(one: Operation, world: World, things: dict[str, Shape]) -> str:
    given = ", ".join(_argument(name, argument.shape, argument.required) for name, argument in one.arguments.items())
    entry = one.returns.items if one.returns.type == "array" and one.returns.items else one.returns
    named = entry.called or one.name
    if entry.fields:
        things.setdefault(named, entry)
    gives = f"a list of {named}" if one.returns.type == "array" else named if entry.fields else one.returns.type
    return f"- {one.name}({given}) {'WRITES' if one.writes else 'reads'}, gives {gives}: {clipped(one.told, _LONGEST)}"


def _argument(name: str, shape: Shape, required: bool) -> str:
    return f"{name}{'' if required else '?'}{_values(shape)}"


def _fields(shape: Shape, depth: int = 2) -> Iterator[str]:
    for name, inner in shape.fields.items():
        about = f" ({clipped(inner.about, 60)})" if inner.about else ""
        inside = inner.items if inner.type == "array" and inner.items else inner
        within = f" with {', '.join(inside.fields)}" if inside.fields and depth else ""
        yield f"{name}{_values(inner)}{within}{about}"


def _values(shape: Shape) -> str:
    if shape.choices:
        more = "|..." if len(shape.choices) > _VALUES else ""
        return f": {'|'.join(map(str, shape.choices[:_VALUES]))}{more}"
    return f": {shape.format or shape.type}" if shape.type != "string" or shape.format else ""
