"""Expressions of figures as parts of our own: read from text by a grammar, computed by ibis, never run as text.

What may stand in them is the subset of SQL that Apache Ossie's expression language asks for: operators, comparisons,
CASE, aggregates, and the functions that `expression_functions` lists. Windows stand in semantic queries only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from groundplan.contracts.noun import Noun


class Column(Noun):
    """A field by its name, and by its dataset where that is said."""

    name: str
    dataset: str = ""


class Literal(Noun):
    """A number, a text, a truth, nothing, or a word that a function takes: a unit, a type."""

    value: bool | int | float | str | None


class Call(Noun):
    """An operator, CASE or a function with what it is computed of; COUNT of nothing counts rows."""

    name: str
    args: tuple[Part, ...] = ()
    distinct: bool = False


class Sorted(Noun):
    """By what the rows of a window are ordered."""

    of: Part
    descending: bool = False
    nulls_first: bool = False


class Window(Noun):
    """A function over the rows around each row."""

    of: Call
    partition: tuple[Part, ...] = ()
    order: tuple[Sorted, ...] = ()
    frame: str = ""
    """ROWS or RANGE, where it is said."""
    start: int | None = None
    """The first row of the frame, counted from this one; None: there is no bound."""
    end: int | None = None


Part = Column | Literal | Call | Window


@lru_cache(maxsize=1_000)
def parsed(text: str) -> Part:
    """The parts of an expression's text; a SourceError where it holds anything that no figure may."""
    from groundplan.sources.model.expression_text import read  # the grammar takes long to import

    return read(text)


def evaluated(expression: Part | str, table: Any) -> Any:
    """The expression over the rows of an ibis table; names are found without case."""
    from groundplan.sources.model.expression_values import value  # so does ibis

    return value(parsed(expression) if isinstance(expression, str) else expression, table)


def aggregates(expression: Part) -> bool:
    """Whether it is of groups of rows, not of each row."""
    return any(isinstance(part, Call) and part.name in AGGREGATES for part in walked(expression))


def columns(expression: Part) -> tuple[Column, ...]:
    """The fields it is made of, each once, in the order in which they stand."""
    return tuple(dict.fromkeys(part for part in walked(expression) if isinstance(part, Column)))


def walked(expression: Part) -> Iterator[Part]:
    """The expression and every part of it."""
    yield expression
    for each in inner(expression):
        yield from walked(each)


def inner(expression: Part) -> tuple[Part, ...]:
    """What a part is made of, one level down."""
    if isinstance(expression, Window):
        return (expression.of, *expression.partition, *(one.of for one in expression.order))
    return expression.args if isinstance(expression, Call) else ()


def windows(part: Part) -> list[Window]:
    """The windows in it, inside of aggregates, too."""
    return [one for one in walked(part) if isinstance(one, Window)]


def outside(part: Part) -> Iterator[Part]:
    """It and what it is made of, as far as the outermost aggregates and windows."""
    yield part
    if isinstance(part, Call) and part.name not in AGGREGATES:
        for each in part.args:
            yield from outside(each)


def terms(test: Part) -> list[Part]:
    """The single tests that AND, OR and NOT join."""
    joined = isinstance(test, Call) and test.name in ("AND", "OR", "NOT")
    return [one for each in inner(test) for one in terms(each)] if joined else [test]


def changed(part: Part, change: Callable[[Part], Part | None]) -> Part:
    """The part with what `change` has something else for replaced, from the outside in."""

    def each(parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple(changed(one, change) for one in parts)

    found = change(part)
    if found is not None:
        return found
    if isinstance(part, Call):
        return part.model_copy(update={"args": each(part.args)})
    if isinstance(part, Window):
        of = part.of.model_copy(update={"args": each(part.of.args)})
        order = tuple(key_changed(one, change) for one in part.order)
        return part.model_copy(update={"of": of, "partition": each(part.partition), "order": order})
    return part


def key_changed(key: Sorted, change: Callable[[Part], Part | None]) -> Sorted:
    """What is ordered by, changed."""
    return key.model_copy(update={"of": changed(key.of, change)})


AGGREGATES = frozenset(
    (
        "SUM", "COUNT", "AVG", "MIN", "MAX", "STDDEV", "STDDEV_POP", "VARIANCE", "VARIANCE_POP", "MEDIAN",
        "PERCENTILE_CONT", "PERCENTILE_DISC",
    )
)  # fmt: skip
"""Functions that make one value of a group's rows."""
