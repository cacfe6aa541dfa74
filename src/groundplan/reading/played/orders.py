"""Which ones a query keeps, against the words that say so: the highest, the last three."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.query.language.parts import Figure, Keep, Path, Query, walked
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.things import wording
from groundplan.reading.played.ends import ahead, behind, says
from groundplan.reading.played.played import Played
from groundplan.reading.quotes import CUES

_TOP = ("high", "top", "max", "desc")
_PERCENT = frozenset({"%", "percent", "percentage", "pct", "процент", "процентов"})


def misordered(query: Query, asked: Marked, scope: Scope) -> Iterator[str]:
    """Orders that the words do not say, or say the other way round."""
    held = _Orders(query, asked, scope)
    yield from held.ordered()
    yield from held.kept()


class _Orders(Played):
    def ordered(self) -> Iterator[str]:
        """The highest and the lowest: which end, and of what."""
        marks = self.cues("order", "limit")
        ways = {self._down(mark) for mark in (*marks, *self.cues("sorted"))}
        ways |= {cue.label == "max" for cue in self.cues("figure") if cue.label in ("min", "max")}
        picked: list[Any] = [one for one in (self.query.keep, self.query.order) if one is not None]
        picked += [one for one in self.figures if one.fn in ("min", "max")]
        cues = len(marks) + sum(cue.label in ("min", "max") for cue in self.cues("figure"))
        if self.query.keep and len({show(one) for one in picked if isinstance(one, Figure)}) + 1 > max(cues, 1):
            yield "the first ones are kept, and the word for that is the figure's already"
        for one in picked:
            if ways and _downwards(one) not in ways:
                yield f"`{show(self.query)}` takes the wrong end of the order"
        for mark in marks:
            found = [one for one in picked if _downwards(one) == self._down(mark) and not _is_order(one)]
            if not found:
                yield f"{self.asked.said(mark)!r} asks for the {'highest' if self._down(mark) else 'lowest'} only"
            elif not any(self._by_that(mark, one) for one in found):
                yield f"{self.asked.said(mark)!r} is of something else than it is taken by"

    def _down(self, mark: Mark) -> bool:
        """Whether the highest is meant; of times by the words for them."""
        words = {word.lower for word in self.asked.words[mark.start : mark.end]}
        kept = self.query.keep.by if self.query.keep else None
        if isinstance(kept, Path) and self._is_time(kept):
            known = {**wording()["timed"], **wording()["aged"]}
            meant = [known[word] for word in sorted(words) if word in known]
            if meant:
                return bool(meant[0] == "high")
        return mark.label in _TOP

    def _is_time(self, path: Path) -> bool:
        fields = [self.scope.dataset(d).field(name) for d, name in self.ends(path) if name]
        return any(field is not None and field.role == "time" for field in fields)

    def _by_that(self, mark: Mark, picked: Any) -> bool:
        """The amount behind the word is what it is taken by."""
        target = behind(self.asked, mark)
        by = picked.by if isinstance(picked, Keep) else picked
        by = by if by is not None else next((one.of for one in self.query.columns), None)
        amount = self.amount(target)
        cue = next((one for one in self.cues("figure") if target and behind(self.asked, one) is target), None)
        if amount is not None and not says(target, self.ends(by)):
            return False
        fn = CUES.get(cue.label) if cue and cue.start > mark.start else None
        return fn in (None, "sum") or any(isinstance(one, Figure) and one.fn == fn for one in walked(by))

    def kept(self) -> Iterator[str]:
        """How many are kept, where they begin, and of what each."""
        keep = self.query.keep
        if keep is None:
            return
        said = {n for mark in self.asked.marks for n in mark.numbers}
        cued = any(cue.label in ("min", "max") for cue in self.cues("figure"))
        if not cued and not self.cues("order", "limit", "place", "sorted"):
            yield "the first ones are kept, and the question asks for no first ones"
        if keep.n != 1 and keep.n not in said:
            yield f"{keep.n:g} are kept, and the question does not say that number"
        if keep.place and not self.cues("place"):
            yield "one place is kept, and the question does not say which"
        if keep.percent and not _PERCENT & {word.lower for word in self.asked.words}:
            yield "a part of a hundred is kept, and the question does not say so"
        each = {named for cue in self.cues("key") for named in self.asked.marks if ahead(self.asked, named) is cue}
        if keep.each is not None and not any(says(mark, self.ends(keep.each)) for mark in (*each, *self.cues("grain"))):
            yield "the first of each are kept, and the question does not say of each what"


def _downwards(one: Any) -> bool:
    if isinstance(one, Figure):
        return one.fn == "max"
    return not one.lowest if isinstance(one, Keep) else bool(one.descending)


def _is_order(one: Any) -> bool:
    return not isinstance(one, (Keep, Figure))
