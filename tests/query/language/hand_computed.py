"""The reference interpreter asked of the tiny shop, and its rows held against rows that were computed by hand."""

from __future__ import annotations

from typing import Any

import pytest
from reference_meaning import Answered, answer
from small_shop import MODEL, ROWS, TODAY

from groundplan.query.language.read import read


def asked(text: str) -> Answered:
    return answer(read(text), MODEL, ROWS, TODAY)


def held(text: str, rows: list[Any]) -> None:
    """The answer is these rows; those of one column are written without brackets."""
    wanted = [row if isinstance(row, tuple) else (row,) for row in rows]
    found = asked(text).rows
    assert len(found) == len(wanted), found
    for row, expected in zip(found, wanted, strict=True):
        assert list(row) == [pytest.approx(value) if isinstance(value, float) else value for value in expected], found


def cases(*given: tuple[str, list[Any]]) -> Any:
    return pytest.mark.parametrize(("text", "rows"), given, ids=[text for text, _ in given])
