"""The part that each mark of a question plays: what is counted or measured, the keys, the conditions, the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from groundplan.language.finders.fillers import filler
from groundplan.language.words import Word
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.things import wording

_ALIKE = 0.08
"""How much worse a meaning of a word may be said than the best, to count."""
COUNTS = ("count", "count_distinct")


@dataclass(frozen=True)
class Condition:
    """Rows that count: a thing, a number held against one, a period."""

    mark: Mark
    kind: str
    """`value`, `test`, `compare`, `period`, `recurring` or `missing`."""
    of: Mark | None = None
    """What the number or the period is held against, or what is missing."""
    denied: Mark | None = None
    """The words before it that turn it round."""
    within: Mark | None = None
    """Of rows that are counted, a test on them: more than 30 current employees."""


@dataclass(frozen=True)
class Ordered:
    """The first ones only: by what, and how many."""

    mark: Mark
    down: bool
    n: float = 1
    by: Mark | None = None
    place: Mark | None = None
    adjective: Mark | None = None


@dataclass
class Roles:
    """What was found in the words, in their order."""

    asked: Mark | None = None
    """What `which` or `who` looks for."""
    asking: Mark | None = None
    counting: Mark | None = None
    """The words `how many`."""
    counted: Mark | None = None
    measures: list[tuple[Mark | None, Mark]] = field(default_factory=list)
    """What is measured, each with the word for its figure."""
    keys: list[Mark] = field(default_factory=list)
    key_cues: list[Mark] = field(default_factory=list)
    """The words `by` and `each` that stand before them."""
    conditions: list[Condition] = field(default_factory=list)
    agents: list[Mark] = field(default_factory=list)
    """The word `by` before who made it."""
    comparing: Mark | None = None
    """Older, more: of two that are named."""
    compared: Mark | None = None
    """What there is more of."""
    both: list[Mark] = field(default_factory=list)
    either: list[Mark] = field(default_factory=list)
    having: list[tuple[Mark, Mark]] = field(default_factory=list)
    """Numbers that figures of groups are held against."""
    order: Ordered | None = None
    sorted: Mark | None = None
    share: Mark | None = None
    population: Mark | None = None
    adding: list[Mark] = field(default_factory=list)
    """Words such as `in total` that say of a figure nothing new."""
    mentioned: list[Mark] = field(default_factory=list)
    """Things that no word before them gives a part."""


def roles(asked: Marked) -> Roles:
    """One pass over the marks: a cue gives the next thing its part, if no other word stands between."""
    reading = _Reading(asked, Roles())
    for mark in asked.marks:
        reading.read(mark)
    reading.end()
    return reading.found


@dataclass
class _Reading:
    """What the last cues wait for."""

    asked: Marked
    found: Roles
    waiting: Mark | None = None
    number: Mark | None = None
    denied: Mark | None = None
    test: Mark | None = None
    before: Mark | None = None

    def read(self, mark: Mark) -> None:
        """One mark more."""
        gap = self.asked.between(self.before, mark) if self.before else []
        if self.waiting is not None and any(word.is_word and not filler(word) for word in gap):
            self.waiting = None  # it is the word between that it is about
        way = getattr(self, f"_{mark.kind}", None)
        if way is not None:
            way(mark, gap)
        self.before = mark

    def end(self) -> None:
        """What is still waited for stands alone."""
        if self.number is not None:
            self.found.conditions.append(Condition(self.number, "compare"))

    # ------------------------------------------------------------- cues

    def _figure(self, mark: Mark, gap: Sequence[Word]) -> None:
        if mark.label in COUNTS:
            self.found.counting = mark
        elif mark.label == "sum" and self._said(mark) in (*wording()["together"], *wording()["overall"]):
            self.found.adding.append(mark)
            return
        self.waiting = mark

    def _key(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.waiting = mark

    def _which(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.found.asking = self.found.asking or mark
        self.waiting = mark

    def _share(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.found.share = mark
        self.waiting = mark

    def _order(self, mark: Mark, gap: Sequence[Word]) -> None:
        if self.found.order is None:
            self.found.order = Ordered(mark, mark.label in ("high", "top"), mark.numbers[0] if mark.numbers else 1)
            if self.before is not None and self.before.kind == "place":
                self.found.order = replace(self.found.order, place=self.before)
            self.waiting = mark

    _limit = _order

    def _sorted(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.found.sorted = mark

    def _grain(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.found.keys.append(mark)
        if self.waiting is not None and self.waiting.kind == "key":
            self.found.key_cues.append(self.waiting)
        self.waiting = None

    def _not(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.denied = mark

    _missing = _filled = _not

    def _number(self, mark: Mark, gap: Sequence[Word]) -> None:
        order = self.found.order
        if order is not None and self.before is order.mark and not order.mark.numbers:
            self.found.order = replace(order, n=mark.numbers[0], place=mark)

    def _compare(self, mark: Mark, gap: Sequence[Word]) -> None:
        measured = [one for _, one in self.found.measures]
        if self.before is not None and self._near(gap) and self.before in measured:
            self.found.having.append((mark, self.before))
        elif self.before is not None and self._near(gap) and self._amount_named():
            self.found.mentioned.remove(self.before)
            self.found.conditions.append(Condition(mark, "compare", self.before))
        else:
            self.number = mark

    def _amount_named(self) -> bool:
        """Whether the thing right before is a field, which a number may be held against."""
        named = self.before in self.found.mentioned
        return named and self.before is not None and any(thing.kind == "field" for thing in self.before.things[:1])

    def _period(self, mark: Mark, gap: Sequence[Word]) -> None:
        last = self.found.conditions[-1] if self.found.conditions else None
        if last is not None and last.kind == "missing" and last.mark is self.before and self._near(gap):
            self.found.conditions[-1] = Condition(mark, mark.kind, last.mark, last.denied)  # not checked in 2024
            return
        of = self.before if self.before in self.found.mentioned and self._near(gap) else None
        if of is not None:
            self.found.mentioned.remove(of)
        self.found.conditions.append(Condition(mark, mark.kind, of, self._denial()))

    _recurring = _period

    # ------------------------------------------------------------- things

    def _thing(self, mark: Mark, gap: Sequence[Word]) -> None:
        kinds = {thing.kind for thing in mark.things if thing.share >= max(t.share for t in mark.things) - _ALIKE}
        keyed = self.waiting is not None and self.waiting.kind == "key"  # `per carrier` is no value
        if keyed and kinds == {"value"} and self._said(self.waiting) in wording()["made_by"]:
            assert self.waiting is not None
            self.found.agents.append(self.waiting)  # works by a painter
            keyed, self.waiting = False, None
        if ("value" in kinds or kinds == {"test"}) and not keyed:
            self._condition(mark, "value" if "value" in kinds else "test")
            if self.waiting is not None and self.waiting.kind == "which":
                self.waiting = None
            return
        if self.number is not None:
            self.found.conditions.append(Condition(self.number, "compare", mark, within=self.test))
            self.number = self.test = None
        elif self.denied is not None:
            self.found.conditions.append(Condition(mark, "missing", mark, self._denial()))
        elif self.waiting is None and self._continues(gap):
            self.found.keys.append(mark)
        else:
            self._given(mark)
        self.waiting = None

    def _condition(self, mark: Mark, kind: str) -> None:
        amounts = self.waiting is not None and self.waiting.kind in ("figure", "order", "limit")
        if kind == "test" and self.number is not None:
            self.test = mark
        elif kind == "test" and amounts and any(thing.name.startswith("money") for thing in mark.things):
            self._given(mark)
        else:
            self.found.conditions.append(Condition(mark, kind, denied=self._denial()))

    def _given(self, mark: Mark) -> None:
        """The part that the cue before it gives it."""
        found, cue = self.found, self.waiting
        if cue is None:
            found.mentioned.append(mark)
        elif cue.kind == "key" and self._ranked_by(mark):
            assert found.order is not None
            found.asked = found.asked or found.order.by  # the top 3 shops by loaves
            found.order = replace(found.order, by=mark)
            found.key_cues.append(cue)
        elif cue.kind == "key":
            found.keys.append(mark)
            found.key_cues.append(cue)
        elif cue.kind == "figure" and cue.label in COUNTS:
            found.counted = mark
        elif cue.kind == "figure":
            found.measures.append((cue, mark))
        elif cue.kind == "which":
            found.asked = found.asked or mark
        elif cue.kind == "adjective":
            found.compared = mark
        elif cue.kind == "share":
            found.population = mark
        elif found.order is not None:
            found.order = replace(found.order, by=mark)

    def _ranked_by(self, mark: Mark) -> bool:
        """`the most valuable by insured value`: an amount makes no groups."""
        order = self.found.order
        ranked = order is not None and (order.by is None or any(t.kind == "dataset" for t in order.by.things))
        return ranked and {thing.kind for thing in mark.things} == {"field"}

    def _said(self, mark: Mark | None) -> str:
        return self.asked.said(mark).lower() if mark else ""

    def _adjective(self, mark: Mark, gap: Sequence[Word]) -> None:
        order = self.found.order
        if order is not None and self.before is order.mark and not gap:
            self.found.order = replace(order, adjective=mark)  # most valuable
            self.waiting = order.mark
        elif self.found.comparing is None:
            self.found.comparing = mark
            self.waiting = mark

    def _both(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.found.both.append(mark)

    def _or(self, mark: Mark, gap: Sequence[Word]) -> None:
        self.found.either.append(mark)

    def _denial(self) -> Mark | None:
        denied, self.denied = self.denied, None
        return denied

    def _near(self, gap: Sequence[Word]) -> bool:
        return all(filler(word) for word in gap)

    def _continues(self, gap: Sequence[Word]) -> bool:
        keys = self.found.keys
        joins = bool(gap) and all(word.lower in wording()["continuing"] for word in gap)
        return bool(keys) and self.before is keys[-1] and joins


def joined(words: Sequence[Word]) -> bool:
    """Whether the words between two values only join them."""
    return all(word.lower in wording()["joining"] or word.lower in wording()["inside"] for word in words)
