"""Parts of a query that an edit looks for and puts others in the place of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.page import Unreadable


def tests_of(query: p.Query) -> list[Any]:
    """Its conditions one by one."""
    return list(query.where.tests) if isinstance(query.where, p.All) else [query.where] if query.where else []


def all_of(tests: Sequence[Any]) -> Any:
    """Conditions as one."""
    return None if not tests else tests[0] if len(tests) == 1 else p.All(tests=tuple(tests))


def subject(test: Any) -> str:
    """What a condition holds rows to, whatever the value; empty where it is no single thing."""
    while isinstance(test, p.Not):
        test = test.test
    if isinstance(test, p.AnyOf):
        several = {subject(one) for one in test.tests}
        return several.pop() if len(several) == 1 else ""
    if isinstance(test, (p.Compare, p.Between, p.Among, p.AmongRows)):
        left = test.left
        return show(left.of if isinstance(left, p.Taken) and left.part in p.GRAINS else left)
    return show(test.path if isinstance(test, (p.Holds, p.Some)) else test.of) if not isinstance(test, p.All) else ""


def dated(test: Any) -> bool:
    """Whether it holds rows to a time."""
    return any(isinstance(part, (p.Period, p.Now)) for part in p.walked(test))


def same(one: Any, other: Any) -> bool:
    """Whether two parts say the same, from whatever words they were read."""
    return show(one) == show(other)


def rebuilt(part: Any, change: Callable[[Any], Any]) -> Any:
    """The part with each one in it changed, from the inside out."""
    held = {name: getattr(part, name) for name in type(part).model_fields}
    made = {name: _each(value, change) for name, value in held.items()}
    changed = {name: made[name] for name in held if made[name] is not held[name]}
    return change(p.replaced(part, changed) if changed else part)


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        made = tuple(_each(one, change) for one in value)
        return made if any(one is not other for one, other in zip(made, value, strict=True)) else value
    return rebuilt(value, change) if isinstance(value, Noun) else value


def swapped(query: p.Query, old: Any, new: Any) -> p.Query:
    """The query with a figure in the place of another, wherever it stands; `as` names are dropped."""
    if query.having:
        raise Unreadable("its groups are held to a limit of the figure that goes")
    names = {one.name: one.of for one in query.columns if one.name}

    def change(part: Any) -> Any:
        named = isinstance(part, p.Path) and len(part.steps) == 1
        part = names.get(part.steps[0], part) if named else part
        return new if isinstance(part, (p.Figure, p.Computed)) and same(part, old) else part

    columns = tuple(p.Column(of=new if same(one.of, old) else one.of) for one in query.columns)
    held = {name: getattr(query, name) for name in ("keep", "order")}
    made = {"columns": columns, **{name: _each(value, change) for name, value in held.items()}}
    return p.Query.model_validate({**dict(query), **made})


def plain_figure(query: p.Query) -> p.Figure | None:
    """The figure that the first column is made of: of a share, what it is the share of."""
    figures = [part for one in query.columns[:1] for part in p.walked(one.of) if isinstance(part, p.Figure)]
    return next((one for one in figures if one.fn not in (*p.ALONG, "rate")), None)


def with_periods(query: p.Query, scope: Scope) -> p.Query:
    """The query with years as periods, wherever a time is held against them: `date = 2024`."""
    base = scope.dataset(str(query.of))

    def change(part: Any) -> Any:
        left = part.left if isinstance(part, (p.Compare, p.Between, p.Among)) else None
        field = scope.walk(base, left.steps).field if isinstance(left, p.Path) else None
        if field is None or field.type not in ("date", "datetime"):
            return part
        held = {name: _each(getattr(part, name), _period) for name in type(part).model_fields if name != "left"}
        return p.replaced(part, held)

    made = {name: _each(getattr(query, name), change) for name in ("columns", "where")}
    return p.Query.model_validate({**dict(query), **made})


def _period(part: Any) -> Any:
    return p.Period(text=str(part.value)) if isinstance(part, p.Value) and isinstance(part.value, int) else part
