"""What readers would write for a truth: perfect ones, and ones that spoil something. For the scorer's selftest."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

Line = dict[str, Any]


def read_cell(value: Any) -> Any:
    return None if isinstance(value, dict) else value


def read_table(truth: Line, which: int = 0) -> Line:
    """A table as a perfect reader gives it, with the first or another fair reading and name of each column."""
    columns: dict[str, list[Any]] = {}
    for name, column in truth["columns"].items():
        ways = [column, *column.get("or", [])]
        fair = [name.split("#")[0], *column.get("also", [])]
        title = fair[-1 if which else 0].replace("*", "") or "any"
        title = title if title not in columns else f"{title}_{len(columns)}"
        columns[title] = [read_cell(value) for value in ways[min(which, len(ways) - 1)]["values"]]
    left = [{"what": what, "rows": count} for what, count in truth["left_out"].items()]
    return {"name": "t", "columns": columns, "left_out": left, "odd": {}, "notes": []}


def plain(truth: Line) -> Line:
    """Every file read or refused as it should be."""
    if truth["expect"] == "refused":
        return {"file": truth["file"], "error": "there is no table in it", "tables": []}
    tables = [read_table(one) for one in truth["tables"]]
    for name in truth.get("notes", []):
        tables[0]["notes"].append(f"{name}: day or month first, nothing decides")
    return {"file": truth["file"], "error": None, "tables": tables}


def other(truth: Line) -> Line:
    """Other fair readings and names, tables and free rows in another order, rows without figures gone."""
    if truth["expect"] == "refused":
        return plain(truth)
    ways = [truth["tables"], *truth.get("alternatives", [])]
    tables = [turned(one, read_table(one, 1)) for one in reversed(ways[-1])]
    return {"file": truth["file"], "error": None, "tables": tables}


def turned(truth: Line, table: Line) -> Line:
    """Rows backwards and without the empty ones, where the truth leaves their order free."""
    if truth.get("unordered"):
        names = list(truth["columns"])
        figures = [
            cells for name, cells in zip(names, table["columns"].values(), strict=True) if name not in truth["key"]
        ]
        few = [n for n in range(truth["rows"][0]) if any(cells[n] is not None for cells in figures)]
        keep = few if len(few) in truth["rows"] else range(truth["rows"][0])
        table["columns"] = {name: [cells[n] for n in reversed(keep)] for name, cells in table["columns"].items()}
    return table


READERS: dict[str, Callable[[Line], Line]] = {"plain": plain, "other": other}


def corrupted(draw: Random) -> dict[str, Callable[[Line], Line | None]]:
    """Ways to spoil what was read; None where a file has nothing to spoil in that way."""

    def tables(hurt: Line) -> list[Line]:
        return [one for one in hurt["tables"] if one["columns"]]

    def some_cell(hurt: Line, fits: Callable[[Any], bool], change: Callable[[Any], Any]) -> Line | None:
        hurt = deepcopy(hurt)
        places = [
            (cells, n)
            for one in tables(hurt)
            for cells in one["columns"].values()
            for n, cell in enumerate(cells)
            if fits(cell)
        ]
        if not places:
            return None
        cells, n = draw.choice(places)
        cells[n] = change(cells[n])
        return hurt

    def row(hurt: Line, change: Callable[[list[Any]], list[Any]]) -> Line | None:
        hurt = deepcopy(hurt)
        if not tables(hurt):
            return None
        one = draw.choice(tables(hurt))
        one["columns"] = {name: change(cells) for name, cells in one["columns"].items()}
        return hurt

    def column(hurt: Line) -> Line | None:
        hurt = deepcopy(hurt)
        if not tables(hurt):
            return None
        one = draw.choice(tables(hurt))
        del one["columns"][draw.choice(list(one["columns"]))]
        return hurt

    def is_figure(cell: Any) -> bool:
        return isinstance(cell, int | float) and not isinstance(cell, bool)

    return {
        "figure": lambda hurt: some_cell(hurt, is_figure, lambda cell: cell + max(1, abs(cell)) * 1e-6),
        "figure_gone": lambda hurt: some_cell(hurt, is_figure, lambda cell: None),
        "missing_made_zero": lambda hurt: some_cell(hurt, lambda cell: cell is None, lambda cell: 0),
        "text": lambda hurt: some_cell(hurt, lambda cell: isinstance(cell, str), lambda cell: f"{cell}x"),
        "row_more": lambda hurt: row(hurt, lambda cells: [*cells, cells[-1]]),
        "row_less": lambda hurt: row(hurt, lambda cells: cells[:-1] if cells[-1] is not None else cells[1:]),
        "column_gone": column,
        "table_more": lambda hurt: (
            {**hurt, "tables": [*hurt["tables"], {"name": "spare", "columns": {"a": [1]}}]} if hurt["tables"] else None
        ),
        "refused_unasked": lambda hurt: {**hurt, "error": "cannot be read"} if not hurt["error"] else None,
        "read_unasked": lambda hurt: (
            {**hurt, "error": None, "tables": [{"name": "t", "columns": {"a": [1]}}]} if hurt["error"] else None
        ),
        "crash": lambda hurt: {"file": hurt["file"], "crash": "KeyError('a')"},
    }
