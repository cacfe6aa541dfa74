"""What a query holds its rows to, against the numbers and values that the words say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.query.language.parts import Between, Now, Period, Query
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked, placed
from groundplan.reading.constructions.things import wording
from groundplan.reading.played.ends import ahead, behind, ends, says
from groundplan.reading.played.leaves import Leaf, Tested, leaves

_ORDERED = ("<", "<=", ">", ">=")
_FLAGS = ("yes", "y", "true", "no", "n", "false")


def misvalued(query: Query, asked: Marked, scope: Scope) -> Iterator[str]:
    """Numbers and values that the words do not say, or say of something else."""
    held = _Values(query, asked, scope, leaves(query, scope))
    for way in (held.compared, held.numbers, held.valued):
        yield from way()


@dataclass(frozen=True)
class _Signed:
    leaves: tuple[Leaf, ...]
    op: str
    numbers: tuple[Any, ...]


class _Values(Tested):
    def compared(self) -> Iterator[str]:
        """`more than 5 orders`: by that sign, that number, and of that."""
        for mark in self.asked.marks:
            if mark.kind == "compare" and mark.numbers and not any(self._compares(one, mark) for one in self._signed()):
                yield f"{self.asked.said(mark)!r} is {mark.label} {', '.join(f'{n:g}' for n in mark.numbers)}; say that"
        marks = [mark for mark in self.asked.marks if mark.kind == "compare"]
        said = [
            leaf for one in self._signed() for leaf in one.leaves if any(self._compares(one, mark) for mark in marks)
        ]
        for leaf in self.leaves:
            ordered = leaf.op in _ORDERED or isinstance(leaf.test, Between)
            if ordered and _numbers(leaf) and leaf not in said and not self._dated(leaf):
                yield f"`{show(leaf.test)}` is no comparison that the question makes"
            if ordered and any(isinstance(value.value, str) for value in leaf.values):
                yield f"`{show(leaf.test)}` puts names in an order; take `=`"
            if leaf.op in _ORDERED and not leaf.values and not self._is_time(leaf) and not self._than(leaf.op):
                yield f"`{show(leaf.test)}` compares another way than the question does"

    def _dated(self, leaf: Leaf) -> bool:
        """Whether its numbers are years, which are held to their own words."""
        years = any(mark.period and mark.period.bare_year for mark in self.asked.marks)
        return years and all(1000 <= number <= 2999 for number in _numbers(leaf))

    def _is_time(self, leaf: Leaf) -> bool:
        return isinstance(getattr(leaf.test, "right", None), (Period, Now))

    def _than(self, op: str) -> bool:
        """Whether two things are compared so: more than the average."""
        return any(any(placed(self.asked.words, phrase)) for phrase in wording()["than"][op])

    def _signed(self) -> list[_Signed]:
        """Every test with its sign and its numbers; two that close a range together."""
        found = [_Signed((one,), "between" if isinstance(one.test, Between) else one.op, _numbers(one))
                 for one in self.leaves]  # fmt: skip
        for low in list(found):
            for high in found[: len(self.leaves)]:
                if (low.op, high.op) == (">=", "<=") and high.leaves[0].left == low.leaves[0].left:
                    found.append(_Signed((*low.leaves, *high.leaves), "between", (*low.numbers, *high.numbers)))
        return found

    def _compares(self, one: _Signed, mark: Mark) -> bool:
        if one.op != mark.label or set(one.numbers) != set(mark.numbers):
            return False
        beside = [each for each in (ahead(self.asked, mark), behind(self.asked, mark)) if each and each.kind == "thing"]
        beside = [each for each in beside if {thing.kind for thing in each.things} - {"value", "test"}]
        return not beside or any(says(each, one.leaves[0].left) for each in beside)

    def numbers(self) -> Iterator[str]:
        """No number that nobody said."""
        said = {n for mark in self.asked.marks for n in mark.numbers}
        said |= {n / 100 for n in said}
        for leaf in self.leaves:
            for number in _numbers(leaf):
                if number not in said and not (number == 0 and leaf.turned) and not self._dated(leaf):
                    yield f"{number:g} is held against something, and the question does not say it"

    def valued(self) -> Iterator[str]:
        """A value of the field that it is held against, whole where it is said whole."""
        things = [thing for mark in self.asked.marks for thing in mark.things if thing.kind == "value"]
        every = [str(value.value).casefold() for leaf in self.leaves for value in leaf.values]
        for text in dict.fromkeys(one for one in every if every.count(one) > self.asked.text.casefold().count(one) > 0):
            yield f"{text!r} is held against something more often than it is said"
        yield from self._flagged()
        for mark in self.asked.marks:
            if mark.things and {thing.kind for thing in mark.things} == {"value"} and not self._is_held(mark, every):
                yield f"{self.asked.said(mark)!r} is a value, and no rows are held to it"
        for leaf in self.leaves:
            for value in leaf.values:
                same = [one for one in things if str(one.value).casefold() == str(value.value).casefold()]
                if leaf.op in ("has", "starts") and isinstance(value.value, str) and not self._in_part(same):
                    yield f"{value.value!r} is said as a whole value; take `=`"
                if isinstance(value.value, str) and same and not any((t.dataset, t.name) in leaf.left for t in same):
                    yield f"{value.value!r} is a value of {same[0].name}, and is held against another field"

    def _flagged(self) -> Iterator[str]:
        """Yes and no are of fields that hold nothing else, once of each."""
        flags = [(leaf, one) for leaf in self.leaves for one in leaf.values if str(one.value).casefold() in _FLAGS]
        for leaf, one in flags:
            roles = {self.scope.dataset(d).field(name).role for d, name in leaf.left  # type: ignore[union-attr]
                     if name and self.scope.dataset(d).field(name)}  # fmt: skip
            again = sum(other.left == leaf.left for other, _ in flags) > 1
            if again or (not roles & {"flag"} and str(one.value).casefold() not in self.asked.text.casefold()):
                yield f"`{show(leaf.test)}` holds a field to {one.value!r}, and the question does not"

    def _is_held(self, mark: Mark, every: Sequence[str]) -> bool:
        """Whether a test has the value, or each value of the field is a group of its own."""
        if any(str(thing.value).casefold() in every for thing in mark.things):
            return True
        keys = {place for column in self.query.by for place in ends(column, self.base, self.scope)}
        for thing in mark.things:
            field = self.scope.dataset(thing.dataset).field(thing.name)
            beside = [one for one in self.asked.marks if says(one, {(thing.dataset, thing.name)}, "value")]
            if field and (thing.dataset, thing.name) in keys and len(beside) >= field.distinct:
                return True
        return False

    def _in_part(self, same: Sequence[Any]) -> bool:
        return any(one.part for one in same) or any(mark.kind == "has" for mark in self.asked.marks)


def _numbers(leaf: Leaf) -> tuple[Any, ...]:
    held = (value.value for value in leaf.values)
    return tuple(one for one in held if isinstance(one, (int, float)) and not isinstance(one, bool))
