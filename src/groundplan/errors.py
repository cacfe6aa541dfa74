"""The tree of errors. Every message is one sentence that ends with the next move.

GroundplanError
├── UsageError        what was typed cannot be followed (exit 2)
│   ├── SourceError   a file, folder or database cannot be read
│   └── QueryError    a query that cannot be read, or that the source cannot answer
├── SetupError        a key, an extra or a server is missing (exit 3)
│   └── ModelError    the endpoint failed after every try
├── PlanTextError     a plan's text cannot be read back
├── FillError         a model's answer does not fit its contract, even after repair
└── StepError         a tool could not do its step; becomes a finding, and the plan is drafted again
    └── PassingError  what failed may succeed when it is tried again
"""

from __future__ import annotations


class GroundplanError(Exception):
    """The root: anything groundplan itself has to say."""

    exit_code = 1


class UsageError(GroundplanError):
    """What was typed cannot be followed."""

    exit_code = 2


class SourceError(UsageError):
    """A source cannot be read."""


class QueryError(UsageError):
    """A query cannot be read, or cannot be answered safely; the code says which kind of fault it is."""

    def __init__(self, message: str, code: str = "unreadable-query") -> None:
        super().__init__(message)
        self.code = code


class SetupError(GroundplanError):
    """Something outside the question is missing."""

    exit_code = 3


class ModelError(SetupError):
    """The model endpoint failed after every try."""


class PlanTextError(UsageError):
    """A plan's text cannot be read back."""


class FillError(GroundplanError):
    """A model's answer does not fit its contract."""


class StepError(GroundplanError):
    """A tool could not do its step."""


class PassingError(StepError):
    """What failed may succeed when it is tried again: a busy server, a dropped connection."""
