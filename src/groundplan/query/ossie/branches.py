"""Figures by the rows that they are of: each branch is aggregated by itself, over the rows of one dataset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.ossie.ground import Ground
from groundplan.query.ossie.levels import aggregates, changed, fields_of, holistic
from groundplan.query.ossie.names import label
from groundplan.query.ossie.rows import Rows, row_of
from groundplan.query.ossie.values import computed, holds
from groundplan.query.ossie.windows import on_own_rows
from groundplan.sources.model.expressions import Call, Column, Part, Window, inner, walked


@dataclass
class Branch:
    """Figures over the rows of one dataset; `first`: of each of whose rows they are taken, before they are together."""

    home: str
    first: str = ""
    figures: dict[str, Part] = field(default_factory=dict)


def grouped(branch: Branch, keys: Sequence[Part], where: Sequence[Part], ground: Ground) -> Any:
    """A row for each group with the figures of a branch."""
    told_apart = [branch.home, *([branch.first] if branch.first else [])]
    rows = ground.data.rows(branch.home, [*keys, *where, *branch.figures.values()], told_apart)
    _held_safe(branch, rows, keys)
    own = {
        name: on_own_rows(one, branch.home, ground, bool(where), rows.spread) for name, one in branch.figures.items()
    }
    if own != branch.figures:
        return grouped(Branch(branch.home, branch.first, own), keys, where, ground)
    table = kept(rows, where, ground)
    names = [f"key {place}" for place in range(len(keys))]
    table = table.mutate(**{name: computed(key, table) for name, key in zip(names, keys, strict=True)})
    if rows.spread:  # each row once in each group, however often it is reached
        seen = [label(one) for figure in branch.figures.values() for one in fields_of(figure)]
        table = table.select(*dict.fromkeys([*map(row_of, told_apart), *names, *seen])).distinct()
    table, figures = _windows_as_columns(table, branch.figures)
    if branch.first:
        table, figures = _first_of_each(table, [row_of(branch.first), *names], figures)
    return table.aggregate(by=names, **{name: computed(one, table) for name, one in figures.items()})


def kept(rows: Rows, where: Sequence[Part], ground: Ground) -> Any:
    """The rows for which every condition is true."""
    table = rows.table
    for one in where:
        table = table.filter(holds(one, table, ground.data.values_of))
    return table


def _held_safe(branch: Branch, rows: Rows, keys: Sequence[Part]) -> None:
    """Figures that do not survive it are refused where a row of the branch may stand in several groups."""
    ways = [(one.dataset, rows.ways[one.dataset]) for key in keys for one in fields_of(key) if one.dataset in rows.ways]
    finer = next((name for name, way in ways if way.kind == "down"), "")
    for figure in branch.figures.values():
        if finer and isinstance(figure, Call) and holistic(figure):
            said = f"{figure.name}(DISTINCT)" if figure.distinct else figure.name
            raise QueryError(
                f"{said} of {branch.home} by the finer {finer} is a holistic aggregate, which cannot be put together"
                f" from stages: the rows of {branch.home} repeat at the grain of {finer}; pre-aggregate to the rows of"
                f" {branch.home}, ask by one of its own fields, or count the key that {finer} has of it.",
                "E_UNSAFE_REAGGREGATION",
            )


def _windows_as_columns(table: Any, figures: Mapping[str, Part]) -> tuple[Any, dict[str, Part]]:
    """Windows inside aggregates, computed of the rows before these are grouped."""
    found = list(dict.fromkeys(one for part in figures.values() for one in walked(part) if isinstance(one, Window)))
    names: dict[Part, str] = {one: f"window {place}" for place, one in enumerate(found)}
    return _as_columns(table.mutate(**{name: computed(one, table) for one, name in names.items()}), figures, names)


def _as_columns(table: Any, figures: Mapping[str, Part], names: Mapping[Part, str]) -> tuple[Any, dict[str, Part]]:
    def change(part: Part) -> Part | None:
        return Column(name=names[part]) if part in names else None

    return table, {name: changed(part, change) for name, part in figures.items()}


def _first_of_each(table: Any, by: Sequence[str], figures: Mapping[str, Part]) -> tuple[Any, dict[str, Part]]:
    """The inner aggregates of each row of a dataset, ready for the outer ones."""
    inside = [one for part in figures.values() for arg in inner(part) for one in aggregates(arg)]
    names: dict[Part, str] = {one: f"inner {place}" for place, one in enumerate(dict.fromkeys(inside))}
    made = table.aggregate(by=list(by), **{name: computed(one, table) for one, name in names.items()})
    return _as_columns(made, figures, names)
