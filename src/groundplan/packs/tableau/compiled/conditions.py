"""Filters -> conditions on rows, sorted by when Tableau applies them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlglot import exp

from groundplan.packs.tableau.calculation.compute import COMPARED, compute
from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.calculation.parts import Call, Constant, Named, Part, Type
from groundplan.packs.tableau.calculation.values import (
    AGGREGATE,
    MOMENTS,
    NUMBERS,
    TABLE,
    Value,
    binary,
    call,
    constant,
    is_null,
    text,
)
from groundplan.packs.tableau.compiled.asked import filtered, under
from groundplan.packs.tableau.compiled.periods import period
from groundplan.packs.tableau.compiled.rows import Asking, Condition, Rows, settled
from groundplan.packs.tableau.faults import BadFormula
from groundplan.packs.tableau.vizql import query as nouns


@dataclass(frozen=True)
class Conditions:
    """The filters of a query, in the order of operations."""

    context: tuple[Condition, ...]
    """Before all: FIXED, TOP and CONDITION see only what these keep."""
    kept: tuple[Condition, ...]
    """These, then TOP and CONDITION, then the filters of each row."""
    having: tuple[tuple[nouns.Filter, Part], ...]
    """Filters of figures, after the rows are grouped."""


def conditions(filters: Sequence[nouns.Filter], asking: Asking) -> Conditions:
    """By the level of what each filter is on."""
    rows, members, having = [], [], []
    for one in filters:
        part = filtered(one.field, asking.description)
        if isinstance(one, nouns.Top | nouns.Conditional):
            members.append((one, part))
        elif (level := level_of(part, asking)) == TABLE:
            raise BadFormula("a table calculation cannot be filtered on", code="table-filter")
        elif level == AGGREGATE:
            having.append((one, part))
        else:
            rows.append((one, part))
    early = [_row_test(one, part) for one, part in rows if one.context]
    context = [*early, *(_member_test(one, part, early) for one, part in members if one.context)]
    late = [_member_test(one, part, context) for one, part in members if not one.context]
    late += [_row_test(one, part) for one, part in rows if not one.context]
    return Conditions(tuple(context), (*context, *late), tuple(having))


def level_of(part: Part, asking: Asking) -> int:
    """At which level a part stands."""
    return compute(part, Rows(asking)).level


def _row_test(one: nouns.Filter, part: Part) -> Condition:
    return lambda rows: test(one, compute(part, rows), rows.asking, members(one, rows.asking))


def members(one: nouns.Filter, asking: Asking) -> dict[Any, Any]:
    """By the name that a member is shown under: the member."""
    if isinstance(one.field, nouns.OnField):
        field = asking.description.field(one.field.field_caption, asking.by_name)
        return {alias.value: alias.member for alias in field.aliases} if field else {}
    return {}


# ------------------------------------------------------------------ tests of a value


def test(one: nouns.Filter, value: Value, asking: Asking, aliases: dict[Any, Any]) -> exp.Expression:
    """Whether a value passes: true or false, never unknown."""
    if isinstance(one, nouns.OneOf):
        return _one_of(one, value, aliases)
    if isinstance(one, nouns.Match):
        return _match(one, value)
    if isinstance(one, nouns.Numbers):
        low, high = (None if bound is None else constant(bound, _number(bound)).sql for bound in (one.min, one.max))
        _must_be(value, NUMBERS, "QUANTITATIVE_NUMERICAL")
        return _between(one, value, low, high, exp.LTE)
    _must_be(value, MOMENTS, one.filter_type)
    if isinstance(one, nouns.Dates):
        low, high = (None if day is None else moment(day) for day in (one.min_date, _next(one.max_date)))
        return _between(one, value, low, high, exp.LT)
    assert isinstance(one, nouns.Relative)
    first, last = period(one, asking.now, asking.description.week_start)
    inside = exp.and_(binary(exp.GTE, value.sql, moment(first)), binary(exp.LT, value.sql, moment(last)))
    return _with_nulls(inside, value, bool(one.include_nulls))


def _must_be(value: Value, types: Sequence[str], filter: str) -> None:
    if value.type not in (*types, "NULL"):
        allowed = " or ".join(one.lower() for one in types)
        raise BadFormula(f"a {filter} filter is on {allowed}, not on a {value.type.lower()}", code="filter-type")


def _number(value: float) -> Type:
    return "INTEGER" if isinstance(value, int) else "REAL"


def moment(day: date) -> exp.Expression:
    """A moment; of the last day of the calendar on, the end of time."""
    if isinstance(day, datetime):
        return constant(day.isoformat(" "), "DATETIME").sql
    return constant(day.isoformat(), "DATE").sql


def _next(day: date | None) -> date | None:
    return None if day is None or day == date.max else day + timedelta(days=1)


def _between(
    one: nouns.Numbers | nouns.Dates,
    value: Value,
    low: exp.Expression | None,
    high: exp.Expression | None,
    below: type[exp.Expression],
) -> exp.Expression:
    kind = one.quantitative_filter_type
    if kind in ("ONLY_NULL", "ONLY_NON_NULL"):
        return is_null(value.sql) if kind == "ONLY_NULL" else exp.Not(this=is_null(value.sql))
    tests = [binary(exp.GTE, value.sql, low)] if low is not None and kind in ("RANGE", "MIN") else []
    tests += [binary(below, value.sql, high)] if high is not None and kind in ("RANGE", "MAX") else []
    return _with_nulls(exp.and_(*tests) if tests else exp.Not(this=is_null(value.sql)), value, bool(one.include_nulls))


def _with_nulls(inside: exp.Expression, value: Value, nulls: bool) -> exp.Expression:
    known = call("coalesce", exp.Paren(this=inside), exp.false())
    return exp.Paren(this=exp.or_(known, is_null(value.sql))) if nulls else known


def _one_of(one: nouns.OneOf, value: Value, aliases: dict[Any, Any]) -> exp.Expression:
    values = [aliases.get(each, each) if isinstance(each, str) else each for each in one.values]
    listed = [typed(each, value.type) for each in values if each is not None]
    found: exp.Expression = exp.false()
    if listed:
        found = call("coalesce", exp.In(this=value.sql.copy(), expressions=listed), exp.false())
    if None in values:
        found = exp.Paren(this=exp.or_(found, is_null(value.sql)))
    return exp.Paren(this=exp.Not(this=found)) if one.exclude else found


def typed(value: Any, type: Type) -> exp.Expression:
    """A value of JSON as one of a field's type."""
    if type in MOMENTS and isinstance(value, str):
        try:
            return moment(datetime.fromisoformat(value.replace("Z", "+00:00")).replace(tzinfo=None))
        except ValueError as error:
            told = f"{value!r} is no date"
            raise BadFormula(told, code="value-type", suggestion="write it as YYYY-MM-DD") from error
    fits = {"INTEGER": (int, float), "REAL": (int, float), "STRING": (str,), "BOOLEAN": (bool,)}.get(type, ())
    if not isinstance(value, fits) or (isinstance(value, bool) and type != "BOOLEAN"):
        raise BadFormula(f"{value!r} is not of the type {type} of the field", code="value-type")
    whole: Type = "INTEGER" if isinstance(value, int) else "REAL"
    return constant(value, whole if type in NUMBERS else type).sql


