"""What may stand in where and in having, and what is told where something else does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from groundplan.errors import QueryError
from groundplan.query.ossie.levels import aggregates, bare, terms
from groundplan.query.ossie.names import label
from groundplan.sources.model.expressions import Column, Part, Window, walked

Level = Literal["row", "group", "none"]


def held_to_rows(test: Part, text: str) -> Part:
    """A condition of where: of each row, before anything is aggregated."""
    if any(isinstance(one, Window) for one in walked(test)):
        raise QueryError(
            f"{text!r} has a window, and Where is asked before windows are computed: make the window a field of its"
            " dataset and hold that to a value, or put it into Having (what SQL does by Qualify or a subquery).",
            "E_WINDOW_IN_WHERE",
        )
    levels = {_level(term, text) for term in terms(test)} - {"none"}
    if levels == {"row", "group"}:
        raise _mixed(text)
    if "group" in levels:
        raise QueryError(
            f"{text!r} is a condition on an aggregate, and Where is asked of each row before anything is aggregated;"
            " put it into Having.", "E_AGGREGATE_IN_WHERE",
        )  # fmt: skip
    return test


def held_to_groups(test: Part, text: str, keys: Sequence[Part]) -> Part:
    """A condition of having: of each group, by aggregates and windows, or by what makes the groups."""
    levels = {_level(term, text, keys) for term in terms(test)} - {"none"}
    if levels == {"row", "group"}:
        raise _mixed(text)
    loose = [one for one in bare(test) if one not in _fields_in(keys)]
    if levels == {"row"} and loose:
        raise QueryError(
            f"{text!r} is a row-level condition, without any aggregate ({label(loose[0])} is no dimension of the"
            " query), and Having is asked of groups; put it into Where.", "E_NON_AGGREGATE_IN_HAVING",
        )  # fmt: skip
    return test


def _level(term: Part, text: str, keys: Sequence[Part] = ()) -> Level:
    of_groups = bool(aggregates(term)) or any(isinstance(one, Window) for one in walked(term))
    if of_groups and any(one not in _fields_in(keys) for one in bare(term)):
        raise _mixed(text)
    return "group" if of_groups else "row" if bare(term) else "none"


def _fields_in(keys: Sequence[Part]) -> set[Column]:
    return {one for key in keys for one in walked(key) if isinstance(one, Column)}


def _mixed(text: str) -> QueryError:
    return QueryError(
        f"{text!r} mixes row-level values with an aggregate in one condition; split it: the row-level part goes into"
        " Where, the aggregate into Having.", "E_MIXED_PREDICATE_LEVEL",
    )  # fmt: skip
