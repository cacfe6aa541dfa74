"""Forms that contradict themselves, and how they are settled."""

from __future__ import annotations

from typing import Any

import pytest

from briefs import SALES
from groundplan.contracts import Form
from groundplan.packs.tables.settle import settle

CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a summary is of values": (
        {"metrics": [{"column": "revenue", "agg": "sum"}], "analysis": ["total", "summary"]},
        {"metrics": [{"column": "revenue", "agg": "none"}], "analysis": ["summary"]},
    ),
    "nothing named is nothing looked up": ({"analysis": ["summary", "lookup"]}, {"analysis": ["summary"]}),
    "a series has the only time there is": (
        {"metrics": [{"column": "revenue", "agg": "sum"}], "analysis": ["anomaly"]},
        {"time": {"column": "date", "grain": "unknown"}, "metrics": [{"column": "revenue", "agg": "none"}]},
    ),
    "the data's own spelling": ({"group_by": ["Product Category"]}, {"group_by": ["product_category"]}),
    "a table alone needs no line": (
        {"metrics": [{"column": "revenue"}], "time": {"column": "date"}, "analysis": ["trend"], "outputs": ["table"]},
        {"analysis": []},
    ),
    "a ranking by a figure is of that figure": (
        {"metrics": [{"agg": "count"}], "group_by": ["city", "revenue"], "analysis": ["count", "rank"], "limit": 3},
        {"metrics": [{"column": "revenue", "agg": "sum"}], "group_by": ["city"], "analysis": ["total", "rank"]},
    ),
    "a grouped spread stays grouped": (
        {"metrics": [{"agg": "count"}], "group_by": ["city"], "analysis": ["count", "distribution"]},
        {"metrics": [{"column": None, "agg": "count"}], "analysis": ["count", "distribution"]},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_settled(name: str) -> None:
    given, expected = CASES[name]
    settled = settle(given, (SALES,))
    assert {slot: settled[slot] for slot in expected} == expected


@pytest.mark.parametrize("name", CASES)
def test_settling_twice_changes_nothing(name: str) -> None:
    once = settle(CASES[name][0], (SALES,))
    assert settle(once, (SALES,)) == once


def test_a_sound_form_is_left_alone() -> None:
    form = Form.model_validate(
        {"metrics": [{"column": "revenue"}], "group_by": ["region"], "analysis": ["total"], "outputs": ["chart"]}
    ).model_dump(mode="json")
    assert settle(form, (SALES,)) == form
