"""What is shown of a table: columns with their titles, rows in order, the first of them only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.query.ossie.asked import Asked, Entry
from groundplan.query.ossie.expressions import read_named, read_order
from groundplan.query.ossie.ground import Answered, Ground
from groundplan.query.ossie.levels import key_changed
from groundplan.query.ossie.values import computed, holds, ordered
from groundplan.sources.model.expressions import Column, Part, Sorted


def titled(entry: Entry, asked: Asked) -> tuple[str, Part]:
    """A column of the query, as it is written: what it is called, and its parts."""
    part, name = read_named(entry.expression, asked.parameters)
    return entry.name or name or (part.name if isinstance(part, Column) else entry.expression), part


def keys_of(asked: Asked, named: Mapping[str, Part], ground: Ground) -> list[Sorted]:
    """What the rows are ordered by: columns of the query by their titles, or anything that could be one."""
    read = [read_order(text, asked.parameters) for text in asked.order]
    return [key_changed(key, lambda one: ground.names.meant(one, named, composed=False)) for key in read]


def shown(
    table: Any, columns: Sequence[tuple[str, Part]], order: Sequence[Sorted], limit: int | None,
    tests: Sequence[Part] = (),
) -> Answered:  # fmt: skip
    """The columns of the rows; windows in them, in the tests and in the order are all over the same rows."""
    made = {f"column {place}": part for place, (_, part) in enumerate(columns)}
    keys = {f"order {place}": key.of for place, key in enumerate(order)}
    kept = {f"test {place}": holds(test, table) for place, test in enumerate(tests)}
    table = table.mutate(**{name: computed(part, table) for name, part in {**made, **keys}.items()}, **kept)
    for name in kept:
        table = table.filter(table[name])
    by = [key.model_copy(update={"of": Column(name=name)}) for name, key in zip(keys, order, strict=True)]
    table = ordered(table, by)
    return Answered(
        tuple(title for title, _ in columns), (table if limit is None else table.limit(limit)).select(*made)
    )
