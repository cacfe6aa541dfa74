"""What cells are: numbers, dates, amounts written for people, or text; and which say that there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from groundplan.plan import folder

CellKind = Literal[
    "integer", "number", "boolean", "date", "datetime", "zoned", "quarter", "week", "amount", "european", "measured",
    "clock", "text",
]  # fmt: skip

_MARKS = folder.load(Path(__file__).with_name("missing_marks.yaml"))
NOTHING = frozenset({"", *_MARKS["anywhere"]})
"""Written where there is no value, whatever the column holds."""
MISSING = NOTHING | set(_MARKS["among_figures"])
"""Written where a number or date is missing; they count as missing only in columns that hold such otherwise."""
ODD = frozenset(_MARKS["traces"])
_BOUND = re.compile(r"[<>≤≥]=?\s?\d+([.,]\d+)?")

SIGNS = "$€£¥₽₹₺₴₩"
SPACES = " \u00a0\u202f\u2009"
SIGNED = "[-+\u2212]?"
NOTED = r"(\s?(\[\w{1,4}\]|[*†‡§]))*"
"""Marks of a footnote, which belong to no number."""
ABOUT = r"(ca?[. ] ?|circa |~ ?)?"
CODE = r"(USD|EUR|GBP|CHF|RUB|JPY|CNY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|INR|BRL|TRY|MXN|ZAR|kr|zł|Kč|руб\.?|р\.)"
GAP = rf"[{SPACES}]?"
AMOUNT = (
    rf"\s*{ABOUT}\(?{SIGNED}{GAP}([{SIGNS}]|{CODE})?{GAP}{SIGNED}"
    rf"(\d{{1,3}}([,{SPACES}'’]\d{{3}})+|\d{{1,2}}(,\d\d)+,\d{{3}}|\d+)?(\.\d+)?"
    rf"{GAP}([{SIGNS}%]|{CODE})?[-−]?\)?{NOTED}\s*"
)
EUROPEAN = (
    rf"\s*\(?{SIGNED}{GAP}([{SIGNS}]|{CODE})?{GAP}{SIGNED}(\d{{1,3}}([.{SPACES}'’]\d{{3}})+|\d+)(,\d+)?"
    rf"{GAP}([{SIGNS}%]|{CODE})?[-−]?\)?{NOTED}\s*"
)
"""Both patterns are read by Python and by DuckDB's RE2; RE2 knows no look-ahead, so a digit is asked for apart."""
LEADING_ZERO = r"[-+]?0\d"
CLOCK = r"\s*\d{1,3}:\d{2}(:\d{2}(\.\d+)?)?\s*"
QUARTER = r"\s*(\d{4}[-/ ]?[QКкqT][1-4]|[QКкqT][1-4][-/ ]?\d{4})\s*"
WEEK = r"\s*(\d{4}[-/ ]?W\d{2}|W\d{2}[-/ ]\d{4})\s*"
ISO_MOMENT = r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?"
ZONE = r"( ?(Z|UTC|GMT|[-+]\d{2}(:?\d{2})?)| [A-Z]{3,4}| [A-Z][a-z]+/[A-Z]\w+)"

_FIGURE = r"(\d{1,3}(,\d{3})+|\d+)(\.\d+)?"
_CLOCK = re.compile(CLOCK, re.ASCII)
_MEASURED = re.compile(rf"{ABOUT}{SIGNED}{_FIGURE}\s?(?P<unit>[^\W\d_°℃][\w/²]*\.?|[°℃]C?F?)(\s?\([^()]*\))?{NOTED}")
_NOTE = re.compile(rf"^{ABOUT}|{NOTED}$")
_CODE = re.compile(rf"{LEADING_ZERO}|\d{{19}}")
_KINDS: tuple[tuple[CellKind, re.Pattern[str]], ...] = (
    ("integer", re.compile(r"[-+]?\d{1,18}", re.ASCII)),
    ("number", re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)),
    ("boolean", re.compile(r"true|false", re.IGNORECASE)),
    ("date", re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)),
    ("datetime", re.compile(rf"\d{{4}}-\d{{2}}-\d{{2}}|{ISO_MOMENT}", re.ASCII)),
    ("zoned", re.compile(ISO_MOMENT + ZONE, re.ASCII)),
    ("quarter", re.compile(QUARTER)),
    ("week", re.compile(WEEK)),
    ("amount", re.compile(AMOUNT, re.ASCII)),
    ("european", re.compile(EUROPEAN, re.ASCII)),
)


