"""Numbers and dates in one notation."""

from __future__ import annotations

import pytest

from groundplan.packs.knowledge.verify.amounts import Amounts, amounts


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("7 лет", 7), ("семь лет", 7), ("семи лет", 7), ("twenty-five ships", 25), ("двадцать пять", 25),
        ("25 000", 25_000),
        ("25,000", 25_000), ("25 тысяч", 25_000), ("1,3 миллиона", 1.3e6), ("1.3 million", 1.3e6), ("99,98", 99.98),
        ("one hundred and twenty", 120), ("сто двадцать", 120), ("шестикратную", 6), ("sixfold", 6), ("вдвое", 2),
        ("x6", 6), ("two hundred", 200),
    ],
)  # fmt: skip
def test_values(said: str, value: float) -> None:
    assert [amount.value for amount in amounts(said)] == [value]


@pytest.mark.parametrize("name", ["GPT-4", "S3", "p95", "BM25"])
def test_digits_of_a_name_are_no_number(name: str) -> None:
    assert amounts(name) == ()


@pytest.mark.parametrize(
    "said", ["28.10.2024", "28 октября 2024", "октябрь 2024", "в октябре 2024", "2024", "October 2024"]
)
def test_a_date_entails_what_is_coarser(said: str) -> None:
    assert all(Amounts(["28.10.2024"]).entail(one) for one in amounts(said))
    assert not all(Amounts(["2023-09-01"]).entail(one) for one in amounts(said))


def test_a_coarse_date_entails_nothing_finer() -> None:
    assert not Amounts(["октябрь 2024"]).entail(amounts("28 октября 2024")[0])


def test_a_percentage_is_no_plain_number_and_a_range_shares_its_sign() -> None:
    assert not Amounts(["40 сотрудников"]).entail(amounts("40 %")[0])
    assert Amounts(["с 14 до 3 %"]).entail(amounts("14 процентов")[0])


def test_one_is_a_pronoun_more_often_than_a_number() -> None:
    assert amounts("one of them, один из них") == ()
