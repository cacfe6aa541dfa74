"""The value of an expression and the truth of a test, for a row or for a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference_kinds import unit_in
from reference_rows import Thing, name_of
from reference_sights import GroupSight, RowSight, Sight
from reference_values import computed, equal, names_of, now, ordered, period_of, taken, text_shown
from reference_views import TESTS, Hops, as_asked, names, text_of

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
    walked = sight.view.walk(part)
    thing = sight.thing_at(walked.hops)
    if walked.thing:
        text = bool(walked.hops) and walked.hops[-1].parts
        return thing.row.cells["value"] if text and thing and thing.row else thing
    if not thing or not thing.row:
        return False if walked.test else None
    if walked.test:
        return named_test(walked.at.tests[walked.test], sight.far(thing.row))
    if walked.field in walked.at.fields:
        return thing.row.cells.get(walked.field.name)
    return thing.row.place[-1] + 1


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
        return _not(truth_of(test.test, sight))
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
        return _not(_along(test.model_copy(update={"op": "="}), sight))
    if isinstance(sight, GroupSight):
        return _SIMPLE[type(test)](test, sight)
    asked = as_asked(test.of, sight.view) if isinstance(test, p.Missing) else None
    parts = (asked,) if asked else tuple(each for each in p.inner(test) if not isinstance(each, p.Query))
    _, many = sight.view.opened(parts)
    if not many:
        return _SIMPLE[type(test)](test, sight)
    return any(_SIMPLE[type(test)](test, far) is True for far in sight.opened(many))


def looks_at_blank_list(part: Any, sight: RowSight) -> bool:
    """Whether a comparison in the part passes a list that has no parts."""
    if isinstance(part, (p.Figure, p.Some, p.Missing, p.Query)):
        return False
    inside = [each for each in p.inner(part) if not isinstance(each, p.Query)]
    _, many = sight.view.opened(tuple(inside)) if type(part) in _SIMPLE else ((), ())
    return bool(many and _is_blank_list(sight, many)) or any(looks_at_blank_list(each, sight) for each in inside)


def _is_blank_list(sight: RowSight, many: Hops) -> bool:
    """Whether the first relation to many on the way is a list without parts."""
    at = next(at for at, hop in enumerate(many) if hop.many)
    before = sight.thing_at(many[:at])
    return bool(many[at].split) and not (before and before.row and sight.world.parts(before.row, many[at].split))


def _not(found: Truth) -> Truth:
    return None if found is None else not found


def _unless_missing(sight: Sight, *sides: Any) -> Truth:
    """False; in a rate not known where a side is missing."""
    return None if isinstance(sight, RowSight) and sight.strict and None in sides else False


def _compare(test: p.Compare, sight: Sight) -> Truth:
    if test.op == "=":
        return _equal(test.left, test.right, sight)
    left, right = _side(test.left, sight), _side(test.right, sight)
    if test.op not in ("has", "starts"):
        return ordered(test.op, left, right)
    texts = [text.lower() for text in (_all_names(test.left, sight) or names_of(left))]
    wanted = right.lower() if right is not None else None
    found = any(
        text.startswith(wanted) if test.op == "starts" else wanted in text for text in texts if right is not None
    )
    return found or _unless_missing(sight, _own_name(left), right)


def _own_name(value: Any) -> Any:
    """A value, or of a thing its name: other names are not known to be all that it has."""
    if not isinstance(value, Thing) or not value.dataset.name_field:
        return value
    return (name_of(value.row) or None) if value.row else None


def _side(part: Any, sight: Sight) -> Any:
    """A side of a test; of a group a thing is only what it is called by."""
    found = value_of(part, sight)
    return text_shown(found) if isinstance(sight, GroupSight) else found


def _equal(one: Any, other: Any, sight: Sight) -> Truth:
    """Whether both are the same, or one is another name of the thing that the other is the name of."""
    left, right = _side(one, sight), _side(other, sight)
    if equal(left, right):
        return True
    alias = _is_name(one, sight) != _is_name(other, sight)
    if alias and (right in _all_names(one, sight) or left in _all_names(other, sight)):
        return True
    return _unless_missing(sight, left, right)


def _is_name(part: Any, sight: Sight) -> bool:
    """Whether the part is the one field by which things are called that have other names, too."""
    if not isinstance(part, p.Path) or not isinstance(sight, RowSight):
        return False
    walked = sight.view.walk(part)
    return bool(walked.at.aliases and walked.field) and walked.at.name_field == (walked.field.name,)


def _all_names(part: Any, sight: Sight) -> list[str]:
    """All names of the thing that a name is of."""
    thing = sight.thing_at(sight.view.walk(part).hops) if _is_name(part, sight) else None
    return thing.names() if thing else []


def _between(test: p.Between, sight: Sight) -> Truth:
    value, low, high = (value_of(part, sight) for part in (test.left, test.low, test.high))
    if None in (value, low, high):
        return None
    return bool(ordered(">=", value, low)) and bool(ordered("<=", value, high))


def _among(test: p.Among, sight: Sight) -> Truth:
    found = [_equal(test.left, value, sight) for value in test.values]
    return True if True in found else None if None in found else False


def _among_rows(test: p.AmongRows, sight: Sight) -> Truth:
    left = _side(test.left, sight)
    return any(equal(left, row[0]) for row in sight.world.ask(test.query).rows) or _unless_missing(sight, left)


def _missing(test: p.Missing, sight: Sight) -> Truth:
    if isinstance(sight, RowSight) and as_asked(test.of, sight.view) != test.of and isinstance(test.of, p.Path):
        hops = sight.view.walk(test.of).hops
        return not any(far.thing_at(hops) for far in sight.spread(hops))
    return value_of(test.of, sight) is None


def _holds(test: p.Holds, sight: Sight) -> Truth:
    found = value_of(test.path, sight)
    named = isinstance(sight, RowSight) and sight.view.walk(test.path).test
    return found if named or found is not None else _unless_missing(sight, found)


def _some(test: p.Some, sight: RowSight) -> Truth:
    """`some` and `only` see every row, and are in a rate what they are elsewhere."""
    hops = sight.view.walk(test.path).hops
    start = sight.free()
    rows = [far.bound[names(hops)].row for far in start.opened(hops)]  # type: ignore[union-attr]
    found = [truth_of(test.where, start.far(row)) is True if test.where else True for row in rows if row]
    return bool(found) and all(found) if test.every else any(found)


_SIMPLE: dict[type[Any], Callable[[Any, Any], Truth]] = {
    p.Compare: _compare, p.Between: _between, p.Among: _among, p.AmongRows: _among_rows, p.Missing: _missing,
    p.Holds: _holds,
}  # fmt: skip
