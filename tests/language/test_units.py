"""Amounts as people say them, in the unit of a column."""

from __future__ import annotations

from typing import Any

import pytest

from groundplan.language.units import amounts, measured, of_another_kind, unit_of


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("10k", [10_000]), ("twenty", [20]), ("2 to 7", [2, 7]), ("1,200.5", [1200.5]), ("none", []),
        ("above .7", [0.7]),
        ("-5", [-5]), ("below -70", [-70]), ("40-60", [40, 60]), ("top-5", [5]), ("1e-5 and 5e-5", [1e-5, 5e-5]),
        ("lr 1e-5 and batch 64", [1e-5, 64]),
        ("over a million votes", [1_000_000]), ("half a million", [500_000]), ("at least twice", [2]),
        ("between 30 and 40k", [30_000, 40_000]), ("between 500 and 2k", [500, 2000]),
        ("1 to 3 million", [1_000_000, 3_000_000]),
        ("a quarter of a million", [250_000]), ("not one goal", [0]), ("priority not 1", [1]),
        ("not a single win in 5", [0, 5]),
        ("two and a half", [2.5]),
        ("3 quarters of 2023", [3, 2023]), ("over a quarter million", [250_000]), ("half a dozen", [6]),
        ("fourth attempt", [4]),
        ("20 grand", [20_000]), ("six figures", [100_000]), ("больше ста рейсов", [100]),
    ],
)  # fmt: skip
def test_numbers_that_a_text_says(text: str, values: list[Any]) -> None:
    assert [amount.value for amount in amounts(text)] == values


@pytest.mark.parametrize(
    ("text", "header", "values"),
    [
        ("over 20 MWh", "kwh", [20_000]), ("under 5 kW", "Peak (MW)", [0.005]),
        ("stays over two weeks", "nights", [14]), ("of more than a week", "nights", [7]),
        ("longer than two hours", "runtime_min", [120]), ("no longer than an hour and a half", "runtime_min", [90]),
        ("half an hour late", "DepDelayMin", [30]), ("a year's guarantee", "Warranty mths", [12]),
        ("under 30 seconds", "ms_played", [30_000]),
        ("between 1 and 3 minutes", "hold_s", [60, 180]), ("taller than 2 metres", "h_cm", [200]),
        ("over 20 minutes", "min_price", [20]), ("100000 mwh", "net_gen_MWh", [100_000]),
        ("below 15k", "thrust_kN", [15_000]), ("over 53.3m", "throw (m)", [53.3]),
        ("longer than 500m", "length_km", [0.5]),
        ("over 53.3m", "revenue", [53_300_000]),
        ("north of 100k", "loss_usd_k", [100]), ("above 20", "loss_usd_k", [20]),
        ("больше чем на сутки", "опоздание_ч", [24]),
        ("more than 5 days", "visitors", [5]), ("ten years or more", "SENT_MTHS", [120]),
        ("above 5 litres", "vol_in_ml", [5000]),
        ("three quarters of an hour", "dur_min", [45]), ("2.5 hours", "mins", [150]),
        ("2 and a half hours", "mins", [150]),
        ("ten years or more", "term_m", [120]), ("up to a year", "term_m", [12]), ("over 2 hours", "wait_m", [120]),
        ("taller than 2 metres", "height_m", [2]), ("longer than a whole day", "StayMin", [1440]),
        ("a quarter million in fees", "fees_keur", [250]),
        ("2 percent or more", "load_bp", [200]), ("over 5%", "disc_pct", [5]),
        ("built 20 years ago", "built_year", [20]),
    ],
)  # fmt: skip
def test_amounts_are_told_in_the_unit_of_the_column(text: str, header: str, values: list[Any]) -> None:
    assert [amount.value for amount in amounts(text, header)] == values


def test_an_amount_knows_the_words_that_say_it() -> None:
    text = "films over two hours since 2010"
    assert [text[a.start : a.end] for a in amounts(text, "runtime_min")] == ["two hours", "2010"]


def test_the_unit_of_a_header() -> None:
    assert (
        unit_of("wait_s") == ("time", 1.0)
        and unit_of("revenue") == ("", 1.0)
        and unit_of("loss_k") == ("scale", 1000.0)
    )


@pytest.mark.parametrize(
    ("text", "header", "other"),
    [
        ("20 minutes", "distance (km)", True), ("2 years", "tenure_days", True), ("two hours", "wait_s", False),
        ("20 minutes", "visitors", False), ("over 5 in 3 days", "distance_km", False), ("18 months", "age_yrs", False),
    ],
)  # fmt: skip
def test_amounts_of_another_kind(text: str, header: str, other: bool) -> None:
    assert of_another_kind(text, header) == other


@pytest.mark.parametrize(
    ("text", "said"), [("a week", True), ("over an hour", True), ("a tip", False), ("week", False)]
)
def test_one_of_a_unit_is_an_amount(text: str, said: bool) -> None:
    assert measured(text) == said
