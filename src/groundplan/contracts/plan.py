"""The plan: the one intermediate form that packs compile to, checks read and executors run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field, model_validator

from groundplan.contracts.noun import Noun

REF = "$ref"
SOURCE = "source"
"""The reserved name behind which a plan finds its sources: `{"$ref": "source.sales"}`."""
ITEM = "item"
"""The reserved name of what a step with `each` is run for: `{"$ref": "item"}`, or a part of it, `item.owner.name`."""
INPUTS = "inputs"
"""The reserved name of what the caller hands over: `{"$ref": "inputs.order_id"}`; conditions know it, too."""
RESERVED = (SOURCE, ITEM, INPUTS)


def refs(value: Any) -> Iterator[str]:
    """Every reference inside an argument: `{"$ref": "totals.df"}` gives `totals.df`.

    What comes after a step's output goes on into its value: `order.result.customer.email`.
    """
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
    """What a plan may cost; None: as much as it takes."""

    steps: int = 12
    rows: int = 10_000
    """Rows kept in the facts; the result file holds them all."""
    calls: int | None = None
    """Calls of tools, each item of an `each` and each further try among them."""
    seconds: float | None = None
    bytes: int | None = None
    """What all results together may weigh, as far as they lie in memory."""


class Step(Noun):
    """One call of one tool, or one for every item of a list."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    tool: str
    args: dict[str, Any] = {}
    needs: tuple[str, ...] = ()
    """The steps before it; follows from the references, others may be added."""
    when: str | None = None
    """A CEL condition; the step is skipped when it is false."""
    each: Any = None
    """A list, or a reference to one: the step is run for every item, and gives a list."""
    at_once: int = Field(4, ge=1, le=64)
    """How many items of `each` are worked on at the same time."""
    satisfies: tuple[str, ...] = ()
    why: str = ""
    priority: int = 0
    fallback: str | None = None
    retry: int = Field(0, ge=0, le=10)
    """Further tries after a failure that may pass; a step that changes the outside world is never tried again."""
    timeout: float | None = Field(None, gt=0)
    """Seconds one call may take."""

    @model_validator(mode="before")
    @classmethod
    def _needs_follow_references(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        given = list(data.get("needs") or ())
        found = [ref.split(".")[0] for ref in refs([data.get("args") or {}, data.get("each")])]
        needs = dict.fromkeys([*given, *(name for name in found if name not in RESERVED)])
        return {**data, "needs": tuple(needs)}


class Plan(Noun):
    """Steps that answer one goal."""

    goal: str
    pack: str = ""
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
