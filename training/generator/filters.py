"""Conditions: a column, an operator and a value that the table could hold."""

from __future__ import annotations

import math
import random
from typing import Any

from .forms import Filter
from .periods import make_period
from .tables import Col, Table

KIND_WEIGHTS = {
    "group": 42.0,
    "flag": 15.0,
    "time": 32.0,
    "date": 7.0,
    "sum": 11.0,
    "avg": 12.0,
    "year": 7.0,
    "name": 10.0,
    "free": 6.0,
    "code": 3.0,
}
GROUP_OPS = ("=", "in", "!=", "not_in", "starts_with", "is_null", "not_null")
GROUP_WEIGHTS = (58, 16, 14, 6, 2, 3, 1)
NAME_OPS = ("=", "in", "!=", "contains", "not_contains", "starts_with", "ends_with")
NAME_WEIGHTS = (56, 10, 5, 9, 5, 8, 5)
FREE_OPS = ("contains", "not_contains", "starts_with", "ends_with", "is_null", "not_null")
FREE_WEIGHTS = (58, 14, 14, 6, 6, 4)
NUMBER_OPS = (">", ">=", "<", "<=", "between", "=", "!=", "is_null", "not_null", "in")
NUMBER_WEIGHTS = (27, 16, 20, 10, 17, 6, 1.5, 1.5, 1.5, 0.5)
UNSAID = 0.35  # conditions on nothing or something at all, where a column has words for them
DATE_OPS = ("period", "iso", "is_null", "not_null")


def pick_filters(table: Table, rng: random.Random, count: int, avoid: tuple[Col, ...] = ()) -> tuple[Filter, ...]:
    """Up to `count` conditions on different columns; on a column in `avoid` nothing that leaves one value of it."""
    columns = [each for each in table.columns if each.values and not each.shared]
    found: list[Filter] = []
    for _ in range(count * 3):
        if len(found) == count or not columns:
            break
        column = rng.choices(columns, [KIND_WEIGHTS[each.kind] for each in columns])[0]
        columns.remove(column)
        made = make_filter(column, rng, table.lang)
        if made is None or (column in avoid and made.op not in ("!=", "not_in", "in")):
            continue
        found.append(made)
    return tuple(found)


def make_filter(column: Col, rng: random.Random, lang: str, op: str = "") -> Filter | None:
    """A condition on the column; None when it has too few values."""
    kind = column.kind
    if kind == "flag":
        truth = rng.random() < 0.68
        return Filter(column, "=", column.spec.true if truth else column.spec.false)
    if kind in ("time", "date"):
        return _dated(column, rng, lang, op)
    if kind == "year" or (column.spec.numeric and kind != "code"):
        means = column.spec.means
        if not op and (means.some or means.zero) and rng.random() < UNSAID:
            return Filter(column, rng.choice([">"] * bool(means.some) + ["="] * bool(means.zero)), 0)
        return _numeric(column, rng, op or rng.choices(NUMBER_OPS, NUMBER_WEIGHTS)[0])
    if kind == "code":
        return Filter(column, "=", rng.choice(column.values))
    if kind == "free":
        return _worded(column, rng, op or rng.choices(FREE_OPS, FREE_WEIGHTS)[0])
    if kind == "name":
        return _text(column, rng, op or rng.choices(NAME_OPS, NAME_WEIGHTS)[0])
    return _text(column, rng, op or rng.choices(GROUP_OPS, GROUP_WEIGHTS)[0])


def _text(column: Col, rng: random.Random, op: str) -> Filter | None:
    if op in ("is_null", "not_null"):
        return Filter(column, op, None)
    if op in ("in", "not_in"):
        if len(column.values) < 3:
            return None
        number = 2 if rng.random() < 0.78 else 3
        return Filter(column, op, rng.sample(column.values, min(number, len(column.values) - 1)))
    if op in ("=", "!="):
        return Filter(column, op, rng.choice(column.values))
    return _worded(column, rng, op)


def _worded(column: Col, rng: random.Random, op: str) -> Filter | None:
    """contains, starts_with and the like: a word of a value, or a letter."""
    if op in ("is_null", "not_null"):
        return Filter(column, op, None)
    text = str(rng.choice(column.values))
    if column.kind == "name" and rng.random() < 0.45:
        letter = text[-1] if op == "ends_with" else text[0]
        return Filter(column, op, letter) if letter.isalpha() else None
    words = [word.strip(".,:;!?'\"()") for word in text.split()]
    words = [word for word in words if len(word) >= 3]
    if not words:
        return None
    if op == "starts_with":
        return Filter(column, op, words[0] if len(words) > 1 else words[0][: rng.randint(2, 4)])
    if op == "ends_with":
        return Filter(column, op, words[-1] if len(words) > 1 else words[-1][-rng.randint(2, 3) :])
    return Filter(column, op, rng.choice(words))


def _numeric(column: Col, rng: random.Random, op: str) -> Filter | None:
    if op in ("is_null", "not_null"):
        return None if column.kind == "year" else Filter(column, op, None)
    if op in ("=", "!="):
        return Filter(column, op, rng.choice(column.values))
    if op == "in":
        return Filter(column, op, rng.sample(column.values, 2)) if len(set(column.values)) > 3 else None
    low, high = threshold(column, rng), threshold(column, rng)
    if op == "between":
        if low == high:
            return None
        return Filter(column, op, [min(low, high), max(low, high)])
    return Filter(column, op, low)


def threshold(column: Col, rng: random.Random) -> Any:
    """A round number within the range of the column's values."""
    numbers = [each for each in column.values if isinstance(each, int | float)]
    if not numbers:
        return 10
    least, most = min(numbers), max(numbers)
    if column.kind == "year":
        return rng.randint(int(least), int(most) + 1)
    value = rng.uniform(least, most) if rng.random() < 0.7 else rng.choice(numbers)
    return rounded(value, column.type == "integer" or all(float(each).is_integer() for each in numbers), rng)


def rounded(value: float, whole: bool, rng: random.Random) -> Any:
    """The value with one or two significant digits."""
    if value == 0:
        return 0 if whole else 0.5
    digits = math.floor(math.log10(abs(value)))
    kept = round(value, (0 if rng.random() < 0.55 else 1) - digits)
    if whole or float(kept).is_integer():
        return int(kept) or 1
    return round(kept, 6)


def _dated(column: Col, rng: random.Random, lang: str, op: str) -> Filter | None:
    weights = (84, 10, 1, 1) if column.kind == "time" else (62, 12, 17, 9)
    op = op or rng.choices(DATE_OPS, weights)[0]
    if op in ("is_null", "not_null"):
        return Filter(column, op, None)
    if op == "iso":
        return _iso(column, rng)
    made = make_period(column, rng, lang)
    return Filter(column, "period", made) if made else None


def _iso(column: Col, rng: random.Random) -> Filter:
    """A comparison with a full date as it stands in the data."""
    dates = sorted({_moved(str(each)[:10], rng) for each in column.values})
    op = rng.choice(("<", ">", ">=", "<=", "between", "=")) if len(dates) > 1 else rng.choice(("<", ">"))
    if op == "between":
        return Filter(column, op, sorted(rng.sample(dates, 2)))
    return Filter(column, op, rng.choice(dates))


def _moved(date: str, rng: random.Random) -> str:
    """The date on another day and month of the same year, half of the time."""
    if rng.random() < 0.5 or len(date) != 10:
        return date
    return f"{date[:4]}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
