"""A query -> JSON, each part with the words of the question it was read from; `meant.py` takes it back.

A part says what it `is`; paths, values, times and names that the query itself gives are told by their one key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.query.language import parts as p
from groundplan.query.tools.values import title_of

SAID = "said"
TAGS: Mapping[str, type[p.Part]] = {
    "part": p.Taken, "computed": p.Computed, "choice": p.Choice, "figure": p.Figure, "one": p.One, "and": p.All,
    "or": p.AnyOf, "not": p.Not, "compare": p.Compare, "between": p.Between, "among": p.Among,
    "among_rows": p.AmongRows, "missing": p.Missing, "some": p.Some,
}  # fmt: skip
"""What a part `is`; two of them alone could not be told by what they hold."""
_TAG_OF: Mapping[type[Any], str] = {kind: tag for tag, kind in TAGS.items()}


def written_of(query: p.Query, question: str = "") -> dict[str, Any]:
    """The JSON of a query; its quotes are cut out of the question."""
    found: dict[str, Any] = _Writing(question, frozenset(_given(query))).part(query)
    return found


def _given(query: p.Query) -> Iterator[str]:
    """The names that a query gives itself: after `as`, and to the columns of a query that it asks of."""
    for part in p.walked(query, into_queries=True):
        if isinstance(part, p.Column) and part.name:
            yield part.name
        if isinstance(part, p.Query) and isinstance(part.of, p.Query):
            yield from (title_of(one.of) for one in (*part.of.by, *part.of.columns, *part.of.show))


@dataclass(frozen=True)
class _Writing:
    question: str
    given: frozenset[str]

    def part(self, part: Any) -> Any:
        """Anything in a query."""
        if isinstance(part, tuple):
            return [self.part(each) for each in part]
        if isinstance(part, p.Holds):  # where a test is wanted, a path is one
            return self.part(part.path.model_copy(update={SAID: tuple(dict.fromkeys((*part.said, *part.path.said)))}))
        if not isinstance(part, Noun):
            return part
        tag = {"is": _TAG_OF[type(part)]} if type(part) in _TAG_OF else {}
        quotes = {SAID: self._quotes(part)} if isinstance(part, p.Part) else {}
        return {**tag, **(self._leaf(part) or self._fields(part)), **quotes}

    def _fields(self, part: Any) -> dict[str, Any]:
        return {name: self.part(getattr(part, name)) for name in type(part).model_fields if name != SAID}

    def _leaf(self, part: Any) -> dict[str, Any]:
        """What its one key tells."""
        if isinstance(part, p.Path):
            first, *more = part.steps
            alone = "called" if first in self.given else "path"
            return {"path": list(part.steps)} if more else {alone: first}
        if isinstance(part, p.Period):
            return {"period": part.text}
        return {"now": part.unit, "start": part.start, "end": part.end} if isinstance(part, p.Now) else {}

    def _quotes(self, part: p.Part) -> list[str]:
        return [self.question[start:end] for start, end in part.said if self.question[start:end]]
