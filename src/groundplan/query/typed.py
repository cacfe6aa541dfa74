"""What a pack needs of typed queries before one is asked: nothing here loads what reads and computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from groundplan.contracts import Coverage, Tool
from groundplan.plan import folder
from groundplan.plan.template import Template

FOLDER = Path(__file__).parent
TOOLS: Mapping[str, Tool] = folder.tools(FOLDER)
INTENT = "query"
TEMPLATE = Template.model_validate(folder.load(FOLDER / "template.yaml"))
STEPS = 60
"""A query may take more steps than a plan that somebody drafts: each follows from a part of it."""
KEY, DAY = "query", "today"
"""Of the form: the text of the query, and the day on which it was asked."""


def is_query(form: Mapping[str, Any]) -> bool:
    """Whether a form is a query; those of other packs may have the text of a search under its name."""
    return KEY in form and DAY in form


def with_queries(coverage: Coverage) -> Coverage:
    """The mapping of a pack with what queries oblige a plan to."""
    ours = folder.coverage(FOLDER)
    more = {"needs": {**coverage.needs, **ours.needs}, "aliases": {**coverage.aliases, **ours.aliases}}
    return coverage.model_copy(update=more)


class Later(Mapping[str, Callable[..., Any]]):
    """How the tools of a pack are done, and those of queries, which are loaded when the first of them is."""

    def __init__(self, own: Mapping[str, Callable[..., Any]]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if name not in TOOLS:
            return self._own[name]
        from groundplan.query.tools import IMPLEMENTATIONS

        return IMPLEMENTATIONS[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._own, *TOOLS))

    def __len__(self) -> int:
        return len(self._own) + len(TOOLS)
