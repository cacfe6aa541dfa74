"""Plan, results -> Facts: what the steps of a table plan found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from groundplan.contracts import Chart, Facts, Plan
from groundplan.pack import Source
from groundplan.query import found
from groundplan.query.found import Sized, outputs_of
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.notes import notes_of

_ABOUT = re.compile(r"(?:: |cells? of |dates of |called )'([^']*)'")
"""Where a note names the column that it is about; a row that is called 'Total' is none."""

MARKS = 2
"""A chart of a query with fewer marks, that nobody asked for, says nothing that its table does not."""


def facts(plan: Plan, results: Mapping[str, Any], source: Source, read: Sequence[Sized] | None = None) -> Facts:
    """Charts and tables in plan order, the result's own table before the statistics, with how much was read.

    `read`: what the plan names instead of tables.
    """
    outputs = outputs_of(plan, results)
    query = any(step.tool == "present" for step in plan.steps)  # its table says what one mark would show
    named = any(id.startswith("chart.") for step in plan.steps for id in step.satisfies)
    small = query and not named
    shown = [one for one in outputs if not (small and isinstance(one, Chart) and len(one.rows) < MARKS)]
    held = found.facts(plan, shown, read or source.model, (*_concerning(plan, source), *_notes(outputs)))
    return found.with_basis(held, plan, results)


def _concerning(plan: Plan, source: Source) -> tuple[str, ...]:
    """What is to be told of the source, but for columns that no step uses."""
    columns = {column.name for table in source.model for column in table.columns}
    used = {text for step in plan.steps for text in _texts(step.args)}
    named = ((note, columns & set(_ABOUT.findall(note))) for note in source.notes)
    return tuple(note for note, names in named if not names or names & used)


def _texts(held: Any) -> Iterator[str]:
    """Every text in an argument."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, Mapping):
        for each in held.values():
            yield from _texts(each)
    elif isinstance(held, (list, tuple)):
        for each in held:
            yield from _texts(each)


def _notes(outputs: list[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note for output in outputs if isinstance(output, Frame) for note in notes_of(output)))
