"""Expressions, tests and figures made by chance over a ground, mostly such that can be answered."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from random_bases import NAMES, WORDS
from random_grounds import Ground, Grounds, Names, Way

from groundplan.query.language import parts as p

PERIODS = ("2023-11", "2023-12", "2024-01", "2023-Q4", "2024-W01", "2024-01-04", "2023-11-25T09:00", "2024-12-29")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", ">", "<=")
HERE: tuple[Names, ...] = ((),)


@dataclass(frozen=True)
class Maker:
    """Parts of queries over one ground. `fellows`: rows may be held against each other here."""

    rng: Random
    grounds: Grounds
    ground: Ground
    fellows: bool = False
    deep: int = 2

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def deeper(self) -> Maker:
        """The same, with less left to nest."""
        return replace(self, deep=self.deep - 1)

    def way(self, kinds: Collection[str], allowed: Collection[Names] = HERE, fine: bool = False) -> Way | None:
        """A way to a value of these kinds; short ones more often, ill fitting ones seldom."""
        if self.chance(0.03):
            return self.rng.choice(self.ground.ways)
        found = self.ground.of_kind(kinds, allowed, fine)
        return self.rng.choices(found, [3.0 ** -len(way.steps) for way in found])[0] if found else None

    def many(self) -> Names:
        """A relation to many, or none."""
        manys = self.ground.manys()
        return self.rng.choices(manys, [3.0 ** -len(many) for many in manys])[0] if manys else ()

    # ------------------------------------------------------------------ values

    def literal(self) -> p.Value:
        """A small number, whole or half."""
        value = self.rng.randint(-1, 4)
        return p.Value(value=value + 0.5 if self.chance(0.2) else value)

    def number(self, allowed: Collection[Names] = HERE, fine: bool = False) -> p.X:
        """A number of a row."""
        way = self.way(("number", "minutes"), allowed, fine)
        plain: p.X = way.path if way else self.literal()
        if self.deep < 1 or self.chance(0.6):
            return plain
        make = self.rng.choice([self._sum, self._sum, self._unit, self._bin, self._cycle, self._choice, self._own])
        return make(plain, allowed)

    def _sum(self, plain: p.X, allowed: Collection[Names]) -> p.X:
        right = self.literal() if self.chance(0.5) else self.deeper().number(allowed)
        if self.chance(0.1) and not isinstance(plain, p.Value):
            return p.Computed(op="-", left=None, right=plain)
        return p.Computed(op=self.rng.choice(("+", "-", "*", "/")), left=plain, right=right)

    def _unit(self, plain: p.X, allowed: Collection[Names]) -> p.X:
        unit = self.rng.choice(p.UNITS)
        took, later = self.way(("minutes",), allowed), self.way(("date",), allowed)
        if took and took.kind == "minutes" and self.chance(0.5):
            return p.Taken(part=unit, of=took.path)
        if not later:
            return plain
        other = self.way(("date",), allowed)
        earlier: p.X = other.path if other and self.chance(0.6) else p.Period(text="2024-01-04")
        return p.Taken(part=unit, of=p.Computed(op="-", left=later.path, right=earlier))

    def _bin(self, plain: p.X, allowed: Collection[Names]) -> p.X:
        return p.Taken(part="bin", of=plain, size=self.rng.choice((1, 2, 2.5))) if self.chance(0.7) else p.Taken(
            part="abs", of=plain)  # fmt: skip

    def _cycle(self, plain: p.X, allowed: Collection[Names]) -> p.X:
        way = self.way(("date",), allowed)
        if self.chance(0.2) or not way:
            return p.Taken(part=self.rng.choice(("year", "decade")), of=plain)
        part = self.rng.choice(("year", "decade", "month_of_year", "day_of_month", "hour_of_day"))
        return p.Taken(part=part, of=way.path)

    def _choice(self, plain: p.X, allowed: Collection[Names]) -> p.X:
        return self.choice([1, 2.5, 0])

    def _own(self, plain: p.X, allowed: Collection[Names]) -> p.X:
        return self.own() or plain

    def choice(self, values: list[Any]) -> p.Choice:
        """A choice between values."""
        cases = tuple(
            p.Case(value=p.Value(value=value), test=self.deeper().simple())
            for value in values[: self.rng.randint(1, 2)]
        )
        return p.Choice(cases=cases, otherwise=p.Value(value=values[2]) if self.chance(0.5) else None)

    def any_value(self, allowed: Collection[Names] = HERE) -> p.X:
        """A value of any kind."""
        if self.chance(0.35):
            return self.number(allowed)
        way = self.way(("text", "date", "thing", "truth"), allowed)
        if way and way.kind == "date" and self.chance(0.5):
            return p.Taken(part=self.rng.choice((*p.GRAINS, "weekday")), of=way.path)
        return way.path if way else self.number(allowed)

    # ------------------------------------------------------------------ tests

    def test(self) -> p.Test:
        """A test of a row, often of several parts."""
        if self.deep > 0 and self.chance(0.22):
            tests = tuple(self.deeper().test() for _ in range(2))
            return p.All(tests=tests) if self.chance(0.6) else p.AnyOf(tests=tests)
        if self.deep > 0 and self.chance(0.15):
            return p.Not(test=self.deeper().test())
        return self.simple()

    def simple(self) -> p.Test:
        """One condition."""
        from random_tests import simple

        return simple(self)

    # ------------------------------------------------------------------ figures

    def own(self) -> p.Figure | None:
        """A figure of the row itself, along a relation to many; or one among its fellows."""
        if self.fellows and self.chance(0.4):
            return self.among()
        many = self.many()
        return self.figure(many) if many else None

    def figure(self, many: Names) -> p.Figure:
        """A figure of the rows at a relation to many, or of these."""
        from random_figures import figure

        return figure(self, many)

    def among(self) -> p.Figure:
        """A figure of a row among its fellows."""
        from random_figures import among

        return among(self)

    def far(self, steps: Names) -> Maker:
        """The same at the end of a relation."""
        return replace(self, ground=self.grounds.beyond(self.ground, steps), fellows=False, deep=self.deep - 1)

    def text(self) -> p.Value:
        """A text that may be there."""
        return p.Value(value=self.rng.choice((*WORDS, *NAMES, "k3")))

    def period(self) -> p.X:
        """A time."""
        if self.chance(0.3):
            start = self.rng.randint(-4, 1)
            end = start + self.rng.randint(0, 3) if self.chance(0.4) else None
            unit = self.rng.choice(p.GRAINS if self.chance(0.1) else [one for one in p.GRAINS if one != "hour"])
            return p.Now(unit=unit, start=start, end=end)
        return (
            p.Value(value=self.rng.choice((2023, 2024)))
            if self.chance(0.3)
            else p.Period(text=self.rng.choice(PERIODS))
        )
