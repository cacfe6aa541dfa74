"""The parts of an expression -> an ibis expression over a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, mul, ne, or_, sub
from typing import Any

import ibis
from ibis.common.exceptions import IbisError

from groundplan.errors import SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.sources.model.expression_functions import FUNCTIONS, number
from groundplan.sources.model.expression_windows import windowed
from groundplan.sources.model.expressions import Call, Column, Literal, Part, Window


def value(part: Part, table: Any) -> Any:
    """The value of a part over the rows of the table."""
    if isinstance(part, Column):
        return table[named(part, table.columns)]
    if isinstance(part, Literal):
        return ibis.null() if part.value is None else ibis.literal(part.value)
    if isinstance(part, Window):
        return windowed(part, table, value)
    if part.name == "COUNT" and not part.args:
        return table.count()
    words = 1 if part.name in FUNCTIONS and FUNCTIONS[part.name].unit else 0
    given: list[Any] = [one.value if at < words and isinstance(one, Literal) else value(one, table)
                        for at, one in enumerate(part.args)]  # fmt: skip
    if part.name in ("CAST", "TRY_CAST"):
        given[1] = part.args[1].value if isinstance(part.args[1], Literal) else None
    try:
        return _computed(part, given)
    except (IbisError, TypeError, AttributeError, NotImplementedError, KeyError):
        kinds = " and ".join(_kind(one.type()) for one in given if hasattr(one, "type"))
        raise SourceError(f"{part.name} cannot be computed of {kinds}; take other fields, or CAST them.") from None


def named(column: Column, names: tuple[str, ...]) -> str:
    """The column of a table: as it is written, else without case; one of a joined table has its table before it."""
    whole = f"{column.dataset}.{column.name}" if column.dataset else column.name
    for wanted in (whole, column.name):
        if wanted in names:
            return wanted
        alike = [name for name in names if name.casefold() == wanted.casefold()]
        if len(alike) == 1:
            return alike[0]
    raise SourceError(f"there is no field {column.name!r}; {did_you_mean(column.name, names)}.")


def _computed(part: Call, given: list[Any]) -> Any:
    if part.name in _OPERATORS:
        return _OPERATORS[part.name](*given)
    if part.distinct:
        return given[0].nunique() if part.name == "COUNT" else number(given[0]).collect(distinct=True).sums()
    return FUNCTIONS[part.name].value(*given)


def _kind(dtype: Any) -> str:
    """What a value is, in a person's words."""
    kinds = {"is_string": "text", "is_boolean": "true or false", "is_numeric": "a number", "is_date": "a date"}
    return next((said for test, said in kinds.items() if getattr(dtype, test)()), "a moment")


def _compared(test: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda left, right: test(*_alike(left, right))


def _alike(left: Any, right: Any) -> tuple[Any, Any]:
    """A text that is held against a time is one; of a date and a moment both are moments."""
    for one, other in ((left, right), (right, left)):
        kind = other.type()
        if one.type().is_string() and (kind.is_temporal() or kind.is_date() or kind.is_timestamp()):
            cast = one.cast(kind)
            return (cast, other) if one is left else (other, cast)
    return left, right


def _arithmetic(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda left, right: compute(number(left), number(right))


def _sum(left: Any, right: Any) -> Any:
    if left.type().is_string() or right.type().is_string():
        raise TypeError("text is joined by CONCAT")
    return left + right


def _minus(left: Any, right: Any) -> Any:
    """Of two days: how many lie between."""
    if left.type().is_date() and right.type().is_date():
        return left.delta(right, unit="day")
    if left.type().is_timestamp() or right.type().is_timestamp():
        raise TypeError("moments are held against each other by DATEDIFF")
    return sub(left, right)


def _case(*given: Any) -> Any:
    *branches, rest = given
    return ibis.cases(*zip(branches[::2], branches[1::2], strict=True), else_=rest)


def _is(left: Any, right: Any) -> Any:
    return left.isnull() if right.type().is_null() else left.identical_to(right)


def _between(middle: Any, low: Any, high: Any) -> Any:
    return _compared(ge)(middle, low) & _compared(le)(middle, high)


def _among(wanted: Any, *given: Any) -> Any:
    return reduce(or_, (_compared(eq)(wanted, one) for one in given))


_OPERATORS: dict[str, Callable[..., Any]] = {
    "+": _arithmetic(_sum),
    "-": _arithmetic(_minus),
    "*": _arithmetic(mul),
    "/": _arithmetic(lambda top, bottom: top / bottom.nullif(0)),
    "%": _arithmetic(lambda value, by: value % by.nullif(0)),
    "=": _compared(eq),
    "<>": _compared(ne),
    ">": _compared(gt),
    ">=": _compared(ge),
    "<": _compared(lt),
    "<=": _compared(le),
    "AND": and_,
    "OR": or_,
    "NEG": lambda value: -number(value),
    "NOT": lambda value: ~value,
    "LIKE": lambda value, pattern: value.like(pattern),
    "ILIKE": lambda value, pattern: value.ilike(pattern),
    "IS": _is,
    "IS NOT DISTINCT FROM": lambda left, right: left.identical_to(right),
    "IS DISTINCT FROM": lambda left, right: ~left.identical_to(right),
    "BETWEEN": _between,
    "IN": _among,
    "CASE": _case,
}
