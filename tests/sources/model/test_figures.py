"""Figures of trades: offered where their fields are there once, and computed as SQL that was written by hand."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.sources import duck
from groundplan.sources.model.expressions import evaluated
from groundplan.sources.model.offered import offered, recipes
from groundplan.sources.opened import Tables, open_sources

ROWS = 60
Cell = Callable[[int], object]
DAY = dt.date(2024, 1, 1)


def day(step: int, after: int = 0) -> Cell:
    return lambda at: DAY + dt.timedelta(days=at * step + after + at % 5)


def turn(*values: object) -> Cell:
    return lambda at: values[(at * 7 + at // 3) % len(values)]


def number(start: int, step: int, over: int) -> Cell:
    return lambda at: start + at * step % over


def price(at: int) -> object:
    return f"{5 + at * 7 % 40}.{at * 3 % 10}5"


TRADES: dict[str, tuple[str, dict[str, Cell], str]] = {
    "average order value": (
        "tills",
        {"receipt_no": lambda at: 1000 + at // 2, "sold_on": day(1), "amount": price},
        "sum(amount) / count(DISTINCT receipt_no)",
    ),
    "revenue": (
        "tills",
        {"sold_on": day(1), "unit_price": price, "quantity": number(1, 3, 11)},
        "sum(unit_price * quantity)",
    ),
    "click-through rate": (
        "ads",
        {"day": day(1), "clicks": number(20, 7, 90), "impressions": number(2000, 31, 900)},
        "sum(clicks) * 100.0 / sum(impressions)",
    ),
    "conversion rate": (
        "ads",
        {"day": day(1), "clicks": number(20, 7, 90), "conversions": number(1, 3, 12)},
        "sum(conversions) * 100.0 / sum(clicks)",
    ),
    "cost per click": ("ads", {"day": day(1), "clicks": number(20, 7, 90), "spend": price}, "sum(spend) / sum(clicks)"),
    "cost per mille": (
        "ads",
        {"day": day(1), "impressions": number(2000, 31, 900), "spend": price},
        "sum(spend) * 1000 / sum(impressions)",
    ),
    "cost per acquisition": (
        "ads",
        {"day": day(1), "signups": number(3, 7, 20), "spend": price},
        "sum(spend) / sum(signups)",
    ),
    "return on ad spend": (
        "ads",
        {"day": day(1), "clicks": number(20, 7, 90), "spend": price, "revenue": number(50, 13, 400)},
        "sum(revenue) / sum(spend)",
    ),
    "gross margin": (
        "months",
        {"month_end": day(30), "revenue": number(500, 13, 400), "cogs": number(100, 17, 300)},
        "(sum(revenue) - sum(cogs)) * 100.0 / sum(revenue)",
    ),
    "win rate": (
        "deals",
        {"opened": day(2), "stage": turn("Closed Won", "Closed Lost", "Proposal", "Demo"), "owner": turn("Ada", "Bo")},
        "count(*) FILTER (stage = 'Closed Won') * 100.0 / count(*) FILTER (stage IN ('Closed Won', 'Closed Lost'))",
    ),
    "churn rate": (
        "subscribers",
        {"subscriber_id": number(1, 1, 99), "joined": day(3), "cancelled": turn("yes", "no", "no")},
        "count(*) FILTER (cancelled) * 100.0 / count(*)",
    ),
    "attrition rate": (
        "employees",
        {
            "employee_id": number(1, 1, 99),
            "hire_date": day(3),
            "termination_date": lambda at: day(3, 400)(at) if at % 4 == 0 else "",
        },
        "count(termination_date) * 100.0 / count(*)",
    ),
    "net promoter score": (
        "answers",
        {"answered": day(1), "likely_to_recommend": turn(10, 9, 9, 8, 7, 6, 3, 0, 10)},
        "(count(*) FILTER (likely_to_recommend >= 9) - count(*) FILTER (likely_to_recommend <= 6)) * 100.0 / count(*)",
    ),
    "monthly recurring revenue": (
        "subscriptions",
        {
            "subscription_id": number(1, 1, 99),
            "start_date": day(3),
            "end_date": lambda at: day(3, 400)(at) if at % 4 == 0 else "",
            "monthly_fee": price,
        },
        "sum(monthly_fee) FILTER (end_date IS NULL)",
    ),
    "occupancy rate": (
        "nights",
        {"night": day(1), "rooms_sold": number(20, 7, 60), "rooms_available": number(90, 1, 5)},
        "sum(rooms_sold) * 100.0 / sum(rooms_available)",
    ),
    "return rate": (
        "orders",
        {"ordered": day(1), "total": price, "status": turn("delivered", "returned", "shipped", "delivered")},
        "count(*) FILTER (status = 'returned') * 100.0 / count(*)",
    ),
    "average handle time": (
        "calls",
        {
            "started": day(1),
            "talk_seconds": number(60, 17, 300),
            "hold_seconds": number(0, 7, 60),
            "wrap_seconds": number(10, 3, 40),
        },
        "avg(talk_seconds + hold_seconds + wrap_seconds)",
    ),
    "defect rate": (
        "shifts",
        {"shift_day": day(1), "defects": number(0, 3, 17), "units_produced": number(300, 17, 200)},
        "sum(defects) * 100.0 / sum(units_produced)",
    ),
    "attendance rate": (
        "courses",
        {"held_on": day(7), "enrolled": number(20, 3, 15), "attended": number(8, 2, 11)},
        "sum(attended) * 100.0 / sum(enrolled)",
    ),
    "body mass index": (
        "patients",
        {"seen": day(1), "weight_kg": number(48, 7, 60), "height_cm": number(150, 3, 45)},
        "avg(weight_kg / ((height_cm / 100.0) * (height_cm / 100.0)))",
    ),
    "on-time delivery rate": (
        "shipments",
        {
            "shipment": turn("a", "b", "c"),
            "promised_date": day(2, 3),
            "delivered_date": lambda at: day(2, at % 3 * 2)(at),
        },
        "count(*) FILTER (delivered_date <= promised_date) * 100.0 / count(delivered_date)",
    ),
    "average length of stay": (
        "stays",
        {"ward": turn("A", "B", "C"), "admission_date": day(2), "discharge_date": lambda at: day(2, 1 + at % 9)(at)},
        "avg(discharge_date - admission_date)",
    ),
    "open rate": (
        "mailings",
        {"sent_on": day(7), "emails_delivered": number(900, 17, 300), "unique_opens": number(90, 13, 200)},
        "sum(unique_opens) * 100.0 / sum(emails_delivered)",
    ),
    "pass rate": (
        "exam_results",
        {"taken": day(1), "subject": turn("maths", "art"), "passed": turn("Y", "Y", "N")},
        "count(*) FILTER (passed) * 100.0 / count(*)",
    ),
}


@pytest.mark.parametrize("name", TRADES)
def test_a_figure_is_offered_and_is_what_sql_gives(name: str, tmp_path: Path) -> None:
    table, columns, sql = TRADES[name]
    file = written(tmp_path / f"{table}.csv", columns)
    with opened(file, tmp_path) as tables:
        figure = next((one for one in tables.understood.figures if one.name == name), None)
        assert figure is not None and figure.offered
        assert any(figure.expression in note.text and note.about == table for note in tables.understood.notes)
        rows = tables.get(table).expr
        value = evaluated(figure.expression, rows)
        if figure.adds_up:
            value = value.sum() if figure.adds_up == "sum" else value.mean()
        found = duck.arrow(rows.aggregate(value=value)).to_pylist()[0]["value"]
    assert found == pytest.approx(float(duckdb.sql(f"SELECT {sql} FROM read_csv('{file}')").fetchall()[0][0]))


def test_every_figure_of_the_list_is_tried_here() -> None:
    assert {recipe.name for recipe in recipes().figures} == set(TRADES)


def test_every_way_names_fields_that_are_known() -> None:
    known = recipes()
    for recipe in known.figures:
        for way in recipe.ways:
            assert {*way.needs, *way.without} <= set(known.fields)


def test_two_fields_that_fit_offer_nothing(tmp_path: Path) -> None:
    columns = TRADES["cost per click"][1] | {"cost": price}
    with opened(written(tmp_path / "ads.csv", columns), tmp_path) as tables:
        assert tables.understood.figures == ()


def test_two_datasets_that_fit_offer_nothing(tmp_path: Path) -> None:
    columns = TRADES["defect rate"][1]
    written(tmp_path / "north.csv", columns)
    written(tmp_path / "south.csv", {**columns, "line": turn("x", "y")})
    with opened(tmp_path, tmp_path / "kept") as tables:
        assert len(tables.understood.datasets) == 2
        assert tables.understood.figures == ()


def test_what_a_field_or_a_value_is_called_is_not_offered(tmp_path: Path) -> None:
    columns = TRADES["click-through rate"][1]
    named = written(tmp_path / "ads.csv", {**columns, "CTR": price, "kind": turn("clickthrough rate", "reach")})
    with opened(named, tmp_path) as tables:
        (figure,) = tables.understood.figures
        assert figure.synonyms == ("click through rate",)
    taken = written(tmp_path / "more.csv", {**columns, "click_through_rate": price})
    with opened(taken, tmp_path) as tables:
        assert tables.understood.figures == ()


def test_levels_are_not_added() -> None:
    fields = (
        Field(name="rooms sold", type="integer", role="measure", adds_up="last"),
        Field(name="rooms available", type="integer", role="measure", adds_up="sum"),
    )
    assert offered(SourceModel(datasets=(Dataset(name="nights", fields=fields),)), {}) == ()
    added = tuple(field.model_copy(update={"adds_up": "sum"}) for field in fields)
    (figure,) = offered(SourceModel(datasets=(Dataset(name="my nights", fields=added),)), {})
    assert figure.expression == 'SUM("my nights"."rooms sold") * 100.0 / SUM("my nights"."rooms available")'


def written(file: Path, columns: dict[str, Cell]) -> Path:
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(columns)
        rows.writerows([cell(at) for cell in columns.values()] for at in range(ROWS))
    return file


@contextmanager
def opened(source: Path, cache: Path) -> Iterator[Tables]:
    tables: Any = open_sources((str(source),), cache)
    try:
        yield tables
    finally:
        tables.close()
