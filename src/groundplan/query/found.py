"""Plan, results -> Facts: the rows and charts that the steps gave, and how much was read for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from groundplan.contracts import SOURCE, Chart, Facts, Meta, Plan, Rows, refs
from groundplan.query.results import Result


class Sized(Protocol):
    """A table or dataset of a source."""

    @property
    def name(self) -> str:
        """What a plan calls it."""

    @property
    def rows(self) -> int:
        """How many it has."""


def outputs_of(plan: Plan, results: Mapping[str, Any]) -> list[Any]:
    """What the steps gave, in plan order."""
    return [results[step.id] for step in plan.steps if step.id in results]


def facts(plan: Plan, outputs: Iterable[Any], tables: Iterable[Sized], notes: tuple[str, ...]) -> Facts:
    """Charts and tables in their order, the result's own table before the statistics, with how much was read."""
    given = list(outputs)
    charts = tuple(output for output in given if isinstance(output, Chart))
    whole = sorted((output for output in given if isinstance(output, Rows)), key=lambda rows: not _is_result(rows))
    shown = tuple(_capped(rows, plan.limits.rows) for rows in whole)
    used = _used(plan)
    meta = Meta(
        read=sum(table.rows for table in tables if table.name in used),
        capped=any(_size(rows) > plan.limits.rows for rows in whole),
        notes=notes,
    )
    return Facts(found=_found(charts, shown), tables=shown, charts=charts, meta=meta, sources=used)


def with_basis(held: Facts, plan: Plan, results: Mapping[str, Any]) -> Facts:
    """The facts of a query with how many rows its one figure is of."""
    from groundplan.query.told.basis import basis

    figured, blank = basis(plan, results) or (None, 0)
    return held.model_copy(update={"meta": held.meta.model_copy(update={"figured": figured, "blank": blank})})


def _is_result(rows: Rows) -> bool:
    return isinstance(rows, Result)


def _capped(rows: Rows, most: int) -> Rows:
    return Rows(name=rows.name, columns=rows.columns, rows=rows.rows[:most])


def _size(rows: Rows) -> int:
    return rows.total if isinstance(rows, Result) else len(rows.rows)


def _used(plan: Plan) -> tuple[str, ...]:
    """The tables the steps refer to, in the order of their first use."""
    named = (ref.split(".", 1) for step in plan.steps for ref in refs(step.args))
    return tuple(dict.fromkeys(parts[1] for parts in named if parts[0] == SOURCE and len(parts) == 2))


def _found(charts: tuple[Chart, ...], tables: tuple[Rows, ...]) -> bool:
    """Whether the answer, the first chart or else the first table, holds a value at all."""
    answer = charts[0].rows if charts else tables[0].rows if tables else ()
    return any(value is not None for row in answer for value in row)
