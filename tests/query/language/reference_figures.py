"""Figures of rows: which rows a figure sees, and what it makes of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from reference_rows import Row, Thing, written
from reference_sights import GroupSight, RowSight, Sight
from reference_tests import looks_at_blank_list, truth_of, value_of
from reference_values import identity, shown, sorting
from reference_views import TESTS, grain_of, names, operands

from groundplan.query.language import parts as p


def figure_of(part: p.Figure, sight: Sight) -> Any:
    """A figure of a row: its own, or one among its fellows; or of a group. One that is a thing is what it is called."""
    found = _figure_of(part, sight)
    return found.shown() if isinstance(found, Thing) else found


def _figure_of(part: p.Figure, sight: Sight) -> Any:
    if part.fn in p.ALONG:
        from reference_along import along

        return along(part, sight)
    if part.within is None:
        return over(part, list(sight.members) if isinstance(sight, GroupSight) else [sight.free()])
    return over(part, [member for other in sharing(part, sight) for member in _members(other)])


def _members(sight: Sight) -> list[RowSight]:
    return list(sight.members) if isinstance(sight, GroupSight) else [sight]


def sharing(part: p.Figure, sight: Sight) -> list[Any]:
    """The fellows of a row, or the groups, that share the keys of `within`."""
    all_of_them: list[Any] = (
        list(sight.groups) if isinstance(sight, GroupSight) else [sight.other(row) for row in sight.fellows]
    )
    here = sight if isinstance(sight, GroupSight) else sight.free()
    return [other for other in all_of_them if all(
        identity(value_of(key, other)) == identity(value_of(key, here)) for key in part.within or ()
    )]  # fmt: skip


def over(part: p.Figure, members: list[RowSight]) -> Any:
    """A figure over rows; each row that it sees counts once."""
    sights = _seen(part, members)
    if part.fn in ("first", "last", "longest_run"):
        return _in_order(part, sights)
    return _PLAIN[part.fn](part, [sight for sight, _ in sights])


def _seen(part: p.Figure, members: list[RowSight]) -> list[tuple[RowSight, Row]]:
    """The rows that the figure is taken over, each once, with what they are reached from."""
    found: dict[Any, tuple[RowSight, Row]] = {}
    for member in members:
        grain = grain_of(part, member.view)
        for sight in member.opened(grain.many):
            far = sight.bound[names(grain.many)] if grain.many else None
            own = RowSight(sight.world, far.row) if far and far.row else sight
            if part.where and truth_of(part.where, own) is not True:
                continue
            known = tuple(sight.thing_at(hops) for hops in grain.stand)
            row = far.row if far and far.row else sight.row
            found.setdefault(known, (sight, row))
    return list(found.values())


def _filled(part: p.Figure, sights: list[RowSight]) -> list[Any]:
    values = [value_of(part.of[0], sight) for sight in sights]
    return [value for value in values if value is not None]


def _distinct(part: p.Figure, sights: list[RowSight]) -> int:
    """How many different values; of a relation the different things that are found."""
    found = [value for value in _filled(part, sights) if not (_is_relation(part, sights) and _is_lost(value))]
    return len(set(map(identity, found)))


def _is_relation(part: p.Figure, sights: list[RowSight]) -> bool:
    return isinstance(part.of[0], p.Path) and bool(sights) and sights[0].view.walk(part.of[0]).thing


def _is_lost(value: Any) -> bool:
    return isinstance(value, Thing) and value.row is None


def _count(part: p.Figure, sights: list[RowSight]) -> int:
    if not part.of or not sights:
        return len(sights)
    of = operands(part, sights[0].view)[0]
    if isinstance(of, TESTS):
        return sum(truth_of(of, sight) is True for sight in sights)
    return _distinct(part, sights) if _is_relation(part, sights) else len(_filled(part, sights))


def _rate(part: p.Figure, sights: list[RowSight]) -> float | None:
    asked = [(operands(part, sight.view)[0], replace(sight, strict=True)) for sight in sights]
    found = [truth_of(test, sight) for test, sight in asked if not looks_at_blank_list(test, sight)]
    known = [one for one in found if one is not None]
    return sum(known) / len(known) if known else None


def _list(part: p.Figure, sights: list[RowSight]) -> str | None:
    """The different texts of the values; things are called as they are shown."""
    texts = {written(shown(value)) for value in _filled(part, sights)}
    return "; ".join(sorted(texts)) if texts else None


def _of_values(make: Callable[[list[Any]], Any], least: int = 1) -> Callable[[p.Figure, list[RowSight]], Any]:
    def made(part: p.Figure, sights: list[RowSight]) -> Any:
        values = _filled(part, sights)
        return make(values) if len(values) >= least else None

    return made


def _percentile(part: p.Figure, sights: list[RowSight]) -> Any:
    values = sorted(_filled(part, sights))
    if not values:
        return None
    at = (len(values) - 1) * float(part.n or 0) / 100
    low, high = values[math.floor(at)], values[math.ceil(at)]
    return low + (high - low) * (at - math.floor(at))


def _correlation(part: p.Figure, sights: list[RowSight]) -> float | None:
    pairs = [(value_of(part.of[0], sight), value_of(part.of[1], sight)) for sight in sights]
    filled = [pair for pair in pairs if None not in pair]
    one, other = [pair[0] for pair in filled], [pair[1] for pair in filled]
    return statistics.correlation(one, other) if min(len(set(one)), len(set(other))) > 1 else None


_PLAIN: dict[str, Callable[[p.Figure, list[RowSight]], Any]] = {
    "count": _count,
    "rate": _rate,
    "sum": _of_values(sum),
    "average": _of_values(lambda values: sum(values) / len(values)),
    "median": _of_values(statistics.median),
    "min": _of_values(lambda values: min(values, key=sorting)),
    "max": _of_values(lambda values: max(values, key=sorting)),
    "deviation": _of_values(statistics.stdev, least=2),
    "distinct": _distinct,
    "list": _list,
    "percentile": _percentile,
    "correlation": _correlation,
}


# ------------------------------------------------------------------ along the time


def in_time(part: p.Figure, sights: list[tuple[RowSight, Row]]) -> list[RowSight]:
    """The rows by `by`, or the main time, then by their place; those without a time have no place among them."""
    timed = []
    for sight, row in sights:
        main = row.dataset.main_time
        at = value_of(part.by, sight) if part.by else row.cells.get(main) if main else 0
        if at is not None:
            timed.append(((sorting(at), row.place), sight))
    return [sight for _, sight in sorted(timed, key=lambda one: one[0])]


def _in_order(part: p.Figure, sights: list[tuple[RowSight, Row]]) -> Any:
    rows = in_time(part, sights)
    if part.fn == "longest_run":
        return _longest(truth_of(operands(part, sight.view)[0], sight) is True for sight in rows)
    values = _filled(part, rows)
    return None if not values else values[0 if part.fn == "first" else -1]


def _longest(found: Any) -> int:
    longest = here = 0
    for true in found:
        here = here + 1 if true else 0
        longest = max(longest, here)
    return longest
