"""Which kind of value each part of a query has, and what is refused before any row is seen."""

from __future__ import annotations

from typing import Any, NoReturn

from reference_values import WEEKDAYS, now, period_of, unit_of
from reference_views import GroupView, RowView, as_asked, many_of, names, text_of

from groundplan.errors import QueryError
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression

View = RowView | GroupView
OF_FIELDS = {
    "text": "text", "integer": "number", "number": "number", "boolean": "truth", "date": "date", "datetime": "date",
}  # fmt: skip


def wrong(part: Any, wanted: str) -> NoReturn:
    """What does not go together."""
    raise QueryError(f"{text_of(part)} is taken where {wanted} is wanted.", "wrong-type")


def kind_of(part: Any, view: View) -> str:
    """number, text, date, truth, thing, weekday, period or span; a QueryError where a part does not fit."""
    if isinstance(view, GroupView) and text_of(part) in view.keys:
        return view.keys[text_of(part)]
    if isinstance(part, p.Figure):
        from reference_figure_kinds import figure_kind

        return figure_kind(part, view)
    return _KINDS[type(part)](part, view)


def need(part: Any, view: View, *kinds: str) -> str:
    """The kind of a part, which has to be one of these."""
    found = kind_of(part, view)
    if found not in kinds:
        wrong(part, f"a {' or '.join(kinds)}")
    return found


def need_test(part: Any, view: View) -> None:
    """A test, a field that is true or false, or a named test."""
    need(part, view, "truth")


# ------------------------------------------------------------------ values


def _value(part: p.Value, view: View) -> str:
    return "truth" if isinstance(part.value, bool) else "text" if isinstance(part.value, str) else "number"


def _period(part: p.Period, view: View) -> str:
    period_of(part.text)
    return "period"


def _now(part: p.Now, view: View) -> str:
    if part.unit == "hour":
        raise QueryError(f"{text_of(part)} is not known: a query runs on a day.", "unreadable-query")
    try:
        now(_world(view).today, part.unit, part.start, part.end)
    except (ValueError, OverflowError):
        raise QueryError(f"{text_of(part)} is no time of the calendar.", "unreadable-query") from None
    return "period"


def _world(view: View) -> Any:
    return view.row.world if isinstance(view, GroupView) else view.world


def _path(part: p.Path, view: View) -> str:
    if isinstance(view, GroupView):
        raise QueryError(f"{text_of(part)} is neither a key nor a figure of the groups.", "not-a-figure")
    walked = view.walk(part)
    many = names(many_of(part, view))
    if many and many not in view.bound:
        raise QueryError(f"{text_of(part)} leads to many values where one is wanted; take a figure.", "several-values")
    if walked.test:
        need_test(read_expression(walked.at.tests[walked.test]), RowView(view.world, walked.at))
        return "truth"
    if walked.field is None:
        return "text" if walked.in_list else "thing"
    return view.world.kinds.get((walked.at.name, walked.field.name)) or OF_FIELDS[walked.field.type]


def _taken(part: p.Taken, view: View) -> str:
    if (part.part == "bin") != (part.size is not None) or (part.size is not None and part.size <= 0):
        wrong(part, "`bin` with a width above 0, or a part without one,")
    if part.part in ("abs", "bin"):
        return need(part.of, view, "number")
    if part.part in p.UNITS:
        if need(part.of, view, "span", "number") == "number" and not unit_in(part.of, view):
            wrong(part.of, "a span or a field in a unit of time")
        return "number"
    need(part.of, view, "date", "period", *(["number"] if part.part in ("year", "decade") else []))
    if part.part == "weekday":
        return "weekday"
    return "date" if part.part in ("quarter", "month", "week", "day", "hour") else "number"


def unit_in(part: Any, view: View) -> str:
    """The unit of time that a field is in, or nothing."""
    row = view.row if isinstance(view, GroupView) else view
    field = row.walk(part).field if isinstance(part, p.Path) else None
    return unit_of(field.unit) if field else ""


def _computed(part: p.Computed, view: View) -> str:
    sides = [kind_of(side, view) for side in (part.left, part.right) if side is not None]
    if sides in (["number"], ["number", "number"]):
        return "number"
    if part.op == "-" and len(sides) == 2 and set(sides) <= {"date", "period"} and "date" in sides:
        return "span"
    wrong(part, "arithmetic of numbers, or one date less another,")


def _choice(part: p.Choice, view: View) -> str:
    for case in part.cases:
        need_test(case.test, view)
    values = [*(case.value for case in part.cases), *([part.otherwise] if part.otherwise else [])]
    kinds = {_value(value, view) for value in values}
    if len(kinds) != 1 or not part.cases:
        wrong(part, "a choice between values of one kind")
    return kinds.pop()


