"""The model of a ferry company, and queries over it in which every kind of part stands."""

from __future__ import annotations

from datetime import date
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel

TODAY = date(2024, 6, 11)


def _field(name: str, kind: Any = "text", role: Any = "text", **more: Any) -> Field:
    return Field(name=name, type=kind, role=role, **more)


def _relation(many: str, column: str, one: str, path: str, back: str) -> Relation:
    return Relation(name=path, many=many, columns=(column,), one=one, others=("id",), path=path, back=back)


MODEL = SourceModel(
    datasets=(
        Dataset(
            name="sailings", row_is="sailing", primary_key=("id",), main_time="departed",
            fields=(
                _field("id", "integer", "key"), _field("arrived", "datetime", "time"),
                _field("departed", "datetime", "time", low="2023-01-02", high="2024-05-30"),
                _field("ferry_id", "integer", "key"),
                _field("from_id", "integer", "key"), _field("to_id", "integer", "key"),
                _field("delay", "integer", "measure", unit="minutes", low=-10, high=240),
                _field("fare income", "number", "measure", unit="EUR", low=0, high=9000.5),
                _field("weather", "text", "category", synonyms=("sea",)), _field("cancelled", "boolean", "flag"),
            ),
            tests={"late": "delay > 15"},
        ),
        Dataset(
            name="ferries", primary_key=("id",), name_field=("name",),
            fields=(_field("id", "integer", "key"), _field("name", role="name"), _field("seats", "integer", "measure"),
                    _field("built", "date", "time"), _field("size", "text", "category", ordered=("small", "large")),
                    _field("fuel", "text", "category", codes={"d": "diesel", "e": "electric"}),
                    _field("decks", role="list", separator=";")),
        ),
        Dataset(
            name="ports", primary_key=("id",), name_field=("name",),
            fields=(_field("id", "integer", "key"), _field("name", role="name"), _field("island", "text", "category")),
        ),
    ),
    relations=(
        _relation("sailings", "ferry_id", "ferries", "ferry", "sailings"),
        _relation("sailings", "from_id", "ports", "origin", "sailings_out"),
        _relation("sailings", "to_id", "ports", "destination", "sailings_in"),
    ),
)  # fmt: skip

FLAT = (
    "sailings: count",
    "sailings: count by ferry keep 5 by count",
    'sailings: sum(`fare income`) by origin.island where departed = 2024-03 and origin = "Aun" and not late',
    "sailings: average(minutes(arrived - departed)) by weekday(departed)",
    "sailings: rate(delay > 30) as r by destination having r > 0.1 and count >= 20 keep 1 by lowest r",
    'sailings: share(count) by weather where weather in ("calm", "rough") order share(count) desc',
    "sailings: sum(`fare income` where late) / sum(`fare income`) by month(departed)",
    "sailings: percentile(delay, 90) where departed in 2023..2024-Q1 and missing(arrived)",
    "sailings: count by bin(delay, 30), ferry keep 2 of each ferry by count",
    "sailings: count where arrived < departed and departed = now(month, -1)",
    "sailings: keep place 2 by delay show departed, ferry.name, row",
    "sailings: keep 10 percent by delay",
    "sailings: where cancelled = true and delay > -5",
    "ferries: where not some(sailings where late and departed >= 2024)",
    'ferries: where only(sailings) and decks = "sun" and name starts "Sea" order built',
    'ferries: count where this has "Queen"',
)
DEEP = (
    'sailings: count where weather = "rough" or (late and not cancelled)',
    "sailings: count where delay > average(delay within ferry)",
    "sailings: max(delay / prev(delay within ferry) - 1)",
    "sailings: change(count, departed = 2023, departed = 2024) by ferry",
    "sailings: running(sum(`fare income`)), moving(count, 3) by month(departed)",
    "sailings: correlation(delay, ferry.seats)",
    "sailings: where delay < average(delay within all) show delay",
    "sailings: last(delay by arrived) by {early: hour_of_day(departed) < 9; else late} as part",
    "sailings: average({1: weather = \"calm\"; 2: true = cancelled})",
    "ferries: where seats > (ferries: average(seats)) and count(sailings where late) > 3",
    "ferries: where not name in (ports: show name)",
    "(sailings: count as n by ferry having n > 150): count where n < 900",
    "(sailings: sum(delay) by origin.island): average(`sum(delay)`)",
    "ferries: show -seats, name = \"Una\" as here, abs(seats - 7)",
)  # fmt: skip
