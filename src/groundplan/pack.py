"""What a pack is: one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from groundplan.contracts import Answer, Blank, Brief, Cell, Coverage, Facts, Match, Plan, Requirement, Run, Table, Tool
from groundplan.plan.compile import Bind, Template
from groundplan.plan.passes import Check, RepairPass

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
    phases: tuple[str, ...]
    safety: tuple[str, ...]
    open: Callable[[tuple[str, ...], Path], Source]
    """Sources and the cache folder in; everything opened and profiled out."""
    blank: Callable[[Pack, Source], Blank]
    settle: Callable[[Mapping[str, Any], tuple[Table, ...]], dict[str, Any]]
    """A filled form without contradictions."""
    requirements: Callable[[Mapping[str, Any], tuple[Table, ...]], tuple[Requirement, ...]]
    bind: Bind
    base: Callable[[Mapping[str, Any], tuple[Table, ...]], str]
    """The table a plan's first step reads."""
    facts: Callable[[Plan, Mapping[str, Any], Source], Facts]
    render: Callable[[Brief, Facts], Answer]
    checks: tuple[Check, ...] = ()
    repairs: tuple[RepairPass, ...] = ()
    save: Callable[[Run, Mapping[str, Any], Path, Any], None] | None = None
    """Writes what only this pack can write into a run's folder: charts, result files; by what `wake` gave, or None."""
    wake: Callable[[], Awake] | None = None
    """Starts what `save` needs and is slow to wake, while other work goes on."""
    sketch: Callable[[Facts, int, bool], Iterable[str]] | None = None
    """Draws the charts with characters: facts, width, in colour or not."""
