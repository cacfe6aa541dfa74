"""Large CSV and TSV -> a DuckDB table, every row that does not fit counted and told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.errors import SourceError
from groundplan.sources import duck
from groundplan.sources.cells import CellKind, cell_kind, says_missing
from groundplan.sources.cutting import Cut, Row, cut_of, rows_of
from groundplan.sources.encoding import Text, open_text
from groundplan.sources.names import column_names
from groundplan.sources.titles import About, title_above

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TYPES: dict[CellKind, str] = {
    "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "date": "DATE", "datetime": "TIMESTAMP",
}  # fmt: skip
NUMERIC: tuple[CellKind, ...] = ("integer", "number", "amount")
SAMPLE_ROWS = 300
PIECE_ROWS = 30
"""Rows looked at in the head, and in each piece farther down; a type that fails later costs another reading."""
REJECTS = 2_000
LISTED = 10
EXACT = 2**53
"""Whole numbers below are exact as DOUBLE."""
WIDEN = "widen column"


@dataclass(frozen=True)
class Layout:
    """How the text is cut into cells."""

    cut: Cut
    skip: int
    header: bool
    columns: dict[str, str]
    """Name and DuckDB type of each column."""
    notes: tuple[str, ...]
    title: str = ""


def read_delimited(connection: DuckDBPyConnection, path: Path, into: Callable[[str], str]) -> About:
    """Reads the file; `into` makes the `CREATE TABLE` or `COPY` statement around the rows. Gives notes and title."""
    with open_text(path) as text:
        layout = _layout(text, path.name)
        columns = dict(layout.columns)
        while wider := _load(connection, text, layout, columns, into):
            columns |= wider
        notes = [f"{path.name}: {note}" for note in (*text.notes, *layout.notes)]
        return About([*notes, *_broken(connection, text, path.name)], layout.title)


def _load(
    connection: DuckDBPyConnection, text: Text, layout: Layout, columns: dict[str, str], into: Callable[[str], str]
) -> dict[str, str]:
    """Runs the statement; gives wider types for the columns whose type did not fit every cell, for another try."""
    import duckdb  # slow to import

    for table in ("reject_errors", "reject_scans"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    try:
        connection.execute(into(_select(text, layout, columns)))
    except duckdb.InvalidInputException as error:
        asked = re.search(rf"{WIDEN} (\d+) (\w+)", str(error))
        if not asked:
            raise
        return {list(columns)[int(asked[1])]: asked[2]}
    wrong = connection.execute("SELECT DISTINCT column_name FROM reject_errors WHERE error_type = 'CAST' ORDER BY 1")
    return {name: "VARCHAR" for (name,) in wrong.fetchall() if columns[name] != "VARCHAR"}


def _select(text: Text, layout: Layout, columns: dict[str, str]) -> str:
    # Everything is said, nothing sniffed: DuckDB's own detection fails on broken rows or drops lines without a word.
    wide = {"BIGINT": "DOUBLE", "DATE": "TIMESTAMP"}
    types = ", ".join(f"{duck.text(name)}: '{wide.get(type, type)}'" for name, type in columns.items())
    exact = {"BIGINT": _whole, "DATE": _day}
    whole = [exact[type](name, place) for place, (name, type) in enumerate(columns.items()) if type in exact]
    quote = duck.text(layout.cut.quote)
    replace = f" REPLACE ({', '.join(whole)})" if whole else ""
    return (
        f"(SELECT *{replace} FROM read_csv({duck.text(str(text.path))}, columns = {{{types}}}, auto_detect = false, "
        f"quote = {quote}, escape = {quote}, delim = {duck.text(layout.cut.mark)}, header = {layout.header}, "
        f"skip = {layout.skip}, compression = '{text.compression}', "
        f"store_rejects = true, rejects_limit = {REJECTS}))"
    )


def _whole(name: str, place: int) -> str:
    """A whole number by way of a DOUBLE: read as BIGINT, DuckDB would round 0.5 to 1 without a word."""
    column = duck.name(name)
    return (
        f"CASE WHEN {column} <> floor({column}) THEN error('{WIDEN} {place} DOUBLE') "
        f"WHEN abs({column}) >= {EXACT} THEN error('{WIDEN} {place} VARCHAR') "
        f"ELSE CAST({column} AS BIGINT) END AS {column}"
    )


def _day(name: str, place: int) -> str:
    """A date by way of a moment: read as DATE, DuckDB would leave the time of day out without a word."""
    column = duck.name(name)
    return (
        f"CASE WHEN {column} <> date_trunc('day', {column}) THEN error('{WIDEN} {place} TIMESTAMP')::DATE "
        f"ELSE CAST({column} AS DATE) END AS {column}"
    )


def _broken(connection: DuckDBPyConnection, text: Text, label: str) -> list[str]:
    """What was skipped: the number of rows, and the lines they begin in."""
    found = connection.execute(
        "SELECT line_byte_position, any_value(csv_line) FROM reject_errors GROUP BY 1 ORDER BY 1"
    ).fetchall()
    if not found:
        return []
    # DuckDB counts rows and lets blank lines before a row belong to it; an editor counts lines.
    lines = text.lines([position + len(row) - len(row.lstrip("\r\n")) for position, row in found[:LISTED]])
    count = f"at least {len(found)}" if len(found) >= REJECTS else f"{len(found)}"
    rows, where = ("row", "was skipped: line") if len(found) == 1 else ("rows", "were skipped: lines")
    more = " and so on" if len(found) > LISTED else ""
    hidden = sum(row.strip("\r\n").count("\n") for _, row in found)
    also = f"; an open quote there hides {hidden} more lines" if hidden else ""
    return [f"{count} broken {rows} of {label} {where} {', '.join(map(str, lines))}{more}{also}"]


def _layout(text: Text, label: str) -> Layout:
    head, *pieces = text.sample()
    if not head.strip():
        raise SourceError(f"{label!r} is empty; give a file with a header and rows.")
    cut = cut_of(head)
    rows = rows_of(head, cut, SAMPLE_ROWS)
    width = Counter(len(row.cells) for row in rows).most_common(1)[0][0]
    first = _first(rows, width)
    top = rows[first].cells
    if first + 1 == len(rows):
        raise SourceError(f"{label!r} has a header and no rows; give a file with rows.")
    below = [*rows[first + 1 :], *(row for piece in pieces for row in rows_of(piece, cut, PIECE_ROWS)[1:-1])]
    body = [row.cells for row in below if len(row.cells) == width]
    header = not _is_data(top, body)
    ended = not any(row[-1].strip() for row in body)
    names, notes = _names(top if header else [""] * len(top), width, header, ended)
    if above := rows[first].lines:
        told = (
            "the first line stands above the header and was"
            if above == 1
            else f"the first {above} lines stand above the header and were"
        )
        notes.insert(0, f"{told} passed over")
    cells = body if header else [top, *body]
    columns = {name: _type([row[place] for row in cells if place < len(row)]) for place, name in enumerate(names)}
    title = title_above(row.cells if len(row.cells) >= width else [cut.mark.join(row.cells)] for row in rows[:first])
    return Layout(cut, rows[first].rows, header, columns, tuple(notes), title)


def _first(rows: Sequence[Row], width: int) -> int:
    """The place of the header: a title above it has fewer cells, or fills less than half of them with text."""
    wide = [place for place, row in enumerate(rows) if len(row.cells) >= min(width, 2)]
    whole = [place for place in wide if not _is_title(rows[place].cells, width)]
    return (whole or wide)[0]


def _is_title(cells: Sequence[str], width: int) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    sparse = 2 * len(filled) < width and all(cell_kind([cell]) == "text" for cell in filled)
    return sparse or len(cells) < width - 1  # a header may lack the name of a first column


def _names(headers: Sequence[str], width: int, header: bool, ended: bool) -> tuple[Sequence[str], list[str]]:
    """The columns' names, with what was made up told."""
    if len(headers) == width - 1:  # a nameless first column, as R and pandas write their index; or a mark at the end
        headers = [*headers, ""] if ended else ["", *headers]
    names, note = column_names(headers)
    if not header:
        return names, ["it has no header; columns are called column_1 and so on"]
    return names, [note] if note else []


def _is_data(top: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is data already: a number wherever numbers follow, and not years above other numbers."""
    below = [(cell, column) for cell, column in zip(top, zip(*body, strict=True), strict=False) if cell.strip()]
    told = [(cell, column) for cell, column in below if cell_kind(column) != "text"]
    fits = all(cell_kind([cell]) in (cell_kind(column), *NUMERIC) for cell, column in told)
    years = all(_year(cell) and not all(map(_year, column)) for cell, column in told)
    return bool(told) and fits and not years


def _year(cell: str) -> bool:
    return cell.strip().isdecimal() and 1800 <= int(cell) <= 2100


def _type(cells: Sequence[str]) -> str:
    return "VARCHAR" if says_missing(cells) else TYPES.get(cell_kind(cells), "VARCHAR")
