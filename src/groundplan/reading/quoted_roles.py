"""What the parts of a query quote, against what these words can mean: a number a number, a value all of something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from groundplan.language.words import stems
from groundplan.query.language.parts import (
    Column,
    Compare,
    Figure,
    Holds,
    Keep,
    Missing,
    Not,
    Now,
    Order,
    Path,
    Period,
    Query,
    Some,
    Taken,
    Value,
    inner,
)
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.played.ends import ends, near, says
from groundplan.reading.quotes import CUES

_ALIKE = 85
"""How alike a value and the words for it are written."""
_ENDS = ("order", "limit", "sorted", "sorting", "place", "number", "figure", "compare")
_DENYING = ("not", "missing", "filled", "only", "compare")


def misquoted(query: Query, asked: Marked, scope: Scope) -> tuple[str, ...]:
    """Quotes that cannot mean the part that quotes them, in sentences; what is not quoted is not looked at."""
    held = _Quotes(asked, scope)
    return tuple(dict.fromkeys(held.wrong(query, str(query.of))))


@dataclass(frozen=True)
class _Quotes:
    asked: Marked
    scope: Scope

    def wrong(self, part: Any, of: str) -> Iterator[str]:
        """The parts that misquote; of rows that are reached by a relation what they hold, too."""
        for start, end in getattr(part, "said", ()):
            marks = [mark for mark in self.asked.marks if self._within(mark, start, end)]
            if not self._means(part, self.asked.text[start:end], marks, of):
                yield f"{self.asked.text[start:end]!r} cannot mean {_told(part)}; quote the words that do, or none"
        for each in inner(part):
            yield from self.wrong(each, str(each.of) if isinstance(each, Query) else of)

    def _within(self, mark: Mark, start: int, end: int) -> bool:
        low, high = self.asked.place(mark)
        return start < high and low < end

    def _means(self, part: Any, said: str, marks: list[Mark], of: str) -> bool:
        if isinstance(part, Value):
            return self._value(part, said, marks)
        kinds = {mark.kind for mark in marks}
        if isinstance(part, (Period, Now)):
            return bool(kinds & {"period", "recurring"})
        if isinstance(part, (Not, Missing)):
            return bool(kinds & set(_DENYING)) or any(t.kind == "test" for mark in marks for t in mark.things)
        if isinstance(part, (Keep, Order)):
            return bool(kinds & set(_ENDS))
        if isinstance(part, Figure):
            return self._figure(part, marks)
        if isinstance(part, Taken):
            return not kinds - {"thing"} or bool(kinds & {"grain", "recurring", "key", "shown", "period", "which"})
        if isinstance(part, Compare) and any(mark.kind == "compare" for mark in marks):
            return any(mark.label == part.op for mark in marks if mark.kind == "compare") or part.op in ("=", "!=")
        return not isinstance(part, (Path, Holds, Some)) or self._path(part, marks, of)

    # ------------------------------------------------------------- each kind

    def _value(self, part: Value, said: str, marks: list[Mark]) -> bool:
        if isinstance(part.value, bool):
            return True
        if isinstance(part.value, (int, float)):
            years = [day.year for mark in marks if mark.period for day in (mark.period.low, mark.period.high) if day]
            return (
                part.value in [n for mark in marks for n in (*mark.numbers, *(n / 100 for n in mark.numbers))] + years
            )
        if any(self._is_key(mark) for mark in marks):
            return False
        whole = [thing for mark in marks for thing in mark.things if thing.kind == "value"]
        if any(str(thing.value).casefold() == part.value.casefold() for thing in whole):
            return True
        written = " ".join(stems(part.value)), " ".join(stems(said))
        return any(mark.kind == "recurring" for mark in marks) or fuzz.ratio(*written) >= _ALIKE

    def _is_key(self, mark: Mark) -> bool:
        """`per carrier`, `each carrier` are no value."""
        at = self.asked.marks.index(mark)
        cue = self.asked.marks[at - 1] if at else None
        return cue is not None and cue.kind == "key" and near(self.asked, cue, mark)

    def _figure(self, part: Figure, marks: list[Mark]) -> bool:
        cues = [mark for mark in marks if mark.kind == "figure"]
        fits = {CUES.get(mark.label, "count") for mark in cues}
        counted = part.fn in ("count", "distinct", "sum") and fits & {"count", "sum"}
        moved = part.fn not in (*CUES.values(), "count", "distinct")
        return not cues or part.fn in fits or bool(counted) or moved

    def _path(self, part: Any, marks: list[Mark], of: str) -> bool:
        """One of the things in the words is one that the path leads to."""
        things = [mark for mark in marks if mark.kind == "thing"]
        if not things or len({mark.kind for mark in marks}) > 1:
            return bool(things) or not any(mark.kind in ("number", "not", "compare") for mark in marks)
        every = [ends(part, one, self.scope) for one in self.scope.datasets]
        return any(says(mark, places) for mark in things for places in every)


def _told(part: Any) -> str:
    if isinstance(part, (Keep, Order)):
        return "which ones come first"
    return f"`{show(part.of if isinstance(part, Column) else part)}`"
