"""The calculation language against values by hand: grammar, functions, types, and what it refuses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import asked

from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import BadFormula, Refused

VALUES: dict[str, Any] = {
    "1 + 2 * 3 ^ 2": 19.0,
    "-2 ^ 2": -4.0,
    "(1 + 2) * 3": 9,
    "7 / 2": 3.5,
    "7 % 4": 3,
    "1 / 0": None,
    "DIV(7, 2)": 3,
    "10 - 3 - 2": 5,
    "2 - -3": 5,
    "NOT 1 = 2 AND TRUE": True,
    "1 = 1 OR 1 / 0 = 1": True,
    "3 IN (1, 2, 3)": True,
    "1 < 2": True,
    "1 <> 1": False,
    "'it''s'": "it's",
    '"say ""x"""': 'say "x"',
    "'a' + 'b'": "ab",
    "'a' = 'A'": False,
    "IF 1 > 2 THEN 'a' ELSEIF 2 > 1 THEN 'b' ELSE 'c' END": "b",
    "IF 1 > 2 THEN 1 END": None,
    "CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' END": "b",
    "IIF(1 = 1, 5, 6)": 5,
    "IIF(NULL = 1, 5, 6, 7)": 7,
    "ZN(NULL)": 0,
    "IFNULL(NULL, 3)": 3,
    "ISNULL(NULL)": True,
    "INT(-3.9)": -3,
    "INT('12.7')": 12,
    "INT('x')": None,
    "FLOAT('1.5')": 1.5,
    "STR(2.0)": "2",
    "STR(2.5)": "2.5",
    "ROUND(2.567, 1)": 2.6,
    "CEILING(2.1)": 3,
    "FLOOR(-2.1)": -3,
    "ABS(-4)": 4,
    "SIGN(-2.5)": -1,
    "SQRT(-1)": None,
    "SQRT(16)": 4.0,
    "LN(0)": None,
    "LOG(100)": 2.0,
    "LOG(8, 2)": 3.0,
    "SQUARE(3)": 9,
    "MIN(3, 2)": 2,
    "MAX(3, NULL)": None,
    "POWER(2, 10)": 1024.0,
    "LEFT('hello', 2)": "he",
    "LEFT('hello', -1)": "",
    "RIGHT('hello', 3)": "llo",
    "MID('hello', 2, 3)": "ell",
    "MID('hello', 4)": "lo",
    "LEN('héé')": 3,
    "UPPER('a') + LOWER('B')": "Ab",
    "TRIM('  x ')": "x",
    "CONTAINS('abc', 'B')": False,
    "STARTSWITH('abc', 'ab')": True,
    "ENDSWITH('abc', 'bc')": True,
    "FIND('banana', 'an')": 2,
    "FIND('banana', 'an', 3)": 4,
    "FIND('banana', 'x')": 0,
    "REPLACE('aXa', 'X', '-')": "a-a",
    "SPLIT('a-b-c', '-', 2)": "b",
    "SPLIT('a-b-c', '-', -1)": "c",
    "SPACE(2) + '|'": "  |",
    "CHAR(65)": "A",
    "ASCII('A')": 65,
    "REGEXP_MATCH('ab12', '[0-9]+')": True,
    "REGEXP_EXTRACT('ab12', '([0-9]+)')": "12",
    "REGEXP_REPLACE('a1b2', '[0-9]', '')": "ab",
    "YEAR(#2024-02-29#)": 2024,
    "DATEPART('quarter', #2024-08-01#)": 3,
    "DATENAME('month', #2024-08-01#)": "August",
    "DATENAME('weekday', #2024-09-15#)": "Sunday",
    "DATEPART('weekday', #2024-09-15#)": 1,
    "DATEPART('weekday', #2024-09-15#, 'monday')": 7,
    "DATEPART('week', #2024-01-01#)": 1,
    "DATEPART('week', #2024-01-07#)": 2,
    "DATEPART('iso-week', #2021-01-03#)": 53,
    "DATETRUNC('month', #2024-08-17#)": "2024-08-01",
    "DATETRUNC('week', #2024-09-18#)": "2024-09-15",
    "DATETRUNC('week', #2024-09-18#, 'monday')": "2024-09-16",
    "DATEADD('month', 1, #2024-01-31#)": "2024-02-29",
    "DATEADD('hour', 2, #2024-01-31#)": "2024-01-31T02:00:00",
    "DATEADD('quarter', -1, #2024-01-31#)": "2023-10-31",
    "DATEDIFF('day', #2024-02-28#, #2024-03-01#)": 2,
    "DATEDIFF('month', #2024-01-31#, #2024-02-01#)": 1,
    "DATEDIFF('week', #2024-09-14#, #2024-09-15#)": 1,
    "DATEDIFF('year', #2023-12-31#, #2024-01-01#)": 1,
    "#2024-03-01# - #2024-02-01#": 29.0,
    "#2024-03-01# - 1": "2024-02-29",
    "#2024-03-01 12:30:00# + 1": "2024-03-02T12:30:00",
    "DATEPARSE('dd.MM.yyyy HH:mm', '31.01.2024 14:05')": "2024-01-31T14:05:00",
    "DATEPARSE('yyyy', 'x')": None,
    "MAKEDATE(2024, 2, 29)": "2024-02-29",
    "MAKEDATE(2023, 2, 29)": None,
    "DATE('2024-01-05')": "2024-01-05",
    "ISDATE('2024-13-01')": False,
    "TODAY()": "2024-09-15",
    "NOW()": "2024-09-15T10:30:00",
    "TODAY() - #2024-09-01#": 14.0,
    "1 // a remark\n + /* another */ 1": 2,
    "[Parameters].[Profit Bin Size] + 1": 201,
    "[Profit Bin Size] * 2": 400,
}
REFUSED = {
    "": "empty",
    "1 +": "expected",
    "SUM([Sales]": "needs )",
    "(1": "needs )",
    "[Sales": "cannot be read",
    "'a": "cannot be read",
    "IF 1 = 1 THEN 2": "needs END",
    "CASE 1 END": "needs WHEN",
    "#2024-13-01#": "no date",
    "FOO(1)": "not known",
    "foo": "neither",
    "1 + 'a'": "being called with",
    "1 = 'a'": "Can't compare",
    "IF 1 THEN 2 END": "being called with",
    "LEFT('a')": "takes 2 arguments",
    "{ FIXED [Region] : [Sales] }": "needs an aggregate",
    "{ FIXED [Region] SUM([Sales]) }": "needs :",
    "SUM([City])": "being called with",
    "DATEPART('yr', #2024-01-01#)": "needs one of",
    "DATEPARSE('QQQ', 'x')": "does not know",
    "1 2": "not expected",
    "[Nothing]": "Unknown Field",
    "SUM(SUM([Sales]))": "already an aggregation",
    "[Sales] + SUM([Sales])": "Cannot mix",
    "RUNNING_SUM([Sales])": "goes along figures",
    "WINDOW_SUM(SUM([Sales]), 0)": "both offsets",
    "LOOKUP(SUM([Sales]), SUM([Quantity]))": "whole number",
    "LOOKUP(SUM([Sales]), [Quantity])": "goes along figures",
    "THEN": "not expected",
    "(" * 80 + "1" + ")" * 80: "nested deeper",
}


