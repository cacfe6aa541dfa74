"""What a table is of, in the words of its file or database: text for people and readers, and never followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from groundplan.sources.cells import MISSING, cell_kind
from groundplan.sources.dates import date_format

LENGTH = 200


class About(NamedTuple):
    """What was learned of a file or sheet beside its rows."""

    notes: list[str]
    title: str = ""


def one_line(text: str | None) -> str:
    """The text with a space for line breaks and whatever else is not printed, cut to fit."""
    printed = "".join(letter if letter.isprintable() else " " for letter in text or "")
    return " ".join(printed.split())[:LENGTH].rstrip()


def title_above(rows: Iterable[Sequence[Any]]) -> str:
    """The first row above a header that has one filled cell, if that says more than a date or a number; else none."""
    filled = ([cell for cell in row if cell is not None and str(cell).strip()] for row in rows)
    alone = (one_line(cells[0]) for cells in filled if len(cells) == 1 and isinstance(cells[0], str))
    return next(filter(_speaks, (text.lstrip("#*/- ") for text in alone)), "")


def _speaks(text: str) -> bool:
    known = text.lower() in MISSING or cell_kind([text]) != "text" or date_format([text])
    return any(map(str.isalpha, text)) and not known and not text.lower().startswith("sep=")
