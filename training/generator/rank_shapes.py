"""Shapes of questions about the first and the last: groups by a figure, rows by a figure, extremes of each group."""

from __future__ import annotations

import random

from .forms import Draft, Metric
from .parts import groups, limit, metric, unsaid
from .tables import Table


def rank_one(table: Table, rng: random.Random) -> Draft | None:
    found, group = metric(table, rng, 0.35), groups(table, rng)
    if found is None or not group:
        return None
    things = [each for each in table.kinds("name", "group") if not each.shared and each not in group]
    if things and rng.random() < 0.08:
        found = Metric(rng.choice(things), "count_distinct")
    order = "desc" if rng.random() < 0.72 else "asc"
    family = "rank_one" if found.column else "rank_one_count"
    return Draft(family, ("rank",), (found,), group, sort=("metric", order), limit=1)


def extremes(table: Table, rng: random.Random) -> Draft | None:
    """The largest or least of a figure in each group, where people have a word for such a row."""
    columns = [each for each in table.kinds("sum", "avg") if not each.shared and each.spec.means.most]
    group = groups(table, rng)
    if not columns or not group:
        return None
    column = rng.choice(columns)
    agg = "min" if column.spec.means.least and rng.random() < 0.4 else "max"
    return Draft("compare", ("compare",), (Metric(column, agg),), group)


def ends(table: Table, rng: random.Random) -> Draft | None:
    """When each group had its first or its last row."""
    dated, group = [each for each in table.kinds("time") if each.spec.dated and not each.shared], groups(table, rng)
    if not dated or not group:
        return None
    first, last = Metric(dated[0], "min"), Metric(dated[0], "max")
    if rng.random() < 0.25:
        return Draft("both_ends", ("compare",), (first, last), group)
    return Draft("ends", ("compare",), (first if rng.random() < 0.45 else last,), group)


def rank_each(table: Table, rng: random.Random) -> Draft | None:
    """The first of one group in each of another."""
    draft, group = rank_one(table, rng), groups(table, rng, 2)
    if draft is None or not group or draft.metrics[0].column in group:
        return None
    several, counted, silent = rng.random() < 0.5, draft.metrics[0].column is None, unsaid(table, rng)
    family = ("rank_each" if several else "rank_each_one") + ("_unsaid" if silent else "_count" if counted else "")
    draft = draft.change(family=family, group=group, each=group[0], limit=limit(rng) if several else 1)
    return draft.change(metrics=(silent,)) if silent else draft


def rank_top(table: Table, rng: random.Random) -> Draft | None:
    draft = rank_one(table, rng)
    if draft is None:
        return None
    family = "rank_top" if draft.metrics[0].column else "rank_top_count"
    return draft.change(family=family, limit=limit(rng))


def rank_rows(table: Table, rng: random.Random) -> Draft | None:
    columns = [each for each in table.kinds("sum", "avg") if not each.shared]
    if not columns:
        return None
    order = "desc" if rng.random() < 0.7 else "asc"
    number = limit(rng) if rng.random() < 0.65 else 1
    family = "rank_rows" if number > 1 else "rank_row"
    found = Metric(rng.choice(columns), "none")
    return Draft(family, ("rank",), (found,), sort=("metric", order), limit=number)
