"""Reference and compiler asked of tiny sources, and their rows held against rows that were computed by hand."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
import small_shop
import small_stays
from compiled_query import compiled, frames_of, rows_told
from reference_meaning import Answered, answer
from small_shop import TODAY

from groundplan.contracts.source_model import SourceModel
from groundplan.query.language.read import read
from groundplan.sources.frame import Frame

SOURCES = {"shop": (small_shop.MODEL, small_shop.ROWS), "stays": (small_stays.MODEL, small_stays.ROWS)}
COMPILED_OTHERWISE: dict[str, tuple[str, str]] = {
    "orders: count as n, sum(amount) as n by paid": ("shop", "of two columns of one name only the last is left"),
    "customers: sum(orders.amount * {1: orders.lines.quantity > 2; else 0})": (
        "shop", "a test that goes on from the row of the value is asked of the row of the dataset"),
    "customers: count by orders.status where orders.lines.quantity > 2": (
        "shop", "a condition that goes on from the row of the key is asked of the row of the dataset"),
}  # fmt: skip
"""Questions to which the compiler has another answer than the page, of which source, and why."""


@cache
def spill() -> tempfile.TemporaryDirectory[str]:
    """A folder that stays as long as the tests."""
    return tempfile.TemporaryDirectory()


@cache
def frames(source: str) -> dict[str, Frame]:
    """The rows of a source as tables, made once."""
    return frames_of(*SOURCES[source], spill().name)


def asked(text: str, source: str = "shop") -> Answered:
    model, rows = SOURCES[source]
    return answer(read(text), model, rows, TODAY)


def asked_compiled(text: str, source: str = "shop") -> list[tuple[Any, ...]]:
    model: SourceModel = SOURCES[source][0]
    return rows_told(compiled(read(text), model, frames(source), TODAY))


def held(text: str, rows: Sequence[Any], source: str = "shop") -> None:
    """Both answers are these rows; those of one column are written without brackets."""
    wanted = [row if isinstance(row, tuple) else (row,) for row in rows]
    same(asked(text, source).rows, wanted)
    if text not in COMPILED_OTHERWISE:
        same(asked_compiled(text, source), wanted)


def same(found: Sequence[tuple[Any, ...]], wanted: Sequence[tuple[Any, ...]]) -> None:
    """The same rows in the same order: numbers as floats, midnights as days."""
    assert len(found) == len(wanted), found
    for row, expected in zip(found, wanted, strict=True):
        told = [pytest.approx(value) if isinstance(value, float) else value for value in map(plain, expected)]
        assert list(map(plain, row)) == told, found


def plain(value: Any) -> Any:
    """A number as a float, a midnight as its day."""
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def cases(*given: tuple[str, list[Any]]) -> Any:
    return pytest.mark.parametrize(("text", "rows"), given, ids=[text for text, _ in given])
