"""What is known of a tool; how it is done lives elsewhere."""

from __future__ import annotations

from typing import Any, Literal

from groundplan.contracts.noun import Noun

ParamType = Literal["string", "number", "integer", "boolean", "array", "object", "any"]


class Param(Noun):
    """One argument that is not another step's output."""

    type: ParamType = "any"
    refers: str = ""
    """What kind of existing thing it names (for an array: each entry), in the pack's own terms, such as `column`."""
    choices: tuple[Any, ...] = ()
    required: bool = False
    default: Any = None
    about: str = ""


class Tool(Noun):
    """The metadata of one tool, from a YAML registry or any other catalogue."""

    name: str
    description: str
    capabilities: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    """Names of the arguments that take another step's output."""
    params: dict[str, Param] = {}
    outputs: tuple[str, ...] = ()
    """The names of what it gives; a tool that gives several returns them by these names."""
    phase: str = ""
    """Its place in the data flow; the pack orders the phases."""
    extra: dict[str, Any] = {}
    """What only the tool's own pack reads."""
    cost: int = 1
    """Among tools that cover the same requirement, the cheapest is taken."""
    drafted: bool = True
    """Whether it is offered to who drafts a plan; else only plans that follow from a query use it."""
    effect: Literal["none", "file", "outside"] = "none"
    """What it changes beyond the run: nothing, a file in the run's folder, or the outside world."""
    idempotent: bool = False
    """Whether the same call may be made again, under the same key of idempotency, and changes nothing more."""
