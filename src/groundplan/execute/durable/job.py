"""What a durable run is to do: everything another process needs to do it, as data."""

from __future__ import annotations

from typing import Any

from groundplan.contracts import Plan, Question, Understanding
from groundplan.contracts.noun import Noun


class Job(Noun):
    """A saved plan, on these sources, with these inputs."""

    plan: Plan
    understanding: Understanding | None = None
    """What the plan was made for; None: it is held against the sources alone."""
    question: Question
    inputs: dict[str, Any] = {}
    """What the caller hands over, by name."""
    approved: bool = False
    """Whether it may change the outside world; if not, it waits for somebody who approves before it does."""
