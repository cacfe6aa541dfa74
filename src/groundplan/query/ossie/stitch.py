"""Groups of several branches in one table: side by side where their keys are equal, missing ones too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any


def stitched(groups: Any, tables: Sequence[Any], keys: Sequence[str]) -> Any:
    """The groups with the figures that each table has of them."""
    for table in tables:
        if not keys:
            groups = table if groups is None else groups.cross_join(table)
            continue
        other = table.rename({f"other {key}": key for key in keys})
        same = reduce(and_, (groups[key].identical_to(other[f"other {key}"]) for key in keys))
        groups = groups.left_join(other, same).drop(*(f"other {key}" for key in keys))
    return groups


def all_groups(tables: Sequence[Any], keys: Sequence[str]) -> Any:
    """The groups that any of the tables has, each once; None where there are no keys."""
    if not keys:
        return None
    found = [table.select(*keys) for table in tables]
    return found[0] if len(found) == 1 else reduce(lambda one, other: one.union(other), found).distinct()
