"""Numbers that stand in text: `5 kW`, `1st`, `12 (3)`, `ca. 1920`, `1:19:56`."""

from __future__ import annotations

from typing import Any

from groundplan.sources.cells import MISSING, SIGNS
from groundplan.sources.frame import Frame

ENOUGH = 0.75
"""The share of the values that must speak of numbers; the rest, such as `did not finish`, come last."""
BEFORE = rf"^\s*(?:ca?\.?\s*|circa\s+|about\s+|approx\.?\s*|no\.?\s*|[~≈#(+{SIGNS}])*"
"""What may stand before a number; without case."""
NUMBER = rf"(?i){BEFORE}(-?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|-?\.\d+)"
CLOCK = r"^\s*\+?(?:(\d{1,3}):)?(\d{1,3}):(\d{2}(?:\.\d+)?)\s*$"
"""Hours, minutes and seconds; or minutes and seconds, of which there are as many in order."""
MONTH = "jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec"
DATE = rf"(?i)^\s*\d{{1,4}}([-/.]\d{{1,2}}[-/.]\d{{1,4}}\b|\W{{1,3}}({MONTH})[a-z]*\b)"
"""Text that begins with a number and is a date: `5 May 2001`, `05.01.2024`."""


def number_in(value: Any) -> Any:
    """The number a text begins with, a time as its seconds; empty where it begins with none."""
    plain = value.replace("\u2212", "-")
    number = plain.re_extract(NUMBER, 1).replace(",", "").try_cast("float64")
    hours, minutes, seconds = (plain.re_extract(CLOCK, part).try_cast("float64") for part in (1, 2, 3))
    return plain.re_search(CLOCK).ifelse(hours.fill_null(0) * 3600 + minutes * 60 + seconds, number)


def shares(df: Frame, name: str) -> dict[str, float]:
    """How much of the text begins with numbers that are no dates, and how much holds digits at all."""
    value = df.expr[name]
    said = value.notnull() & value.strip().lower().notin(sorted(MISSING))
    numbers = said & number_in(value).notnull() & ~value.re_search(DATE)
    counts = df.expr.aggregate(said=said.sum(), numbers=numbers.sum(), digits=(said & value.re_search(r"\d")).sum())
    found = df.then(counts).arrow().to_pylist()[0]
    return {part: (found[part] or 0) / (found["said"] or 1) for part in ("numbers", "digits")}
