"""What a pack is: five parts, each a small frozen value, joined in one.

Sources     its settings, what is a source of its own, and how one is opened
Reading     its intents, and who reads a question over an opened source
Planning    its tools, templates and mapping; from what is asked to steps; what can be wrong with them, what is mended
Telling     from what the steps found to facts, an answer, and the files of a run
Extras      cases and a scorer for `groundplan eval`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from groundplan.contracts import (
    Answer,
    Brief,
    Coverage,
    Facts,
    Finding,
    Limits,
    Plan,
    Question,
    Requirement,
    Run,
    Tool,
    Understanding,
)
from groundplan.plan.passes import Check, RepairPass
from groundplan.plan.template import Template

Implementation = Callable[..., Any]
"""A tool as it is done: inputs and params by name; its output, or a mapping where it has several."""
Form = Mapping[str, Any]
"""What a question asks for, as the pack says it: its own affair."""


# ------------------------------------------------------------------ sources


class Source(Protocol):
    """An opened source."""

    @property
    def model(self) -> Any:
        """What it holds, as the pack knows it."""

    @property
    def names(self) -> tuple[str, ...]:
        """What a plan may refer to as `source.<name>`."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the reading: broken rows skipped, a sheet chosen."""

    def get(self, name: str) -> Any:
        """What stands behind a name, for a tool to read."""

    def close(self) -> None:
        """Give everything back."""


def setting(default: Any, about: str) -> Any:
    """A field of a class of settings: each is the environment variable GROUNDPLAN_<NAME>."""
    if callable(default):
        return field(default_factory=default, metadata={"about": about})
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class NoSettings:
    """For a pack that needs none."""


@dataclass(frozen=True)
class Sources:
    """What can be asked, and how it is opened."""

    open: Callable[[tuple[str, ...], Path, Any], Source]
    """Sources, the cache folder, the pack's settings -> everything opened."""
    claims: Callable[[str], int]
    """How surely a source is the pack's own: 0 it is not, 1 it could be read, 2 it is made for nobody else."""
    settings: type[Any] = NoSettings
    """A frozen dataclass whose fields are each a `setting`."""


# ------------------------------------------------------------------ reading


class Reader(Protocol):
    """Anything that can read a question over one source."""

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The intents, links and form of the question; `prior` is the form that a follow-up changes.

        Requirements are left empty: the understand stage derives them from the form.
        """


Gate = Callable[[Question], tuple[bool, str]]
"""A question with its history -> whether it is a follow-up, and why."""


@dataclass(frozen=True)
class Mind:
    """Who reads over one opened source: a reader, a gate for follow-ups, and a reader that asks a language model."""

    reader: Reader
    gate: Gate
    modelled: Callable[[Any], Reader]
    """A language model -> a reader that asks it, with the embedded reading as its draft."""


@dataclass(frozen=True)
class Aids:
    """What a reader may use."""

    encoder: Any
    """The sentence encoder, which the whole process shares."""
    settings: Any
    """The pack's own."""
    cache: Path


def _asleep(_aids: Aids) -> None:
    return None


@dataclass(frozen=True)
class Reading:
    """What may be asked, and who reads it."""

    intents: Mapping[str, tuple[str, ...]]
    """Each intent with example questions."""
    mind: Callable[[Source, Aids], Mind]
    wake: Callable[[Aids], None] = _asleep
    """Starts what is slow to make, while the source is opened."""


# ------------------------------------------------------------------ planning


@dataclass(frozen=True)
class Catalogue:
    """Tools, and how each is done."""

    tools: Mapping[str, Tool]
    implementations: Mapping[str, Implementation]


def _every(_tool: str, _brief: Brief) -> bool:
    return True


