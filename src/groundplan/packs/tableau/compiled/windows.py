"""Functions of the rows of a result: table calculations, each a column of a statement around the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from groundplan.packs.tableau.calculation import functions
from groundplan.packs.tableau.calculation.compute import compute, held_to
from groundplan.packs.tableau.calculation.parts import Call, Constant, Lod, Part, Type
from groundplan.packs.tableau.calculation.values import (
    AGGREGATE,
    CONSTANT,
    ROW,
    TABLE,
    Value,
    binary,
    call,
    cast,
    either,
    is_null,
    made_of,
    number,
)
from groundplan.packs.tableau.compiled.rows import Asking, Rows
from groundplan.packs.tableau.described.description import Described
from groundplan.packs.tableau.faults import BadFormula
from groundplan.packs.tableau.vizql import query as nouns

Ordered = tuple[exp.Expression, bool]
"""A column, and whether it goes down."""
_ADDITIVE = {"sum": "sum", "count": "sum", "min": "min", "max": "max"}


@dataclass(frozen=True)
class Addressing:
    """How a table calculation goes along the rows."""

    partition: tuple[exp.Expression, ...] = ()
    order: tuple[Ordered, ...] = ()
    parts: tuple[Part, ...] = ()
    """What the partition is of."""


@dataclass
class Windows:
    """The columns of the grouped result, and those computed over it, stage by stage."""

    addressing: Addressing = field(default_factory=Addressing)
    nested: Mapping[str, Addressing] = field(default_factory=dict)
    """Of calculated fields with table functions, by caption."""
    base: dict[str, tuple[str, exp.Expression]] = field(default_factory=dict)
    """Aggregates by their text: the name of the column, and what it is."""
    stages: list[dict[str, tuple[str, exp.Expression]]] = field(default_factory=list)
    rows: Rows | None = None
    filtered: bool = False
    """Whether figures are filtered, which leaves groups out."""

    def lifted(self, value: Value) -> Value:
        """The aggregate as a column of the grouped result."""
        name, _ = self.base.setdefault(value.sql.sql("duckdb"), (f"a{len(self.base)}", value.sql))
        return replace(value, sql=exp.column(name, quoted=True))

    def within(self, described: Described) -> Callable[[], None]:
        """A field with a way of its own goes that way."""
        before = self.addressing
        self.addressing = self.nested.get(described.caption, before)

        def leave() -> None:
            self.addressing = before

        return leave

    def table(self, part: Call) -> Value:
        """A table function of the calculation language."""
        assert self.rows is not None, "set with the rows"
        takes, gives = functions.TABLE_FUNCTIONS[part.name]
        args = [compute(one, self.rows) for one in part.args]
        held_to(part, args, takes)
        for arg in args:
            if arg.level == ROW:
                told = f"{part.name} goes along figures, and this is a field of each row"
                raise BadFormula(told, part.at, "mixed-levels", "aggregate it, for example with SUM or ATTR")
        value = self.function(part.name, args, part)
        return replace(value, type=gives or args[0].type)

    def function(self, name: str, args: Sequence[Value], part: Call | None = None) -> Value:
        """By its name, over values of the result."""
        given = part.args if part else ()
        if name in ("INDEX", "FIRST", "LAST", "SIZE"):
            return self._place(name)
        if name.startswith("RUNNING_"):
            frame: dict[str, object] = {
                "kind": "ROWS", "start": "UNBOUNDED", "start_side": "PRECEDING", "end": "CURRENT ROW"
            }  # fmt: skip
            return self.over(self._aggregate(name, args[0]), args, frame)
        if name.startswith("WINDOW_"):
            return self.over(self._aggregate(name, args[0]), args, self._frame(part, args))
        if name.startswith("RANK"):
            return self._rank(name, args[0], _direction(name, given))
        if name == "LOOKUP":
            return self._lookup(args[0], given[1] if len(given) > 1 else Constant(0, "INTEGER"), part)
        return self.total(args[0], given[0] if given else None)

    # ---------------------------------------------------------------- windows

    def over(self, sql: exp.Expression, args: Sequence[Value], frame: dict[str, object] | None = None) -> Value:
        """A column of the stage after all that it is computed of."""
        ordered = frame is None or frame.get("end") != "ALL"
        order = [exp.Ordered(this=one.copy(), desc=down, nulls_first=not down) for one, down in self.addressing.order]
        spec = exp.WindowSpec(**frame) if frame and ordered else None
        window = exp.Window(
            this=sql,
            partition_by=[one.copy() for one in self.addressing.partition],
            order=exp.Order(expressions=order) if order and ordered else None,
            spec=spec,
        )
        return self._staged(window, args)

    def _staged(self, window: exp.Expression, args: Sequence[Value]) -> Value:
        stage = max((one.stage for one in args), default=0)
        while len(self.stages) <= stage:
            self.stages.append({})
        here = self.stages[stage]
        count = sum(len(one) for one in self.stages)
        name, _ = here.setdefault(window.sql("duckdb"), (f"w{count}", window))
        value = made_of(args, exp.column(name, quoted=True), args[0].type if args else "INTEGER")
        return replace(value, level=TABLE, stage=stage + 1)

    def _aggregate(self, name: str, value: Value) -> exp.Expression:
        known = functions.AGGREGATES[name.partition("_")[2]]
        return call(known.sql, value.sql)

    def _frame(self, part: Call | None, args: Sequence[Value]) -> dict[str, object]:
        """From one offset to the other; without offsets the whole partition."""
        if part is None or len(part.args) < 2:
            return {"end": "ALL"}
        if len(part.args) < 3:
            raise BadFormula(f"{part.name} takes both offsets or none", part.at, "wrong-arguments")
        return {"kind": "ROWS", **_bound("start", part.args[1]), **_bound("end", part.args[2])}

    def _place(self, name: str) -> Value:
        number_of = self.over(call("row_number"), ())
        size = self._staged(
            exp.Window(this=exp.Count(this=exp.Star()), partition_by=[one.copy() for one in self.addressing.partition]),
            (),
        )
        value = {
            "INDEX": number_of.sql, "SIZE": size.sql, "FIRST": binary(exp.Sub, number(1), number_of.sql),
            "LAST": binary(exp.Sub, size.sql, number_of.sql),
        }[name]  # fmt: skip
        return Value(value, "INTEGER", TABLE, stage=1)

    def _rank(self, name: str, value: Value, down: bool) -> Value:
        """Nothing has no place."""
        known = exp.Not(this=is_null(value.sql))
        share = [*self.addressing.partition, known]
        order = [exp.Ordered(this=value.sql.copy(), desc=down, nulls_first=False)]
        plain = {"RANK": "rank", "RANK_DENSE": "dense_rank", "RANK_UNIQUE": "row_number"}.get(name, "rank")
        if name == "RANK_UNIQUE":
            order += [
                exp.Ordered(this=one.copy(), desc=desc, nulls_first=not desc) for one, desc in self.addressing.order
            ]
        window = exp.Window(
            this=call(plain), partition_by=[one.copy() for one in share], order=exp.Order(expressions=order)
        )
        placed = self._staged(window, [value])
        sql = placed.sql
        if name in ("RANK_MODIFIED", "RANK_PERCENTILE"):
            ties = [*share, value.sql]
            same = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[one.copy() for one in ties])
            sql = binary(exp.Sub, binary(exp.Add, sql, self._staged(same, [value]).sql), number(1))
        if name == "RANK_PERCENTILE":
            whole = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[one.copy() for one in share])
            others = call("nullif", binary(exp.Sub, self._staged(whole, [value]).sql, number(1)), 0)
            sql = binary(exp.Div, cast(binary(exp.Sub, sql, number(1)), "REAL"), others)
        type: Type = "REAL" if name == "RANK_PERCENTILE" else "INTEGER"
        return replace(placed, sql=either(known, sql), type=type)

    def _lookup(self, value: Value, offset: Part, part: Call | None) -> Value:
        if isinstance(offset, Call) and offset.name in ("FIRST", "LAST") and not offset.args:
            return self.end(value, offset.name)
        count = _whole_number(offset, part)
        if count == 0:
            return value
        return self.over(call("lag" if count < 0 else "lead", value.sql, abs(count)), [value])

    def end(self, value: Value, which: str) -> Value:
        """The first or the last value of the partition."""
        frame = {
            "kind": "ROWS",
            "start": "UNBOUNDED",
            "start_side": "PRECEDING",
            "end": "UNBOUNDED",
            "end_side": "FOLLOWING",
        }
        return self.over(call(f"{which.lower()}_value", value.sql), [value], dict(frame))

    def total(self, value: Value, part: Part | None) -> Value:
        """Of all rows of the partition: from their own values where that can be told, else from the rows below."""
        aggregate = self._what(value)
        if aggregate is not None:
            return self.over(call(aggregate, value.sql), [value], {"end": "ALL"})
        if part is None or self.rows is None or value.stage or self.filtered:
            told = (
                "the total of this figure cannot be told from other table calculations, nor behind a filter of figures"
            )
            raise BadFormula(told, code="no-total", suggestion="use a sum, a count, a minimum or a maximum")
        whole = compute(Call("MIN", (Lod("KEPT", self.addressing.parts, part),)), self.rows)
        return replace(whole, level=TABLE)

    def _what(self, value: Value) -> str | None:
        """How the values of a column of the grouped result come together."""
        if value.stage or value.level == CONSTANT or not isinstance(value.sql, exp.Column):
            return None
        sql = next((one for name, one in self.base.values() if name == value.sql.name), None)
        while isinstance(sql, exp.Filter):
            sql = sql.this
        if isinstance(sql, exp.Count):
            return None if isinstance(sql.this, exp.Distinct) else "sum"
        return _ADDITIVE.get(str(sql.this).lower()) if isinstance(sql, exp.Anonymous) else None

    # ---------------------------------------------------------------- the kinds of VizQL

    def apply(self, asked: nouns.TableCalculation, value: Value, part: Part | None = None) -> Value:
        """One of VizQL's own table calculations."""
        if value.level not in (AGGREGATE, TABLE):
            raise BadFormula(
                "a table calculation goes along a figure", code="mixed-levels", suggestion="add a function"
            )
        if isinstance(asked, nouns.Difference):
            return self._difference(asked, value)
        if isinstance(asked, nouns.PercentOfTotal):
            return self._of_total(value, part)
        if isinstance(asked, nouns.Rank):
            names = {"DENSE": "RANK_DENSE", "MODIFIED COMPETITION": "RANK_MODIFIED", "UNIQUE": "RANK_UNIQUE"}
            return self._rank(names.get(asked.rank_type, "RANK"), value, asked.direction != "ASC")
        if isinstance(asked, nouns.Percentile):
            return self._rank("RANK_PERCENTILE", value, asked.direction == "DESC")
        if isinstance(asked, nouns.RunningTotal):
            return self.function(f"RUNNING_{asked.aggregation}", [value])
        if isinstance(asked, nouns.Moving):
            return self._moving(asked, value)
        return value

    def _difference(self, asked: nouns.Difference, value: Value) -> Value:
        where = asked.relative_to if asked.relative_to != "UNSPECIFIED" else "PREVIOUS"
        steps = {"PREVIOUS": -1, "NEXT": 1}
        other = (
            self._lookup(value, Constant(steps[where], "INTEGER"), None) if where in steps else self.end(value, where)
        )
        if asked.table_calc_type == "PERCENT_FROM":
            return made_of([value, other], _share(value, other), "REAL")
        difference = binary(exp.Sub, value.sql, other.sql)
        if asked.table_calc_type == "DIFFERENCE_FROM":
            return made_of([value, other], difference, value.type)
        below = call("nullif", call("abs", other.sql), 0)
        return made_of([value, other], binary(exp.Div, cast(difference, "REAL"), below), "REAL")

    def _of_total(self, value: Value, part: Part | None) -> Value:
        total = self.total(value, part)
        return made_of([value, total], _share(value, total), "REAL")

    def _moving(self, asked: nouns.Moving, value: Value) -> Value:
        frame: dict[str, object] = {
            "kind": "ROWS", "start": str(asked.previous), "start_side": "PRECEDING", "end": str(asked.next),
            "end_side": "FOLLOWING",
        }  # fmt: skip
        if not asked.include_current:
            frame["exclude"] = exp.var("CURRENT ROW")
        moved = self.over(call(functions.AGGREGATES[asked.aggregation].sql, value.sql), [value], frame)
        if not asked.fill_in_null:
            return replace(moved, type="REAL" if asked.aggregation == "AVG" else value.type)
        counted = self.over(exp.Count(this=exp.Star()), [value], dict(frame))
        whole = asked.previous + asked.next + (1 if asked.include_current else 0)
        return replace(moved, sql=either(binary(exp.EQ, counted.sql, number(whole)), moved.sql))


