"""`how many customers have more than 5 orders`: it is groups that are counted, not the rows in each."""

from __future__ import annotations

from itertools import pairwise

from groundplan.query.language.parts import Column, Figure, Query
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.paths import fields_of

SURE = 0.9
"""How well the key must be named behind `how many`."""


def groups_counted(query: Query, asked: Marked, scope: Scope) -> Query:
    """The number of groups whose figure is as it was asked, where what stands behind `how many` is their key."""
    if query.having is None or len(query.by) != 1 or query.keep or not isinstance(query.of, str):
        return query
    counted = _counted(asked)
    key = set(fields_of(Query(of=query.of, show=query.by), scope, keys=False)) - {(query.of, "")}
    named = {
        (one.dataset, one.name if one.kind == "field" else "")
        for one in (counted.things if counted else ())
        if one.kind in ("field", "dataset") and one.share >= SURE
    }
    if not key & named or (query.of, "") in named:
        return query
    return Query(of=query, columns=(Column(of=Figure(fn="count")),))


def _counted(asked: Marked) -> Mark | None:
    """The thing right behind `how many`."""
    for mark, after in pairwise(asked.marks):
        if mark.kind == "figure" and mark.label == "count":
            return after if after.kind == "thing" and not asked.between(mark, after) else None
    return None
