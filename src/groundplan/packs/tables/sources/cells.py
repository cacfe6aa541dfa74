"""What the cells of one column are: whole numbers, numbers, dates, amounts written for people, or text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

CellKind = Literal["integer", "number", "boolean", "date", "datetime", "amount", "european", "text"]

MISSING = frozenset({"", "-", "--", "—", "–", "?", ".", "na", "n/a", "n.a.", "nan", "null", "none", "#n/a", "nil"})
"""Written where a number is missing; they count as missing only in columns that hold numbers otherwise."""

SIGNS = "$€£¥₽₹₺₴₩"
SPACES = " \u00a0\u202f\u2009"
AMOUNT = rf"\s*\(?[-+]?\s?[{SIGNS}]?\s?[-+]?(\d{{1,3}}([,{SPACES}']\d{{3}})+|\d+)?(\.\d+)?\s?[{SIGNS}%]?\)?\s*"
EUROPEAN = rf"\s*[-+]?\s?[{SIGNS}]?\s?[-+]?(\d{{1,3}}([.{SPACES}]\d{{3}})+|\d+)(,\d+)?\s?[{SIGNS}%]?\s*"
"""Both patterns are read by Python and by DuckDB's RE2; RE2 knows no look-ahead, so a digit is asked for apart."""

_CODE = re.compile(r"[-+]?0\d|\d{19}")
_NUMBER_KINDS: tuple[tuple[CellKind, re.Pattern[str]], ...] = (
    ("integer", re.compile(r"[-+]?\d{1,18}", re.ASCII)),
    ("number", re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)),
    ("boolean", re.compile(r"true|false", re.IGNORECASE)),
    ("date", re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)),
    ("datetime", re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?", re.ASCII)),
    ("amount", re.compile(AMOUNT, re.ASCII)),
    ("european", re.compile(EUROPEAN, re.ASCII)),
)


def cell_kind(cells: Iterable[str | None]) -> CellKind:
    """The narrowest kind that every cell fits; cells that say "missing" are passed over."""
    values = {value for cell in set(cells) if cell is not None and (value := cell.strip()).lower() not in MISSING}
    if not values or any(_CODE.match(value) for value in values):
        return "text"  # postcodes and long numbers are codes: a number would lose their zeros or digits
    for kind, pattern in _NUMBER_KINDS:
        if all(map(pattern.fullmatch, values)):
            return kind if _sound(kind, values) else "text"
    return "text"


def says_missing(cells: Iterable[str | None]) -> bool:
    """Whether a non-empty cell stands for a missing number."""
    return any(cell and (said := cell.strip().lower()) and said in MISSING for cell in set(cells))


def _sound(kind: CellKind, values: set[str]) -> bool:
    if kind not in ("amount", "european"):
        return True
    signs = {sign for value in values for sign in value if sign in SIGNS or sign == "%"}
    return len(signs) <= 1 and all(any(letter.isdigit() for letter in value) for value in values)
