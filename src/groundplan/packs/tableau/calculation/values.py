"""A computed part of a calculation: its expression, its type, and at which level it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp

from groundplan.packs.tableau.calculation.parts import Type

CONSTANT, ROW, AGGREGATE, TABLE = range(4)
NUMBERS = ("INTEGER", "REAL")
MOMENTS = ("DATE", "DATETIME")
SQL_TYPES = {
    "INTEGER": "BIGINT", "REAL": "DOUBLE", "STRING": "VARCHAR", "BOOLEAN": "BOOLEAN", "DATE": "DATE",
    "DATETIME": "TIMESTAMP",
}  # fmt: skip


@dataclass(frozen=True)
class Value:
    """What a part comes to."""

    sql: exp.Expression
    type: Type
    level: int = ROW
    tables: frozenset[str] = frozenset()
    """The logical tables whose rows it is of, levels of detail apart."""
    keys: tuple[exp.Expression, ...] = ()
    """What the levels of detail inside of it stand once for."""
    stage: int = 0
    """Among table calculations: how many others it needs before itself."""


def call(name: str, *args: exp.Expression | str | int) -> exp.Expression:
    """A function of DuckDB; a text is a text there."""
    return exp.Anonymous(this=name, expressions=[_argument(one) for one in args])


def _argument(one: exp.Expression | str | int) -> exp.Expression:
    if isinstance(one, exp.Expression):
        return one.copy()
    return text(one) if isinstance(one, str) else number(one)


def text(value: str) -> exp.Expression:
    """A text."""
    return exp.Literal.string(value)


def number(value: int | float) -> exp.Expression:
    """A number; a real one is told as one."""
    if isinstance(value, int):
        return exp.Literal.number(value) if value >= 0 else exp.Paren(this=exp.Neg(this=exp.Literal.number(-value)))
    return cast(exp.Literal.string(repr(value)), "REAL")


def cast(sql: exp.Expression, type: str, safely: bool = False) -> exp.Expression:
    """Of another type; `safely`: nothing, where it does not fit."""
    kind = exp.TryCast if safely else exp.Cast
    return kind(this=sql.copy(), to=exp.DataType.build(SQL_TYPES[type], dialect="duckdb"))


def null() -> exp.Expression:
    """Nothing."""
    return exp.Null()


def either(test: exp.Expression, then: exp.Expression, otherwise: exp.Expression | None = None) -> exp.Expression:
    """One of two values."""
    branch = exp.If(this=test.copy(), true=then.copy())
    return exp.Case(ifs=[branch], default=otherwise.copy() if otherwise is not None else None)


def binary(kind: type[exp.Expression], left: exp.Expression, right: exp.Expression) -> exp.Expression:
    """Two under an operator, in brackets."""
    return exp.Paren(this=kind(this=left.copy(), expression=right.copy()))


def is_null(sql: exp.Expression) -> exp.Expression:
    """Whether it is nothing."""
    return exp.Paren(this=exp.Is(this=sql.copy(), expression=exp.Null()))


def same(left: exp.Expression, right: exp.Expression) -> exp.Expression:
    """Equal, where nothing equals nothing."""
    return exp.NullSafeEQ(this=left.copy(), expression=right.copy())


def constant(value: Any, type: Type) -> Value:
    """A value of the calculation's own."""
    if value is None:
        return Value(null(), "NULL", CONSTANT)
    if type == "BOOLEAN":
        return Value(exp.Boolean(this=bool(value)), type, CONSTANT)
    if type in MOMENTS:
        return Value(cast(text(str(value)), type), type, CONSTANT)
    if type == "STRING":
        return Value(text(str(value)), type, CONSTANT)
    return Value(number(float(value) if type == "REAL" else int(value)), type, CONSTANT)


def made_of(parts: Sequence[Value], sql: exp.Expression, type: Type) -> Value:
    """A value of others, at the highest of their levels."""
    return Value(
        sql,
        type,
        max((part.level for part in parts), default=CONSTANT),
        frozenset().union(*(part.tables for part in parts)),
        tuple(dict.fromkeys(key for part in parts for key in part.keys)),
        max((part.stage for part in parts), default=0),
    )


def as_type(value: Value, type: Type) -> Value:
    """The value in a wider type."""
    if value.type in (type, "NULL"):
        return replace(value, type=type) if value.type == "NULL" else value
    return replace(value, sql=cast(value.sql, type), type=type)


def common_type(types: Sequence[Type]) -> Type | None:
    """The type that holds all of these; None where there is none."""
    kinds = set(types) - {"NULL"}
    if len(kinds) <= 1:
        return next(iter(kinds), "NULL")
    if kinds <= set(NUMBERS):
        return "REAL"
    return "DATETIME" if kinds <= set(MOMENTS) else None
