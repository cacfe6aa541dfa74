"""A minimal workbook: text, figures, dates, merged ranges. Nothing but the standard library."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/>'
    '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>'
)  # style 1 is a date, style 2 a date with its time


def letters(place: int) -> str:
    """The name of a column: 0 is A, 26 is AA."""
    return (letters(place // 26 - 1) if place >= 26 else "") + chr(65 + place % 26)


def cell(value: Any, name: str) -> str:
    """One cell; nothing at all for an empty one."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f'<c r="{name}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime):
        since = value - datetime(1899, 12, 30)
        return f'<c r="{name}" s="2"><v>{since.days + since.seconds / 86400!r}</v></c>'
    if isinstance(value, date):
        return f'<c r="{name}" s="1"><v>{(value - date(1899, 12, 30)).days}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{name}"><v>{value!r}</v></c>'
    return f'<c r="{name}" t="inlineStr"><is><t xml:space="preserve">{escape(str(value))}</t></is></c>'


def sheet(rows: Sequence[Sequence[Any]], merged: Sequence[str]) -> str:
    """The XML of one sheet."""
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(cell(value, f"{letters(place)}{number}") for place, value in enumerate(row))
        lines.append(f'<row r="{number}">{cells}</row>')
    ranges = "".join(f'<mergeCell ref="{one}"/>' for one in merged)
    merges = f'<mergeCells count="{len(merged)}">{ranges}</mergeCells>' if merged else ""
    return f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}</sheetData>{merges}</worksheet>'


def workbook(sheets: Mapping[str, Sequence[Sequence[Any]]], merged: Mapping[str, Sequence[str]] | None = None) -> bytes:
    """A workbook with these sheets, in this order."""
    numbers = range(1, len(sheets) + 1)
    named = "".join(f'<sheet name="{escape(n)}" sheetId="{i}" r:id="rId{i}"/>' for i, n in enumerate(sheets, 1))
    links = "".join(
        f'<Relationship Id="rId{i}" Type="{LINKS}/worksheet" Target="worksheets/sheet{i}.xml"/>' for i in numbers
    )
    links += f'<Relationship Id="rId0" Type="{LINKS}/styles" Target="styles.xml"/>'
    parts = "".join(
        f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="{KINDS}.worksheet+xml"/>' for i in numbers
    )
    files = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{KINDS}.styles+xml"/>{parts}</Types>',
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{named}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
        "xl/styles.xml": HEAD + STYLES,
    }
    for i, (name, rows) in enumerate(sheets.items(), 1):
        files[f"xl/worksheets/sheet{i}.xml"] = sheet(rows, (merged or {}).get(name, ()))
    return zipped(files)


def zipped(files: Mapping[str, str]) -> bytes:
    """An archive that is the same every time."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return written.getvalue()