@dataclass(frozen=True)
class Planning:
    """From what is asked to a plan that may run."""

    catalogue: Catalogue | Callable[[Source], Catalogue]
    """The pack's tools; or, for tools that a source brings along, how they are read from it."""
    coverage: Coverage
    templates: Mapping[str, Template]
    requirements: Callable[[Form, Any], tuple[Requirement, ...]]
    """What a settled form obliges a plan to do."""
    compile: Callable[[Template, Brief], Plan]
    settle: Callable[[Form, Any], dict[str, Any]] = lambda form, _model: dict(form)
    """A filled form and the source's model -> the form without contradictions."""
    safety: tuple[str, ...] = ()
    """Tools that are always offered."""
    serves: Callable[[str, Brief], bool] = _every
    """Whether a tool has anything to do for this form."""
    definitions: Callable[[Plan, Brief], Mapping[str, Any]] | None = None
    """What a model that adapts a plan may refer to, by kind, as JSON Schema; none: the plan follows from the form."""
    limits: Callable[[Form], Limits] = lambda _form: Limits()
    """What a plan for a form may cost."""
    named: Callable[[Form], tuple[str, ...]] = lambda _form: ()
    """Tools that a form asks for by name; they are always offered."""
    runs: bool = True
    """Whether a question is answered by what its plan finds; else the plan is the answer, to be run later."""
    checks: tuple[Check, ...] = ()
    repairs: tuple[RepairPass, ...] = ()


# ------------------------------------------------------------------ telling


class Awake(Protocol):
    """Something that runs in the background until it is closed."""

    def close(self) -> None:
        """Give it back."""


def _nothing(_source: Source) -> str:
    return ""


@dataclass(frozen=True)
class Telling:
    """From what the steps found to what a person reads."""

    facts: Callable[[Plan, Mapping[str, Any], Source], Facts]
    render: Callable[[Brief, Facts], Answer]
    """Complete and grounded by construction."""
    instead: Callable[[Source], str] = _nothing
    """What could be asked, told to somebody whose question came to nothing."""
    wording: str = "stages/prompts/answer.md"
    """The prompt by which a model may reword an answer."""
    verify: Callable[[Answer, Brief, Facts, Source], tuple[str, ...]] | None = None
    """What is wrong with a wording; none: the stage's own, by figures and names."""
    save: Callable[[Run, Mapping[str, Any], Path, Any], None] | None = None
    """Writes what only this pack can write into a run's folder: charts, result files; by what `wake` gave, or None.

    It is given what the plan could refer to: the results of steps by their ids, and the opened source as `source`.
    """
    wake: Callable[[], Awake] | None = None
    """Starts what `save` needs and is slow to wake, while other work goes on."""
    ran: Callable[[Mapping[str, Any]], str] | None = None
    """The results of the steps -> what was run for them elsewhere, such as SQL."""
    sketch: Callable[[Facts, int, bool], Iterable[str]] | None = None
    """Draws the facts with characters: width, in colour or not."""
    draw: Callable[[Facts], Iterable[str]] | None = None
    """Draws the facts for a notebook: each chart as SVG."""


# ------------------------------------------------------------------ extras


@dataclass(frozen=True)
class Score:
    """The verdict on one case of a suite."""

    right: bool
    reason: str
    share: float | None = None
    """How much of it is right, where that is more than yes or no: the F1 of a set, the recall of a list."""


Gold = Mapping[str, Any]


@dataclass(frozen=True)
class Extras:
    """What is not needed to answer. Commands of its own a pack brings as entry points of `groundplan.commands`."""

    cases: Path | None = None
    """Questions over its examples, with what is expected."""
    scorer: Callable[[Gold], Callable[[Gold, Mapping[str, Any]], Score] | None] | None = None
    """A gold -> who can score a run against it; none of its own: status, tools and words are compared."""


@dataclass(frozen=True)
class Checked:
    """What a pack found in a document of a kind of its own: an entry point of `groundplan.documents`."""

    kind: str
    """What it is, in a few words."""
    findings: tuple[Finding, ...]
    """What has to be mended before it can be used."""
    remarks: tuple[Finding, ...] = ()
    """What else there is to know of it."""


@dataclass(frozen=True)
class Pack:
    """A field of work on the spine."""

    name: str
    summary: str
    folder: Path
    sources: Sources
    reading: Reading
    planning: Planning
    telling: Telling
    extras: Extras = Extras()

    def catalogue(self, source: Source | None) -> Catalogue:
        """Its tools; those that a source brings along are none without one."""
        known = self.planning.catalogue
        if isinstance(known, Catalogue):
            return known
        return known(source) if source is not None else Catalogue({}, {})


__all__ = [
    "Aids", "Awake", "Catalogue", "Checked", "Extras", "Form", "Gate", "Gold", "Implementation", "Mind", "NoSettings",
    "Pack", "Planning", "Reader", "Reading", "Score", "Source", "Sources", "Telling", "setting",
]  # fmt: skip
