"""Names and headers between Cyrillic and Latin letters; lemmas."""

from __future__ import annotations

import pytest

from groundplan.language.russian import heading, keys, lemma, lemmas, russian, transliterate


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Москва", "Moskva"),
        ("Щукин", "Shchukin"),
        ("ЮЛИЯ", "YULIYA"),
        ("Вознесенский", "Voznesensky"),
        ("ГР-1187", "GR-1187"),
        ("Berlin", "Berlin"),
    ],
)
def test_transliterate(said: str, expected: str) -> None:
    assert transliterate(said) == expected


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Берлине", "berlin"),
        ("Гамбурга", "hamburg"),
        ("Чехии", "czech republic"),
        ("Вектор", "vector"),
        ("Марко", "marco"),
        ("Мюнхен", "munich"),
    ],
)
def test_keys_hold_the_latin_value(said: str, value: str) -> None:
    assert value in keys(said)


def test_keys_stay_few() -> None:
    assert len(keys("Чехчихчёхшкайя")) < 100


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("data_otgruzki", "date shipment"),
        ("otdel", "department"),
        ("stoimost_dostavki", "cost delivery"),
        ("tip_operacii", "type operation"),
        ("Сумма заказа", "amount order"),
        ("дата_отгрузки", "date shipment"),
        ("order_date", "order_date"),
        ("StoreRegion", "StoreRegion"),
        ("status", "status"),
    ],
)
def test_heading(name: str, expected: str) -> None:
    assert heading(name) == expected


def test_lemmas() -> None:
    assert lemma("отделам") == "отдел"
    assert lemma("расчётов") == "расчет"
    assert lemmas("По отделам, за 2024 год в CRM") == ("по", "отдел", "за", "2024", "год", "в", "crm")


def test_russian() -> None:
    assert russian("rev по region")
    assert not russian("revenue, 2024 — total")