def _one(shop: Opened, formula: str) -> Any:
    return asked(shop, {"fields": [{"fieldCaption": "made", "calculation": formula}]}).rows[0][0]


@pytest.mark.parametrize("formula", VALUES)
def test_a_calculation_comes_to_its_value(formula: str, shop: Opened) -> None:
    found, wanted = _one(shop, f"MIN({formula})" if not formula.startswith("MIN") else formula), VALUES[formula]
    if isinstance(wanted, float):
        assert found == pytest.approx(wanted)
    else:
        assert found == wanted and type(found) is type(wanted)


@pytest.mark.parametrize("formula", REFUSED)
def test_what_cannot_be_computed_is_refused_with_its_cause(formula: str, shop: Opened) -> None:
    with pytest.raises(Refused) as refused:
        _one(shop, formula)
    assert REFUSED[formula] in str(refused.value)
    assert refused.value.faults[0].error_code in ("400800", "400803")


def test_what_the_language_has_and_duckdb_would_read_otherwise(shop: Opened) -> None:
    """A text with SQL in it is a text; a field with a quote in its name is a name."""
    assert _one(shop, "MIN('x''; DROP TABLE \"Orders_1\"; --')") == 'x\'; DROP TABLE "Orders_1"; --'
    with pytest.raises(Refused, match="Unknown Field"):
        _one(shop, 'SUM([Sales"); DROP TABLE x; --])')


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="SUMIF[]()'\"{}:#+-*/=<>,. \n12axE", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parsed(text)
    except BadFormula as error:
        assert str(error) and 0 <= error.at <= len(text)


def test_literals_of_moments() -> None:
    assert parsed("#2024-01-31 10:00:00#").value == datetime(2024, 1, 31, 10)  # type: ignore[union-attr]
