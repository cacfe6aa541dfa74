"""The value of an expression and the truth of a test, for a row or for a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference_kinds import unit_in
from reference_rows import thing_of
from reference_sights import GroupSight, RowSight, Sight
from reference_values import computed, equal, names_of, now, ordered, period_of, taken
from reference_views import TESTS, as_asked, text_of

from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression

Truth = bool | None


def value_of(part: Any, sight: Sight) -> Any:
    """What a part is; None where it is missing."""
    if isinstance(sight, GroupSight) and text_of(part) in sight.keys:
        return sight.keys[text_of(part)]
    if isinstance(part, TESTS):
        return truth_of(part, sight)
    if isinstance(part, p.Figure):
        from reference_figures import figure_of

        return figure_of(part, sight)
    return _VALUES[type(part)](part, sight)


def _path(part: p.Path, sight: RowSight) -> Any:
    if part.steps == (p.THIS,):
        return thing_of(sight.row)
    if part.steps == (p.ROW,):
        return sight.row.place[-1] + 1
    walked = sight.view.walk(part)
    thing = sight.thing_at(walked.hops)
    if walked.field is None and not walked.test:
        text = walked.hops[-1].split and not walked.hops[-1].there
        return thing.row.cells["value"] if text and thing and thing.row else thing
    if not thing or not thing.row:
        return False if walked.test else None
    if walked.test:
        return named_test(walked.at.tests[walked.test], RowSight(sight.world, thing.row))
    return thing.row.cells.get(walked.field.name if walked.field else "")


def named_test(text: str, sight: RowSight) -> Truth:
    """Whether a condition holds that has a name."""
    return as_test(read_expression(text), sight)


def _taken(part: p.Taken, sight: Sight) -> Any:
    return taken(part.part, value_of(part.of, sight), part.size, unit_in(part.of, sight.view))


def _computed(part: p.Computed, sight: Sight) -> Any:
    if part.left is None:
        return computed("-", 0, value_of(part.right, sight))
    return computed(part.op, value_of(part.left, sight), value_of(part.right, sight))


def _choice(part: p.Choice, sight: Sight) -> Any:
    for case in part.cases:
        if truth_of(case.test, sight) is True:
            return case.value.value
    return part.otherwise.value if part.otherwise else None


def _one(part: p.One, sight: Sight) -> Any:
    found = sight.world.ask(part.query)
    return found.rows[0][found.values[0]] if found.rows else None


_VALUES: dict[type[Any], Callable[[Any, Any], Any]] = {
    p.Value: lambda part, sight: part.value,
    p.Period: lambda part, sight: period_of(part.text),
    p.Now: lambda part, sight: now(sight.world.today, part.unit, part.start, part.end),
    p.Path: _path, p.Taken: _taken, p.Computed: _computed, p.Choice: _choice, p.One: _one,
}  # fmt: skip


# ------------------------------------------------------------------ tests


def as_test(part: Any, sight: Sight) -> Truth:
    """The truth of an operand that may be a test or the path of one."""
    return truth_of(p.Holds(path=part) if isinstance(part, p.Path) else part, sight)


def truth_of(test: Any, sight: Sight) -> Truth:
    """True, False, or None: not known."""
    if isinstance(sight, GroupSight) and text_of(test) in sight.keys:
        found = sight.keys[text_of(test)]
        return found if isinstance(found, bool) or not isinstance(test, p.Holds) else False
    if isinstance(test, (p.All, p.AnyOf)):
        return _together(test, sight)
    if isinstance(test, p.Not):
        found = truth_of(test.test, sight)
        return None if found is None else not found
    if isinstance(test, p.Some):
        return _some(test, sight)
    return _along(test, sight)


def _together(test: p.All | p.AnyOf, sight: Sight) -> Truth:
    """`and` is false by one that is false, `or` true by one that is true; else what is unknown stays so."""
    deciding = isinstance(test, p.AnyOf)
    found = [truth_of(one, sight) for one in test.tests]
    if deciding in found:
        return deciding
    return None if None in found else not deciding


def _along(test: Any, sight: Sight) -> Truth:
    """A comparison; along a relation to many whether it is true of some row there."""
    if isinstance(test, p.Compare) and test.op == "!=":
        return not _along(test.model_copy(update={"op": "="}), sight)
    if isinstance(sight, GroupSight):
        return _SIMPLE[type(test)](test, sight)
    asked = as_asked(test.of, sight.view) if isinstance(test, p.Missing) else None
    parts = (asked,) if asked else tuple(each for each in p.inner(test) if not isinstance(each, p.Query))
    _, many = sight.view.opened(parts)
    if not many:
        return _SIMPLE[type(test)](test, sight)
    return any(_SIMPLE[type(test)](test, far) is True for far in sight.opened(many))


def _compare(test: p.Compare, sight: Sight) -> Truth:
    left, right = value_of(test.left, sight), value_of(test.right, sight)
    if test.op == "=":
        return equal(left, right)
    if test.op in ("has", "starts"):
        if right is None:
            return False
        texts = [text.lower() for text in names_of(left)]
        return any(text.startswith(right.lower()) if test.op == "starts" else right.lower() in text for text in texts)
    return ordered(test.op, left, right)


def _between(test: p.Between, sight: Sight) -> Truth:
    value, low, high = (value_of(part, sight) for part in (test.left, test.low, test.high))
    if None in (value, low, high):
        return None
    return bool(ordered(">=", value, low)) and bool(ordered("<=", value, high))


def _among(test: p.Among, sight: Sight) -> Truth:
    left = value_of(test.left, sight)
    return any(equal(left, value_of(value, sight)) for value in test.values)


def _among_rows(test: p.AmongRows, sight: Sight) -> Truth:
    left = value_of(test.left, sight)
    return any(equal(left, row[0]) for row in sight.world.ask(test.query).rows)


def _missing(test: p.Missing, sight: Sight) -> Truth:
    if isinstance(sight, RowSight) and as_asked(test.of, sight.view) != test.of and isinstance(test.of, p.Path):
        hops = sight.view.walk(test.of).hops
        return not any(far.thing_at(hops) for far in sight.spread(hops))
    return value_of(test.of, sight) is None


def _holds(test: p.Holds, sight: Sight) -> Truth:
    found = value_of(test.path, sight)
    named = isinstance(sight, RowSight) and sight.view.walk(test.path).test
    return found if named or found is not None else False


def _some(test: p.Some, sight: RowSight) -> Truth:
    """`some` keeps to a row that is bound; `only` sees every row."""
    hops = sight.view.walk(test.path).hops
    start = sight.free() if test.every else sight
    rows = [far.bound[tuple(hop.name for hop in hops)].row for far in start.opened(hops)]  # type: ignore[union-attr]
    found = [truth_of(test.where, RowSight(sight.world, row)) is True if test.where else True for row in rows if row]
    return bool(found) and all(found) if test.every else any(found)


_SIMPLE: dict[type[Any], Callable[[Any, Any], Truth]] = {
    p.Compare: _compare, p.Between: _between, p.Among: _among, p.AmongRows: _among_rows, p.Missing: _missing,
    p.Holds: _holds,
}  # fmt: skip
