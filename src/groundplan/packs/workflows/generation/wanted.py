"""What a graph is to be like, and the response of whoever drafted it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from groundplan.contracts import Plan
from groundplan.contracts.noun import Noun
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.drafting.analysis import TaskAnalysis
from groundplan.packs.workflows.graph import Constraints

COMPUTES = ("select", "choose", "fill_text")
"""Tools that may be used whatever is allowed: they touch nothing."""


class Wanted(Noun):
    """What a graph is to be like, whoever drafts it."""

    max_nodes: int = Field(50, ge=1)
    preferred_modes: tuple[str, ...] = ()
    """The modes that its executors may have; empty: any."""
    available_tools: tuple[str, ...] | None = None
    """The tools that it may use; None: all that there are."""
    max_iterations: int = Field(3, ge=1, le=10)
    """How often a model is asked for it at most."""
    require_validation: bool = True
    """Whether a graph with faults is no graph; else it is given as it is, with what is wrong, and makes no plan."""

    def held_to(self, opened: Opened, model: str = "") -> Constraints:
        """The same as graphs are checked."""
        allowed = None if self.available_tools is None else (*self.available_tools, *COMPUTES)
        tools = {name: opened.tools[name] for name in opened.tools}
        return Constraints(
            max_nodes=self.max_nodes, modes=self.preferred_modes, allowed=allowed, tools=tools, model=model or None
        )


class Attempt(Noun):
    """One try at a graph: what was wrong with it."""

    number: int
    drafter: Literal["model", "embedded"]
    valid: bool
    errors: tuple[str, ...] = ()
    """Each with its place and how to mend it."""
    codes: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    """What was mended without asking anybody."""
    tokens: int = 0
    seconds: float = 0.0


class PlanResponse(Noun):
    """A drafted graph, and how it came about."""

    plan_id: str
    success: bool
    drafter: Literal["model", "embedded"] = "embedded"
    model: str = ""
    graph: dict[str, Any] | None = None
    plan: Plan | None = None
    reasoning: str = ""
    analysis: TaskAnalysis | None = None
    iterations: int = 0
    """How often the model was asked for the graph."""
    validation_log: tuple[Attempt, ...] = ()
    confidence: float | None = None
    """None: nothing was measured for this drafter."""
    tokens: int = 0
    duration: float = 0.0
    error: str = ""
    """Why there is no graph, in words that quote the task."""
    advice: tuple[str, ...] = ()
    """How the task could be made simpler, or which constraint be loosened."""
    notes: tuple[str, ...] = ()
