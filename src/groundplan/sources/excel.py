"""Excel and OpenDocument workbooks: every sheet with cells is a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from groundplan.errors import SourceError
from groundplan.sources.names import column_names
from groundplan.sources.rows import arrow_table, written
from groundplan.sources.titles import About, title_above


def read_sheets(path: Path) -> Iterator[tuple[str, Any, About]]:
    """Each sheet that has a header and rows: its name, its rows as Arrow, its notes and title."""
    for name, rows in _sheets(path):
        header = _header(rows)
        body = [row for row in rows[header + 1 :] if any(cell not in ("", None) for cell in row)]
        if not body:
            continue
        names, note = column_names([written(cell) for cell in rows[header]])
        above = f"{header} rows stand above the header of sheet {name!r} and were passed over" if header else None
        about = About([text for text in (above, note) if text], title_above(rows[:header]))
        yield name, arrow_table(names, body), about


def _sheets(path: Path) -> list[tuple[str, list[list[Any]]]]:
    import python_calamine as calamine  # only workbooks need it

    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as workbook:
            return [(name, workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names]
    except calamine.PasswordError as error:
        raise SourceError(f"{path.name!r} is locked by a password; save it without one.") from error
    except (calamine.CalamineError, OSError) as error:
        cause = str(error).splitlines()[0] if str(error) else "damaged"
        raise SourceError(f"{path.name!r} cannot be read as a workbook ({cause}); save it anew or as CSV.") from error


def _header(rows: Sequence[Sequence[Any]]) -> int:
    """The first row that is filled to more than half: titles and dates often stand above it."""
    filled = [sum(cell not in ("", None) for cell in row) for row in rows]
    width = max(filled, default=0)
    return next((place for place, count in enumerate(filled) if count > width / 2), 0)
