"""What a durable run is to do: everything another process needs to do it, as data."""

from __future__ import annotations

from groundplan.contracts import Plan, Question, Understanding
from groundplan.contracts.noun import Noun


class Job(Noun):
    """A saved plan, on the sources and with the inputs of its question."""

    plan: Plan
    understanding: Understanding | None = None
    """What the plan was made for; None: it is held against the sources alone."""
    question: Question
    approved: bool = False
    """Whether it may change the outside world; if not, it waits for somebody who approves before it does."""
