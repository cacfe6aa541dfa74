"""The parts of a calculation -> an expression of DuckDB, with the types and levels that Tableau holds it to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from typing import Protocol

from sqlglot import exp

from groundplan.packs.tableau.calculation import dates, functions
from groundplan.packs.tableau.calculation.parts import Call, Constant, If, Lod, Member, Named, Part, Steps, Type
from groundplan.packs.tableau.calculation.values import (
    AGGREGATE,
    CONSTANT,
    MOMENTS,
    NUMBERS,
    ROW,
    Value,
    as_type,
    binary,
    call,
    cast,
    common_type,
    constant,
    either,
    is_null,
    made_of,
    null,
    text,
)
from groundplan.packs.tableau.faults import BadFormula
from groundplan.plan.nearest import nearest


class Scope(Protocol):
    """What a calculation is computed over."""

    now: datetime
    week_start: int

    def named(self, part: Named) -> Value:
        """A field or a parameter."""

    def member(self, part: Named) -> Value:
        """A field by the aliases of its members."""

    def lod(self, part: Lod) -> Value:
        """An aggregate at a level of detail of its own."""

    def aggregated(self, name: str, args: Sequence[Value], of: functions.Aggregate) -> Value:
        """A function of the rows of each group."""

    def table(self, part: Call) -> Value:
        """A function of the rows of the result."""


COMPARED: dict[str, type[exp.Expression]] = {
    "=": exp.EQ, "<>": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE,
}  # fmt: skip
_FIGURES: dict[str, type[exp.Expression]] = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}
_MIXED = "Cannot mix aggregate and non-aggregate arguments with this function"


def compute(part: Part, scope: Scope) -> Value:
    """The part over a scope, or a `BadFormula` with its place."""
    if isinstance(part, Constant):
        return constant(part.value, part.type)
    if isinstance(part, Named):
        return scope.named(part)
    if isinstance(part, Member):
        return scope.member(part.of)
    if isinstance(part, Steps):
        return _steps(part, scope)
    if isinstance(part, If):
        return _chosen(part, scope)
    if isinstance(part, Lod):
        return scope.lod(part)
    return _called(part, scope)


def _called(part: Call, scope: Scope) -> Value:
    name = part.name
    if name in functions.TABLE_FUNCTIONS:
        return scope.table(part)
    args = [compute(one, scope) for one in part.args]
    if name in _OPERATORS:
        return _one_level(part, args, _OPERATORS[name](part, args))
    if name in functions.EXTREMES and len(args) == 2:
        together = _alike(part, args)
        return _one_level(part, args, made_of(together, functions.EXTREMES[name](together), together[0].type))
    if name in functions.AGGREGATES:
        return _aggregated(part, args, scope)
    if name in functions.DATE_FUNCTIONS:
        held_to(part, args, functions.DATE_FUNCTIONS[name][0])
        return _one_level(part, args, _dated(part, args, scope))
    if name in functions.CHOICES:
        held_to(part, args, functions.CHOICES[name][0])
        return _one_level(part, args, _chosen_value(part, args))
    if name not in functions.FUNCTIONS:
        raise _unknown(part)
    known = functions.FUNCTIONS[name]
    held_to(part, args, known.takes)
    return _one_level(part, args, made_of(args, known.build(args), known.gives or args[0].type))


def _unknown(part: Call) -> BadFormula:
    near = nearest(part.name, functions.KNOWN)
    told = f"The function {part.name!r} is not known here"
    suggestion = f"did you mean {near}?" if near else f"there is {', '.join(functions.KNOWN)}"
    return BadFormula(told, part.at, "unknown-function", suggestion)


def held_to(part: Call, args: Sequence[Value], takes: str) -> None:
    """Faults in the number and the types of arguments."""
    least, kinds = len(takes.partition("?")[0]), takes.replace("?", "")
    if not least <= len(args) <= len(kinds):
        wanted = str(least) if least == len(kinds) else f"{least} to {len(kinds)}"
        told = f"{part.name} takes {wanted} argument{'' if wanted == '1' else 's'}, not {len(args)}"
        raise BadFormula(told, part.at, "wrong-arguments")
    for place, (arg, kind) in enumerate(zip(args, kinds, strict=False)):
        if arg.type not in (*functions.KINDS[kind], "NULL"):
            allowed = " or ".join(one.lower() for one in functions.KINDS[kind])
            told = f"{part.name} is being called with ({arg.type.lower()}), it takes {allowed}"
            said = part.args[place] if place < len(part.args) else part
            raise BadFormula(told, getattr(said, "at", part.at), "wrong-type", _instead(arg.type, kind))


def _instead(type: str, kind: str) -> str:
    made = {"n": "FLOAT(...)", "s": "STR(...)", "d": "DATE(...)"}.get(kind)
    return f"turn it with {made}" if made else ""


def _one_level(part: Call | If, args: Sequence[Value], value: Value) -> Value:
    levels = {arg.level for arg in args} - {CONSTANT}
    if ROW in levels and len(levels) > 1:
        raise BadFormula(_MIXED, part.at, "mixed-levels", "aggregate each field, for example with SUM, MIN or ATTR")
    return value


def _aggregated(part: Call, args: Sequence[Value], scope: Scope) -> Value:
    known = functions.AGGREGATES[part.name]
    if len(args) == 1 and args[0].type == "TABLE" and part.name in ("COUNT", "COUNTD"):
        return scope.aggregated(part.name, args, known)
    held_to(part, args, known.takes)
    for arg in args:
        if arg.level >= AGGREGATE:
            told = (
                f"Argument to {part.name} (an aggregate function) is already an aggregation, and cannot be aggregated"
            )
            suggestion = "aggregate once, or put the inner one in { FIXED ... }"
            raise BadFormula(f"{told} further", part.at, "nested-aggregation", suggestion)
    return scope.aggregated(part.name, args, known)


# ------------------------------------------------------------------ operators


def _alike(part: Call | If, args: Sequence[Value]) -> list[Value]:
    """All of one type, or a fault."""
    type = common_type([arg.type for arg in args])
    if type is None:
        types = " and ".join(dict.fromkeys(arg.type.lower() for arg in args if arg.type != "NULL"))
        raise BadFormula(f"Can't compare {types} values", part.at, "wrong-type", "bring both to one type")
    return [as_type(arg, type) for arg in args]


def _comparison(part: Call, args: Sequence[Value]) -> Value:
    left, right = _alike(part, args)
    return made_of(args, binary(COMPARED[part.name], left.sql, right.sql), "BOOLEAN")


def _logic(part: Call, args: Sequence[Value]) -> Value:
    held_to(part, args, "b" * len(args))
    if part.name == "NOT":
        return made_of(args, exp.Paren(this=exp.Not(this=args[0].sql)), "BOOLEAN")
    kind = exp.And if part.name == "AND" else exp.Or
    return made_of(args, reduce(lambda one, other: binary(kind, one, other), [arg.sql for arg in args]), "BOOLEAN")


def _one_of(part: Call, args: Sequence[Value]) -> Value:
    subject, *values = _alike(part, args)
    found = exp.In(this=subject.sql.copy(), expressions=[one.sql.copy() for one in values])
    return made_of(args, exp.Paren(this=found), "BOOLEAN")


def _figure(part: Call, args: Sequence[Value]) -> Value:
    left, right = args
    if part.name in "+-" and left.type in MOMENTS:
        return _date_figure(part, left, right)
    if part.name == "+" and (left.type == "STRING" or right.type == "STRING"):
        held_to(Call("+", part.args, part.at), args, "ss")
        return made_of(args, binary(exp.DPipe, left.sql, right.sql), "STRING")
    held_to(part, args, "nn")
    type: Type = "INTEGER" if left.type == right.type == "INTEGER" else "REAL"
    return made_of(args, binary(_FIGURES[part.name], left.sql, right.sql), type)


def _date_figure(part: Call, left: Value, right: Value) -> Value:
    if part.name == "-" and right.type in MOMENTS:
        seconds = call("epoch", binary(exp.Sub, cast(left.sql, "DATETIME"), cast(right.sql, "DATETIME")))
        return made_of((left, right), binary(exp.Div, seconds, constant(86400.0, "REAL").sql), "REAL")
    held_to(Call(part.name, part.args, part.at), (left, right), "dn")
    count = right.sql if part.name == "+" else exp.Paren(this=exp.Neg(this=right.sql.copy()))
    return made_of((left, right), dates.added("day", count, left), left.type)


def _ratio(part: Call, args: Sequence[Value]) -> Value:
    held_to(part, args, "nn")
    below = call("nullif", args[1].sql, 0)
    if part.name == "%":
        type: Type = "INTEGER" if args[0].type == args[1].type == "INTEGER" else "REAL"
        return made_of(args, binary(exp.Mod, args[0].sql, below), type)
    return made_of(args, binary(exp.Div, cast(args[0].sql, "REAL"), below), "REAL")


def _negative(part: Call, args: Sequence[Value]) -> Value:
    held_to(Call("-", part.args, part.at), args, "n")
    return made_of(args, exp.Paren(this=exp.Neg(this=args[0].sql.copy())), args[0].type)


_OPERATORS = {
    **dict.fromkeys(COMPARED, _comparison), **dict.fromkeys(("AND", "OR", "NOT"), _logic), "IN": _one_of,
    **dict.fromkeys(_FIGURES, _figure), "/": _ratio, "%": _ratio, "NEGATIVE": _negative,
}  # fmt: skip


# ------------------------------------------------------------------ choices, steps, dates


def _chosen(part: If, scope: Scope) -> Value:
    tests = [compute(test, scope) for test, _ in part.branches]
    values = [compute(value, scope) for _, value in part.branches]
    values += [compute(part.otherwise, scope)] if part.otherwise is not None else []
    for test in tests:
        held_to(Call("IF", (), part.at), [test], "b")
    values = _alike(part, values)
    ifs = [exp.If(this=test.sql.copy(), true=value.sql.copy()) for test, value in zip(tests, values, strict=False)]
    default = values[-1].sql.copy() if part.otherwise is not None else None
    made = made_of([*tests, *values], exp.Case(ifs=ifs, default=default), values[0].type)
    return _one_level(part, [*tests, *values], made)


def _chosen_value(part: Call, args: Sequence[Value]) -> Value:
    if part.name == "IFNULL":
        one, other = _alike(part, args)
        return made_of(args, call("coalesce", one.sql, other.sql), one.type)
    test, *values = [args[0], *_alike(part, args[1:])]
    chosen = either(test.sql, values[0].sql, values[1].sql)
    if len(values) > 2:
        chosen = either(is_null(test.sql), values[2].sql, chosen)
    else:
        chosen = either(is_null(test.sql), null(), chosen)
    return made_of(args, chosen, values[0].type)


def _steps(part: Steps, scope: Scope) -> Value:
    of, size = compute(part.of, scope), compute(part.size, scope)
    if of.type not in NUMBERS or of.level >= AGGREGATE:
        raise BadFormula(f"only a number of each row has bins, not a {of.type.lower()}", part.at, "no-bin")
    counted = call("floor", exp.Div(this=cast(of.sql, "REAL"), expression=call("nullif", size.sql, 0)))
    lower = binary(exp.Mul, counted, size.sql)
    type: Type = "INTEGER" if size.type == "INTEGER" else "REAL"
    return made_of((of, size), cast(lower, type, safely=True), type)


def _dated(part: Call, args: Sequence[Value], scope: Scope) -> Value:
    name = part.name
    if name in ("TODAY", "NOW"):
        return constant(scope.now.date(), "DATE") if name == "TODAY" else constant(scope.now, "DATETIME")
    if name == "DATEPARSE":
        return _parsed_date(part, args)
    if not name.startswith("DATE"):
        unit = {"ISOYEAR": "iso-year", "ISOWEEK": "iso-week", "ISOWEEKDAY": "iso-weekday"}.get(name, name.lower())
        return made_of(args, dates.part_of(unit, args[0].sql, scope.week_start), "INTEGER")
    unit = _word(part, args[0], 0, dates.PARTS)
    last = {"DATEPART": 2, "DATENAME": 2, "DATETRUNC": 2, "DATEDIFF": 3}.get(name, 9)
    first = _week_start(part, args, last, scope)
    if name == "DATEADD":
        if unit not in dates.ADDED:
            raise BadFormula(f"DATEADD does not know {unit!r}", part.at, suggestion="use 'day', 'month' or 'year'")
        type: Type = "DATETIME" if unit in dates.SHORT else args[2].type
        return made_of(args, dates.added(unit, args[1].sql, args[2]), type)
    if name == "DATEDIFF":
        return made_of(args, dates.between(unit, args[1], args[2], first), "INTEGER")
    if name == "DATETRUNC":
        return made_of(args, dates.truncated(unit, args[1], first), args[1].type)
    build = dates.part_of if name == "DATEPART" else dates.name_of
    return made_of(args, build(unit, args[1].sql, first), "INTEGER" if name == "DATEPART" else "STRING")


def _word(part: Call, value: Value, place: int, known: Sequence[str]) -> str:
    said = value.sql.this if isinstance(value.sql, exp.Literal) and value.sql.is_string else None
    if said is None or said.lower() not in known:
        near = nearest(str(said or ""), known)
        told = f"{part.name} needs one of {', '.join(known)}, not {said!r}"
        at = getattr(part.args[place], "at", part.at)
        raise BadFormula(told, at, "wrong-arguments", f"did you mean '{near}'?" if near else f"use '{known[0]}'")
    return str(said).lower()


def _week_start(part: Call, args: Sequence[Value], place: int, scope: Scope) -> int:
    if len(args) <= place:
        return scope.week_start
    return dates.WEEKDAYS.index(_word(part, args[place], place, dates.WEEKDAYS))


def _parsed_date(part: Call, args: Sequence[Value]) -> Value:
    pattern = args[0].sql
    if not (isinstance(pattern, exp.Literal) and pattern.is_string):
        raise BadFormula("DATEPARSE needs its pattern as a text", part.at, suggestion="for example 'yyyy-MM-dd'")
    try:
        format = dates.strptime_pattern(pattern.this)
    except ValueError as error:
        told = f"DATEPARSE does not know {str(error)!r} in its pattern"
        raise BadFormula(told, part.at, suggestion="use letters of yyyy, MM, dd, HH, mm, ss") from error
    return made_of(args[1:], call("try_strptime", args[1].sql, text(format)), "DATETIME")
