"""The rows that a statement is computed over: tables, parameters and levels of detail, a scope for calculations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol, TypeVar

from sqlglot import exp

from groundplan.packs.tableau.calculation.compute import compute
from groundplan.packs.tableau.calculation.functions import Aggregate
from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.calculation.parts import Call, Constant, Lod, Member, Named, Part, Steps, Type
from groundplan.packs.tableau.calculation.values import (
    AGGREGATE,
    CONSTANT,
    ROW,
    Value,
    call,
    constant,
    either,
    is_null,
    made_of,
    number,
    same,
)
from groundplan.packs.tableau.compiled import related
from groundplan.packs.tableau.described.description import Described, DescribedParameter, Description, Group
from groundplan.packs.tableau.faults import BadFormula
from groundplan.packs.tableau.vizql.read import alike

DEEPEST = 20
"""Calculated fields inside of one another."""
Made = TypeVar("Made")


@dataclass(frozen=True)
class Asking:
    """What one query is asked with."""

    description: Description
    now: datetime
    parameters: Mapping[str, Any]
    """Values that were set, by internal name."""
    by_name: bool = False
    """Whether fields are called by their internal names."""
    hidden: bool = False
    """Whether hidden fields may be asked for."""


class Table(Protocol):
    """What computes functions of the rows of a result."""

    def lifted(self, value: Value) -> Value:
        """An aggregate, as a column of the result."""

    def table(self, part: Call) -> Value:
        """A function of the rows of the result."""

    def within(self, field: Described) -> Callable[[], None]:
        """Goes along as that field does, until what comes back is called."""


class Rows:
    """Joined tables, and what else is joined to them while parts are computed."""

    def __init__(
        self,
        asking: Asking,
        view: Sequence[Part] = (),
        context: Sequence[Condition] = (),
        kept: Sequence[Condition] = (),
        known: Sequence[str] = (),
        windows: Table | None = None,
    ) -> None:
        self.asking, self.view, self.context, self.kept = asking, tuple(view), tuple(context), tuple(kept)
        self.now, self.week_start = asking.now, asking.description.week_start
        self.tables: dict[str, None] = dict.fromkeys(known)
        self.windows = windows
        self.joins: list[exp.Join] = []
        self.homes: dict[frozenset[str], None] = {}
        self._lods: dict[Lod, Value] = {}
        self._open: list[str] = []

    # ---------------------------------------------------------------- names

    def named(self, part: Named) -> Value:
        """A column, a calculated field, a bin, a group, a parameter, or a logical table."""
        description = self.asking.description
        if part.of:
            if parameter := description.parameter(part.name) if part.of == "Parameters" else None:
                return self._parameter(parameter)
            raise BadFormula(f"Unknown Field: {part.of}.{part.name}.", part.at, "unknown-field")
        field = self.field(part)
        if field is not None:
            return self._field(field, part)
        if parameter := description.parameter(part.name):
            return self._parameter(parameter)
        if table := description.table(part.name):
            self.tables[table.id] = None
            return Value(exp.Star(), "TABLE", ROW, frozenset({table.id}))
        raise unknown_field(self.asking, part.name, part.at)

    def field(self, part: Named) -> Described | None:
        """The field that is named; hidden ones only inside the source's own formulas."""
        field = self.asking.description.field(part.name, by_name=part.internal or self.asking.by_name)
        return None if field and field.hidden and not (part.internal or self.asking.hidden) else field

    def _field(self, field: Described, part: Named) -> Value:
        if field.name in self._open or len(self._open) > DEEPEST:
            raise BadFormula(f"the calculation of {field.caption!r} leads back to itself", part.at, "circular")
        self._open.append(field.name)
        leave = self.windows.within(field) if self.windows and field.formula else None
        try:
            return self._computed(field)
        except BadFormula as error:
            if field.formula and len(self._open) == 1:
                raise BadFormula(f"in {field.caption!r}: {error}", part.at, error.code, error.suggestion) from error
            raise
        finally:
            self._open.pop()
            if leave:
                leave()

    def _computed(self, field: Described) -> Value:
        if field.formula:
            return compute(parsed(field.formula, internal=True), self)
        if field.bin:
            size: Part = Constant(_size(field.bin.size), "INTEGER" if _whole(field.bin.size) else "REAL")
            size = Named(field.bin.parameter, "Parameters") if field.bin.parameter else size
            return compute(Steps(Named(field.bin.of, internal=True), size), self)
        if field.group:
            return self._group(field.group)
        self.tables[field.table] = None
        type: Type = field.type if field.type not in ("UNKNOWN", "SPATIAL") else "STRING"  # type: ignore[assignment]
        return Value(related.column(field.name, field.table), type, ROW, frozenset({field.table}))

    def _group(self, group: Group) -> Value:
        base = compute(Named(group.of, internal=True), self)
        ifs = []
        for one in group.groups:
            members = [constant(each, base.type).sql for each in one.members if each is not None]
            test: exp.Expression = exp.In(this=base.sql.copy(), expressions=members) if members else exp.false()
            if None in one.members:
                test = exp.Or(this=test, expression=is_null(base.sql))
            ifs.append(exp.If(this=test, true=constant(one.name, "STRING").sql))
        rest = constant(group.other, "STRING").sql if group.other else exp.cast(base.sql.copy(), "VARCHAR")
        return made_of([base], exp.Case(ifs=ifs, default=rest), "STRING")

    def _parameter(self, parameter: DescribedParameter) -> Value:
        value = self.asking.parameters.get(parameter.name, parameter.value)
        type: Type = parameter.type if parameter.type not in ("UNKNOWN", "SPATIAL") else "STRING"  # type: ignore[assignment]
        return constant(value, type)

    def member(self, part: Named) -> Value:
        """A field by what its members are shown as."""
        value, field = self.named(part), self.field(part)
        if field is None or not field.aliases:
            return value
        tests = [(one, constant(one.member, value.type).sql) for one in field.aliases if one.member is not None]
        ifs = [exp.If(this=same(value.sql, sql), true=constant(one.value, "STRING").sql) for one, sql in tests]
        ifs += [
            exp.If(this=is_null(value.sql), true=constant(one.value, "STRING").sql)
            for one in field.aliases
            if one.member is None
        ]
        return made_of([value], exp.Case(ifs=ifs, default=exp.cast(value.sql.copy(), "VARCHAR")), "STRING")

    # ---------------------------------------------------------------- aggregates

    def table(self, part: Call) -> Value:
        """Only a table calculation has a result to go along."""
        if self.windows is None:
            told = f"{part.name} goes along the rows of the result, which it has not here"
            raise BadFormula(told, part.at, "table-function", "use it in a field with a tableCalculation")
        return self.windows.table(part)

    def aggregated(self, name: str, args: Sequence[Value], of: Aggregate) -> Value:
        """The aggregate; of what other tables or levels of detail repeat, each thing once."""
        first = args[0]
        tables = first.tables.union(*(one.tables for one in args))
        self._at_home(tables or self._under(first.keys))
        sql = self._plain(name, args, of)
        if keys := self._keys(tables, first.keys) if of.of_each else ():
            sql = self._each_once(name, args, of, keys, tables)
        elif (present := self._present(tables)) is not None and name != "ATTR":
            sql = exp.Filter(this=sql, expression=exp.Where(this=present))
        type = of.gives or first.type
        value = replace(made_of(args, sql, type), level=AGGREGATE, keys=(), tables=frozenset())
        return self.windows.lifted(value) if self.windows else value

    def _plain(self, name: str, args: Sequence[Value], of: Aggregate) -> exp.Expression:
        first = args[0].sql
        if args[0].type == "TABLE":
            table = next(iter(args[0].tables))
            return exp.Count(this=exp.Star() if len(self.tables) < 2 else related.row_of(table))
        if name == "COUNTD":
            return exp.Count(this=exp.Distinct(expressions=[first.copy()]))
        if name == "ATTR":
            low, high = call("min", first), call("max", first)
            return either(exp.EQ(this=low, expression=high), low)
        if name == "PERCENTILE" and args[1].level != CONSTANT:
            raise BadFormula("PERCENTILE needs its share as a number", code="wrong-arguments", suggestion="such as 0.9")
        return call(of.sql, *(one.sql for one in args))

    def _each_once(
        self, name: str, args: Sequence[Value], of: Aggregate, keys: Sequence[exp.Expression], tables: frozenset[str]
    ) -> exp.Expression:
        if len(args) > 1:
            told = f"{name} is not computed over rows that other tables or levels of detail repeat"
            raise BadFormula(told, code="repeated-rows", suggestion="ask for it with fields of its own table alone")
        row = related.row_of(next(iter(tables))) if args[0].type == "TABLE" else args[0].sql
        pairs = exp.ArrayAgg(this=exp.Distinct(expressions=[call("row", call("row", *keys), row)]))
        present = self._present(tables)
        held = exp.Filter(this=pairs, expression=exp.Where(this=present)) if present is not None else pairs
        made = call("list_aggregate", call("map_values", call("map_from_entries", held)), of.sql)
        return call("coalesce", made, number(0)) if of.sql == "count" else made

    def _keys(self, tables: frozenset[str], keys: tuple[exp.Expression, ...]) -> tuple[exp.Expression, ...]:
        """What tells the things apart that are aggregated, where rows repeat them; else nothing."""
        if not tables:
            return keys
        home = related.finest(self.asking.description, tables)
        starts = [home] if home else sorted(tables)
        steps = [step for end in self.tables for step in related.path(self.asking.description, starts[0], end)]
        repeated = len(starts) > 1 or any(map(related.multiplies, steps))
        return tuple(related.row_of(one) for one in starts) if repeated else ()

    def _present(self, tables: frozenset[str]) -> exp.Expression | None:
        """Whether the row is there at all: others may stand beside it without one."""
        if len(self.tables) < 2 or not tables:
            return None
        home = related.finest(self.asking.description, tables)
        tests = [exp.Not(this=is_null(related.row_of(one))) for one in ([home] if home else sorted(tables))]
        return exp.and_(*tests)

    def _at_home(self, tables: frozenset[str]) -> None:
        home = related.finest(self.asking.description, tables) if tables else None
        self.homes[frozenset({home}) if home else tables] = None

    def _under(self, keys: Sequence[exp.Expression]) -> frozenset[str]:
        return frozenset(one.table for key in keys for one in key.find_all(exp.Column) if one.table in self.tables)

    # ---------------------------------------------------------------- levels of detail

    def lod(self, part: Lod) -> Value:
        """The aggregate of its own group, joined to each row of it."""
        if part not in self._lods:
            self._lods[part] = self._lod(part)
        return self._lods[part]

    def _lod(self, part: Lod) -> Value:
        own = tuple(one for one in part.dimensions)
        if part.kind == "FIXED":
            dimensions, conditions = own, self.context
        elif part.kind in ("INCLUDE", "KEPT"):
            whole = own if part.kind == "KEPT" else (*self.view, *own)
            dimensions, conditions = tuple(dict.fromkeys(whole)), self.kept
        else:
            left_out = {_unaliased(one) for one in own}
            dimensions = tuple(one for one in self.view if _unaliased(one) not in left_out)
            conditions = self.kept
        names = [f"d{place}" for place in range(len(dimensions))]

        def made(rows: Rows) -> tuple[exp.Select, Type]:
            keys = [compute(one, rows) for one in dimensions]
            for key in keys:
                if key.level >= AGGREGATE:
                    raise BadFormula("a level of detail is fixed by fields of each row", part.at, "mixed-levels")
            value = compute(part.of, rows)
            if value.level == ROW:
                told = "A level of detail expression needs an aggregate"
                raise BadFormula(told, part.at, "no-aggregate", "such as { FIXED [Region] : SUM([Sales]) }")
            return rows.grouped(names, keys, [("v", value.sql)], conditions), value.type

        inner, type = settled(made, self.asking, dimensions, self.context, conditions)
        alias = f"lod{len(self.joins)}"
        keys = [compute(one, self) for one in dimensions]
        self.join(alias, inner, [(key.sql, name) for key, name in zip(keys, names, strict=True)])
        value = exp.column("v", table=alias, quoted=True)
        held = tuple(key.sql for key in keys) or (number(1),)
        return Value(value, type, ROW, frozenset(), held)

    def join(self, alias: str, inner: exp.Select, keys: Sequence[tuple[exp.Expression, str]]) -> None:
        """Rows of another statement beside these, by equal keys."""
        tests = [same(sql, exp.column(name, table=alias, quoted=True)) for sql, name in keys]
        on = exp.and_(*tests) if tests else exp.true()
        self.joins.append(exp.Join(this=inner.subquery(alias), side="LEFT", on=on))

    # ---------------------------------------------------------------- statements

    def selected(self, listed: Sequence[exp.Expression], conditions: Sequence[Condition]) -> exp.Select:
        """The statement over these rows; what is listed must be computed before."""
        tests = [condition(self) for condition in conditions]
        if not self.tables:
            self.tables[self.asking.description.tables[0].id] = None
        start, joins = related.joined(self.asking.description, list(self.tables))
        made = exp.select(*listed).from_(start)
        made.set("joins", [*joins, *self.joins])
        if len(self.tables) > 1:
            tests.append(self._some_home())
        return made.where(*tests) if tests else made

    def _some_home(self) -> exp.Expression:
        """A row stands for something that is asked for: for figures one of theirs, else all that is named."""
        homes = [*self.homes] or [frozenset(self.tables)]
        each = [
            exp.and_(*(exp.Not(this=is_null(related.row_of(one))) for one in sorted(home))) for home in homes if home
        ]
        return exp.or_(*each) if each else exp.true()

    def grouped(
        self,
        names: Sequence[str],
        keys: Sequence[Value],
        values: Sequence[tuple[str, exp.Expression]],
        conditions: Sequence[Condition],
        having: Sequence[exp.Expression] = (),
    ) -> exp.Select:
        """One row for each combination of keys; without keys one row, if no test says otherwise."""
        listed = [exp.alias_(key.sql.copy(), name, quoted=True) for name, key in zip(names, keys, strict=True)]
        listed += [exp.alias_(sql.copy(), name, quoted=True) for name, sql in values]
        made = self.selected(listed, conditions)
        if keys:
            made = made.group_by(*(number(place + 1) for place in range(len(keys))))
        return made.having(*having) if having else made


