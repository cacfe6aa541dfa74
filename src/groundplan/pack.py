"""What a pack is: one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from groundplan.contracts import Answer, Brief, Coverage, Facts, Plan, Question, Requirement, Run, Tool, Understanding
from groundplan.plan.compile import Bind, Template
from groundplan.plan.passes import Check, RepairPass
from groundplan.reading.blank import Blank
from groundplan.sources.shape import Cell, Table
from groundplan.values.match import Match

Implementation = Callable[..., Any]
"""A tool as it is done: inputs and params by name, one output."""


class Source(Protocol):
    """An opened source: what it holds, and frames of it by name."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table with its profile."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the reading: broken rows skipped, a sheet chosen."""

    def frame(self, name: str) -> Any:
        """A lazy frame over one table."""

    def find(self, words: Sequence[str]) -> Sequence[Cell]:
        """Whole values, compared without case, in columns whose values the profile does not keep."""

    def linked(self, text: str) -> Sequence[Match]:
        """Stretches of a text that are or nearly are values of such columns, the longest and best first."""

    def close(self) -> None:
        """Give everything back."""


class Reader(Protocol):
    """Anything that can read a question."""

    async def read(self, question: Question, blank: Blank) -> Understanding:
        """The intents, links and form of the question.

        Requirements are left empty: the understand stage derives them from the form. Every column and every label in
        the form is one that the blank has.
        """


Gate = Callable[[Question, Blank], tuple[bool, str]]
"""A question with its history, what may be said -> follow-up or not, and why."""


@dataclass(frozen=True)
class Bounds:
    """How sure a reading must be, and how many tool calls it may lead to."""

    confidence: float = 0.5
    calls: int = 5


@dataclass(frozen=True)
class Mind:
    """How a pack reads questions that are not about columns: its own reader, gate and model reader."""

    reader: Reader
    gate: Gate
    modelled: Callable[[Any], Reader]
    """A language model -> a reader that asks it, with the embedded reading as its draft."""


class Awake(Protocol):
    """Something that runs in the background until it is closed."""

    def close(self) -> None:
        """Give it back."""


@dataclass(frozen=True)
class Pack:
    """A field of work on the spine: its tools, templates, mapping, and the functions that only it can know."""

    name: str
    summary: str
    folder: Path
    intents: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, Mapping[str, tuple[str, ...]]]
    tools: Mapping[str, Tool]
    implementations: Mapping[str, Implementation]
    templates: Mapping[str, Template]
    coverage: Coverage
    safety: tuple[str, ...]
    open: Callable[[tuple[str, ...], Path], Source]
    """Sources and the cache folder in; everything opened and profiled out."""
    blank: Callable[[Pack, Source], Blank]
    settle: Callable[[Mapping[str, Any], tuple[Table, ...]], dict[str, Any]]
    """A filled form without contradictions."""
    requirements: Callable[[Mapping[str, Any], tuple[Table, ...]], tuple[Requirement, ...]]
    facts: Callable[[Plan, Mapping[str, Any], Source], Facts]
    render: Callable[[Brief, Facts], Answer]
    phases: tuple[str, ...] = ()
    """The order of the data flow; every tool has its place in it."""
    bind: Bind | None = None
    base: Callable[[Mapping[str, Any], tuple[Table, ...]], str] | None = None
    """The table a plan's first step reads."""
    compile: Callable[[Brief], Plan] | None = None
    """The pack's own compiler, where a plan follows from the form alone; else template, phases and `bind` make it."""
    mind: Callable[[Source, Any, Bounds], Mind] | None = None
    """Source, sentence encoder, bounds -> how it reads; none: the readers of forms over columns."""
    wording: str = "stages/prompts/answer.md"
    """The prompt by which a model may reword an answer."""
    verify: Callable[[Answer, Brief, Facts, Source], tuple[str, ...]] | None = None
    """What is wrong with a wording, beyond figures and names; none: the checks for every pack."""
    checks: tuple[Check, ...] = ()
    repairs: tuple[RepairPass, ...] = ()
    save: Callable[[Run, Mapping[str, Any], Path, Any], None] | None = None
    """Writes what only this pack can write into a run's folder: charts, result files; by what `wake` gave, or None."""
    wake: Callable[[], Awake] | None = None
    """Starts what `save` needs and is slow to wake, while other work goes on."""
    sketch: Callable[[Facts, int, bool], Iterable[str]] | None = None
    """Draws the charts with characters: facts, width, in colour or not."""
