"""An aggregation query: figures of groups, each by itself over its own rows, then side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.ossie.asked import Asked, Entry
from groundplan.query.ossie.branches import grouped, kept
from groundplan.query.ossie.conditions import held_to_groups, held_to_rows
from groundplan.query.ossie.figures import Figures
from groundplan.query.ossie.ground import Answered, Ground
from groundplan.query.ossie.homes import branches, home_of_keys
from groundplan.query.ossie.levels import aggregates, key_changed
from groundplan.query.ossie.shown import keys_of, shown, titled
from groundplan.query.ossie.stitch import all_groups, stitched
from groundplan.query.ossie.values import computed, holds
from groundplan.sources.model.expressions import Part, Window, walked

Titled = tuple[str, Part]


def aggregation(asked: Asked, ground: Ground) -> Answered:
    """A row for each group that the measures have, or for each value of the dimensions if there are none."""
    keys = [_dimension(entry, asked, ground) for entry in asked.dimensions]
    measures = [_measure(entry, asked, ground) for entry in asked.measures]
    where = [held_to_rows(ground.names.meant(ground.names.read(text)), text) for text in asked.where]
    having = _having(asked, [part for _, part in keys], dict(measures), ground)
    order = keys_of(asked, dict([*keys, *measures]), ground)

    figures = Figures([part for _, part in keys], ground)
    columns = [(title, figures(part)) for title, part in (*keys, *measures)]
    of_measures = set(figures.found.values())
    tests = [figures(test) for test in having]
    by = [key_changed(key, figures) for key in order]
    if not figures.keys and not figures.found:
        raise QueryError(
            "the query has neither a dimension nor an aggregate: it needs at least one; name one.",
            "E_EMPTY_AGGREGATION_QUERY",
        )
    table = _groups(figures, of_measures, where, ground)
    for test in (one for one in tests if not _windowed(one)):
        table = table.filter(holds(test, table))
    return shown(table, columns, by, asked.limit, [one for one in tests if _windowed(one)])


def _dimension(entry: Entry, asked: Asked, ground: Ground) -> Titled:
    title, part = titled(entry, asked)
    meant = ground.names.meant(part)
    if aggregates(meant):
        raise QueryError(
            f"dimension {title!r} is an aggregate, and groups are made of row-level values; make it a measure.",
            "E_AGGREGATE_IN_FIELD",
        )
    if _windowed(meant):
        raise QueryError(
            f"dimension {title!r} is a window, which is computed after groups are made; make it a field of its dataset"
            " and group by that.", "E_WINDOW_IN_WHERE",
        )  # fmt: skip
    return title, meant


def _measure(entry: Entry, asked: Asked, ground: Ground) -> Titled:
    title, part = titled(entry, asked)
    return title, ground.names.meant(part)


def _having(asked: Asked, keys: Sequence[Part], measures: dict[str, Part], ground: Ground) -> list[Part]:
    read = [(text, ground.names.meant(ground.names.read(text), measures, composed=False)) for text in asked.having]
    return [held_to_groups(test, text, keys) for text, test in read]


def _windowed(part: Part) -> bool:
    return any(isinstance(one, Window) for one in walked(part))


def _groups(figures: Figures, of_measures: set[str], where: Sequence[Part], ground: Ground) -> Any:
    """The groups with all their figures; what only having or order look at makes no groups of its own."""
    names = [figures.key(place) for place in range(len(figures.keys))]
    made = [
        (one, grouped(one, figures.keys, where, ground)) for one in branches(figures.found, figures.keys, where, ground)
    ]
    telling = [table for one, table in made if of_measures & set(one.figures)]
    groups = all_groups(telling, names) if telling else _values(figures.keys, names, where, ground)
    if len(made) == 1 and telling:
        return telling[0]
    table = stitched(groups, [table for _, table in made], names)
    counts = {name: table[name].fill_null(0) for one, name in figures.found.items() if one.name == "COUNT"}
    return table.mutate(**counts) if counts else table


def _values(keys: Sequence[Part], names: Sequence[str], where: Sequence[Part], ground: Ground) -> Any:
    """The values of the dimensions, used or not."""
    if not keys:
        return None
    rows = ground.data.rows(home_of_keys(keys, ground), [*keys, *where])
    table = kept(rows, where, ground)
    return table.select(**{name: computed(key, table) for name, key in zip(names, keys, strict=True)}).distinct()
