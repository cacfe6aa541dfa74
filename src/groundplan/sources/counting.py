"""How many cells of a text column are filled, say "missing", need trimming, and fit each guess."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.sources import duck
from groundplan.sources.cells import MISSING
from groundplan.sources.guess import Guess

Rows = Callable[[str], list[Any]]
TIMES = "__times"
SAYS_MISSING = rf"(?i) *({'|'.join(map(re.escape, sorted(MISSING - {''})))}) *"
"""As a pattern: to plan as many lists of words as there are columns takes DuckDB seconds."""


@dataclass(frozen=True)
class Counted:
    """How many cells are filled, say "missing", need trimming, and fit each guess."""

    filled: int
    missing: int
    ragged: int
    fits: Mapping[Guess, int]

    @property
    def all_fit(self) -> bool:
        """Whether the first guess leaves nothing to ask."""
        first = next(iter(self.fits.values()), 0)
        return first == self.filled - self.missing


def count_cells(
    rows: Rows, relation: str, tried: Mapping[str, Sequence[Guess]], poor: Collection[str]
) -> dict[str, Counted]:
    """One pass over the relation; the cells of `poor` columns come again and again, so each is looked at once."""
    rich = [name for name in tried if name not in poor]
    tests = [test for name in rich for test in _tests(name, tried[name], "")]
    numbers = list(rows(f"SELECT {', '.join(tests)} FROM {relation}")[0]) if tests else []
    for name in (name for name in tried if name in poor):
        column = duck.name(name)
        grouped = f"SELECT {column}, count(*) AS {TIMES} FROM {relation} GROUP BY 1"
        numbers += rows(f"SELECT {', '.join(_tests(name, tried[name], TIMES))} FROM ({grouped})")[0]
        rich.append(name)
    each = iter(numbers)
    return {name: _taken(each, tried[name]) for name in rich}


def _tests(name: str, tried: Sequence[Guess], times: str) -> Iterator[str]:
    column = duck.name(name)
    trimmed = f"trim({column})"
    conditions = (
        f"{trimmed} <> ''",
        f"regexp_full_match({column}, {duck.text(SAYS_MISSING)})",
        f"{column} <> {trimmed} OR {column} = ''",
        *(f"({guess.reading}) IS NOT NULL" for guess in tried),
    )
    count = f"sum({times})" if times else "count(*)"
    return (f"coalesce({count} FILTER ({condition}), 0)::BIGINT" for condition in conditions)


def _taken(numbers: Iterator[int], tried: Sequence[Guess]) -> Counted:
    return Counted(next(numbers), next(numbers), next(numbers), {guess: next(numbers) for guess in tried})
