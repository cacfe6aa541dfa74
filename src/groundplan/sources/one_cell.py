"""What a single cell of a table that people laid out is: a figure, a name, a time or a unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.plan import folder
from groundplan.sources.cells import MISSING, cell_kind, units
from groundplan.sources.dates import date_format
from groundplan.sources.rows import written

Row = Sequence[Any]
"""Its cells; None where one is blank, text without space around it."""

_MONTH = re.compile(r"\W*([^\W\d_]{3,})\.?[\s'/-]*(\d{2}|\d{4})?\W*")
_PERIOD = re.compile(
    r"\W*(19|20)\d\d([-/. ]?(Q[1-4]|W\d\d|[01]?\d(-\d\d)?))?\W*|\W*(Q[1-4]|W\d\d?)([-/ ]?(19|20)\d\d)?\W*",
    re.IGNORECASE,
)
_DAY = re.compile(r"\d{1,4}([-./])\d{1,2}\1\d{1,4}")
_PLAIN = re.compile(r"-?(0|[1-9]\d{0,17})(\.\d+)?", re.ASCII)
"""A number as most are written, told without the other ways to write one."""
_UNIT = re.compile(r"[(\[]?\s*(.{1,12}?)\s*[)\]]?")
_COUNTS = frozenset(folder.load(Path(__file__).with_name("row_words.yaml"))["counted"])
"""Words that stand in a row of units where something is counted."""


def is_period(cell: Any) -> bool:
    """Whether a header names a year, a quarter, a month or a week: `2023`, `Q1 2023`, `2023-04`, `Mar`."""
    text = written(cell) if cell is not None else ""
    return (
        bool(_PERIOD.fullmatch(text))
        or is_month(text)
        or (bool(_DAY.fullmatch(text)) and date_format([text]) is not None)
    )


def is_month(text: str) -> bool:
    """A month by its name, with or without a year."""
    found = _MONTH.fullmatch(text)
    return found is not None and found[1].lower() in vocabulary().months


def is_figure(cell: Any) -> bool:
    """Whether it holds a number, a date or a truth value, however written."""
    if isinstance(cell, bool) or cell is None:
        return False
    return _reads_as_figure(cell.strip()) if isinstance(cell, str) else True


@lru_cache(maxsize=20_000)
def _reads_as_figure(text: str) -> bool:
    if _PLAIN.fullmatch(text):
        return True
    if not any(map(str.isdigit, text)):
        return text.lower() in ("true", "false")
    return text[-1:] != "." and text.lower() not in MISSING and cell_kind([text]) != "text"


def is_name(cell: Any) -> bool:
    """Whether it may stand in a header."""
    return (isinstance(cell, str) and not is_figure(cell)) or is_period(cell)


def is_label(cell: Any) -> bool:
    """Whether it tells rows apart: a word, a day or a year, but no amount."""
    return is_name(cell) or isinstance(cell, date) or (isinstance(cell, str) and date_format([cell]) is not None)


def has_figures(rows: Sequence[Row]) -> bool:
    """Whether any cell is a figure."""
    return any(is_figure(cell) for row in rows for cell in row)


def holds_figures(column: Sequence[Any]) -> bool:
    """Whether most cells of a column that say anything are figures."""
    cells = [cell for cell in column if cell is not None and str(cell).strip().lower() not in MISSING]
    return bool(cells) and sum(map(is_figure, cells)) >= 0.8 * len(cells)


def is_data(top: Row, body: Sequence[Row]) -> bool:
    """Whether the first row is data already: a number wherever numbers follow, and not years above other numbers."""
    told = []
    for at, cell in enumerate(top):
        column = [row[at] for row in body if at < len(row)]
        if cell is not None and holds_figures(column):
            told.append((cell, column))
    fits = all(is_figure(cell) for cell, _ in told)
    years = all(is_period(cell) and not all(map(is_period, column)) for cell, column in told)
    return bool(told) and fits and not years


def is_unit(cell: str) -> bool:
    """`kg`, `(m³)`, `in EUR`, `% vol`, `number`."""
    text = _UNIT.fullmatch(cell.strip())
    said = text[1] if text else ""
    known = {name.lower() for names in units() for name in names}
    said = re.sub(r"^in ", "", said)
    return (
        said.lower() in known | _COUNTS
        or said in "$€£¥₽%"
        or said[:1] in "%°"
        or bool(re.fullmatch(r"[\w°%$€£²³µ]{1,6}(/[\w²³]{1,6})+", said))
    )


def filled(row: Row) -> int:
    """How many of its cells hold something."""
    return len(row) - row.count(None)
