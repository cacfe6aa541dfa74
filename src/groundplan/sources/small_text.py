"""A text file of a size that people look through: every row is read, so that what is no data is seen anywhere."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

from groundplan.errors import SourceError
from groundplan.sources.cutting import Cut, apart, cut_of
from groundplan.sources.delimited import LISTED
from groundplan.sources.encoding import Text, open_bytes
from groundplan.sources.layout import Block, blocks
from groundplan.sources.one_cell import Row

SMALL = 8_000_000
"""Bytes up to which a text file is read so; larger ones are laid out by their head alone."""
STRAY = 20
"""Line breaks in one cell beyond which a quote is taken for a letter: `5" pipe`."""


def read_small(text: Text, label: str) -> list[Block]:
    """The tables of a text file, in the order they stand in it."""
    with open_bytes(text.path) as file:
        whole = file.read().decode("utf-8-sig", "replace")
    if not whole.strip():
        raise SourceError(f"{label!r} is empty; give a file with a header and rows.")
    cut = cut_of(whole[: 1 << 18])
    rows, lines, stray = _rows(apart(whole) if cut.spaces else whole, cut)
    found = [_sound(block, rows, lines) for block in blocks(rows, cut.mark)]
    found = [block for block in found if block.rows]
    if not found:
        raise SourceError(f"{label!r} has a header and no rows; give a file with rows.")
    if cut.spaces:
        note = "its columns stand below each other and were cut where spaces are in every line"
        found[0] = replace(found[0], notes=(*found[0].notes, note))
    if stray:
        note = f"an open quote was read as a letter in line {', '.join(map(str, stray[:LISTED]))}"
        found[0] = replace(found[0], notes=(*found[0].notes, note))
    return found


def _rows(text: str, cut: Cut) -> tuple[list[Row], list[int], list[int]]:
    """Every row, the line each begins in, and the lines in which a quote is a letter."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    reader = csv.reader(StringIO(text, newline=""), delimiter=cut.mark, quotechar=cut.quote, strict=True)
    rows: list[Row] = []
    lines: list[int] = []
    begin = 1
    try:
        for cells in reader:
            if reader.line_num - begin > STRAY:
                return _row_by_row(text, cut)
            rows.append(_stripped(cells))
            lines.append(begin)
            begin = reader.line_num + 1
    except csv.Error:
        return _row_by_row(text, cut)
    return rows, lines, []


def _row_by_row(text: str, cut: Cut) -> tuple[list[Row], list[int], list[int]]:
    """Each row for itself: where quotes do not close as they should, the line is cut with its quotes as letters."""
    physical = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows: list[Row] = []
    lines: list[int] = []
    stray: list[int] = []
    at = 0
    while at < len(physical):
        last = next(
            (end for end in range(at, min(at + STRAY, len(physical))) if _closed(physical[at : end + 1], cut.quote)), at
        )
        joined = "\n".join(physical[at : last + 1])
        cells = _parsed(joined, cut)
        if cells is None:
            last, cells = at, physical[at].split(cut.mark)
            stray.append(at + 1)
        rows.append(_stripped(cells))
        lines.append(at + 1)
        at = last + 1
    return rows, lines, stray


def _closed(lines: Sequence[str], quote: str) -> bool:
    return sum(line.count(quote) for line in lines) % 2 == 0


def _parsed(row: str, cut: Cut) -> list[str] | None:
    try:
        found = list(csv.reader(StringIO(row, newline=""), delimiter=cut.mark, quotechar=cut.quote, strict=True))
    except csv.Error:
        return None
    return found[0] if len(found) == 1 else [] if not found else None


def _stripped(cells: Sequence[str]) -> Row:
    return [cell.strip() or None for cell in cells]


def _sound(block: Block, rows: Sequence[Row], lines: Sequence[int]) -> Block:
    """Without rows of another number of cells than the others have, told by their lines."""
    widths = Counter(len(rows[place]) for place in block.lines)
    width, usual = widths.most_common(1)[0]
    if block.beside or 2 * usual < len(
        block.lines
    ):  # cells at the end are left out throughout: what is missing is blank
        return block
    wrong = {place for place in block.lines if _broken(rows[place], width)}
    if not wrong:
        return block
    kept = [(place, row) for place, row in zip(block.lines, block.rows, strict=True) if place not in wrong]
    return replace(
        block,
        rows=[row for _, row in kept],
        lines=tuple(place for place, _ in kept),
        left_out={**block.left_out, "broken row": len(wrong)},
        notes=(*block.notes, _told(sorted(lines[place] for place in wrong))),
    )


def _broken(row: Row, width: int) -> bool:
    return len(row) != width and (len(row) < width or any(cell is not None for cell in row[width:]))


def _told(lines: Sequence[int]) -> str:
    rows, where = ("row", "was skipped: line") if len(lines) == 1 else ("rows", "were skipped: lines")
    more = " and so on" if len(lines) > LISTED else ""
    return f"{len(lines)} broken {rows} {where} {', '.join(map(str, lines[:LISTED]))}{more}"
