"""What is seen of the rows: a row with the relations that are bound to one row of them, or a group of such rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reference_rows import Row, Thing, World, thing_of
from reference_views import Hops, Names, RowView, names

from groundplan.query.language import parts as p


@dataclass(frozen=True)
class RowSight:
    """A row. A bound relation leads to this one thing, or to none; fellows are the rows that `where` keeps."""

    world: World
    row: Row
    bound: Mapping[Names, Thing | None] = field(default_factory=dict)
    fellows: tuple[Row, ...] = ()
    strict: bool = False
    """Whether what is held against something missing is unknown, as in a rate."""

    @property
    def view(self) -> RowView:
        """What is known of it without its cells."""
        return RowView(self.world, self.row.dataset, frozenset(self.bound))

    def free(self) -> RowSight:
        """The same row, of whose relations none is bound."""
        return RowSight(self.world, self.row, {}, self.fellows)

    def far(self, row: Row) -> RowSight:
        """A row elsewhere, of which a test of this one asks."""
        return RowSight(self.world, row, strict=self.strict)

    def other(self, row: Row) -> RowSight:
        """A fellow of it."""
        return RowSight(self.world, row, {}, self.fellows)

    def thing_at(self, hops: Hops) -> Thing | None:
        """The one thing at the end of the hops, if there is one."""
        thing: Thing | None = thing_of(self.row)
        for at, hop in enumerate(hops, 1):
            if names(hops[:at]) in self.bound:
                thing = self.bound[names(hops[:at])]
            else:
                thing = next(iter(self.world.follow(thing.row, hop)), None) if thing and thing.row else None
        return thing

    def opened(self, hops: Hops) -> list[RowSight]:
        """The row once for each row at the end of the hops; these are bound then."""
        sights = [self]
        for at in range(1, len(hops) + 1):
            sights = [far for sight in sights for far in sight._step(hops[:at]) if far.bound[names(hops[:at])]]
            sights = [sight for sight in sights if _found(sight.bound[names(hops[:at])])]
        return sights

    def spread(self, hops: Hops) -> list[RowSight]:
        """The row once for each thing at the end of the hops, or once for none."""
        sights = [self]
        for at in range(1, len(hops) + 1):
            sights = [far for sight in sights for far in sight._step(hops[:at])]
        return sights

    def _step(self, hops: Hops) -> list[RowSight]:
        """One hop on from where the hops before it are bound."""
        here = names(hops)
        if here in self.bound:
            return [self]
        before = self.thing_at(hops[:-1])
        things = self.world.follow(before.row, hops[-1]) if before and before.row else []
        return [replace(self, bound={**self.bound, here: thing}) for thing in things or [None]]


def _found(thing: Thing | None) -> bool:
    return thing is not None and thing.row is not None


@dataclass(frozen=True)
class GroupSight:
    """A group: the texts of its keys with their values, its rows, and all groups of the result in their order."""

    world: World
    keys: Mapping[str, Any]
    members: tuple[RowSight, ...]
    groups: list[GroupSight] = field(default_factory=list, compare=False, repr=False)
    dataset: Any = field(default=None, compare=False, repr=False)
    standing: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """By what groups stand along each key, which is not always the order of its values."""

    @property
    def view(self) -> RowView:
        """What its figures see."""
        return RowView(self.world, self.dataset)

    def joined(self, groups: list[GroupSight]) -> GroupSight:
        """The rows of several groups together."""
        return replace(self, members=tuple(member for group in groups for member in group.members))


Sight = RowSight | GroupSight
Part = p.X | p.Test
