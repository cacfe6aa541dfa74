"""A query is said as people would say it, in two languages, from what the model knows of its names."""

from __future__ import annotations

import pytest

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.query.language.read import read
from groundplan.query.told.in_words import in_words

VISITS = Dataset(
    name="visits",
    row_is="visit",
    main_time="seen_on",
    tests={"urgent": "priority = 1"},
    fields=(
        Field(name="visit_id", type="integer", role="key"),
        Field(name="pet_id", type="integer", role="key"),
        Field(name="seen_on", type="datetime", role="time", low="2023-02-01", high="2024-11-30"),
        Field(name="paid_on", type="date", role="time"),
        Field(name="priority", type="integer", role="category", codes={"1": "emergency", "2": "planned"}),
        Field(name="fee_eur", type="number", role="measure", unit="EUR", adds_up="sum", synonyms=("плата",)),
        Field(name="wait_min", type="number", role="measure", unit="min", adds_up="average"),
        Field(name="follow_up", type="boolean", role="flag"),
    ),
)
PETS = Dataset(
    name="pets",
    row_is="pet",
    primary_key=("pet_id",),
    name_field=("name",),
    fields=(
        Field(name="pet_id", type="integer", role="key"),
        Field(name="name", type="text", role="name"),
        Field(name="animal_kind", type="text", role="category"),
        Field(name="born", type="integer", role="category"),
    ),
)
CLINIC = SourceModel(
    datasets=(VISITS, PETS),
    relations=(
        Relation(
            name="pet", many="visits", columns=("pet_id",), one="pets", others=("pet_id",), path="pet", back="visits"
        ),
    ),
)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("visits: count by pet keep 5 by count", "number of visits by pet, 5 highest"),
        (
            "visits: average(fee_eur) by pet.animal_kind where urgent",
            "average fee of visits, urgent, by animal kind of pet",
        ),
        ("visits: count by month(seen_on) where seen_on = 2024", "number of visits in 2024 by month"),
        ("visits: count where seen_on = 2024-03", "number of visits in March 2024"),
        ("visits: count where seen_on in 2024-Q1..2024-Q3", "number of visits from Q1 2024 to Q3 2024"),
        ("visits: count where seen_on = now(month, -1)", "number of visits in last month"),
        ("visits: count where paid_on = 2024-03-05", "number of visits, paid on on 2024-03-05"),
        ("visits: sum(fee_eur) where priority = 1", "total fee of visits, priority emergency"),
        (
            "visits: count where wait_min > 1500 and not follow_up",
            "number of visits, wait over 1,500 min, not follow up",
        ),
        ("visits: rate(wait_min > 30) by weekday(seen_on)", "share of visits with wait over 30 min by weekday"),
        ("visits: share(count) by pet", "share of visits by pet"),
        ("visits: max(seen_on)", "latest seen on of visits"),
        ("visits: average(days(paid_on - seen_on))", "average time from seen on to paid on of visits"),
        ("pets: where not some(visits where seen_on = 2024)", "pets without visits (in 2024)"),
        ("pets: where born > 2015 show name", "pets, born over 2015"),
        ("pets: sum(visits.fee_eur where urgent) by animal_kind", "total fee of visits (urgent) by animal kind"),
        (
            "pets: count(visits where urgent) / count by animal_kind",
            "number of visits (urgent) / number of pets by animal kind",
        ),
        ('visits: count by {"short": wait_min < 10; else "long"}', "number of visits by short / long"),
        ("visits: sum(fee_eur - 5) as profit by pet order profit desc", "profit of visits by pet, highest first"),
        (
            "visits: change(count, seen_on = 2023, seen_on = 2024)",
            "change of number of visits, in 2024 compared with in 2023",
        ),
        (
            "(visits: count as n by pet having n > 3): count",
            "number of groups (number of visits by pet, only number of visits over 3)",
        ),
        (
            "visits: count where fee_eur > (visits: average(fee_eur))",
            "number of visits, fee over average fee of visits",
        ),
        ("visits: keep 1 by seen_on", "visits, the latest by seen on"),
    ],
)
def test_in_english(query: str, said: str) -> None:
    assert in_words(read(query), CLINIC, "en") == said


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "visits: sum(fee_eur) by month(seen_on) where seen_on = 2024",
            "сумма «плата» (записи «visits») за 2024, разбивка: месяц",
        ),
        ("visits: count where priority = 1", "количество (записи «visits»), «priority» emergency"),
        ("pets: where not some(visits)", "записи «pets» нет «visits»"),
    ],
)
def test_in_russian(query: str, said: str) -> None:
    assert in_words(read(query), CLINIC, "ru") == said