def cell_kind(cells: Iterable[str | None]) -> CellKind:
    """The narrowest kind that every cell fits; cells that say "missing" are passed over."""
    values = said(cells)
    if not values or _coded(values):
        return "text"
    for kind, pattern in _KINDS:
        if all(map(pattern.fullmatch, values)):
            return kind if _sound(kind, values) else "text"
    if all(map(_CLOCK.fullmatch, values)) and any(value.count(":") == 2 for value in values):
        return "clock"  # the parts of 2:45 alone may be hours and minutes or minutes and seconds
    return "measured" if unit_of(values) else "text"


def likely_kinds(cells: Sequence[str], least: float) -> list[CellKind]:
    """Every kind that at least this share of the cells fits, but for text; codes are of no other kind."""
    values = said(cells)
    if not values or _coded(values):
        return []
    fitting = {kind: {value for value in values if pattern.fullmatch(value)} for kind, pattern in _KINDS}
    found = [kind for kind, fits in fitting.items() if len(fits) >= least * len(values) and _sound(kind, fits)]
    clocks = {value for value in values if _CLOCK.fullmatch(value)}
    if len(clocks) >= least * len(values) and any(value.count(":") == 2 for value in clocks):
        found.append("clock")
    if not found and unit_of(values, least):
        found.append("measured")
    return found


def said(cells: Iterable[str | None]) -> set[str]:
    """The different cells without space around them, but for those that say "missing"."""
    return {value for cell in set(cells) if cell is not None and (value := cell.strip()).lower() not in MISSING}


def unit_of(cells: Iterable[str | None], least: float = 1.0) -> tuple[str, ...]:
    """The names of the one unit that stands behind the numbers, the shortest first: `12 km`, `1,200 km (746 mi)`."""
    values = said(cells)
    found = [match["unit"] for match in map(_MEASURED.fullmatch, values) if match]
    if not found or len(found) < least * len(values):
        return ()
    return next((names for names in units() if set(found) <= set(names)), ())


def unit_in(value: str) -> str:
    """The known unit behind the number of a cell, the short way of writing it."""
    found = _MEASURED.fullmatch(value)
    return next((names[0] for names in units() if found["unit"] in names), "") if found else ""


def measured(names: Iterable[str]) -> str:
    """What a cell with one of these units looks like."""
    return rf"\s*{ABOUT}{SIGNED}{_FIGURE}\s?({'|'.join(map(re.escape, names))})(\s?\([^()]*\))?{NOTED}\s*"


@cache
def units() -> tuple[tuple[str, ...], ...]:
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


def is_trace(cell: str) -> bool:
    """Whether a cell says that it was too little, or too much, to be measured: neither a number nor missing."""
    return cell.strip().lower() in ODD or bool(_BOUND.fullmatch(cell.strip()))


def is_amount(value: str) -> bool:
    """Whether a cell may be an amount as people write them, in English or as in most of Europe."""
    written = any(pattern.fullmatch(value) for kind, pattern in _KINDS if kind in ("amount", "european"))
    return written and not _coded([value]) and _sound("amount", {value})


def says_missing(cells: Iterable[str | None]) -> bool:
    """Whether a non-empty cell stands for a missing number."""
    return any(cell and (said := cell.strip().lower()) and said in MISSING for cell in set(cells))


def signs(cells: Iterable[str]) -> set[str]:
    """The currencies and the per cent sign that stand in the cells."""
    found = {sign for cell in cells for sign in cell if sign in SIGNS or sign == "%"}
    return found | {match[0] for cell in cells if (match := re.search(CODE, cell))}


def _coded(values: Iterable[str]) -> bool:
    """Postcodes and long numbers are codes: a number would lose their zeros or digits."""
    return any(_CODE.match(value) and not set(":-/.") & set(value[1:]) for value in values)


def _sound(kind: CellKind, values: set[str]) -> bool:
    if kind not in ("amount", "european"):
        return True
    return len(signs(values)) <= 1 and all(any(map(str.isdigit, _NOTE.sub("", value))) for value in values)
