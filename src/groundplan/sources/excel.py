"""Excel and OpenDocument workbooks: every table on every sheet."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from groundplan.errors import SourceError
from groundplan.sources.layout import Block, blocks


def read_sheets(path: Path) -> tuple[list[tuple[str, Block]], list[str]]:
    """Every table on every sheet that has a header and rows, with the name of its sheet; and the sheets without."""
    found: list[tuple[str, Block]] = []
    without: list[str] = []
    for name, rows in _sheets(path):
        here = [(name, block) for block in blocks(rows) if block.header or len(block.rows) > 1]
        found += here
        without += [name] if not here and any(cell is not None for row in rows for cell in row) else []
    return found, without


def _cell(value: Any) -> Any:
    """A blank cell as None, text without space around it."""
    return (value.strip() or None) if isinstance(value, str) else value


def _sheets(path: Path) -> list[tuple[str, list[list[Any]]]]:
    import python_calamine as calamine  # only workbooks need it

    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as workbook:
            sheets = ((name, workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names)
            return [(name, [list(map(_cell, row)) for row in rows]) for name, rows in sheets]
    except calamine.PasswordError as error:
        raise SourceError(f"{path.name!r} is locked by a password; save it without one.") from error
    except (calamine.CalamineError, OSError) as error:
        if inside := _packed(path):
            raise SourceError(f"{path.name!r} is no workbook; unpack it and give {inside}.") from error
        cause = str(error).splitlines()[0] if str(error) else "damaged"
        raise SourceError(f"{path.name!r} cannot be read as a workbook ({cause}); save it anew or as CSV.") from error


def _packed(path: Path) -> str:
    """The files in an archive that is no workbook; nothing where it is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return ""
    known = any(name in ("[Content_Types].xml", "content.xml", "mimetype") for name in names)
    return "" if known or not names else f"{names[0]!r}" if len(names) == 1 else f"one of {', '.join(names[:5])}"
