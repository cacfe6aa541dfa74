"""Figures of a row among its fellows and of a group among the groups: ranks, shares, neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference_figures import in_time, sharing
from reference_sights import GroupSight, RowSight, Sight
from reference_tests import value_of
from reference_values import computed, identity, sorting
from reference_views import held_to

from groundplan.query.language import parts as p


def along(part: p.Figure, sight: Sight) -> Any:
    """The figure of this row or group among the others."""
    if len(part.of) == 3:
        return _change_between(part, sight)
    if part.fn in ("rank", "share"):
        return _rank(part, sight) if part.fn == "rank" else _share(part, sight)
    line = _line(part, sight)
    here = next((at for at, other in enumerate(line) if _same(other, sight)), None)
    return None if here is None else _LINED[part.fn](part, line, here)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, RowSight):
        return bool(one.row == other.row)
    return [identity(key) for key in one.keys.values()] == [identity(key) for key in other.keys.values()]


def _line(part: p.Figure, sight: Sight) -> list[Any]:
    """The others that share `within`, one behind the other."""
    others = sharing(part, sight)
    if isinstance(sight, RowSight):
        return in_time(part, [(other, other.row) for other in others])
    from reference_views import text_of

    first = text_of(part.by) if part.by else next(iter(sight.keys), "")
    rest = [key for key in sight.keys if key != first]
    alike = [one for one in others if all(identity(one.keys[key]) == identity(sight.keys[key]) for key in rest)]
    placed = [one for one in alike if first in one.keys and one.keys[first] is not None]
    return sorted(placed, key=lambda one: one.standing[first])


def _value(part: p.Figure, others: list[Any], at: int) -> Any:
    return value_of(part.of[0], others[at]) if 0 <= at < len(others) else None


def _running(part: p.Figure, others: list[Any], here: int) -> Any:
    values = [_value(part, others, at) for at in range(here + 1)]
    filled = [value for value in values if value is not None]
    return sum(filled) if filled else None


def _moving(part: p.Figure, others: list[Any], here: int) -> Any:
    values = [_value(part, others, at) for at in range(max(0, here + 1 - int(part.n or 1)), here + 1)]
    filled = [value for value in values if value is not None]
    return sum(filled) / len(filled) if filled else None


def _change(part: p.Figure, others: list[Any], here: int) -> Any:
    return _less_one(_value(part, others, here), _value(part, others, here - 1))


def _less_one(later: Any, earlier: Any) -> Any:
    return computed("-", computed("/", later, earlier), 1)


_LINED: dict[str, Callable[[p.Figure, list[Any], int], Any]] = {
    "prev": lambda part, others, here: _value(part, others, here - 1),
    "next": lambda part, others, here: _value(part, others, here + 1),
    "change": _change,
    "running": _running,
    "moving": _moving,
}


def _change_between(part: p.Figure, sight: Sight) -> Any:
    """The figure of the rows of one condition by that of another."""
    of, *tests = part.of
    held = [p.Holds(path=test) if isinstance(test, p.Path) else test for test in tests]
    earlier, later = (value_of(held_to(of, test), sight) for test in held)
    return _less_one(later, earlier)


def _rank(part: p.Figure, sight: Sight) -> Any:
    here = value_of(part.of[0], sight)
    if here is None:
        return None
    values = [value_of(part.of[0], other) for other in sharing(part, sight)]
    return 1 + sum(sorting(value) > sorting(here) for value in values if value is not None)


def _share(part: p.Figure, sight: Sight) -> Any:
    others = sharing(part, sight)
    here = value_of(part.of[0], sight)
    if isinstance(sight, GroupSight):
        return computed("/", here, value_of(part.of[0], sight.joined(others)))
    values = [value_of(part.of[0], other) for other in others]
    return computed("/", here, sum(value for value in values if value is not None))
