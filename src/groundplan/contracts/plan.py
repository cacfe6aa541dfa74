"""The plan: the one intermediate form that packs compile to, checks read and executors run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field, model_validator

from groundplan.contracts.noun import Noun

REF = "$ref"
SOURCE = "source"
"""The reserved name behind which a plan finds its sources: `{"$ref": "source.sales"}`."""


def refs(value: Any) -> Iterator[str]:
    """Every reference inside an argument: `{"$ref": "totals.df"}` gives `totals.df`."""
    if isinstance(value, dict):
        if set(value) == {REF}:
            yield str(value[REF])
        else:
            for inner in value.values():
                yield from refs(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from refs(inner)


class Limits(Noun):
    """What a plan may cost."""

    steps: int = 12
    rows: int = 10_000
    """Rows kept in the facts; the result file holds them all."""


class Step(Noun):
    """One call of one tool."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    tool: str
    args: dict[str, Any] = {}
    needs: tuple[str, ...] = ()
    """The steps before it; follows from the references, others may be added."""
    when: str | None = None
    """A CEL condition; the step is skipped when it is false."""
    satisfies: tuple[str, ...] = ()
    why: str = ""
    priority: int = 0
    fallback: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _needs_follow_references(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        given = list(data.get("needs") or ())
        found = [ref.split(".")[0] for ref in refs(data.get("args") or {})]
        needs = dict.fromkeys([*given, *(name for name in found if name != SOURCE)])
        return {**data, "needs": tuple(needs)}


class Plan(Noun):
    """Steps that answer one goal."""

    goal: str
    pack: str = "tables"
    steps: tuple[Step, ...] = ()
    limits: Limits = Limits()
    style: str | None = None
    confidence: float = 1.0

    def step(self, id: str) -> Step | None:
        """The step of that id, or None."""
        return next((s for s in self.steps if s.id == id), None)


class Change(Noun):
    """What a model may do to a plan."""

    action: Literal["add", "remove", "modify"]
    step: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    tool: str | None = None
    params: dict[str, Any] = {}
    rationale: str = ""
    satisfies: tuple[str, ...] = ()
