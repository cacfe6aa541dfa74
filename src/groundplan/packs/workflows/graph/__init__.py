"""Workflow graphs: read from any dialect, mended, checked, drawn, compared, compiled to plans and back."""

from __future__ import annotations

import json

from groundplan.contracts import Repair
from groundplan.errors import UsageError
from groundplan.packs.workflows.graph.contract import Constraints, Edge, Executor, Fault, Graph, Point, Route, Router
from groundplan.packs.workflows.graph.dialects import DIALECTS, TEXTS
from groundplan.packs.workflows.graph.diff import diff
from groundplan.packs.workflows.graph.drawing import mermaid, svg
from groundplan.packs.workflows.graph.plan import from_plan, to_plan
from groundplan.packs.workflows.graph.reading import Read, checked, loaded, read
from groundplan.plan.nearest import did_you_mean
from groundplan.plan.text import show


def written(text: str, to: str, model: str | None = None) -> tuple[str, tuple[str, ...]]:
    """The graph of a text in another way, and what was mended or does not map; a drawing shows faulty ones, too."""
    drawings = {"mermaid": mermaid, "svg": svg}
    writers = {one.name: one.emit for one in DIALECTS if one.emit}
    if to not in (known := [*drawings, *writers, *TEXTS, "plan"]):
        raise UsageError(f"a graph cannot be written as {to!r}; {did_you_mean(to, known)}")
    held_to = Constraints(model=model)
    found = read(text, held_to, mend=True) if to in drawings else loaded(text, held_to)
    if not found.dialect:
        raise UsageError(f"there is no graph to draw: {found.errors[0].message}")
    told = (*(repair_in_words(one) for one in found.repairs), *(fault.message for fault in found.faults))
    if to in writers:
        return json.dumps(writers[to](found.graph), ensure_ascii=False, indent=2), told
    if to == "plan":
        return show(to_plan(found.graph)), told
    return (drawings | TEXTS)[to](found.graph), told


def difference(before: str, after: str) -> tuple[str, tuple[str, ...]]:
    """What changed from the graph of one text to that of another, in words."""
    old, new = read(before, mend=True), read(after, mend=True)
    for one in (old, new):
        if not one.dialect:
            raise UsageError(f"there is no graph to compare: {one.errors[0].message}")
    return diff(old.graph, new.graph) or "no change", ()


def repair_in_words(repair: Repair) -> str:
    """One repair as a sentence."""
    what = f"{repair.before} -> {repair.after}" if repair.after is not None else str(repair.before)
    return f"mended {repair.kind}{f' at {repair.step}' if repair.step else ''}: {what} ({repair.reason})"


__all__ = [
    "DIALECTS", "Constraints", "Edge", "Executor", "Fault", "Graph", "Point", "Read", "Route", "Router", "checked",
    "diff", "difference", "from_plan", "loaded", "mermaid", "read", "repair_in_words", "svg", "to_plan", "written",
]  # fmt: skip
