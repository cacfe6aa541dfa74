"""What readers of sources hand over: rows of one dataset and project, with a certificate of how much was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from groundplan.contracts.noun import Noun

Row = Mapping[str, Any]


class Certificate(Noun):
    """How much of a dataset of one project was read, from where, and when."""

    source: str
    dataset: str
    project: str = ""
    read: int = 0
    expected: int | None = None
    """What the source says it has; None: it does not say."""
    capped: bool = False
    since: datetime | None = None
    until: datetime | None = None
    query: str = ""
    """What was asked of the source."""
    at: datetime | None = None
    """When it was read last."""
    failed: str = ""
    """Why it could not be read to its end."""

    @property
    def complete(self) -> bool:
        """Whether everything is here that the source has."""
        return not self.failed and not self.capped and self.expected in (None, self.read)

    def why(self) -> str:
        """Why it is not complete, in words."""
        if self.failed:
            return self.failed
        if self.capped:
            return f"only {self.read:,} were read, as far as the limit goes"
        return f"{self.read:,} of {self.expected:,} were read"

    def told(self, now: datetime) -> str:
        """The certificate as a line."""
        of = f"{self.read:,}" + (f" of {self.expected:,}" if self.expected is not None else "")
        where = f"{self.source}{f' {self.project}' if self.project else ''}: {self.dataset.replace('_', ' ')}"
        days = [moment.date().isoformat() for moment in (self.since, self.until) if moment]
        spread = f", {' to '.join(dict.fromkeys(days))}" if days else ""
        age = f", {_age(now - self.at)}" if self.at else ""
        fault = "" if self.complete else f"; incomplete: {self.why()}"
        return f"{where}, {of} read{spread}{age}{fault}; {self.query}"


def _age(span: Any) -> str:
    seconds = max(0, int(span.total_seconds()))
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit} old"
    return "just now"


@dataclass(frozen=True)
class Part:
    """Rows of one dataset of one project, as they are read."""

    certificate: Certificate
    rows: Sequence[Row] = ()
    whole: bool = True
    """Whether these are all there are; else they stand in for those of the same keys."""
    mark: str = ""
    """What the next reading goes on from."""
    counted: bool = field(default=True)
    """Whether `read` is to be counted in the mirror once the rows are there."""


class Reads(Protocol):
    """A source of activity."""

    def read(self, marks: Mapping[tuple[str, str], str]) -> Iterator[Part]:
        """What is new since the marks, by dataset and project; what fails comes as a certificate that says why."""
