"""A query -> its statement: rows filtered and grouped, figures filtered, table calculations laid over, all sorted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlglot import exp

from groundplan.packs.tableau.calculation.compute import compute
from groundplan.packs.tableau.calculation.parts import Call, Named, Part, Type
from groundplan.packs.tableau.calculation.values import AGGREGATE, CONSTANT, NUMBERS, ROW, TABLE, Value, call
from groundplan.packs.tableau.compiled.asked import Column, Default, columns, under
from groundplan.packs.tableau.compiled.conditions import Conditions, conditions, members, test
from groundplan.packs.tableau.compiled.rows import Asking, Rows, settled
from groundplan.packs.tableau.compiled.windows import Addressing, Ordered, Windows, rows_of_result
from groundplan.packs.tableau.described.description import Description
from groundplan.packs.tableau.faults import BAD_FORMULA, NOT_VALID, BadFormula, Fault, Refused
from groundplan.packs.tableau.vizql import query as nouns
from groundplan.packs.tableau.vizql.service import QueryOptions


@dataclass(frozen=True)
class Shown:
    """A column of the result."""

    key: str
    type: Type
    decimals: int | None = None


@dataclass(frozen=True)
class Statement:
    """What is run, and what its columns are."""

    sql: exp.Expression
    columns: tuple[Shown, ...]
    limit: int | None = None
    """One row more is asked for, which tells that it cut."""


def statement(
    query: nouns.Query, description: Description, options: QueryOptions, now: datetime, hidden: bool = False
) -> Statement:
    """The statement of a query, or a `Refused` with what cannot be computed; `hidden`: hidden fields may be asked."""
    by_name = options.interpret_field_captions_as_field_names
    asking = Asking(description, now, _parameters(query, description), by_name, hidden)
    whole = options.disaggregate
    where = "query"
    try:
        listed = columns(query, description, asking.by_name, whole)
        for place, one in enumerate(query.filters or ()):
            where = f"query.filters.{place}"
            _tried(one, asking)
        found = conditions(query.filters or (), asking)
        parts = []
        for column in listed:
            where = f"query.fields.{column.place}"
            parts.append(_settled_part(column, asking))
        where = "query"
        made = _Made(query, asking, listed, tuple(parts), found, whole)
        return made.statement(options.row_limit)
    except BadFormula as error:
        raise Refused([formula_fault(error, where)]) from error


def _tried(one: nouns.Filter, asking: Asking) -> None:
    """A filter by itself, so that what is wrong with it is told at its place."""
    rows, found = Rows(asking), conditions([one], asking)
    for condition in found.kept:
        condition(rows)
    for filter, part in found.having:
        test(filter, compute(part, rows), asking, members(filter, asking))


def formula_fault(error: BadFormula, where: str) -> Fault:
    """A fault of a calculation at its place of the query."""
    of_field = error.code in ("unknown-field", "top-of-measure", "top-without-function", "filter-type", "value-type")
    return Fault(
        code=error.code,
        where=where,
        message=str(error),
        suggestion=error.suggestion,
        error_code=NOT_VALID if of_field else BAD_FORMULA,
    )


def _parameters(query: nouns.Query, description: Description) -> dict[str, Any]:
    found = {}
    for one in query.parameters or ():
        if parameter := description.parameter(one.parameter_caption):
            found[parameter.name] = one.value
    return found


def _settled_part(column: Column, asking: Asking) -> tuple[Part, int]:
    """A column's part with its level: a measure that is an aggregate already needs no function of its own."""
    rows, part = rows_of_result(asking), column.part
    if isinstance(part, Default):
        inner = compute(part.args[0], rows)
        part = part.args[0] if inner.level >= AGGREGATE else Call(part.name, part.args)
    value = compute(part, rows)
    if isinstance(column.field, nouns.TableCalculated):
        return part, TABLE
    return part, value.level


