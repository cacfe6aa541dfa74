"""A figure straight from the data, by an expression that is written from the model and not from a question."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from groundplan.contracts import Rows
from groundplan.looking.candidates import Figure
from groundplan.sources.frame import Frame

LETTERS = {"D": 10, "M": 7, "Y": 4}
"""Of a day as text, that say which period it is in."""
NEAR = 1e-6


def expected(figure: Figure, get: Callable[[str], Frame]) -> dict[Any, Any]:
    """The value of each group; of all rows, under an empty name."""
    frame = get(figure.dataset)
    rows = frame.expr
    group = rows[figure.group] if figure.group and not figure.relation else None
    if figure.relation:
        rows = _with_group(figure, rows, get(figure.relation.one).expr)
        group = rows["the_group"]
    if figure.grain and group is not None:
        group = group.truncate(figure.grain)
    value = _value(figure, rows)
    if group is None:
        return {"": frame.then(rows.aggregate(value=value)).arrow().to_pylist()[0]["value"]}
    found = frame.then(rows.group_by(the_key=group).aggregate(value=value)).arrow().to_pylist()
    return {_key(row["the_key"], figure.grain): row["value"] for row in found}


def _with_group(figure: Figure, rows: Any, other: Any) -> Any:
    """The rows with the field of what they point at; those that point at nothing stay."""
    relation = figure.relation
    assert relation is not None
    named = {f"the_key_{place}": other[name] for place, name in enumerate(relation.others)}
    there = other.select(the_group=other[figure.group], **named)
    on = [rows[name] == there[f"the_key_{place}"] for place, name in enumerate(relation.columns)]
    return rows.left_join(there, on)


def _value(figure: Figure, rows: Any) -> Any:
    if figure.way == "count":
        return rows.count()
    return rows[figure.measure].sum() if figure.way == "sum" else rows[figure.measure].mean()


def answers(figure: Figure, rows: Rows | None, wanted: dict[Any, Any]) -> bool:
    """Whether what was answered is the figure, group by group."""
    if rows is None or not rows.rows or len(rows.columns) != (2 if figure.group else 1):
        return False
    given = {_key(row[0], figure.grain) if figure.group else "": row[-1] for row in rows.rows}
    return len(given) == len(rows.rows) and given.keys() == wanted.keys() and _alike(given, wanted, list(given))


def _alike(given: dict[Any, Any], wanted: dict[Any, Any], keys: Sequence[Any]) -> bool:
    return all(_near(given[key], wanted[key]) for key in keys)


def _near(given: Any, wanted: Any) -> bool:
    if given is None or wanted is None:
        return given is wanted
    return math.isclose(float(given), float(wanted), rel_tol=NEAR, abs_tol=NEAR)


def _key(value: Any, grain: str) -> Any:
    return str(value)[: LETTERS[grain]] if grain and value is not None else value
