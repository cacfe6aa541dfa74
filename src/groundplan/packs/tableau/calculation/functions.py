"""The functions of the language: what they take, what they give, and how DuckDB computes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from groundplan.packs.tableau.calculation.parts import Type
from groundplan.packs.tableau.calculation.values import (
    MOMENTS,
    NUMBERS,
    Value,
    binary,
    call,
    cast,
    either,
    is_null,
    null,
    number,
    text,
)

Build = Callable[[Sequence[Value]], exp.Expression]
KINDS: dict[str, tuple[str, ...]] = {
    "n": NUMBERS, "s": ("STRING",), "d": MOMENTS, "b": ("BOOLEAN",),
    "a": (*NUMBERS, *MOMENTS, "STRING", "BOOLEAN"),
}  # fmt: skip
"""What an argument may be, by one letter; after `?` it may be left out."""


@dataclass(frozen=True)
class Function:
    """A function of each row."""

    takes: str
    gives: Type | None
    """None: the type of its first argument."""
    build: Build

    @property
    def least(self) -> int:
        """How many arguments it must have."""
        return len(self.takes.partition("?")[0])


def _plain(name: str) -> Build:
    return lambda args: call(name, *(one.sql for one in args))


def _where(name: str, test: Callable[[exp.Expression], exp.Expression]) -> Build:
    """Nothing, where the function is not defined."""
    return lambda args: either(test(args[0].sql), call(name, args[0].sql))


def _at_least(limit: int, strictly: bool) -> Callable[[exp.Expression], exp.Expression]:
    return lambda sql: binary(exp.GT if strictly else exp.GTE, sql, number(limit))


def _within_one(sql: exp.Expression) -> exp.Expression:
    return binary(exp.LTE, call("abs", sql), number(1))


def _count(value: Value) -> exp.Expression:
    """A number of characters: whole, and not below none."""
    return call("greatest", cast(call("trunc", value.sql), "INTEGER"), 0)


def _rounded(args: Sequence[Value]) -> exp.Expression:
    digits = exp.Cast(this=args[1].sql.copy(), to=exp.DataType.build("INT")) if len(args) > 1 else number(0)
    return call("round", args[0].sql, digits)


def _whole(args: Sequence[Value]) -> exp.Expression:
    """Without what stands after the point."""
    real = cast(args[0].sql, "REAL", safely=True)
    return cast(call("trunc", real), "INTEGER", safely=True)


def _told(args: Sequence[Value]) -> exp.Expression:
    """As text; a real number that is whole without its point."""
    told = cast(args[0].sql, "STRING")
    return call("regexp_replace", told, r"\.0$", "") if args[0].type == "REAL" else told


def _found(args: Sequence[Value]) -> exp.Expression:
    if len(args) < 3:
        return call("strpos", args[0].sql, args[1].sql)
    start = call("greatest", cast(call("trunc", args[2].sql), "INTEGER"), 1)
    place = call("strpos", call("substr", args[0].sql, start), args[1].sql)
    there = binary(exp.Add, place, binary(exp.Sub, start, number(1)))
    return either(binary(exp.GT, place, number(0)), there, number(0))


def _middle(args: Sequence[Value]) -> exp.Expression:
    start = call("greatest", cast(call("trunc", args[1].sql), "INTEGER"), 1)
    return call("substr", args[0].sql, start, *([_count(args[2])] if len(args) > 2 else []))


def _extreme(name: str) -> Build:
    """Of two values, nothing where one of them is nothing."""

    def build(args: Sequence[Value]) -> exp.Expression:
        some = exp.Or(this=is_null(args[0].sql), expression=is_null(args[1].sql))
        return either(some, null(), call(name, args[0].sql, args[1].sql))

    return build


def _divided_whole(args: Sequence[Value]) -> exp.Expression:
    ratio = exp.Div(this=cast(args[0].sql, "REAL"), expression=call("nullif", args[1].sql, 0))
    return cast(call("trunc", ratio), "INTEGER", safely=True)


def _powered(args: Sequence[Value]) -> exp.Expression:
    return call("pow", cast(args[0].sql, "REAL"), cast(args[1].sql, "REAL"))


def _logarithm(args: Sequence[Value]) -> exp.Expression:
    base = call("ln", cast(args[1].sql, "REAL")) if len(args) > 1 else call("ln", number(10.0))
    ratio = exp.Div(this=call("ln", cast(args[0].sql, "REAL")), expression=call("nullif", base, 0))
    return either(binary(exp.GT, args[0].sql, number(0)), ratio)


def _day(args: Sequence[Value]) -> exp.Expression:
    return cast(args[0].sql, "DATE", safely=True)


def _made_day(args: Sequence[Value]) -> exp.Expression:
    joined = [cast(cast(one.sql, "INTEGER"), "STRING") for one in args]
    return cast(call("concat_ws", "-", *joined), "DATE", safely=True)


def _trigonometry(*names: str) -> dict[str, Function]:
    return {name.upper(): Function("n", "REAL", _plain(name)) for name in names}


FUNCTIONS: dict[str, Function] = {
    # numbers
    "ABS": Function("n", None, _plain("abs")),
    "CEILING": Function("n", "INTEGER", lambda a: cast(call("ceil", a[0].sql), "INTEGER", safely=True)),
    "FLOOR": Function("n", "INTEGER", lambda a: cast(call("floor", a[0].sql), "INTEGER", safely=True)),
    "ROUND": Function("n?n", None, _rounded),
    "SIGN": Function("n", "INTEGER", lambda a: cast(call("sign", a[0].sql), "INTEGER")),
    "SQRT": Function("n", "REAL", _where("sqrt", _at_least(0, strictly=False))),
    "SQUARE": Function("n", None, lambda a: binary(exp.Mul, a[0].sql, a[0].sql)),
    "POWER": Function("nn", "REAL", _powered),
    "EXP": Function("n", "REAL", _plain("exp")),
    "LN": Function("n", "REAL", _where("ln", _at_least(0, strictly=True))),
    "LOG": Function("n?n", "REAL", _logarithm),
    "DIV": Function("nn", "INTEGER", _divided_whole),
    "PI": Function("", "REAL", _plain("pi")),
    "ACOS": Function("n", "REAL", _where("acos", _within_one)),
    "ASIN": Function("n", "REAL", _where("asin", _within_one)),
    "ATAN2": Function("nn", "REAL", _plain("atan2")),
    **_trigonometry("atan", "cos", "sin", "tan", "degrees", "radians"),
    # nothing
    "ZN": Function("n", None, lambda a: call("coalesce", a[0].sql, 0)),
    "ISNULL": Function("a", "BOOLEAN", lambda a: is_null(a[0].sql)),
    # texts
    "ASCII": Function("s", "INTEGER", _plain("ascii")),
    "CHAR": Function("n", "STRING", lambda a: call("chr", exp.Cast(this=a[0].sql, to=exp.DataType.build("INT")))),
    "CONTAINS": Function("ss", "BOOLEAN", _plain("contains")),
    "STARTSWITH": Function("ss", "BOOLEAN", _plain("starts_with")),
    "ENDSWITH": Function("ss", "BOOLEAN", _plain("suffix")),
    "FIND": Function("ss?n", "INTEGER", _found),
    "LEFT": Function("sn", "STRING", lambda a: call("left", a[0].sql, _count(a[1]))),
    "RIGHT": Function("sn", "STRING", lambda a: call("right", a[0].sql, _count(a[1]))),
    "MID": Function("sn?n", "STRING", _middle),
    "LEN": Function("s", "INTEGER", _plain("length")),
    "LOWER": Function("s", "STRING", _plain("lower")),
    "UPPER": Function("s", "STRING", _plain("upper")),
    "TRIM": Function("s", "STRING", _plain("trim")),
    "LTRIM": Function("s", "STRING", _plain("ltrim")),
    "RTRIM": Function("s", "STRING", _plain("rtrim")),
    "REPLACE": Function("sss", "STRING", _plain("replace")),
    "SPACE": Function("n", "STRING", lambda a: call("repeat", text(" "), _count(a[0]))),
    "SPLIT": Function("ssn", "STRING", lambda a: call("split_part", a[0].sql, a[1].sql, cast(a[2].sql, "INTEGER"))),
    "REGEXP_MATCH": Function("ss", "BOOLEAN", _plain("regexp_matches")),
    "REGEXP_EXTRACT": Function("ss", "STRING", lambda a: call("regexp_extract", a[0].sql, a[1].sql, 1)),
    "REGEXP_REPLACE": Function(
        "sss", "STRING", lambda a: call("regexp_replace", *(one.sql for one in a), text("g"))
    ),
    # other types
    "INT": Function("a", "INTEGER", _whole),
    "FLOAT": Function("a", "REAL", lambda a: cast(a[0].sql, "REAL", safely=True)),
    "STR": Function("a", "STRING", _told),
    "DATE": Function("a", "DATE", _day),
    "DATETIME": Function("a", "DATETIME", lambda a: cast(a[0].sql, "DATETIME", safely=True)),
    "MAKEDATE": Function("nnn", "DATE", _made_day),
    "ISDATE": Function("s", "BOOLEAN", lambda a: exp.Not(this=is_null(_day(a)))),
}  # fmt: skip
EXTREMES = {"MIN": _extreme("least"), "MAX": _extreme("greatest")}
"""Of two arguments; of one they are aggregates."""
DATE_FUNCTIONS: dict[str, tuple[str, Type | None]] = {
    "DATEPART": ("sd?s", "INTEGER"), "DATENAME": ("sd?s", "STRING"), "DATETRUNC": ("sd?s", None),
    "DATEADD": ("snd", None), "DATEDIFF": ("sdd?s", "INTEGER"), "DATEPARSE": ("ss", "DATETIME"),
    "YEAR": ("d", "INTEGER"), "QUARTER": ("d", "INTEGER"), "MONTH": ("d", "INTEGER"), "WEEK": ("d", "INTEGER"),
    "DAY": ("d", "INTEGER"), "ISOYEAR": ("d", "INTEGER"), "ISOWEEK": ("d", "INTEGER"), "ISOWEEKDAY": ("d", "INTEGER"),
    "TODAY": ("", "DATE"), "NOW": ("", "DATETIME"),
}  # fmt: skip
CHOICES: dict[str, tuple[str, Type | None]] = {"IFNULL": ("aa", None), "IIF": ("baa?a", None)}


@dataclass(frozen=True)
class Aggregate:
    """A function of the rows of a group."""

    takes: str
    gives: Type | None
    sql: str
    of_each: bool = True
    """Whether it changes when a value stands there twice."""


AGGREGATES: dict[str, Aggregate] = {
    "SUM": Aggregate("n", None, "sum"),
    "AVG": Aggregate("n", "REAL", "avg"),
    "MEDIAN": Aggregate("n", "REAL", "median"),
    "COUNT": Aggregate("a", "INTEGER", "count"),
    "COUNTD": Aggregate("a", "INTEGER", "count", of_each=False),
    "MIN": Aggregate("a", None, "min", of_each=False),
    "MAX": Aggregate("a", None, "max", of_each=False),
    "STDEV": Aggregate("n", "REAL", "stddev_samp"),
    "STDEVP": Aggregate("n", "REAL", "stddev_pop"),
    "VAR": Aggregate("n", "REAL", "var_samp"),
    "VARP": Aggregate("n", "REAL", "var_pop"),
    "ATTR": Aggregate("a", None, "attr", of_each=False),
    "PERCENTILE": Aggregate("nn", "REAL", "quantile_cont"),
    "CORR": Aggregate("nn", "REAL", "corr"),
    "COVAR": Aggregate("nn", "REAL", "covar_samp"),
    "COVARP": Aggregate("nn", "REAL", "covar_pop"),
}
TABLE_FUNCTIONS: dict[str, tuple[str, Type | None]] = {
    **{f"RUNNING_{name}": ("n", None) for name in ("SUM", "MIN", "MAX")}, "RUNNING_AVG": ("n", "REAL"),
    "RUNNING_COUNT": ("a", "INTEGER"),
    **{f"WINDOW_{name}": ("n?nn", None if name in ("SUM", "MIN", "MAX") else "REAL")
       for name in ("SUM", "AVG", "MIN", "MAX", "MEDIAN", "STDEV", "VAR")},
    "WINDOW_COUNT": ("a?nn", "INTEGER"),
    **{name: ("n?s", "INTEGER") for name in ("RANK", "RANK_DENSE", "RANK_MODIFIED", "RANK_UNIQUE")},
    "RANK_PERCENTILE": ("n?s", "REAL"), "LOOKUP": ("a?n", None), "TOTAL": ("a", None),
    "INDEX": ("", "INTEGER"), "FIRST": ("", "INTEGER"), "LAST": ("", "INTEGER"), "SIZE": ("", "INTEGER"),
}  # fmt: skip
KNOWN = sorted({*FUNCTIONS, *DATE_FUNCTIONS, *CHOICES, *AGGREGATES, *TABLE_FUNCTIONS})
