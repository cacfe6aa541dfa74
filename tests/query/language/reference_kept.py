"""Which rows or groups are kept, and in what order they stand."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from reference_tests import value_of
from reference_values import identity, sorting

from groundplan.errors import QueryError
from groundplan.query.language import parts as p


def arranged(sights: list[Any], query: p.Query, main_time: str | None) -> list[Any]:
    """The rows or groups as they are kept and ordered; groups have no main time and no place."""
    keep, order = query.keep, query.order
    if keep is None:
        return _ordered(sights, order.by, order.descending) if order else sights
    _check(keep)
    if keep.by is None:
        standing = _ordered(sights, order.by, order.descending) if order else sights
        chosen = _chosen(standing, keep, main_time)
        return [sight for sight in standing if sight in chosen]
    best = _by_what(sights, keep, main_time)
    chosen = _chosen(best, keep, main_time)
    standing = [sight for sight in best if sight in chosen]
    if keep.each:
        standing = _ordered(standing, keep.each, descending=False)
    return _ordered(standing, order.by, order.descending) if order else standing


def _check(keep: p.Keep) -> None:
    whole = float(keep.n).is_integer()
    if keep.n <= 0 or (not keep.percent and not whole) or (keep.place and (keep.percent or keep.by is None)):
        raise QueryError("`keep` takes a number above 0, and a place by what it is.", "wrong-type")


def _ordered(sights: list[Any], by: Any, descending: bool) -> list[Any]:
    """What is missing stands last, either way."""
    values = [(value_of(by, sight), sight) for sight in sights]
    filled = [one for one in values if one[0] is not None]
    filled.sort(key=lambda one: sorting(one[0]), reverse=descending)
    return [sight for _, sight in [*filled, *(one for one in values if one[0] is None)]]


def _by_what(sights: list[Any], keep: p.Keep, main_time: str | None) -> list[Any]:
    """Those that have what is kept by, the best first."""
    filled = [sight for sight in sights if value_of(keep.by, sight) is not None]
    if _one_only(keep, main_time) and not keep.lowest:
        filled.reverse()  # of one time the later in the source, as with `last`
    return _ordered(filled, keep.by, not keep.lowest)


def _one_only(keep: p.Keep, main_time: str | None) -> bool:
    """Whether the place in the source decides between equal ones."""
    if main_time is None or keep.n != 1 or keep.percent or not isinstance(keep.by, p.Path):
        return False
    return keep.by.steps == (p.ROW,) or (bool(main_time) and keep.by.steps == (main_time,))


def _chosen(standing: list[Any], keep: p.Keep, main_time: str | None) -> list[Any]:
    """Those that are kept, of each or of all."""
    parts: dict[Any, list[Any]] = {}
    for sight in standing:
        parts.setdefault(identity(value_of(keep.each, sight)) if keep.each else None, []).append(sight)
    return [sight for part in parts.values() for sight in _first(part, keep, main_time)]


def _first(standing: list[Any], keep: p.Keep, main_time: str | None) -> list[Any]:
    if keep.percent:
        return standing[: math.ceil(Fraction(str(keep.n)) * len(standing) / 100)]
    if keep.by is None or (keep.n > 1 and not keep.place) or _one_only(keep, main_time):
        return standing[: int(keep.n)]
    values = [identity(value_of(keep.by, sight)) for sight in standing]
    place = list(dict.fromkeys(values))[int(keep.n) - 1 : int(keep.n)]
    return [sight for sight, value in zip(standing, values, strict=True) if value in place]
