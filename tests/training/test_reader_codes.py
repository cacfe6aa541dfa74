"""Columns of countries and sexes written in another way; dates that keep their order."""

from __future__ import annotations

import copy
import random
from typing import Any

from training.reader.augment import _shuffle
from training.reader.codes import recoded

LINE: dict[str, Any] = {
    "table": {
        "name": "orders",
        "columns": [
            {"name": "country", "type": "text", "values": ["Germany", "France", "Spain"]},
            {"name": "sex", "type": "text", "values": ["F", "M"]},
            {"name": "note", "type": "text", "values": ["Germany", "late"]},
        ],
    },
    "question": "orders of german women",
    "form": {
        "filters": [
            {"column": "country", "op": "=", "value": "Germany"},
            {"column": "sex", "op": "=", "value": "F"},
            {"column": "note", "op": "contains", "value": "late"},
        ]
    },
    "said": {"filters": [["german"], ["women"], [None]]},
}


def test_values_and_conditions_change_together() -> None:
    before, written = copy.deepcopy(LINE), set()
    for seed in range(60):
        line = recoded(LINE, random.Random(seed))
        columns = {column["name"]: column["values"] for column in line["table"]["columns"]}
        for condition in line["form"]["filters"][:2]:
            assert condition["value"] in columns[condition["column"]]
            written.add(condition["value"])
        assert columns["note"] == ["Germany", "late"] and line["question"] == LINE["question"]
        assert [hints[0] for hints in line["said"]["filters"]][:2] == ["german", "women"]
    assert before == LINE
    assert {"Germany", "DE", "DEU", "F", "Female"} <= written


def test_dates_and_figures_keep_their_order() -> None:
    kinds = ("text", "date", "number", "text", "datetime", "integer", "text", "date")
    columns = [{"name": f"{kind}{at}", "type": kind} for at, kind in enumerate(kinds)]
    orders = set()
    for seed in range(20):
        shuffled = list(columns)
        _shuffle(shuffled, random.Random(seed))
        assert sorted(c["name"] for c in shuffled) == sorted(c["name"] for c in columns)
        assert [c["name"] for c in shuffled if "date" in c["type"]] == ["date1", "datetime4", "date7"]
        orders.add(tuple(c["name"] for c in shuffled))
    assert len(orders) > 5