def _one(part: p.One, view: View) -> str:
    found = _world(view).ask(part.query)
    if len(found.values) != 1 or len(found.rows) > 1:
        raise QueryError(f"({text_of(part.query)}) is not one figure; ask for one column and one row.", "not-one")
    return str(found.kinds[found.values[0]])


# ------------------------------------------------------------------ tests


def _opened(view: View, *parts: Any) -> View:
    return view.opened(parts)[0] if isinstance(view, RowView) else view


def _compare(part: p.Compare, view: View) -> str:
    inside = _opened(view, part.left, part.right)
    if part.op in ("has", "starts"):
        need(part.left, inside, "text", "thing")
        need(part.right, inside, "text")
    else:
        together(part.left, part.right, inside, order=part.op not in ("=", "!="))
    return "truth"


def together(left: Any, right: Any, view: View, order: bool) -> None:
    """Two sides that can be compared."""
    fits(left, side_kind(left, view), right, side_kind(right, view), order)


def side_kind(part: Any, view: View) -> str:
    """The kind of a side of a test; of a group a thing is only what it is called by."""
    found = kind_of(part, view)
    return "text" if found == "thing" and isinstance(view, GroupView) else found


def fits(left: Any, one: str, right: Any, other: str, order: bool) -> None:
    """Two kinds that can be compared."""
    kinds = {one, other}
    year = next((side for side, kind in ((left, one), (right, other)) if kind == "number"), None)
    if kinds == {"date", "number"} and _is_year(year):
        return
    if kinds == {"weekday", "text"} and order and not _is_weekday(left if one == "text" else right):
        wrong(right, "a weekday's name")
    same = ("number", "text", "date", "weekday") if order else ("number", "text", "date", "weekday", "thing", "truth")
    mixed = [{"date", "period"}, {"weekday", "text"}, *([] if order else [{"thing", "text"}, {"thing", "number"}])]
    if not (kinds in mixed or (len(kinds) == 1 and one in same)):
        wrong(right, f"something that can be held against {text_of(left)}, a {one},")


def _is_year(part: Any) -> bool:
    return isinstance(part, p.Value) and isinstance(part.value, int) and 1000 <= part.value <= 9998


def _is_weekday(part: Any) -> bool:
    return isinstance(part, p.Value) and part.value in WEEKDAYS


def _between(part: p.Between, view: View) -> str:
    inside = _opened(view, part.left, part.low, part.high)
    together(part.left, part.low, inside, order=True)
    together(part.left, part.high, inside, order=True)
    return "truth"


def _among(part: p.Among, view: View) -> str:
    inside = _opened(view, part.left, *part.values)
    for value in part.values:
        together(part.left, value, inside, order=False)
    return "truth"


def _among_rows(part: p.AmongRows, view: View) -> str:
    inside = _opened(view, part.left)
    found = _world(view).ask(part.query)
    fits(part.left, side_kind(part.left, inside), p.One(query=part.query), found.kinds[0], order=False)
    return "truth"


def _missing(part: p.Missing, view: View) -> str:
    if isinstance(view, GroupView):
        kind_of(part.of, view)
    else:
        asked = as_asked(part.of, view)
        kind_of(asked, view.opened((asked,))[0])
    return "truth"


def _some(part: p.Some, view: View) -> str:
    if isinstance(view, GroupView):
        raise QueryError(f"{text_of(part)} is neither a key nor a figure of the groups.", "not-a-figure")
    walked = view.walk(part.path)
    if not walked.thing or not walked.hops:
        wrong(part.path, "a relation")
    if part.where:
        need_test(part.where, RowView(view.world, walked.at))
    return "truth"


def _all(part: p.All | p.AnyOf, view: View) -> str:
    for test in part.tests:
        need_test(test, view)
    return "truth"


def _not(part: p.Not, view: View) -> str:
    need_test(part.test, view)
    return "truth"


def _holds(part: p.Holds, view: View) -> str:
    return need(part.path, _opened(view, part.path), "truth")


_KINDS: dict[type[Any], Any] = {
    p.Value: _value, p.Period: _period, p.Now: _now, p.Path: _path, p.Taken: _taken,
    p.Computed: _computed, p.Choice: _choice, p.One: _one, p.Compare: _compare, p.Between: _between,
    p.Among: _among, p.AmongRows: _among_rows, p.Missing: _missing, p.Some: _some, p.All: _all, p.AnyOf: _all,
    p.Not: _not, p.Holds: _holds,
}  # fmt: skip
