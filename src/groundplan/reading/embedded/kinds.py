"""What the figures and the words of a column are: its kind, its size, whether its text says yes and no."""

from __future__ import annotations

from groundplan.reading.embedded.pieces import words_of
from groundplan.sources.shape import Column

_SIZES = (
    (1, "1"), (10, "10"), (100, "100"), (1000, "1000"), (1e6, "thousand"), (1e9, "million"),
)  # fmt: skip
KEYS = frozenset(("id", "ids", "key", "uuid", "code"))
"""Headers that say by themselves that they name a row."""
_YES, _NO = frozenset(("yes", "y", "true", "t", "да", "д")), frozenset(("no", "n", "false", "f", "нет", "н"))


def flag(column: Column) -> dict[str, str]:
    """What `true` and `false` are called in a column of text that holds nothing but yes and no; else nothing."""
    if column.type != "text" or len(column.values) != 2:
        return {}
    yes = [value for value in column.values if value.strip().lower() in _YES]
    no = [value for value in column.values if value.strip().lower() in _NO]
    return {"true": yes[0], "false": no[0]} if yes and no else {}


def kind_of(column: Column, said: bool = True) -> str:
    """The type; years and numbers that only name a row are told from other whole numbers, text of yes or no is a truth.

    A column such as `customer_id` is a figure only where the question says `id` (`said`).
    """
    if flag(column):
        return "boolean"
    if column.role == "identifier" and not (said and KEYS & set(words_of(column.name)[-1:])):
        return "text"
    if column.type == "integer":
        known = [v for v in (column.low, column.high, *column.samples) if isinstance(v, (int, float))]
        if known and all(1800 <= v <= 2100 for v in known):
            return "year"
    return column.type


def size(column: Column) -> list[str]:
    """How large the figures of a column are, in a word: `over 500` is said of one whose figures reach that."""
    if column.role == "identifier" or kind_of(column) not in ("integer", "number"):
        return []
    known = [abs(v) for v in (column.low, column.high, *column.samples) if isinstance(v, (int, float))]
    return [next((word for most, word in _SIZES if max(known) <= most), "billion")] if known else []
