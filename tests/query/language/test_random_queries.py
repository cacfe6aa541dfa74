"""Twelve hundred queries made by chance: each is answered or refused by the reference, and read back as it is shown."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from random_grounds import Grounds
from random_queries import random_base, random_query
from reference_meaning import Answered, answer
from small_shop import TODAY

from groundplan.errors import QueryError
from groundplan.query.language import parts as p
from groundplan.query.language.read import read
from groundplan.query.language.show import show

BLOCKS, SOURCES, QUERIES = 8, 15, 10
CODES = {"wrong-type", "several-values", "needs-within", "unsafe-average", "counted-twice", "unknown-name", "no-path",
         "not-a-figure", "no-fellows", "unreadable-query"}  # fmt: skip


@cache
def block(number: int) -> list[tuple[p.Query, Answered | str]]:
    """Queries with their answers, or the codes by which they are refused."""
    found = []
    for seed in range(number * SOURCES, (number + 1) * SOURCES):
        rng = Random(seed)
        model, rows = random_base(rng)
        grounds = Grounds(model)
        for _ in range(QUERIES):
            query = random_query(rng, model, grounds)
            try:
                told: Answered | str = answer(query, model, rows, TODAY)
            except QueryError as refused:
                told = refused.code
            found.append((query, told))
    return found


@pytest.mark.parametrize("number", range(BLOCKS))
def test_each_is_answered_or_refused_by_a_known_code(number: int) -> None:
    refused = [told for _, told in block(number) if isinstance(told, str)]
    assert set(refused) <= CODES
    assert len(refused) < len(block(number)) / 4, Counter(refused)


@pytest.mark.parametrize("number", range(BLOCKS))
def test_each_answer_has_a_value_for_each_column(number: int) -> None:
    answered = [told for _, told in block(number) if isinstance(told, Answered)]
    assert all(len(row) == len(told.columns) for told in answered for row in told.rows)
    assert sum(bool(told.rows) for told in answered) > len(answered) / 2


@pytest.mark.parametrize("number", range(BLOCKS))
def test_each_is_read_as_it_is_shown(number: int) -> None:
    for query, _ in block(number):
        assert read(show(query)) == query, show(query)


def test_every_part_of_the_language_is_answered_somewhere() -> None:
    answered = [query for at in range(BLOCKS) for query, told in block(at) if isinstance(told, Answered)]
    walked = [part for query in answered for part in p.walked(query, into_queries=True)]
    assert {type(part) for part in walked} >= {
        p.Value, p.Period, p.Now, p.Path, p.Taken, p.Computed, p.Choice, p.Figure, p.One, p.All, p.AnyOf, p.Not,
        p.Compare, p.Between, p.Among, p.AmongRows, p.Missing, p.Some, p.Holds, p.Keep, p.Order, p.Query,
    }  # fmt: skip
    assert {part.fn for part in walked if isinstance(part, p.Figure)} == set(p.FIGURES)
    assert {part.part for part in walked if isinstance(part, p.Taken)} == set(p.TAKEN)
    assert {part.op for part in walked if isinstance(part, p.Compare)} == {
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "has",
        "starts",
    }
