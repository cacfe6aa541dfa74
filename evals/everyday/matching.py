"""When two cells are the same, and when a run's rows hold the gold rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import islice, product
from typing import Any

Row = Sequence[Any]

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
BLANK = {"", "none", "null", "nan", "nat", "n/a", "missing", "(missing)", "(none)", "(blank)", "(empty)"}
TRUE, FALSE = {"true", "yes", "y", "1"}, {"false", "no", "n", "0"}
DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?$")
QUARTER = re.compile(r"(?:(\d{4})[ -]*q([1-4])|q([1-4])[ -]*(\d{4}))$")
CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::00)?$")
NUMBER = re.compile(r"-?\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.I)
SELECTIONS = 500  # column selections tried before giving up


def number(cell: Any) -> float | None:
    """The number a cell holds, with or without thousands separators and a percent sign; `08:00` is 8."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        return float(cell)
    text = str(cell).strip().removesuffix("%").strip()
    if (clock := CLOCK.match(text)) and clock[2] == "00":
        return float(clock[1])
    return float(re.sub(r"[,\u00a0\u202f]", "", text)) if NUMBER.fullmatch(text) else None


def same_number(gold: float, cell: Any, percent: bool = False) -> bool:
    """Equal: whole numbers exactly, others at two decimals or to a thousandth; fractions as percentages if so told."""
    value = number(cell)
    if value is None:
        return False
    if isinstance(gold, int):
        return abs(gold - value) < 1e-6
    near = [value, value * 100, value / 100] if percent else [value]
    return any(abs(gold - other) <= max(0.005, abs(gold) * 1e-3) for other in near)


def period(text: str) -> str:
    """A date as year, year-month or year-month-day, where the text is one; else the text."""
    if quarter := QUARTER.match(text):
        return f"{quarter[1] or quarter[4]}-{int(quarter[2] or quarter[3]) * 3 - 2:02d}"
    if re.match(r"\d{4}-\d{2}-\d{2}[t ]", text):
        return text[:10]
    for form in ("%b %Y", "%B %Y"):
        try:
            return datetime.strptime(text, form).strftime("%Y-%m")
        except ValueError:
            continue
    return text


def same_name(gold: str, cell: str, names: Sequence[str]) -> bool:
    """A weekday or a month by its name, its first letters or its number."""
    place = str(names.index(gold) + 1)
    return cell.removesuffix(".0").lstrip("0") == place or (len(cell) >= 3 and gold.startswith(cell.rstrip(".")))


def same_text(gold: str, cell: Any) -> bool:
    """Equal without case; days, months and years by prefix, clock times without seconds."""
    gold, text = gold.strip().lower(), str(cell).strip().lower()
    for names in (WEEKDAYS, MONTHS):
        if gold in names:
            return same_name(gold, text, names)
    if DATE.match(gold):
        text = period(text)
        return text.startswith(gold) or (len(text) == 7 and gold.startswith(text))
    if CLOCK.match(gold) and (clock := CLOCK.match(text)):
        return gold[:5] == f"{int(clock[1]):02d}:{clock[2]}"
    return gold == text


def same(gold: Any, cell: Any, percent: bool = False) -> bool:
    """Whether a run's cell says what the gold cell says."""
    if gold is None:
        return cell is None or str(cell).strip().lower() in BLANK or cell != cell
    if isinstance(gold, bool):
        return str(cell).strip().lower() in (TRUE if gold else FALSE)
    if isinstance(gold, int | float):
        return same_number(gold, cell, percent)
    return cell is not None and same_text(gold, cell)


def same_row(gold: Row, row: Row, percent: bool) -> bool:
    return all(same(a, b, percent) for a, b in zip(gold, row, strict=True))


def same_rows(gold: Sequence[Row], rows: Sequence[Row], ordered: bool, percent: bool) -> bool:
    """Row for row in order, or each gold row with a partner of its own."""
    if len(gold) != len(rows):
        return False
    if ordered:
        return all(same_row(a, b, percent) for a, b in zip(gold, rows, strict=True))
    left = list(rows)
    for row in gold:
        partner = next((n for n, other in enumerate(left) if same_row(row, other, percent)), None)
        if partner is None:
            return False
        left.pop(partner)
    return True


def holds(gold: Sequence[Row], rows: Sequence[Row], ordered: bool = False, percent: bool = False) -> bool:
    """Whether some selection of the run's columns is the gold rows."""
    if not gold or len(gold) != len(rows) or len({len(row) for row in rows}) != 1:
        return not gold and not rows
    columns = list(zip(*rows, strict=True))
    fitting = [
        [
            n
            for n, column in enumerate(columns)
            if same_rows([[c] for c in wanted], [[c] for c in column], ordered, percent)
        ]
        for wanted in zip(*gold, strict=True)
    ]
    for chosen in islice(product(*fitting), SELECTIONS):
        picked = [[row[n] for n in chosen] for row in rows]
        if len(set(chosen)) == len(chosen) and same_rows(gold, picked, ordered, percent):
            return True
    return False


def says(gold: Any, text: str, percent: bool = False) -> bool:
    """Whether a sentence holds the value."""
    if isinstance(gold, int | float) and not isinstance(gold, bool):
        return any(same_number(gold, found, percent) for found in NUMBER.findall(text))
    return str(gold).lower() in text.lower()
