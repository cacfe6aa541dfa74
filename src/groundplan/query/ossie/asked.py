"""A semantic query, as a mapping -> its clauses: an aggregation query or a scalar one, never both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean

CLAUSES = ("dimensions", "measures", "fields", "where", "having", "order_by", "limit", "parameters")
ENTRY = ("name", "expression")
ORDER = ("field", "expression", "direction", "nulls")


class Entry(Noun):
    """A dimension, measure or field: its expression, and its name where that is said."""

    expression: str
    name: str = ""


class Asked(Noun):
    """The clauses of one query."""

    dimensions: tuple[Entry, ...] = ()
    measures: tuple[Entry, ...] = ()
    fields: tuple[Entry, ...] = ()
    where: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    limit: int | None = None
    parameters: Mapping[str, bool | int | float | str | None] = {}


def read_query(query: Mapping[str, Any]) -> Asked:
    """The clauses; a QueryError where they make no query."""
    _known(query, CLAUSES, "a query")
    of_groups = [key for key in ("dimensions", "measures") if query.get(key)]
    scalar = bool(query.get("fields")) or ("fields" in query and not of_groups)
    if scalar and (of_groups or query.get("having")):
        raise QueryError(
            f"the query has fields beside {' and '.join(of_groups or ['having'])}: a scalar query (Fields) and an"
            " aggregation query (Dimensions, Measures, Having) are two shapes that cannot be mixed; ask one of them.",
            "E_MIXED_QUERY_SHAPE",
        )
    if scalar and not query.get("fields"):
        raise QueryError("Fields is empty: a scalar query needs at least one field; name one.", "E_EMPTY_SCALAR_QUERY")
    if not scalar and not of_groups:
        raise QueryError(
            "Dimensions and Measures are both empty: an aggregation query needs at least one of them; name a dimension"
            " or a measure.", "E_EMPTY_AGGREGATION_QUERY",
        )  # fmt: skip
    asked = Asked(
        dimensions=tuple(_entries(query, "dimensions")),
        measures=tuple(_entries(query, "measures")),
        fields=tuple(_entries(query, "fields")),
        where=tuple(_texts(query, "where")),
        having=tuple(_texts(query, "having")),
        order=tuple(_orders(query)),
        limit=_limit(query.get("limit")),
        parameters=_parameters(query.get("parameters") or {}),
    )
    _told_apart(asked)
    return asked


def _known(entry: Mapping[str, Any], known: tuple[str, ...], kind: str) -> None:
    for key in entry:
        if key not in known:
            raise QueryError(
                f"{key!r} of {kind} is deferred, or no part of the Foundation; {did_you_mean(str(key), known)}.",
                "E_DEFERRED_KEY_REJECTED",
            )


def _entries(query: Mapping[str, Any], clause: str) -> Iterator[Entry]:
    for one in query.get(clause) or ():
        if isinstance(one, str):
            yield Entry(expression=one)
            continue
        if not isinstance(one, Mapping) or not isinstance(one.get("expression", one.get("name")), str):
            raise QueryError(f"an entry of {clause!r} is {one!r}; write a text, or a name with an expression.")
        _known(one, ENTRY, f"an entry of {clause!r}")
        yield Entry(expression=one.get("expression") or one["name"], name=str(one.get("name") or ""))


def _texts(query: Mapping[str, Any], clause: str) -> Iterator[str]:
    held = query.get(clause) or ()
    for one in (held,) if isinstance(held, str) else held:
        if not isinstance(one, str):
            raise QueryError(f"a condition of {clause!r} is {one!r}; write it as a text.")
        yield one


def _orders(query: Mapping[str, Any]) -> Iterator[str]:
    """What is ordered by as one text each, as SQL has it."""
    held = query.get("order_by") or ()
    for one in (held,) if isinstance(held, str | Mapping) else held:
        if isinstance(one, str):
            yield one
            continue
        _known(one, ORDER, "an entry of 'order_by'")
        direction, nulls = (str(one.get(key) or "").upper() for key in ("direction", "nulls"))
        of = one.get("field") or one.get("expression")
        if not isinstance(of, str) or direction not in ("", "ASC", "DESC") or nulls not in ("", "FIRST", "LAST"):
            raise QueryError(f"an entry of 'order_by' is {one!r}; write a field, ASC or DESC, and nulls FIRST or LAST.")
        yield " ".join([of, direction, f"NULLS {nulls}" if nulls else ""]).strip()


def _limit(said: Any) -> int | None:
    if said is not None and (type(said) is not int or said < 0):
        raise QueryError(f"the limit is {said!r}; write a whole number of rows.")
    return said


def _parameters(said: Any) -> Mapping[str, Any]:
    for name, value in said.items():
        if value is not None and not isinstance(value, bool | int | float | str):
            raise QueryError(f"the parameter {name!r} is {value!r}; give a number, a text, true, false or nothing.")
    return dict(said)


def _told_apart(asked: Asked) -> None:
    seen: set[str] = set()
    for entry in (*asked.dimensions, *asked.measures, *asked.fields):
        if entry.name and entry.name.casefold() in seen:
            raise QueryError(
                f"name collision: two columns of the query are called {entry.name!r}; rename one.", "E_NAME_COLLISION"
            )
        seen.add(entry.name.casefold())
