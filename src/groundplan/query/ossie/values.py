"""The values of parts and the tests of conditions over a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from ibis.common.exceptions import IbisError

from groundplan.errors import QueryError, SourceError
from groundplan.query.ossie.expressions import EXISTS_IN
from groundplan.sources.model.expression_values import value
from groundplan.sources.model.expressions import Call, Column, Part, Sorted, walked

ValuesOf = Callable[[Column], Any]
"""The values of a field in all rows of its dataset."""


def computed(part: Part, table: Any) -> Any:
    """The value of a part over a table."""
    if any(isinstance(one, Call) and one.name == EXISTS_IN for one in walked(part)):
        raise QueryError(
            f"{EXISTS_IN} stands in where, as a condition of its own or joined by AND, OR, NOT; elsewhere it is"
            " deferred (§10).", "E_DEFERRED_KEY_REJECTED",
        )  # fmt: skip
    try:
        return value(part, table)
    except SourceError as error:
        raise QueryError(str(error)) from None
    except (IbisError, TypeError, AttributeError, NotImplementedError) as error:
        told = str(error).splitlines()[0]
        raise QueryError(f"a value cannot be computed ({told}); take other fields, or CAST them.") from None


def holds(part: Part, table: Any, values_of: ValuesOf | None = None) -> Any:
    """Whether a condition is true for each row."""
    if isinstance(part, Call) and part.name in ("AND", "OR"):
        return reduce(and_ if part.name == "AND" else or_, (holds(one, table, values_of) for one in part.args))
    if isinstance(part, Call) and part.name == "NOT":
        return ~holds(part.args[0], table, values_of)
    if isinstance(part, Call) and part.name == EXISTS_IN and values_of:
        held = part.args[1]
        if not isinstance(held, Column):
            raise QueryError(f"{EXISTS_IN} takes a value and a field of another dataset; name the field.")
        return computed(part.args[0], table).isin(values_of(held)).fill_null(False)  # a missing key stands nowhere
    found = computed(part, table)
    if not found.type().is_boolean():
        raise QueryError("a condition is no test: its value is neither true nor false; compare it with something.")
    return found


def ordered(table: Any, order: Sequence[Sorted]) -> Any:
    """The rows in order."""
    keys = [(computed(one.of, table), one) for one in order]
    made = [(key.desc if one.descending else key.asc)(nulls_first=one.nulls_first) for key, one in keys]
    return table.order_by(made) if made else table
