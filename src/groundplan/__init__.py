"""groundplan: a question becomes a typed plan, proved against the question; the answer holds only what was found.

>>> import groundplan
>>> run = groundplan.ask("total revenue by region", "sales.csv")
>>> run.answer.text
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundplan.contracts import Answer, Facts, Finding, Plan, Question, Run, Turn
    from groundplan.errors import GroundplanError
    from groundplan.planner import Answered, Planner
    from groundplan.python import aask, as_langgraph, ask
    from groundplan.settings import Settings

__version__ = "0.1.0"

__all__ = [
    "Answer", "Answered", "Facts", "Finding", "GroundplanError", "Plan", "Planner", "Question", "Run", "Settings",
    "Turn", "aask", "as_langgraph", "ask",
]  # fmt: skip

_HOMES = {
    **dict.fromkeys(("Answer", "Facts", "Finding", "Plan", "Question", "Run", "Turn"), "contracts"),
    "GroundplanError": "errors",
    **dict.fromkeys(("Answered", "Planner"), "planner"),
    "Settings": "settings",
    **dict.fromkeys(("aask", "as_langgraph", "ask"), "python"),
}


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: the command line's help must not wait for them."""
    if name not in _HOMES:
        raise AttributeError(f"module 'groundplan' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"groundplan.{_HOMES[name]}"), name)
