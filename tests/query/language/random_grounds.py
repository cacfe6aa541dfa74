"""What paths lead from the rows of a dataset, by the kind of value at their end: what random queries are made of."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from random import Random

from reference_kinds import OF_FIELDS
from reference_rows import World
from small_shop import TODAY

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.query.language import parts as p
from groundplan.query.scope import Hop

Names = tuple[str, ...]


@dataclass(frozen=True)
class Way:
    """A path to a value. `many`: as far as the last relation to many; coarse: beyond it, to something coarser."""

    steps: Names
    kind: str
    many: Names = ()
    coarse: bool = False
    to: str = ""
    """Of a thing, its dataset."""
    listed: bool = False
    """Whether its values can stand in a list, with one text each in every tool."""

    @property
    def path(self) -> p.Path:
        return p.Path(steps=self.steps)


@dataclass
class Ground:
    """The rows of a dataset, or of another query, as a place where paths start."""

    of: str | p.Query
    ways: list[Way] = field(default_factory=list)
    relations: dict[Names, Ground] = field(default_factory=dict)
    """Where relations lead, by the names of their hops."""
    main_time: str = ""

    def of_kind(self, kinds: Collection[str], allowed: Collection[Names] = ((),), fine: bool = False) -> list[Way]:
        """The ways to values of these kinds that pass no other relation to many; fine: to nothing coarser."""
        return [
            way for way in self.ways if way.kind in kinds and way.many in allowed and not (fine and way.coarse)
        ]  # fmt: skip

    def listed(self, many: Names) -> list[Way]:
        """The ways along a relation to many to values that can stand in a list."""
        return [way for way in self.ways if way.many == many and way.listed]

    def manys(self) -> list[Names]:
        """The relations to many."""
        return sorted({way.many for way in self.ways} - {()})


class Grounds:
    """The grounds of one model."""

    def __init__(self, model: SourceModel) -> None:
        self._world = World(model, {}, TODAY)
        self.model = model

    def any(self, rng: Random) -> Ground:
        """Some dataset."""
        return self.at(rng.choice(self.model.datasets).name)

    @cache  # noqa: B019
    def at(self, name: str) -> Ground:
        """The ground of a dataset."""
        dataset = self._world.scope.dataset(name)
        return self._made(dataset, 2)

    def _made(self, dataset: Dataset, depth: int) -> Ground:
        ground = Ground(dataset.name, main_time=dataset.main_time)
        ground.ways = [Way((p.THIS,), "thing", to=dataset.name), Way((p.ROW,), "number")]
        self._walk(ground, dataset, (), (), False, depth)
        return ground

    def _walk(self, ground: Ground, at: Dataset, steps: Names, many: Names, coarse: bool, depth: int) -> None:
        hops = self._world.scope.hops(at)
        for one in at.fields:
            if one.name not in hops:
                kind = "minutes" if one.unit else OF_FIELDS[one.type]
                ground.ways.append(Way((*steps, one.name), kind, many, coarse, listed=one.type in ("text", "integer")))
        ground.ways += [Way((*steps, name), "truth", many, coarse) for name in at.tests]
        for name, hop in hops.items():
            if depth:
                self._hop(ground, hop, (*steps, name), many, coarse, depth)

    def _hop(self, ground: Ground, hop: Hop, steps: Names, many: Names, coarse: bool, depth: int) -> None:
        here = steps if hop.many else many
        beyond = False if hop.many else coarse or not hop.alone
        kind = "text" if hop.parts else "thing"
        ground.ways.append(Way(steps, kind, here, coarse and not hop.many, hop.to.name, listed=True))
        if not hop.parts:  # the row there and its place, said by their names
            ground.ways.append(Way((*steps, p.THIS), "thing", here, coarse and not hop.many, hop.to.name, listed=True))
            ground.ways.append(Way((*steps, p.ROW), "number", here, beyond))
        ground.relations[steps] = self._made(hop.to, 0) if hop.parts else Ground(hop.to.name)
        self._walk(ground, hop.to, steps, here, beyond, depth - 1 if not hop.parts else 0)

    def beyond(self, ground: Ground, steps: Names) -> Ground:
        """The ground at the end of a relation."""
        found = ground.relations[steps]
        return found if found.ways else self.at(str(found.of))
