"""Conditions that have a name without anybody saying so."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.contracts.source_model import Dataset, Field
from groundplan.query.language.read import read_expression
from groundplan.query.language.show import RESERVED, show
from groundplan.sources.model.header import lists
from groundplan.sources.model.tests import inferred_tests
from model_sources import opened, staff

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")
ACCOUNT = "day,what,amount,balance\n" + "".join(
    f"2024-01-{n:02},{'rent' if n % 2 else 'salary'},{-35 if n % 2 else 41.5},{1000 + n // 2 * 6.5 - n % 2 * 35}\n"
    for n in range(1, 29)
)


def dataset(*signed: str, ended: str = "", fields: tuple[str, ...] = ()) -> Dataset:
    amounts = [Field(name=name, type="number", role="measure", signed=True) for name in signed]
    others = [Field(name=name, type="text", role="category") for name in fields]
    return Dataset(name="rows", fields=(*amounts, *others), ended=ended)


def test_who_has_not_left_is_current_and_signs_are_money_out_and_in(tmp_path: Path) -> None:
    found = opened(tmp_path, staff=staff(), account=ACCOUNT).understood
    assert {one.name: dict(one.tests) for one in found.datasets} == {
        "staff": {"current": "missing(left_on)"},
        "account": {"money_out": "amount < 0", "money_in": "amount > 0"},
    }


def test_of_two_amounts_neither_is_meant_and_a_field_keeps_its_name() -> None:
    assert inferred_tests(dataset("paid", "earned")) == {}
    assert inferred_tests(dataset("paid", ended="left", fields=("Current", "money_in"))) == {"money_out": "paid < 0"}


@pytest.mark.parametrize("name", ["Left on", "left_on", "order", "2nd", "gegangen am", "ушёл"])
def test_what_is_written_is_read(name: str) -> None:
    (text,) = inferred_tests(dataset(ended=name)).values()
    assert show(read_expression(text)) == text
    assert read_expression(text).of.steps == (name,)  # type: ignore[union-attr]


def test_words_of_the_language_are_the_same_in_both_places() -> None:
    assert lists()["reserved"] == RESERVED
