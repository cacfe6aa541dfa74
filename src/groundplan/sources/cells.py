"""What the cells of one column are: whole numbers, numbers, dates, amounts written for people, or text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

CellKind = Literal[
    "integer", "number", "boolean", "date", "datetime", "zoned", "amount", "european", "measured", "clock", "text"
]

NOTHING = frozenset({"", "-", "--", "---", "—", "——", "–", "―", "?", "n/a", "n.a.", "#n/a", "null", "nan"})
"""Written where there is no value, whatever the column holds."""
MISSING = NOTHING | {".", "...", "…", "na", "none", "nil", "tba", "tbd", "unknown"}
"""Written where a number is missing; they count as missing only in columns that hold numbers otherwise."""

SIGNS = "$€£¥₽₹₺₴₩"
SPACES = " \u00a0\u202f\u2009"
SIGNED = "[-+\u2212]?"
NOTED = r"(\s?(\[\w{1,4}\]|[*†‡§]))*"
"""Marks of a footnote, which belong to no number."""
ABOUT = r"(ca?[. ] ?|circa |~ ?)?"
AMOUNT = (
    rf"\s*{ABOUT}\(?{SIGNED}\s?[{SIGNS}]?\s?{SIGNED}(\d{{1,3}}([,{SPACES}']\d{{3}})+|\d+)?(\.\d+)?"
    rf"\s?[{SIGNS}%]?\)?{NOTED}\s*"
)
EUROPEAN = rf"\s*{SIGNED}\s?[{SIGNS}]?\s?{SIGNED}(\d{{1,3}}([.{SPACES}]\d{{3}})+|\d+)(,\d+)?\s?[{SIGNS}%]?{NOTED}\s*"
"""Both patterns are read by Python and by DuckDB's RE2; RE2 knows no look-ahead, so a digit is asked for apart."""

CLOCK = r"\s*\d{1,3}:\d{2}(:\d{2}(\.\d+)?)?\s*"
_FIGURE = r"(\d{1,3}(,\d{3})+|\d+)(\.\d+)?"
_CLOCK = re.compile(CLOCK, re.ASCII)
_MEASURED = re.compile(rf"{ABOUT}{SIGNED}{_FIGURE}\s?(?P<unit>[^\W\d_°℃][\w/²]*\.?|[°℃]C?F?)(\s?\([^()]*\))?{NOTED}")
_NOTE = re.compile(rf"^{ABOUT}|{NOTED}$")
_CODE = re.compile(r"[-+]?0\d|\d{19}")
_NUMBER_KINDS: tuple[tuple[CellKind, re.Pattern[str]], ...] = (
    ("integer", re.compile(r"[-+]?\d{1,18}", re.ASCII)),
    ("number", re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)),
    ("boolean", re.compile(r"true|false", re.IGNORECASE)),
    ("date", re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)),
    ("datetime", re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?", re.ASCII)),
    (
        "zoned",
        re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)? ?(Z|UTC|[-+]\d{2}(:?\d{2})?)", re.ASCII),
    ),
    ("amount", re.compile(AMOUNT, re.ASCII)),
    ("european", re.compile(EUROPEAN, re.ASCII)),
)


def cell_kind(cells: Iterable[str | None]) -> CellKind:
    """The narrowest kind that every cell fits; cells that say "missing" are passed over."""
    values = {value for cell in set(cells) if cell is not None and (value := cell.strip()).lower() not in MISSING}
    if not values or any(_CODE.match(value) and ":" not in value for value in values):
        return "text"  # postcodes and long numbers are codes: a number would lose their zeros or digits
    for kind, pattern in _NUMBER_KINDS:
        if all(map(pattern.fullmatch, values)):
            return kind if _sound(kind, values) else "text"
    if all(map(_CLOCK.fullmatch, values)) and any(value.count(":") == 2 for value in values):
        return "clock"  # the parts of 2:45 alone may be hours and minutes or minutes and seconds
    return "measured" if unit_of(values) else "text"


def unit_of(cells: Iterable[str | None]) -> tuple[str, ...]:
    """The names of the one unit that stands behind every number, the shortest first: `12 km`, `1,200 km (746 mi)`."""
    said = {cell.strip() for cell in cells if cell and cell.strip().lower() not in MISSING}
    found = {match and match["unit"] for match in map(_MEASURED.fullmatch, said)}
    fitting = [names for names in _units() if None not in found and found and found <= set(names)]
    return fitting[0] if fitting else ()


def measured(names: Iterable[str]) -> str:
    """What a cell with one of these units looks like."""
    return rf"\s*{ABOUT}{SIGNED}{_FIGURE}\s?({'|'.join(map(re.escape, names))})(\s?\([^()]*\))?{NOTED}\s*"


@cache
def _units() -> tuple[tuple[str, ...], ...]:
    """Every unit by its names, those of several letters in capitals and with a capital, too."""
    lines = Path(__file__).with_name("units.txt").read_text("utf-8").splitlines()
    names = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple(
        tuple(
            dict.fromkeys(way for one in each for way in ((one,) if len(one) == 1 else (one, one.upper(), one.title())))
        )
        for each in names
    )


def without_note(cell: str | None) -> str | None:
    """The cell without `ca.` before and the marks of a footnote behind, and with a plain minus."""
    return cell and _NOTE.sub("", cell.strip()).replace("\u2212", "-")


def says_missing(cells: Iterable[str | None]) -> bool:
    """Whether a non-empty cell stands for a missing number."""
    return any(cell and (said := cell.strip().lower()) and said in MISSING for cell in set(cells))


def _sound(kind: CellKind, values: set[str]) -> bool:
    if kind not in ("amount", "european"):
        return True
    signs = {sign for value in values for sign in value if sign in SIGNS or sign == "%"}
    return len(signs) <= 1 and all(any(map(str.isdigit, _NOTE.sub("", value))) for value in values)
