"""A reader that says what it is told to, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.contracts import Question, Understanding
from groundplan.pack import Form


class ToldReader:
    """Understandings in the order given, one for each reading; an error is raised."""

    def __init__(self, understandings: Iterable[Understanding | Exception]) -> None:
        self._left = iter(understandings)
        self.read_texts: list[str] = []
        self.priors: list[dict[str, object] | None] = []

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        self.read_texts.append(question.text)
        self.priors.append(dict(prior) if prior else None)
        found = next(self._left)
        if isinstance(found, Exception):
            raise found
        return found
