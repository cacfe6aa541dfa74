"""What is wrong with a query: where, why, and what would be right; for a person and for the next prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from groundplan.contracts.noun import Noun
from groundplan.errors import GroundplanError

NOT_BY_SCHEMA = "400802"
NOT_VALID = "400803"
BAD_FORMULA = "400800"


class Fix(Noun):
    """One change of the JSON that would mend it."""

    op: Literal["replace", "remove", "rename", "add"]
    where: str
    value: Any = None


class Fault(Noun):
    """One fault of a query."""

    code: str
    where: str
    """The path of what is wrong: `query.filters.0.filterType`."""
    message: str
    suggestion: str = ""
    fix: Fix | None = None
    warning: bool = False
    """It can be answered, and may not mean what is meant."""
    error_code: str = NOT_VALID
    """The service's own for it."""


class BadFormula(GroundplanError):
    """A calculation that cannot be read, or that does not fit."""

    def __init__(self, message: str, at: int = 0, code: str = "bad-formula", suggestion: str = "") -> None:
        super().__init__(message)
        self.at, self.code, self.suggestion = at, code, suggestion


class Refused(GroundplanError):
    """A query that is not run."""

    exit_code = 1

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults) or "the query is refused")


def errors(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults for which a query cannot be answered."""
    return tuple(fault for fault in faults if not fault.warning)


def validation_suggestions(faults: Iterable[Fault]) -> tuple[str, ...]:
    """What would be right, each once, in the order of the faults."""
    return tuple(dict.fromkeys(fault.suggestion for fault in faults if fault.suggestion))
