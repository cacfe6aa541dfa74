"""Values said by another name, with a number, or with an s behind them."""

from __future__ import annotations

import pytest

from groundplan.language.russian import keys, lemma
from groundplan.values.index import ValueIndex

COLUMNS = {
    "country": ("DE", "FR", "US", "GB"),
    "origin": ("Germany", "Brazil", "Sweden"),
    "state": ("DE", "TX", "OH", "CA"),
    "sex": ("M", "F"),
    "size": ("S", "M", "L", "XL"),
    "result": ("W", "L"),
    "wave": ("W1", "W2", "W3"),
    "phase": ("Phase II", "Phase III"),
    "priority": ("P0", "P1"),
    "gpu": ("RTX 4090", "A100 80GB"),
    "owner": ("Yuki", "Bo"),
    "страна": ("Германия", "Италия"),
    "класс": ("5А", "9В"),
}


@pytest.fixture(scope="module")
def index() -> ValueIndex:
    cells = [("t", column, value) for column, values in COLUMNS.items() for value in values]
    return ValueIndex.of(cells, lemma=lemma, keys=keys)


@pytest.mark.parametrize(
    ("question", "column", "value", "said"),
    [
        ("german suppliers", "origin", "Germany", "german"),
        ("german suppliers", "country", "DE", "german"),
        ("swedes on a plan", "origin", "Sweden", "swedes"),
        ("orders from the us by month", "country", "US", "the us"),
        ("brits only", "country", "GB", "brits"),
        ("hail claims in Ohio", "state", "OH", "Ohio"),
        ("women over 80", "sex", "F", "women"),
        ("extra large shirts", "size", "XL", "extra large"),
        ("points in losses", "result", "L", "losses"),
        ("answers in the first wave", "wave", "W1", "first wave"),
        ("men in waves 2 and 3", "wave", "W3", "3"),
        ("patients in phase three", "phase", "Phase III", "phase three"),
        ("p0s by team", "priority", "P0", "p0"),
        ("4090 runs", "gpu", "RTX 4090", "4090"),
        ("yuki's book", "owner", "Yuki", "yuki"),
        ("немецкие поставщики", "страна", "Германия", "немецкие"),
        ("сколько учеников в пятом А", "класс", "5А", "пятом А"),
    ],
)
def test_a_value_by_another_name(index: ValueIndex, question: str, column: str, value: str, said: str) -> None:
    found = {(m.column, m.value): question[m.start : m.end] for m in index.find(question)}
    assert found.get((column, value)) == said


@pytest.mark.parametrize(
    ("question", "column", "value"),
    [
        ("german suppliers", "state", "DE"),  # a column of states, where DE is Delaware
        ("men only", "size", "M"),
        ("make it a running total", "origin", "Germany"),
        ("give us the list", "country", "US"),
        ("top 2 owners", "wave", "W2"),
    ],
)
def test_what_is_no_name_of_a_value(index: ValueIndex, question: str, column: str, value: str) -> None:
    assert (column, value) not in {(m.column, m.value) for m in index.find(question)}