@dataclass(frozen=True)
class _Made:
    """One query on its way."""

    query: nouns.Query
    asking: Asking
    columns: tuple[Column, ...]
    parts: tuple[tuple[Part, int], ...]
    filters: Conditions
    whole: bool
    """Rows as they are, not grouped."""

    @property
    def view(self) -> dict[int, Part]:
        """The fields that group, by their places."""
        return {place: part for place, (part, level) in enumerate(self.parts) if level == ROW}

    def statement(self, limit: int | None) -> Statement:
        view = tuple(self.view.values())
        windows: list[Windows] = []

        def over() -> Windows:
            windows.append(Windows(filtered=bool(self.filters.having)))
            return windows[-1]

        def made(rows: Rows) -> tuple[exp.Select, dict[int, Value]]:
            windows[-1].rows = rows
            return self._grouped(rows, windows[-1])

        inner, values = settled(made, self.asking, view, self.filters.context, self.filters.kept, over)
        for stage in windows[-1].stages:
            laid = [exp.alias_(sql.copy(), name, quoted=True) for name, sql in stage.values()]
            inner = exp.select(exp.Star(), *laid).from_(inner.subquery("r"))
        return Statement(self._sorted(inner, values, limit), self._shown(values), limit)

    def _grouped(self, rows: Rows, windows: Windows) -> tuple[exp.Select, dict[int, Value]]:
        """The grouped rows, and every column as it is told from them."""
        keys = {place: compute(part, rows) for place, part in self.view.items()}
        names = {place: f"d{place}" for place in keys}
        values = {place: replace(key, sql=exp.column(names[place], quoted=True)) for place, key in keys.items()}
        for place, (part, level) in enumerate(self.parts):
            if level != ROW:
                values[place] = self._figure(place, part, rows, windows)
        having = [self._having(one, part, rows) for one, part in self.filters.having]
        if self.whole and not windows.base:
            listed = [exp.alias_(key.sql.copy(), names[place], quoted=True) for place, key in keys.items()]
            return rows.selected(listed, self.filters.kept), values
        base = [(name, sql) for name, sql in windows.base.values()]
        if not keys and not base:
            base = [("a0", exp.Count(this=exp.Star()))]
        return rows.grouped(list(names.values()), list(keys.values()), base, self.filters.kept, having), values

    def _figure(self, place: int, part: Part, rows: Rows, windows: Windows) -> Value:
        asked = self.columns[place].field
        if not isinstance(asked, nouns.TableCalculated):
            windows.addressing = self._along_all()
            return compute(part, rows)
        spec = asked.table_calculation
        windows.nested = {
            one.field_caption: self._addressing(one, rows)
            for one in asked.nested_table_calculations or ()
            if isinstance(one, nouns.Nested)
        }
        windows.addressing = self._addressing(spec, rows)
        value = compute(part, rows)
        if not isinstance(spec, nouns.Custom | nouns.Nested):
            value = windows.apply(spec, value, part)
        second = getattr(spec, "secondary_table_calculation", None)
        if second is not None:
            windows.addressing = self._addressing(second, rows)
            value = windows.apply(second, value)
        return value

    def _having(self, one: nouns.Filter, part: Part, rows: Rows) -> exp.Expression:
        """A test of figures, on the aggregates themselves: the result has no columns yet."""
        lifting, rows.windows = rows.windows, None
        value = compute(part, rows)
        rows.windows = lifting
        return test(one, value, self.asking, members(one, self.asking))

    # ---------------------------------------------------------------- table calculations

    def _along_all(self) -> Addressing:
        return Addressing((), tuple(self._order(place) for place in self.view))

    def _order(self, place: int) -> Ordered:
        field = self.columns[place].field
        return exp.column(f"d{place}", quoted=True), field.sort_direction == "DESC" and field.sort_priority is not None

    def _addressing(self, spec: Any, rows: Rows) -> Addressing:
        """Along its fields in their order; the other dimensions part the rows, and so does what it starts anew at."""
        along = [self._referred(one) for one in spec.dimensions]
        restart, level = getattr(spec, "restart_every", None), getattr(spec, "level_address", None)
        inside = list(along)
        if restart is not None:
            inside = along[self._step(restart, along) + 1 :]
        if level is not None:
            end = self._step(level, along) + 1
            inside = [place for place in along[:end] if place in inside]
        partition = [exp.column(f"d{place}", quoted=True) for place in self.view if place not in inside]
        order = [self._order(place) for place in inside]
        custom = getattr(spec, "custom_sort", None)
        if custom is not None:
            by = compute(under(custom.function, Named(custom.field_caption), self.asking.description), rows)
            order.insert(0, (by.sql, custom.direction == "DESC"))
        parts = tuple(part for place, part in self.view.items() if place not in inside)
        return Addressing(tuple(partition), tuple(order), parts)

    def _step(self, reference: nouns.FieldReference, along: Sequence[int]) -> int:
        """Where on the way a field stands."""
        place = self._referred(reference)
        if place not in along:
            told = f"the table calculation does not go along {reference.field_caption!r}"
            raise BadFormula(told, code="unknown-dimension", suggestion="add it to `dimensions`")
        return along.index(place)

    def _referred(self, reference: nouns.FieldReference) -> int:
        """The place of a field that groups."""
        for place in self.view:
            field = self.columns[place].field
            function = getattr(field, "function", None)
            same = reference.function in (None, "UNSPECIFIED", function) or {reference.function, function} <= {
                "NONE",
                None,
            }
            if field.field_caption == reference.field_caption and same:
                return place
        told = f"the table calculation goes along {reference.field_caption!r}, which is no dimension of the query"
        raise BadFormula(told, code="unknown-dimension", suggestion="add it to the fields of the query")

    # ---------------------------------------------------------------- the end

    def _sorted(self, inner: exp.Select, values: Mapping[int, Value], limit: int | None) -> exp.Select:
        listed = []
        for place, column in enumerate(self.columns):
            sql = values[place].sql
            digits = column.field.max_decimal_places
            if digits is not None and values[place].type in NUMBERS:
                sql = call("round", sql, digits)
            listed.append(exp.alias_(sql.copy(), f"c{place}", quoted=True))
        made = exp.select(*listed).from_(inner.subquery("r"))
        order = self._ordered(values)
        made = made.order_by(*order) if order else made
        return made.limit(limit + 1) if limit is not None else made

    def _ordered(self, values: Mapping[int, Value]) -> list[exp.Expression]:
        """By the fields that ask for it; then by the dimensions, so that the same query has the same rows."""
        asked = sorted(
            (one for one in self.columns if one.field.sort_priority is not None),
            key=lambda one: one.field.sort_priority or 0,
        )
        by = [(one.place, one.field.sort_direction == "DESC") for one in asked]
        if not self.whole:
            by += [(place, False) for place in self.view if place not in {known for known, _ in by}]
        return [
            exp.Ordered(this=values[place].sql.copy(), desc=down, nulls_first=not down)
            for place, down in by
            if values[place].level != CONSTANT
        ]

    def _shown(self, values: Mapping[int, Value]) -> tuple[Shown, ...]:
        return tuple(
            Shown(one.key, values[place].type, one.field.max_decimal_places) for place, one in enumerate(self.columns)
        )
