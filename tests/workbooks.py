"""The least that is a workbook: inline text, plain numbers, truth values, days and moments."""

from __future__ import annotations

import zipfile
from datetime import date, datetime
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

SPACE = "http://schemas.openxmlformats.org"
LINKS = f"{SPACE}/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
MAIN = f"{SPACE}/spreadsheetml/2006/main"
DAY, MOMENT = 1, 2
"""The styles by which a number is shown as a day, or as a day and a time."""


def workbook(path: Path, sheets: dict[str, list[list[object]]]) -> Path:
    numbered = list(enumerate(sheets, 1))
    kinds = "".join(
        part("Override", PartName=f"/xl/s{n}.xml", ContentType=f"{KIND}.worksheet+xml") for n, _ in numbered
    )
    main = part("Override", PartName="/xl/workbook.xml", ContentType=f"{KIND}.sheet.main+xml")
    main += part("Override", PartName="/xl/styles.xml", ContentType=f"{KIND}.styles+xml")
    rels = part("Default", Extension="rels", ContentType="application/vnd.openxmlformats-package.relationships+xml")
    book = part("Relationship", Id="r", Type=f"{LINKS}/officeDocument", Target="xl/workbook.xml")
    listed = "".join(part("sheet", name=name, sheetId=n, **{"r:id": f"r{n}"}) for n, name in numbered)
    files = "".join(
        part("Relationship", Id=f"r{n}", Type=f"{LINKS}/worksheet", Target=f"s{n}.xml") for n, _ in numbered
    )
    files += part("Relationship", Id="styles", Type=f"{LINKS}/styles", Target="styles.xml")
    relations = f"{SPACE}/package/2006/relationships"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "[Content_Types].xml", part("Types", rels + main + kinds, xmlns=f"{SPACE}/package/2006/content-types")
        )
        file.writestr("_rels/.rels", part("Relationships", book, xmlns=relations))
        file.writestr("xl/_rels/workbook.xml.rels", part("Relationships", files, xmlns=relations))
        file.writestr("xl/styles.xml", styles())
        file.writestr("xl/workbook.xml", part("workbook", part("sheets", listed), **{"xmlns": MAIN, "xmlns:r": LINKS}))
        for n, name in numbered:
            body = "".join(part("row", "".join(map(cell, row))) for row in sheets[name])
            file.writestr(f"xl/s{n}.xml", part("worksheet", part("sheetData", body), xmlns=MAIN))
    return path


def part(tag: str, inside: str = "", **attributes: object) -> str:
    written = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{tag}{written}>{inside}</{tag}>"


def styles() -> str:
    """No style, a day, a moment."""
    ways = "".join(part("xf", numFmtId=number, applyNumberFormat=1) for number in (0, 14, 22))
    return part("styleSheet", part("cellXfs", ways, count=3), xmlns=MAIN)


def cell(value: object) -> str:
    if value is None:
        return "<c/>"
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, date):
        moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
        since = moment - datetime(1899, 12, 30)
        style = MOMENT if isinstance(value, datetime) else DAY
        return f'<c s="{style}"><v>{since.days + since.seconds / 86400!r}</v></c>'
    return f"<c><v>{value}</v></c>"
