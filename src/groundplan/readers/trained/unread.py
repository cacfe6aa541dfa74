"""A number of the question that nothing in the form says: an answer would pass over it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from groundplan.contracts import Doubt
from groundplan.readers.similarity.numbers import read_numbers
from groundplan.readers.similarity.words import split
from groundplan.readers.trained.conditions import Page
from groundplan.readers.trained.decode import Reading

_ALONE = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d+)*(?![\w:/-])")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_AHEAD = {"forecast", "change"}


def unread_number(page: Page, reading: Reading) -> Doubt | None:
    """`took more than 7 days to ship`: no condition, limit or window has the 7; how far ahead to look is no number."""
    if page.prior is not None or reading.form.having or _AHEAD & set(reading.form.analysis):
        return None
    read = [(stretch.start, stretch.end) for condition in reading.conditions for stretch in condition.said]
    known = {*_numbers(reading.form.model_dump(mode="json")), *_numbers(page.sheet.names)}
    words, values = read_numbers(split(page.question))
    for at, value in values.items():
        word, taken = words[at], any(start <= words[at].start < end for start, end in read)
        if not taken and value not in known and _ALONE.search(page.question, word.start, word.end + 1):
            return Doubt(
                kind="refuse", message=f"'{word.text}' limits nothing that was understood{_next(page, word.text)}"
            )
    return None


def _next(page: Page, number: str) -> str:
    """What to type instead; a year that no column holds is left out."""
    if _YEAR.fullmatch(number):
        return "; name the column that holds the year, or ask without it"
    figure = next((shown.name for shown in page.sheet.fields if shown.column.role == "numeric"), None)
    return f"; name the column that it is about, such as '{figure} over {number}'" if figure else ""


def _numbers(held: Any) -> Iterator[float]:
    """Every number in a value, its dates and names included."""
    if isinstance(held, dict | list):
        for each in held.values() if isinstance(held, dict) else held:
            yield from _numbers(each)
    elif held is not None and not isinstance(held, bool):
        yield from map(float, _DIGITS.findall(str(held)))
