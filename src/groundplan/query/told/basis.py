"""How many rows one figure was taken of, and how many had no value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.contracts import Plan, Step, refs
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.tools.values import value

TAKEN_OF = ("sum", "average", "median", "min", "max", "deviation", "percentile", "correlation", "rate")


def basis(plan: Plan, results: Mapping[str, Any]) -> tuple[int, int] | None:
    """The rows with a value and those without one; None where there is not one figure of all rows."""
    last = next((step for step in reversed(plan.steps) if step.tool == "present"), None)
    shown = [*last.args["columns"].values()] if last else []
    groups = [step for step in plan.steps if step.tool == "group" and not step.args.get("by")]
    step = next((one for one in groups if shown == [*one.args.get("figures", {})]), None)
    return _counted(step, read_expression(shown[0]), results) if step else None


def _counted(step: Step, figure: Any, results: Mapping[str, Any]) -> tuple[int, int] | None:
    rows = results.get(next(refs(step.args["df"])).split(".")[0])
    if rows is None or not isinstance(figure, p.Figure) or figure.fn not in TAKEN_OF:
        return None
    table = rows.expr.filter(value(figure.where, rows.expr)) if figure.where else rows.expr
    filled = [value(one, table, strict=figure.fn == "rate").notnull() for one in figure.of]
    both = filled[0] if len(filled) == 1 else filled[0] & filled[1]
    counts = rows.then(table.aggregate(rows=table.count(), filled=both.sum())).arrow().to_pylist()[0]
    return int(counts["filled"] or 0), int(counts["rows"] - (counts["filled"] or 0))
