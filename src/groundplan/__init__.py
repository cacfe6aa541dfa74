"""groundplan: a question becomes a typed plan, proved against the question; the answer holds only what was found.

>>> import groundplan
>>> run = groundplan.ask("total revenue by region", "sales.csv")
>>> run.answer.text
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundplan import pack
    from groundplan.contracts import (
        Answer,
        Chart,
        Event,
        Facts,
        Finding,
        Plan,
        Question,
        Requirement,
        Rows,
        Step,
        Turn,
        Understanding,
    )
    from groundplan.errors import (
        FillError,
        GroundplanError,
        ModelError,
        PassingError,
        PlanTextError,
        QueryError,
        SetupError,
        SourceError,
        StepError,
        UsageError,
    )
    from groundplan.looking.shape import Look
    from groundplan.planner import Answered, Planner
    from groundplan.python import aask, as_langgraph, ask, load, look, query
    from groundplan.settings import Settings
    from groundplan.shown import Run

__version__ = "0.1.0"

__all__ = [
    "Answer", "Answered", "Chart", "Event", "Facts", "FillError", "Finding", "GroundplanError", "Look", "ModelError",
    "PassingError", "Plan", "PlanTextError", "Planner", "QueryError", "Question", "Requirement", "Rows", "Run",
    "Settings", "SetupError", "SourceError", "Step", "StepError", "Turn", "Understanding", "UsageError", "aask",
    "as_langgraph", "ask", "load", "look", "pack", "query",
]  # fmt: skip

_HOMES = {
    "Answer": "contracts", "Answered": "planner", "Chart": "contracts", "Event": "contracts", "Facts": "contracts",
    "FillError": "errors", "Finding": "contracts", "GroundplanError": "errors", "Look": "looking.shape",
    "ModelError": "errors", "PassingError": "errors", "Plan": "contracts", "PlanTextError": "errors",
    "Planner": "planner", "QueryError": "errors", "Question": "contracts", "Requirement": "contracts",
    "Rows": "contracts", "Run": "shown", "Settings": "settings", "SetupError": "errors", "SourceError": "errors",
    "Step": "contracts", "StepError": "errors", "Turn": "contracts", "Understanding": "contracts",
    "UsageError": "errors", "aask": "python", "as_langgraph": "python", "ask": "python", "load": "python",
    "look": "python", "query": "python",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: the command line's help must not wait for them."""
    from importlib import import_module

    if name == "pack":
        return import_module("groundplan.pack")
    if name not in _HOMES:
        raise AttributeError(f"module 'groundplan' has no attribute {name!r}")
    return getattr(import_module(f"groundplan.{_HOMES[name]}"), name)


class _Package(ModuleType):
    """The package, in which `query` stays the function that people call when the room of that name is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "query" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
