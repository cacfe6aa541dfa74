"""Queries by chance: what can be answered has the rows that DuckDB gives, what cannot is refused with its place."""

from __future__ import annotations

import json
from random import Random

import duckdb
import pytest
from generated import free_of_levels, query, spoiled
from rows import NOW, asked, same, told

from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import Refused, errors
from groundplan.packs.tableau.run import run
from groundplan.packs.tableau.validate.validate import validate

MANY = 120


def check_answered(seed: int, shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    """A query that can be answered."""
    made, sql = query(Random(seed))
    if not free_of_levels(made):
        return
    verdict = validate(made, shop.description, None, now=NOW)
    assert verdict.valid, (seed, made, verdict.faults)
    found, wanted = asked(shop, made), told(plain, sql)
    assert same(found.rows, wanted), (seed, made, sql, found.sql, found.rows[:3], wanted[:3])


def check_spoiled(seed: int, shop: Opened) -> bool:
    """One that was spoiled: it runs, or is refused with a place; whether it was refused."""
    chance = Random(seed)
    made = spoiled(query(chance)[0], chance)
    verdict = validate(made, shop.description, shop.members, now=NOW)
    if verdict.valid and verdict.query is not None:
        try:
            json.dumps(run(verdict.query, shop, now=NOW).objects(), allow_nan=False)
        except Refused as refused:
            assert all(one.where and one.message for one in refused.faults), (seed, made)
            return True
        return False
    assert errors(verdict.faults) and all(one.where and one.message for one in verdict.faults), (seed, made)
    return True


@pytest.mark.parametrize("start", range(0, MANY, 40))
def test_generated_queries_have_the_rows_of_duckdb(start: int, shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    for seed in range(start, start + 40):
        check_answered(seed, shop, plain)


def test_spoiled_queries_are_refused_with_their_place_or_run(shop: Opened) -> None:
    refused = sum(check_spoiled(seed, shop) for seed in range(MANY))
    assert MANY / 3 < refused < MANY