def _match(one: nouns.Match, value: Value) -> exp.Expression:
    _must_be(value, ("STRING",), "MATCH")
    said = (("contains", one.contains), ("starts_with", one.starts_with), ("suffix", one.ends_with))
    folded = call("lower", value.sql)
    tests = [call(name, folded, text(part.lower())) for name, part in said if part]
    inside = call("coalesce", exp.and_(*tests), exp.false()) if tests else exp.Not(this=is_null(value.sql))
    return exp.Paren(this=exp.Not(this=exp.Paren(this=inside))) if one.exclude else inside


# ------------------------------------------------------------------ tests of members


def _member_test(one: nouns.Top | nouns.Conditional, part: Part, before: Sequence[Condition]) -> Condition:
    """Whether the row's member is among those that a statement of their own finds."""

    def condition(rows: Rows) -> exp.Expression:
        chosen = _chosen(one, part, tuple(before), rows.asking)
        alias = f"member{len(rows.joins)}"
        value = compute(part, rows)
        if value.level >= AGGREGATE:
            kind = one.filter_type
            told = f"{kind} ranks the members of a dimension, not a figure"
            raise BadFormula(told, code="top-of-measure", suggestion="put the dimension into `field`")
        rows.join(alias, chosen, [(value.sql, "m")])
        return exp.Not(this=is_null(exp.column("kept", table=alias, quoted=True)))

    return condition


def _chosen(
    one: nouns.Top | nouns.Conditional, part: Part, before: tuple[Condition, ...], asking: Asking
) -> exp.Select:
    def made(rows: Rows) -> exp.Select:
        member = compute(part, rows)
        kept = [("kept", exp.true())]
        if isinstance(one, nouns.Top):
            measure = compute(filtered(one.field_to_measure, asking.description), rows)
            if measure.level < AGGREGATE:
                told = "fieldToMeasure of TOP needs a function"
                raise BadFormula(told, code="top-without-function", suggestion="add a function, such as SUM")
            ranked = rows.grouped(["m"], [member], [*kept, ("v", measure.sql)], before)
            down = one.direction == "TOP"
            order = [
                exp.Ordered(this=exp.column("v", quoted=True), desc=down, nulls_first=False),
                exp.Ordered(this=exp.column("m", quoted=True), desc=False, nulls_first=False),
            ]
            return ranked.order_by(*order).limit(one.how_many)
        return rows.grouped(["m"], [member], kept, before, [_holds(one, rows)])

    return settled(made, asking, (part,), before, before)


def _holds(one: nouns.Conditional, rows: Rows) -> exp.Expression:
    if one.calculation is not None:
        value = compute(parsed(one.calculation), rows)
        if value.type != "BOOLEAN" or value.level < AGGREGATE:
            told = "the calculation of a CONDITION filter is a test of a figure"
            raise BadFormula(told, code="condition-no-test", suggestion="such as SUM([Sales]) > 1000")
        return value.sql
    said = one.condition
    assert said is not None, "validated before"
    figure = under(said.function, Named(said.field_caption), rows.asking.description)
    of = compute(figure, rows)
    kind: Type = "STRING" if isinstance(said.value, str) else _number(said.value)
    value_part = Constant(said.value, kind)
    if of.type in MOMENTS and isinstance(said.value, str):
        right = typed(said.value, of.type)
        return binary(COMPARED[said.comparison], of.sql, right)
    return compute(Call(said.comparison, (figure, value_part)), rows).sql
