"""Queries made by chance: compiler and reference have the same rows, or both refuse."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from compiled_query import compiled, frames_of, rows_told
from random_queries import random_base, random_query
from reference_meaning import Answered, answer
from small_shop import TODAY

from groundplan.errors import GroundplanError, QueryError
from groundplan.query.language.show import show

QUERIES = 3
"""Over each base."""
KNOWN: dict[tuple[int, int], str] = {}
"""Queries, by their seed and place, of which the two differ, and why."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A seed for every few queries: as many as are asked for."""
    first, queries = (metafunc.config.getoption(name, default=by) for name, by in (("from_seed", 0), ("queries", 120)))
    metafunc.parametrize("seed", range(first, first + queries // QUERIES))


def test_compiler_and_reference_agree(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    model, rows = random_base(rng)
    frames = frames_of(model, rows, tmp_path)
    for place in range(QUERIES):
        query = random_query(rng, model)
        wanted = _told(lambda: answer(query, model, rows, TODAY))  # noqa: B023 - called at once
        found = _told(lambda: rows_told(compiled(query, model, frames, TODAY)))  # noqa: B023
        difference = _difference(wanted, found)
        said = f"seed {seed}, query {place}: {difference}\n{show(query)}\nreference: {wanted}\ncompiler: {found!r}"
        assert bool(difference) == ((seed, place) in KNOWN), said


def _told(ask: Any) -> Any:
    """What is answered, or the exception."""
    try:
        return ask()
    except Exception as raised:  # whatever a compiler raises is judged below
        return raised


def _difference(wanted: Any, found: Any) -> str:
    """What sets them apart, or nothing; what only the reference refuses as `wrong-type` is not judged."""
    if isinstance(found, Exception) and not isinstance(found, GroundplanError):
        return "the compiler fails"
    if isinstance(wanted, Answered):
        if isinstance(found, Exception):
            return "only the compiler refuses"
        return "" if _same(wanted, found) else "the rows differ"
    if not isinstance(wanted, QueryError):
        raise wanted
    only = not isinstance(found, Exception) and wanted.code != "wrong-type"
    return "only the reference refuses" if only else ""


def _same(wanted: Answered, found: Sequence[tuple[Any, ...]]) -> bool:
    """The same rows; in the same order where the query says one."""
    one, other = ([tuple(map(_plain, row)) for row in rows] for rows in (wanted.rows, found))
    return one == other if wanted.ordered else Counter(one) == Counter(other)


def _plain(value: Any) -> Any:
    """A value as it is compared: numbers to six digits, midnights as days, truths apart from numbers."""
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    if isinstance(value, bool):
        return str(value)
    return round(float(value), 6) + 0.0 if isinstance(value, (int, float)) else value
