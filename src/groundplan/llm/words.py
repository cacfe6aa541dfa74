"""What exists, in few words, for a prompt: tables, intents, labels, tools, requirements."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from groundplan.contracts import Requirement, Tool
from groundplan.llm.contracts import column_names
from groundplan.sources.shape import Column, Table

NOTHING = "none"
_FULLY = 40
"""Columns up to which each has a line with samples; beyond, names alone, so that a wide table stays affordable."""
_SAMPLES = 3
_LONGEST, _TITLE = 24, 200


def tables_in_words(tables: Sequence[Table]) -> str:
    """Each table with its columns, named as the contracts name them."""
    names = iter(column_names(tables))
    wide = sum(len(table.columns) for table in tables) > _FULLY
    blocks = []
    for table in tables:
        named = [(next(names), column) for column in table.columns]
        lines = _by_role(named) if wide else [_line(name, column) for name, column in named]
        blocks.append("\n".join([f"table {table.name}, {table.rows} rows{_titled(table)}", *lines]))
    return "\n".join(blocks) or NOTHING


def choices_in_words(choices: Mapping[str, Sequence[str]]) -> str:
    """Intents with their first phrasing, a line each."""
    return "\n".join(f"- {name}: {phrases[0]}" if phrases else f"- {name}" for name, phrases in choices.items())


def labels_in_words(labels: Mapping[str, Iterable[str]]) -> str:
    """The closed sets, a line each: `- analysis: total, compare, trend`."""
    return "\n".join(f"- {slot}: {', '.join(names)}" for slot, names in labels.items()) or NOTHING


def tools_in_words(tools: Iterable[Tool]) -> str:
    """One line a tool, params that may be left out with a question mark."""
    return "\n".join(f"- {tool.name}({_params(tool)}): {tool.description}" for tool in tools) or NOTHING


def requirements_in_words(requirements: Iterable[Requirement]) -> str:
    """One line a requirement, with its value where the id does not say it."""
    return "\n".join(f"- {r.id}{_beyond_id(r)}" for r in requirements) or NOTHING


def _titled(table: Table) -> str:
    """Its title as a JSON string: whatever it says, it ends where the quote does."""
    return f", titled {json.dumps(_clipped(table.title, _TITLE), ensure_ascii=False)}" if table.title else ""


def _line(name: str, column: Column) -> str:
    known: Iterable[Any] = column.samples[:_SAMPLES]
    if column.low is not None and column.role in ("numeric", "temporal"):
        known = (f"{_clipped(column.low)} to {_clipped(column.high)}",)
    shown = ", ".join(_clipped(value) for value in known)
    return f"- {name} ({column.role}){': ' if shown else ''}{shown}"


def _by_role(named: Iterable[tuple[str, Column]]) -> list[str]:
    roles: dict[str, list[str]] = {}
    for name, column in named:
        roles.setdefault(column.role, []).append(name)
    return [f"- {role}: {', '.join(names)}" for role, names in roles.items()]


def _params(tool: Tool) -> str:
    return ", ".join(name if param.required else f"{name}?" for name, param in tool.params.items())


def _beyond_id(requirement: Requirement) -> str:
    value = requirement.value
    known = value is None or requirement.id.endswith(f".{value}")
    return "" if known else f" = {_clipped(value, 200)}"


def _clipped(value: Any, longest: int = _LONGEST) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= longest else text[: longest - 3] + "..."
