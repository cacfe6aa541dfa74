"""Plan, results -> Facts: what the steps of a table plan found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.contracts import SOURCE, Chart, Facts, Meta, Plan, Rows, refs
from groundplan.pack import Source
from groundplan.packs.tables.tools.notes import notes_of
from groundplan.packs.tables.tools.values import Result
from groundplan.sources.frame import Frame

_ABOUT = re.compile(r"(?:: |cells? of |dates of |called )'([^']*)'")
"""Where a note names the column that it is about; a row that is called 'Total' is none."""


def facts(plan: Plan, results: Mapping[str, Any], source: Source) -> Facts:
    """Charts and tables in plan order, the result's own table before the statistics, with how much was read."""
    outputs = [results[step.id] for step in plan.steps if step.id in results]
    charts = tuple(output for output in outputs if isinstance(output, Chart))
    whole = sorted((output for output in outputs if isinstance(output, Rows)), key=lambda rows: not _is_result(rows))
    tables = tuple(_capped(rows, plan.limits.rows) for rows in whole)
    used = _used(plan)
    meta = Meta(
        read=sum(table.rows for table in source.model if table.name in used),
        capped=any(_size(rows) > plan.limits.rows for rows in whole),
        notes=(*_concerning(plan, source), *_notes(outputs)),
    )
    return Facts(found=_found(charts, tables), tables=tables, charts=charts, meta=meta, sources=used)


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


def _notes(outputs: list[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note for output in outputs if isinstance(output, Frame) for note in notes_of(output)))


def _found(charts: tuple[Chart, ...], tables: tuple[Rows, ...]) -> bool:
    """Whether the answer, the first chart or else the first table, holds a value at all."""
    answer = charts[0].rows if charts else tables[0].rows if tables else ()
    return any(value is not None for row in answer for value in row)
