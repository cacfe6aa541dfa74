"""What the steps of a plan did -> facts, and these in words: figures first, what was changed, what was not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from groundplan.contracts import Answer, Brief, Facts, Item, Meta, Plan, Rows, Step
from groundplan.packs.workflows.catalogue.operation import Operation
from groundplan.packs.workflows.catalogue.select import SELECT
from groundplan.plan.walk import ordered

FIGURE, DONE, SKIPPED, FOUND = "figure", "done", "skipped", "found"
SHOWN = 10
"""Rows that are told; the facts hold them all."""
_NAMED = ("id", "key", "number", "name", "title")


def facts(plan: Plan, results: Mapping[str, Any], source: Any) -> Facts:
    """What was changed, and what the last steps gave."""
    operations: Mapping[str, Operation] = source.operations
    needed = {need for step in plan.steps for need in step.needs}
    items: list[Item] = []
    tables: list[Rows] = []
    for step in ordered(plan):
        writes = step.tool in operations and operations[step.tool].writes
        if writes:
            items.append(_done(step, results.get(step.id)))
        elif step.id not in needed:
            figures, rows = _given(step, results.get(step.id), plan.limits.rows)
            items += figures
            tables += rows
    read = sum(len(one) for one in results.values() if isinstance(one, list))
    return Facts(found=bool(items or tables), items=tuple(items), tables=tuple(tables), meta=Meta(read=read),
                 sources=tuple(dict.fromkeys(step.tool for step in plan.steps)))  # fmt: skip


def render(brief: Brief, found: Facts) -> Answer:
    """The facts in words."""
    lines = [item.name for item in found.items if item.type == FIGURE]
    lines += [line for table in found.tables for line in _rows(table)]
    lines += [f"{item.name}: {item.text}" for item in found.items if item.type == FOUND]
    lines += [f"{item.name}: {item.text}." for item in found.items if item.type in (DONE, SKIPPED)]
    return Answer(text="\n".join(lines) or "Nothing was found, and nothing was changed.")


def _done(step: Step, result: Any) -> Item:
    if result is None and step.when is not None:
        return Item(type=SKIPPED, name=step.tool, text="not done, as its condition does not hold")
    if step.each is None:
        return Item(type=DONE, name=step.tool, text=f"done{_called([result])}")
    done = [one for one in result if one is not None] if isinstance(result, list) else []
    if not done:
        return Item(type=SKIPPED, name=step.tool, text="not done, as there is nothing to do it for")
    return Item(type=DONE, name=step.tool, text=f"done {len(done)} time{'s'[: len(done) > 1]}{_called(done)}")


def _called(results: Sequence[Any]) -> str:
    """What the services call what was done."""
    names = [str(next((one[key] for key in _NAMED if one.get(key)), "")) for one in results if isinstance(one, Mapping)]
    named = list(dict.fromkeys(filter(None, names)))
    more = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
    return f" ({', '.join(named[:SHOWN])}{more})" if named else ""


def _given(step: Step, result: Any, most: int) -> tuple[list[Item], list[Rows]]:
    """What a last step gave: a figure, rows, or one thing."""
    if result is None:
        return [], []
    if step.tool == SELECT.name and isinstance(result, Mapping):
        if isinstance(result["row"], Mapping) and len(result["row"]) == 1:
            return [Item(type=FIGURE, name=_text(next(iter(result["row"].values()))))], []
        result = result["rows"]
    if isinstance(result, list):
        return [], [_table(step.id, result, most)]
    if isinstance(result, Mapping):
        return [Item(type=FOUND, name=str(name), text=_text(one)) for name, one in result.items()], []
    return [Item(type=FIGURE, name=_text(result))], []


def _table(name: str, rows: Sequence[Any], most: int) -> Rows:
    objects = [row if isinstance(row, Mapping) else {"value": row} for row in rows]
    columns = tuple(dict.fromkeys(str(key) for row in objects for key in row))
    cells = tuple(tuple(row.get(column) for column in columns) for row in objects[:most])
    return Rows(name=name, columns=columns, rows=cells)


def _rows(table: Rows) -> Iterator[str]:
    yield f"{len(table.rows)} {'row' if len(table.rows) == 1 else 'rows'}{':' if table.rows else '.'}"
    for row in table.rows[:SHOWN]:
        yield ", ".join(
            f"{name} {_text(cell)}" for name, cell in zip(table.columns, row, strict=True) if cell is not None
        )
    if len(table.rows) > SHOWN:
        yield f"and {len(table.rows) - SHOWN} more."


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
