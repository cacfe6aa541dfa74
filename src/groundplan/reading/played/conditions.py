"""Which conditions a query holds its rows to, against the words that say them: what is wrong, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from groundplan.language.words import split
from groundplan.query.language.parts import (
    All,
    Among,
    AnyOf,
    Holds,
    Missing,
    Query,
    Some,
    walked,
)
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.roles import joined
from groundplan.reading.constructions.things import wording
from groundplan.reading.played.dates import misrecurring, mistimed
from groundplan.reading.played.ends import ahead, behind, ends, says
from groundplan.reading.played.leaves import Leaf, Tested, leaves
from groundplan.reading.played.values import misvalued

_ORDERED = ("<", "<=", ">", ">=")
_SAID = ("thing", "compare", "number", "period", "recurring")
_EACH = frozenset({"all", "every", "each", "only", "always", "все", "всех", "каждый"})


def mistested(query: Query, asked: Marked, scope: Scope, today: date) -> Iterator[str]:
    """Conditions that the words do not say, or say otherwise."""
    held = _Tests(query, asked, scope, leaves(query, scope))
    yield from held.turned()
    yield from held.either()
    yield from held.named()
    yield from misvalued(query, asked, scope)
    yield from mistimed(held.leaves, asked, today)
    yield from misrecurring(held.leaves, asked)


class _Tests(Tested):
    def turned(self) -> Iterator[str]:
        """`not` turns round what stands beside it, and nothing else."""
        cues = [mark for mark in self.asked.marks if mark.kind in ("not", "missing", "filled")]
        for cue in cues:
            if not self._is_denied(cue):
                yield f"{self.asked.said(cue)!r} is said of what follows it; turn that test round, and no other"
        for leaf in self.leaves:
            denied = leaf.turned or isinstance(leaf.test, Missing)
            if denied and not leaf.within and not self._excused(leaf, cues):
                yield f"`{show(leaf.test)}` is turned round, and the question does not say so"

    def _is_denied(self, cue: Mark) -> bool:
        about = [mark for mark in self._about(cue) if mark.kind in _SAID]
        met = [leaf for mark in about for leaf in self.leaves if self._meets(leaf, mark)]
        return any(leaf.turned != (cue.kind == "filled") or leaf.op in _ORDERED for leaf in met)

    def _excused(self, leaf: Leaf, cues: Sequence[Mark]) -> bool:
        if leaf.op in _ORDERED:
            return True  # held to its own words below
        tests = any(t.kind == "test" for mark in self.asked.marks for t in mark.things)
        others = any(mark.kind == "compare" and mark.label == "!=" for mark in self.asked.marks)
        beside = any(
            self._meets(leaf, mark)
            for cue in cues
            for mark in self._about(cue)
            if cue.kind != "filled" or not leaf.turned
        )
        return beside or (tests and isinstance(leaf.test, Missing)) or others

    def _about(self, cue: Mark) -> list[Mark]:
        """What a `not` is said of: what follows it, or what it follows where nothing does."""
        if (behind_it := behind(self.asked, cue)) is not None:
            return [behind_it]
        marks = self.asked.marks[self.asked.marks.index(cue) + 1 :]
        after = [mark for mark in marks[:1] if mark.start - cue.end <= 2]
        before = ahead(self.asked, cue) if cue.kind != "not" else None
        return [mark for mark in (before, *after) if mark is not None]

    def _meets(self, leaf: Leaf, mark: Mark) -> bool:
        """Whether the test can have been read from a mark."""
        if mark.kind != "thing":
            return bool(mark.period or mark.again) or any(value.value in mark.numbers for value in leaf.values)
        texts = [str(value.value).casefold() for value in leaf.values]
        values = [thing for thing in mark.things if thing.kind == "value"]
        if values and texts and leaf.values[0].value is not False:
            return any(str(t.value).casefold() in texts for t in values) or says(mark, leaf.ends, "field", "test")
        if isinstance(leaf.test, Some):
            far = {place for place in leaf.ends if place[0] != leaf.base.name}
            own = {t.dataset for t in mark.things if t.kind != "relation"}
            return bool(own & {dataset for dataset, _ in far}) or says(mark, far)
        return says(mark, leaf.ends)

    def either(self) -> Iterator[str]:
        """`or` between two conditions, and nowhere else."""
        marks = self.asked.marks
        sides = [self._sides(at) for at, mark in enumerate(marks) if mark.kind == "or"]
        open_ = [part for part in walked(self.query) if isinstance(part, AnyOf)]
        among = any(isinstance(part, (AnyOf, Among)) for part in walked(self.query))
        if any(len(side) > 1 for side in sides) and not among and not self.query.by:
            yield "the question says `or` between two conditions; one of them is enough"
        for part in open_:
            if any(isinstance(one, All) for one in part.tests):
                yield "which of the conditions belong together is not clear; say no `and` inside an `or`"
            if not all(self._beside(one, sides) for one in part.tests):
                yield f"`{show(part)}` is enough in part, and the question says no `or` between these"

    def _sides(self, at: int) -> list[Mark]:
        """The conditions to both sides of an `or`, with those joined to the first."""
        marks = self.asked.marks
        sides = [mark for mark in marks[at + 1 : at + 2] if mark.kind in _SAID]
        for place in range(at - 1, -1, -1):
            if marks[place].kind not in _SAID or (len(sides) > 1 and not self._joined(place)):
                break
            sides.append(marks[place])
        return sides

    def _joined(self, place: int) -> bool:
        one, other = self.asked.marks[place : place + 2]
        return joined(self.asked.between(one, other)) and bool(self.asked.between(one, other))

    def _beside(self, test: Any, sides: Sequence[Sequence[Mark]]) -> bool:
        found = [leaf for leaf in self.leaves if any(leaf.test is each for each in walked(test))]
        return any(self._meets(leaf, mark) for leaf in found for side in sides for mark in side)

    def named(self) -> Iterator[str]:
        """Named tests and rows that there must be are said; so is that all of them must be so."""
        words = {word.lower for word in split(self.asked.text)}
        told = [column.of for column in (*self.query.columns, *self.query.by, *self.query.show)]
        places = {place for one in told for place in ends(one, self.base, self.scope)}
        places |= {place for leaf in self.leaves if not isinstance(leaf.test, Some) for place in leaf.ends}
        free = [mark for mark in self.asked.marks if mark.things and not says(mark, places)]
        for leaf in self.leaves:
            test = leaf.test
            if isinstance(test, (Holds, Some)) and not any(self._meets(leaf, one) for one in self._naming(test, free)):
                yield f"`{show(test)}` is tested, and the question does not name it"
            if isinstance(test, Some) and test.every and not words & (_EACH | set(wording()["only"])):
                yield f"`{show(test)}` must be so of all rows, and the question does not say all"

    def _naming(self, test: Any, free: Sequence[Mark]) -> Sequence[Mark]:
        """The marks that may name a test; that there are rows is said by words that say nothing else."""
        there = isinstance(test, Some) and test.where is None
        return free if there else [mark for mark in self.asked.marks if mark.things]
