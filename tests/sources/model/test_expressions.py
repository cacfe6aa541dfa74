"""Expressions of figures, held against SQL that was written by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import duckdb
import ibis
import pytest

from groundplan.errors import SourceError
from groundplan.sources import duck
from groundplan.sources.model.expressions import Call, Column, Literal, aggregates, columns, evaluated, parsed

DEALS = """
    CREATE TABLE deals AS SELECT * FROM (VALUES
        (1, 'won',  10.5,  2, true,  DATE '2024-01-31', TIMESTAMP '2024-01-31 05:06:07', NULL),
        (2, 'lost', 0.0,   0, false, DATE '2024-03-05', TIMESTAMP '2024-03-05 23:00:00', 4),
        (3, 'won', -7.25,  3, true,  DATE '2023-05-06', TIMESTAMP '2023-05-06 00:00:00', 0),
        (3, NULL,   NULL, NULL, NULL, NULL,             NULL,                            NULL)
    ) AS v(id, "Deal Stage", amount, pieces, signed, day, moment, calls)
"""
OF_ROWS = {
    "amount * Pieces - 1": "amount * pieces - 1",
    "amount / pieces": "amount / nullif(pieces, 0)",
    "pieces / 2": "pieces / 2.0",
    "pieces % 2": "pieces % 2",
    "MOD(id, pieces)": "id % nullif(pieces, 0)",
    "-(amount + calls)": "-(amount + calls)",
    "signed + 1": "signed::INT + 1",
    "amount > 0 AND signed OR NOT signed": "amount > 0 AND signed OR NOT signed",
    "pieces BETWEEN 1 AND 2": "pieces BETWEEN 1 AND 2",
    "pieces NOT IN (2, 4)": "pieces NOT IN (2, 4)",
    "\"deal stage\" IN ('won', 'x')": "\"Deal Stage\" IN ('won', 'x')",
    "\"Deal Stage\" LIKE 'w%'": "\"Deal Stage\" LIKE 'w%'",
    "\"Deal Stage\" ILIKE 'W%'": "\"Deal Stage\" ILIKE 'W%'",
    '"Deal Stage" IS NOT NULL': '"Deal Stage" IS NOT NULL',
    "calls IS NULL": "calls IS NULL",
    "signed IS TRUE": "signed IS TRUE",
    "calls IS NOT DISTINCT FROM NULL": "calls IS NULL",
    "calls IS DISTINCT FROM pieces": "calls IS DISTINCT FROM pieces",
    "CASE WHEN amount > 0 THEN 'in' WHEN amount < 0 THEN 'out' END": (
        "CASE WHEN amount > 0 THEN 'in' WHEN amount < 0 THEN 'out' END"
    ),
    "CASE pieces WHEN 2 THEN 1 ELSE 0 END": "CASE pieces WHEN 2 THEN 1 ELSE 0 END",
    "IFF(signed, 1, 0)": "CASE WHEN signed THEN 1 ELSE 0 END",
    "NVL2(calls, 1, 2)": "CASE WHEN calls IS NOT NULL THEN 1 ELSE 2 END",
    "ZEROIFNULL(calls)": "coalesce(calls, 0)",
    "NULLIFZERO(calls)": "nullif(calls, 0)",
    "IFNULL(calls, pieces)": "coalesce(calls, pieces)",
    "GREATEST(pieces, id)": "greatest(pieces, id)",
    "YEAR(day) * 100 + EXTRACT(MONTH FROM day)": "year(day) * 100 + month(day)",
    "HOUR(day) + HOUR(moment)": "hour(moment)",
    "DATE_PART('quarter', day)": "quarter(day)",
    "DAYOFYEAR(day)": "dayofyear(day)",
    "DATE_TRUNC('week', day)": "date_trunc('week', day)",
    "DATEDIFF(month, DATE '2023-12-31', day)": "date_diff('month', DATE '2023-12-31', day)",
    "DATEDIFF('days', day, moment)": "date_diff('day', day, moment::DATE)",
    "DATEADD(MONTH, 1, day)": "(day + INTERVAL 1 MONTH)::DATE",
    "day - DATE '2023-01-01'": "day - DATE '2023-01-01'",
    "day >= '2024-01-01'": "day >= DATE '2024-01-01'",
    "moment < TIMESTAMP '2024-03-01 00:00:00'": "moment < TIMESTAMP '2024-03-01 00:00:00'",
    "\"Deal Stage\" || '-' || id": "\"Deal Stage\" || '-' || id",
    "UPPER(LEFT(\"Deal Stage\", 2)) = 'WO'": "upper(left(\"Deal Stage\", 2)) = 'WO'",
    'SUBSTRING("Deal Stage", 2, 2)': 'substring("Deal Stage", 2, 2)',
    "SPLIT_PART(\"Deal Stage\", 'o', 2)": "split_part(\"Deal Stage\", 'o', 2)",
    "SPLIT_PART(\"Deal Stage\", 'z', 2)": "split_part(\"Deal Stage\", 'z', 2)",
    "POSITION('o' IN \"Deal Stage\")": "instr(\"Deal Stage\", 'o')",
    "REGEXP_LIKE(\"Deal Stage\", '^w')": "regexp_matches(\"Deal Stage\", '^w')",
    "ROUND(amount, 1) + FLOOR(amount) + CEIL(amount)": "round(amount, 1) + floor(amount) + ceil(amount)",
    "TRUNC(amount)": "trunc(amount)",
    "SIGN(amount)": "sign(amount)",
    "SQRT(amount)": "CASE WHEN amount >= 0 THEN sqrt(amount) END",
    "LN(amount) + LOG(2, amount)": "CASE WHEN amount > 0 THEN ln(amount) + log(2, amount) END",
    "CAST(pieces AS VARCHAR)": "pieces::VARCHAR",
    'TRY_CAST("Deal Stage" AS INTEGER)': "NULL",
}
OF_GROUPS = {
    "SUM(amount) / COUNT(*)": "sum(amount) / count(*)",
    "COUNT(calls) + COUNT(1)": "count(calls) + count(*)",
    "COUNT(DISTINCT id)": "count(DISTINCT id)",
    "SUM(DISTINCT id)": "sum(DISTINCT id)",
    "AVG(signed)": "avg(signed::INT)",
    "MAX(day)": "max(day)",
    "STDDEV(pieces) + STDDEV_POP(pieces)": "stddev_samp(pieces) + stddev_pop(pieces)",
    "VARIANCE(pieces) + VAR_POP(pieces)": "var_samp(pieces) + var_pop(pieces)",
    "MEDIAN(pieces)": "median(pieces)",
    "SUM(CASE WHEN \"deal stage\" = 'won' THEN 1 ELSE 0 END) * 100.0 / COUNT(*)": "50.0",
    "SUM(deals.amount) / 0": "NULL",
}


@pytest.fixture(scope="module")
def deals() -> Iterator[Any]:
    connection = duckdb.connect()
    connection.execute(DEALS)
    yield ibis.duckdb.from_connection(connection).table("deals")
    connection.close()


@pytest.mark.parametrize("text", OF_ROWS)
def test_a_row_has_the_value_that_sql_has(deals: Any, text: str) -> None:
    found = deals.select(value=evaluated(text, deals))
    assert not aggregates(parsed(text))
    assert _values(found) == _by_hand(deals, OF_ROWS[text])


@pytest.mark.parametrize("text", OF_GROUPS)
def test_a_group_has_the_value_that_sql_has(deals: Any, text: str) -> None:
    found = deals.aggregate(value=evaluated(text, deals)).select("value")
    assert aggregates(parsed(text))
    assert _values(found) == _by_hand(deals, OF_GROUPS[text])[:1]


def _values(rows: Any) -> list[Any]:
    return [_plain(row["value"]) for row in duck.arrow(rows).to_pylist()]


def _by_hand(deals: Any, sql: str) -> list[Any]:
    return [_plain(row[0]) for row in deals.get_backend().con.sql(f"SELECT {sql} FROM deals").fetchall()]


def _plain(value: Any) -> Any:
    if isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        return None if math.isnan(value) else round(float(value), 6)
    return str(value).removesuffix(" 00:00:00") if hasattr(value, "isoformat") else value


def test_parts_are_our_own() -> None:
    assert parsed("SUM(deals.amount) / COUNT(*)") == Call(
        name="/",
        args=(Call(name="SUM", args=(Column(name="amount", dataset="deals"),)), Call(name="COUNT")),
    )
    assert parsed("'a'") == Literal(value="a")


def test_the_fields_are_told_once_in_their_order() -> None:
    found = columns(parsed('SUM(price * pieces) / COUNT(DISTINCT "order id") + SUM(price)'))
    assert [one.name for one in found] == ["price", "pieces", "order id"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SELECT 1", "'SELECT 1', which no expression may have"),
        ("amount IN (SELECT 1)", "which no expression may have"),
        ("SUM(amount) OVER ()", "which no expression may have"),
        ("COUNT(*) FILTER (WHERE signed)", "which no expression may have"),
        ("amount AS x", "which no expression may have"),
        ("a.b.c", "which no expression may have"),
        ("*", "which no expression may have"),
        ("SUMM(amount)", "did you mean 'SUM'?"),
        ("read_csv('x.csv')", "no function here"),
        ("CAST(amount AS JSON)", "there are INT"),
        ("DATEADD(monht, 1, day)", "did you mean 'MONTH'?"),
        ("ROUND()", "takes 1 to 2"),
        ("COUNT()", "takes 1"),
        ("amount; pieces", "is not one expression"),
        ("", "is not one expression"),
        ("amount, pieces", "cannot be read at ','"),
        ("SUM(amount", "cannot be read"),
        ("(" * 400 + "amount" + ")" * 400, "nested too deeply"),
        ("+".join(["amount"] * 100), "nested too deeply"),
        ("amount / SUM(pieces)", "'amount' beside an aggregate"),
        ("SUM(MAX(pieces))", "aggregated already"),
    ],
)
def test_anything_else_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(SourceError, match=r"(?s)^.+\.$") as refused:
        parsed(text)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("amuont * 2", "did you mean 'amount'?"),
        ("day + 1", "+ cannot be computed of a date and a number"),
        ('SUM("Deal Stage")', "SUM cannot be computed of text"),
        ("moment - day", "- cannot be computed of a moment and a date"),
    ],
)
def test_what_the_fields_do_not_allow_is_told(deals: Any, text: str, told: str) -> None:
    with pytest.raises(SourceError) as refused:
        evaluated(text, deals)
    assert told in str(refused.value)


def test_a_joined_field_is_found_under_its_table(deals: Any) -> None:
    joined = deals.mutate(**{"parents.amount": deals.id * 10})
    assert _values(joined.select(value=evaluated("parents.amount + 0", joined))) == [10, 20, 30, 30]
    assert _values(joined.select(value=evaluated("deals.id", joined))) == [1, 2, 3, 3]
