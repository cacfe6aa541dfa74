"""What a field is for: a key, a name, a category, a measure, a time, a flag, a text or a list."""

from __future__ import annotations

from groundplan.contracts.source_model import FieldRole
from groundplan.sources.model.header import header_words, lists, names_dataset, says
from groundplan.sources.shape import Column

TEXT = 40
"""Characters of a cell, on average, from which it is read rather than grouped by."""
WORDS = 4


def role(column: Column, rows: int, separator: str, dataset: str) -> FieldRole:
    """From type, name and values; whether it points at another dataset is known later."""
    if separator:
        return "list"
    if column.role == "temporal" or _part_of_time(column):
        return "time"
    if column.type == "boolean" or _flag(column):
        return "flag"
    words = header_words(column.name)
    numbered = column.type == "integer" and column.distinct > 2
    coded = column.type == "text" and 1 < column.distinct == rows and not _is_text(column, rows)
    own = names_dataset(words, dataset) or bool(words and words[-1] in lists()["keys"])
    if column.role == "identifier" or (numbered and (_key_word(column.name) or own)) or (coded and own):
        return "key"
    if column.type in ("integer", "number"):
        return "measure"
    if _is_text(column, rows):
        return "text"
    if says(column.name, "names") and not says(column.name, "not_names") and 2 * column.distinct >= rows - column.nulls:
        return "name"
    return "category"


def _flag(column: Column) -> bool:
    values = {value.lower() for value in column.values} if column.type == "text" else set()
    if column.type == "integer" and column.distinct == 2 and (column.low, column.high) == (0, 1):
        return True
    return 0 < len(values) <= 2 and any(values <= set(pair) for pair in lists()["flags"])


_SPANS = {
    "month": 12,
    "quarter": 4,
    "week": 53,
    "day": 31,
    "hour": 24,
    "weekday": 7,
    "monat": 12,
    "mois": 12,
    "месяц": 12,
}


def _part_of_time(column: Column) -> bool:
    """Numbers of months, weeks or hours."""
    words = header_words(column.name)
    most = _SPANS.get(words[-1], 0) if words and len(words) <= 2 else 0
    return column.type == "integer" and column.low is not None and column.low >= 0 and column.high <= most


def _key_word(name: str) -> bool:
    """`emp_no`, `order number`: whole numbers under such a name are no amounts; `no of rooms` are."""
    words = header_words(name)
    last = words[-1] if words else ""
    return (len(words) > 1 and last in lists()["keys"] - {"number", "num", "index"}) or (
        len(last) > 4 and last.endswith("nr")
    )


def _is_text(column: Column, rows: int) -> bool:
    """Long, or of several words and hardly two alike."""
    present = rows - column.nulls
    seen = [str(value) for value in (column.values or column.samples)]
    if not seen:
        return False
    long = sum(map(len, seen)) / len(seen) > TEXT
    wordy = sum(len(value.split()) for value in seen) / len(seen) >= WORDS
    named = says(column.name, "texts") and sum(len(value.split()) for value in seen) / len(seen) > 2
    return (
        long or named or (wordy and column.distinct > 0.9 * present and present > 20 and not says(column.name, "names"))
    )
