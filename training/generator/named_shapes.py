"""Shapes of questions that name values of a column: side by side, and how far two are apart."""

from __future__ import annotations

import random

from .filters import make_filter
from .forms import Draft, Filter
from .parts import analyses, metric
from .tables import Table


def named(table: Table, rng: random.Random) -> Draft | None:
    """Two or three values of a column against each other."""
    columns = [each for each in table.kinds("group", "name") if len(each.values) >= 3 and not each.shared]
    found = metric(table, rng, 0.35)
    if not columns or found is None:
        return None
    column = rng.choice(columns)
    condition = make_filter(column, rng, table.lang, "in")
    if condition is None:
        return None
    family = "named" if found.column else "named_count"
    return Draft(family, analyses(found, "compare"), (found,), (column,), filters=(condition,))


def gap(table: Table, rng: random.Random) -> Draft | None:
    """How far two values of a column are apart."""
    draft = named(table, rng)
    if draft is None:
        return None
    first, found = draft.filters[0], draft.metrics[0]
    two = Filter(first.column, "in", first.values[:2])
    of = (found.column,) if found.column else ()
    family = "gap" if found.column else "gap_count"
    return draft.change(family=family, filters=(two,), derive="difference", of=of)
