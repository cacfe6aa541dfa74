"""QueryPlan, Facts -> Shown: what an answer shows of the facts, and how many it leaves for a further question."""

from __future__ import annotations

from dataclasses import dataclass

from groundplan.contracts import Facts, Item
from groundplan.packs.knowledge.schema import QueryPlan

PASSAGE = "passage"
Groups = tuple[tuple[str, tuple[Item, ...]], ...]


@dataclass(frozen=True)
class Shown:
    """Items in the order they are told; grouped ones stand in groups only."""

    items: tuple[Item, ...]
    groups: Groups
    passages: tuple[Item, ...]
    total: int
    """How many items were found, passages left out."""
    hidden: int

    @property
    def told(self) -> tuple[Item, ...]:
        """Every item that the answer names, once."""
        return tuple(dict.fromkeys([*(item for _, held in self.groups for item in held), *self.items]))


def choose(plan: QueryPlan, facts: Facts) -> Shown:
    """The first items up to the limits; nothing is filtered here."""
    passages = tuple(item for item in facts.items if item.type == PASSAGE)
    found = tuple(dict.fromkeys(item for item in facts.items if item.type != PASSAGE))
    groups = _groups(plan, facts)
    grouped = {item for _, held in facts.groups for item in held} if groups else set()
    skip = plan.limits.skip
    items = tuple(item for item in found if item not in grouped)[skip : skip + plan.limits.max_items]
    shown = Shown(items, groups, passages, total=len(found), hidden=0)
    return Shown(items, groups, passages, total=len(found), hidden=max(0, len(found) - skip - len(shown.told)))


def _groups(plan: QueryPlan, facts: Facts) -> Groups:
    """The first groups, up to the limit of items over all of them; a count or a yes needs none."""
    if plan.render_style != "GROUPED_BULLETS" or plan.info_need not in ("list", "details"):
        return ()
    groups, left = [], plan.limits.max_items
    for title, held in facts.groups[: plan.limits.max_groups]:
        shown = tuple(dict.fromkeys(held))[:left]
        left -= len(shown)
        groups += [(title, shown)] if shown else []
    return tuple(groups)