def rows_of_result(asking: Asking) -> Rows:
    """Rows that know table functions, to see what a part comes to."""
    windows = Windows()
    windows.rows = Rows(asking, windows=windows)
    return windows.rows


def _share(value: Value, whole: Value) -> exp.Expression:
    return binary(exp.Div, cast(value.sql, "REAL"), call("nullif", whole.sql, 0))


def _direction(name: str, args: Sequence[Part]) -> bool:
    """Whether the first place is the highest value."""
    if len(args) < 2:
        return name != "RANK_PERCENTILE"
    said = str(args[1].value).lower() if isinstance(args[1], Constant) else ""
    if said not in ("asc", "desc"):
        raise BadFormula(f"{name} goes 'asc' or 'desc'", getattr(args[1], "at", 0), "wrong-arguments")
    return said == "desc"


def _whole_number(part: Part, of: Call | None) -> int:
    minus = isinstance(part, Call) and part.name == "NEGATIVE"
    inner = part.args[0] if isinstance(part, Call) and minus else part
    if isinstance(inner, Constant) and isinstance(inner.value, int) and not isinstance(inner.value, bool):
        return -inner.value if minus else inner.value
    told = f"{of.name if of else 'the function'} needs its offset as a whole number, FIRST() or LAST()"
    raise BadFormula(told, getattr(part, "at", 0), "wrong-arguments")


def _bound(side: str, part: Part) -> dict[str, object]:
    """An end of a frame; FIRST() and LAST() are those of the partition."""
    if isinstance(part, Call) and part.name in ("FIRST", "LAST") and not part.args:
        return {side: "UNBOUNDED", f"{side}_side": "PRECEDING" if part.name == "FIRST" else "FOLLOWING"}
    count = _whole_number(part, None)
    if count == 0:
        return {side: "CURRENT ROW"}
    return {side: str(abs(count)), f"{side}_side": "PRECEDING" if count < 0 else "FOLLOWING"}
