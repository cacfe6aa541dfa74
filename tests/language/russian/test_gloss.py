"""Russian questions as the reader of English sees them."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest

from groundplan.language.russian import english, gloss

QUESTIONS = {
    "средний оклад по отделам": "average salary by department",
    "выручка по месяцам": "revenue by month",
    "сколько в среднем заказов в день": "how many on average orders per day",
    "не менее 5 сотрудников": "at least 5 employees",
    "у кого больше всего жалоб": "who has the most complaints",
    "продажи с мая по август": "sales from May to August",
    "заказы с 2020 по 2023": "orders from 2020 to 2023",
    "сотрудники с высшим образованием": "employees with higher education",
    "возраст от 25 до 35 лет": "age from 25 to 35 years",
    "старше 60 лет": "older than 60 years",
    "дороже 20 тыс. руб.": "more expensive than 20 thousand rubles",
    "на сколько процентов выросла прибыль": "by what percent grew profit",
    "по сравнению с прошлым годом": "compared to last year",
    "столбчатой диаграммой": "bar chart",
    "ящик с усами": "box plot",
    "прошлый месяц, без возвратов": "last month, without returns",
    "неоплаченные счета": "unpaid invoices",
    "оплачены и отменены": "paid and cancelled",
    "5 самых дорогих товаров": "5 the most expensive products",
    "крупнейшие клиенты": "largest customers",
    "3-й квартал 2024 г.": "3rd quarter 2024 year",
    "чеки по Москве": "receipts in Moscow",
    "средние цены за 3 месяца": "average prices for 3 months",
}


@pytest.mark.parametrize(("said", "expected"), QUESTIONS.items())
def test_questions_read_as_english(said: str, expected: str) -> None:
    assert english(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("сколко заявак", "how many request"),
        ("колличество по катигориям", "number by category"),
        ("менеджры", "managers"),
    ],
)
def test_a_slip_is_forgiven(said: str, expected: str) -> None:
    assert english(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("рейс ГР-1187", "trip GR-1187"),
        ("ученики 9В", "students 9V"),
        ("пациенты Орловой Н.П.", "patients Orlov N.P."),
        ("рубли у ТрансЛайна", "rubles of TransLayna"),
        ("status = open", "status = open"),
        ("сумма, руб.", "amount, rubles"),
        ("ДатаОтгрузки", "date shipment"),
        ("кол-во", "number"),
    ],
)
def test_codes_names_and_headers(said: str, expected: str) -> None:
    assert english(said) == expected


def test_pieces_cover_the_text_in_order() -> None:
    text = "Покажи топ-5 городов по выручке, кроме Казани (за 2024 год)?"
    pieces = gloss(text)
    assert all(text[piece.start : piece.end] == piece.said for piece in pieces)
    assert all(before.end <= after.start for before, after in pairwise(pieces))
    kept = "".join(text[piece.start : piece.end] for piece in pieces).replace(" ", "")
    assert kept == text.replace(" ", "")


def test_an_expression_is_one_piece() -> None:
    said = [(piece.said, piece.english) for piece in gloss("чек в среднем")]
    assert said == [("чек", "receipt"), ("в среднем", "on average")]


def test_empty_and_latin_text() -> None:
    assert gloss("") == ()
    assert english("revenue by region") == "revenue by region"


def test_without_cyrillic_the_analyzer_stays_on_disk() -> None:
    code = (
        "import sys; from groundplan.language.russian import english; english('rev'); print('pymorphy3' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
