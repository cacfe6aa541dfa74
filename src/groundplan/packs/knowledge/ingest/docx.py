"""DOCX -> passages: headings, paragraphs, lists and tables in reading order."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.ingest.blocks import Block, passages
from groundplan.packs.knowledge.ingest.parsed import Parsed, Unreadable, library


def read_docx(path: Path) -> Parsed:
    """Passages by headings; the title is the document's own, its first heading, or the file's name."""
    docx = library("docx")
    try:
        document = docx.Document(str(path))
        blocks = list(_blocks(document))
    except (zipfile.BadZipFile, KeyError, ValueError, docx.opc.exceptions.PackageNotFoundError) as error:
        raise Unreadable(f"it is no whole DOCX ({' '.join(str(error).split())})") from error
    first = next((block.text for block in blocks if block.kind == "heading"), None)
    title = str(document.core_properties.title or "").strip() or first or path.stem.replace("_", " ")
    pieces = tuple(passages(blocks, title))
    return Parsed("document", pieces=pieces, notes=() if pieces else ("it holds no text",))


def _blocks(document: Any) -> Iterator[Block]:
    for part in document.iter_inner_content():
        if hasattr(part, "rows"):
            yield from _rows(part)
        elif text := " ".join(part.text.split()):
            yield _block(part, text)


def _block(paragraph: Any, text: str) -> Block:
    """By its style: `Title`, `Heading 2`, `List Bullet`."""
    style = str(getattr(paragraph.style, "name", "") or "")
    level = re.search(r"(?:heading|заголовок)\s*(\d)", style, re.IGNORECASE)
    if style.casefold() in ("title", "название"):
        return Block("heading", text, 1)
    if level:
        return Block("heading", text, int(level.group(1)))
    listed = re.match(r"(?:list|список)", style, re.IGNORECASE) or paragraph._p.xpath("./w:pPr/w:numPr")
    return Block("item" if listed else "paragraph", text)


def _rows(table: Any) -> Iterator[Block]:
    for row in table.rows:
        once = {id(cell._tc): cell for cell in row.cells}  # a merged cell comes once for each column
        cells = [" ".join(cell.text.split()) for cell in once.values()]
        if any(cells):
            yield Block("row", " | ".join(cells))
