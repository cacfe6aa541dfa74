"""One try to read a question as a query of one dataset: paths to what is named, and which words were read so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from groundplan.contracts.source_model import Dataset, Field
from groundplan.errors import QueryError
from groundplan.language.names import spoken
from groundplan.query.language.parts import Holds, Path
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.roles import Roles
from groundplan.reading.constructions.routes import Route, Step, both_ways, owner, routes
from groundplan.reading.constructions.things import Thing, wording

_NEAR = 4
"""Words to either side in which a relation may be said: trips that started in Lakeside."""
_LETTERS = 4
Places = tuple[tuple[int, int], ...]


class Unreadable(Exception):
    """The words make no query over this dataset."""


@dataclass(frozen=True)
class Reached:
    """A path to what a mark names."""

    path: Path
    thing: Thing
    many: bool
    """Whether it leads to several rows."""


@dataclass
class Page:
    """The question, the parts its marks play, and the dataset that the query is of."""

    asked: Marked
    roles: Roles
    scope: Scope
    base: Dataset
    used: list[Mark] = field(default_factory=list)
    """The marks that parts were read from."""
    whole: list[Mark] = field(default_factory=list)
    """Of these, those that the query as such was read from: its dataset, `by`, `in total`."""

    def heard(self, *marks: Mark | None) -> None:
        """Marks that the query as such was read from."""
        self.used += [mark for mark in marks if mark is not None]
        self.whole += [mark for mark in marks if mark is not None]

    def said(self, *marks: Mark | None) -> Places:
        """The letters of marks, from which a part is read."""
        self.used += [mark for mark in marks if mark is not None]
        return tuple(self.asked.place(mark) for mark in marks if mark is not None)

    def words(self, mark: Mark) -> list[str]:
        """The words of a mark in small letters."""
        return [word.lower for word in self.asked.words[mark.start : mark.end]]

    def field(self, thing: Thing) -> Field:
        """The field that a thing is, or is a value of."""
        dataset = self.scope.dataset(thing.dataset)
        found = dataset.field(thing.name or dataset.name_field[0])
        assert found is not None, thing
        return found

    @cached_property
    def relations(self) -> frozenset[Step]:
        """The relations that are said, in both directions."""
        things = [t for mark in self.roles.mentioned for t in mark.things if t.kind == "relation"]
        return frozenset(step for t in things for step in both_ways(self.scope, t.dataset, t.name))

    def names_base(self, mark: Mark | None) -> bool:
        """Whether the mark says the rows that the query is of."""
        things = mark.things if mark else ()
        return any(t.kind in ("dataset", "relation") and owner(t, self.scope) == self.base.name for t in things)

    def reached(self, mark: Mark, *kinds: str) -> Reached:
        """What the mark names: what is said best, then what is nearest."""
        found = [
            (round(1 - thing.share, 1), route, steps, thing)
            for thing in mark.things
            if not kinds or thing.kind in kinds
            for route, steps in self._ways(thing)
        ]
        if not found:
            raise Unreadable(f"{self.asked.said(mark)!r} cannot be reached from {self.base.name}")
        best = min(_order(one) for one in found)
        meant = {str(one[3].value) for one in found if _order(one) == best and one[3].kind == "value"}
        if len(meant) > 1:
            told = f"{self.asked.said(mark)!r} may be {' or '.join(sorted(meant)[:5])}; say which one is meant."
            raise QueryError(told, "ambiguous-value")
        rivals = {steps: one for one in found if _order(one) == best for steps in [one[2]]}
        chosen = next(iter(rivals.values())) if len(rivals) == 1 else self._nearer(list(rivals.values()), mark)
        _, route, steps, thing = chosen
        return Reached(Path(steps=steps or ("this",), said=self.said(mark)), thing, route.many)

    def _ways(self, thing: Thing) -> Iterator[tuple[Route, tuple[str, ...]]]:
        for route in routes(self.scope, self.base, thing.dataset, self.relations):
            if thing.kind == "relation":
                hop = self.scope.hops(self.scope.dataset(thing.dataset))[thing.name]
                onward = route.onward(thing.name, hop, thing.dataset)
                yield onward, onward.steps
            else:
                yield route, (*route.steps, thing.name) if thing.name else route.steps

    def _nearer(self, found: Sequence[Any], mark: Mark) -> Any:
        """Of several ways the one whose relation is said nearby."""
        start = max(0, mark.start - _NEAR)
        near = [
            (abs(at - mark.start), word.stem)
            for at, word in enumerate(self.asked.words)
            if start <= at < mark.end + _NEAR
        ]
        usual = [one for one in found if not self._alone(one[2])]
        if len(usual) == 1:
            return usual[0]  # of a department's doctors those who work there, not the one who heads it
        far = len(self.asked.words)
        scored = sorted(
            ((min(self._said_near(one[2], near), default=far), one) for one in found), key=lambda one: one[0]
        )
        if scored[0][0] == scored[1][0]:
            ways = " or ".join(".".join(one[2]) for _, one in scored[:3])
            raise QueryError(f"{self.asked.said(mark)!r} may be {ways}; say which one is meant.", "ambiguous-path")
        return scored[0][1]

    def _alone(self, steps: Sequence[str]) -> bool:
        """Whether it passes a relation by which each row has one of its own."""
        at = self.base
        for step in steps:
            hop = self.scope.hops(at).get(step)
            if hop is None:
                return False
            if hop.alone:
                return True
            at = hop.to
        return False

    def _said_near(self, steps: Sequence[str], near: Sequence[tuple[int, str]]) -> Iterator[int]:
        names = {part[:_LETTERS] for step in steps for part in step.lower().split("_")}
        return (far for far, stem in near if stem[:_LETTERS] in names)

    def amount(self, mark: Mark) -> tuple[Reached, Field]:
        """A field that is a number; of a thing the one amount that it has."""
        fields = tuple(t for t in mark.things if t.kind == "field" and is_amount(self.field(t)))
        reached = self.reached(replace(mark, things=fields or tuple(self._only_amounts(mark))))
        return reached, self.field(reached.thing)

    def _only_amounts(self, mark: Mark) -> Iterator[Thing]:
        for name in dict.fromkeys(owner(t, self.scope) for t in mark.things if t.kind in ("dataset", "relation")):
            amounts = [one for one in self.scope.dataset(name).fields if one.role == "measure"]
            if len(amounts) == 1:
                yield Thing("field", name, amounts[0].name, share=0.9)

    def by_adjective(self, mark: Mark) -> tuple[Path, bool] | None:
        """The field that an adjective measures, and whether the superlative looks for the most."""
        words = set(self.words(mark))
        for known in wording()["adjectives"]:
            if not words & set(known["words"]):
                continue
            for of in known["of"]:
                fields = [one for one in self.base.fields if of in _words_for(one) and (is_amount(one) or is_time(one))]
                if len(fields) == 1:
                    return Path(steps=(fields[0].name,), said=self.said(mark)), not known["low"]
        return None

    def is_flag(self, mark: Mark) -> bool:
        """Whether it names a field that is true or false, so that naming it holds rows to it."""
        best = max(mark.things, key=lambda thing: thing.share)
        return best.kind == "field" and self.field(best).type == "boolean"

    def flagged(self, mark: Mark) -> Holds:
        """Rows for which the field is true."""
        path = self.reached(mark, "field").path
        return Holds(path=path, said=path.said)

    def time(self, mark: Mark | None = None, period: Mark | None = None) -> Path:
        """The time that is named, else that of what is said right before, else the main one of the rows."""
        times = tuple(t for t in mark.things if t.kind == "field" and is_time(self.field(t))) if mark else ()
        if mark and times:
            return self.reached(replace(mark, things=times)).path
        if period is not None and (near := self._time_of_what_is_said_before(period)) is not None:
            return near
        if self.base.main_time:
            return Path(steps=(self.base.main_time,))
        for name, hop in self.scope.hops(self.base).items():
            if not hop.many and not hop.back and hop.to.main_time:
                return Path(steps=(name, hop.to.main_time))
        raise Unreadable(f"{self.base.name} has no time")

    def _time_of_what_is_said_before(self, period: Mark) -> Path | None:
        """`restored in 2022`: the time of the restorations."""
        before = [mark for mark in self.asked.marks if mark.end <= period.start and mark.kind == "thing"][-1:]
        for mark in before:
            sets = [t for t in mark.things if t.kind in ("dataset", "relation")]
            things = tuple(t for t in sets if owner(t, self.scope) != self.base.name)
            if not things or any(t.kind == "dataset" and t.dataset == self.base.name for t in sets):
                continue
            try:
                reached = self.reached(replace(mark, things=things))
            except Unreadable:
                continue
            if not reached.many:
                continue  # curated since 2021: not since the curator is there
            end = self.scope.dataset(owner(reached.thing, self.scope))
            if end.main_time:
                return Path(steps=(*reached.path.steps, end.main_time), said=reached.path.said)
        return None


def _words_for(field: Field) -> frozenset[str]:
    """The words of a field's name, and of its synonyms of one word."""
    single = [synonym.lower() for synonym in field.synonyms if " " not in synonym]
    return frozenset([*spoken(field.name).split(), *single])


def _order(one: tuple[float, Route, tuple[str, ...], Thing]) -> tuple[Any, ...]:
    unsaid, route = one[:2]
    return route.many, unsaid, route.back, len(route.steps)


def is_time(field: Field) -> bool:
    """Whether a field holds dates, or years."""
    return field.role == "time" or field.years


def is_amount(field: Field) -> bool:
    """Whether a field holds figures."""
    return field.type in ("integer", "number") and field.role != "key" and not is_time(field)