Condition = Callable[[Rows], exp.Expression]


def settled(
    make: Callable[[Rows], Made],
    asking: Asking,
    view: Sequence[Part],
    context: Sequence[Condition],
    kept: Sequence[Condition],
    windows: Callable[[], Table] | None = None,
) -> Made:
    """Made twice where several tables meet: what repeats is known only when all of them are."""
    first = Rows(asking, view, context, kept, windows=windows() if windows else None)
    made = make(first)
    if len(first.tables) < 2:
        return made
    whole = list(dict.fromkeys(first.tables))
    between = [far for one in whole for _, _, far in related.path(asking.description, whole[0], one)]
    known = list(dict.fromkeys([*whole, *between]))
    return make(Rows(asking, view, context, kept, known, windows() if windows else None))


def unknown_field(asking: Asking, name: str, at: int = 0) -> BadFormula:
    """No such field, and which there are."""
    shown = [one.name if asking.by_name else one.caption for one in asking.description.shown]
    near = alike(name, shown)
    listed = ", ".join(shown[:12]) + (f" and {len(shown) - 12} more" if len(shown) > 12 else "")
    suggestion = f"did you mean {near!r}?" if near else f"there is {listed}"
    return BadFormula(f"Unknown Field: {name}.", at, "unknown-field", suggestion)


def _unaliased(part: Part) -> Part:
    return part.of if isinstance(part, Member) else part


def _whole(size: float | None) -> bool:
    return size is not None and float(size).is_integer()


def _size(size: float | None) -> int | float:
    return int(size or 1) if _whole(size) or not size else size
