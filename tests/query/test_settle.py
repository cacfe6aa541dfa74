"""Forms that contradict themselves, and how they are settled."""

from __future__ import annotations

from typing import Any

import pytest

from briefs import SALES
from groundplan.query.form import Form
from groundplan.query.settle import settle
from groundplan.sources.shape import Column, Table

RETURNED = {"column": "returned", "op": "=", "value": "yes"}
SPREAD = {"metrics": [{"column": "revenue", "agg": "none"}], "analysis": ["compare", "trend", "distribution"]}
BERLIN = {"column": "city", "op": "=", "value": "Berlin"}

CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "the data's own spelling": ({"group_by": ["Product Category"]}, {"group_by": ["product_category"]}),
    "filters that all say or are joined by it": (
        {"filters": [BERLIN, {**RETURNED, "join": "or"}]},
        {"filters": [BERLIN, RETURNED], "join": "or"},
    ),
    "filters that all say and are joined by it": (
        {"filters": [BERLIN, {**RETURNED, "join": "and"}], "join": "or"},
        {"filters": [BERLIN, RETURNED], "join": "and"},
    ),
    "where they mix the one after or says so": (
        {"filters": [BERLIN, {**RETURNED, "join": "and"}, {"column": "units", "op": ">", "value": 9}], "join": "or"},
        {"filters": [BERLIN, RETURNED, {"column": "units", "op": ">", "value": 9, "join": "or"}], "join": "and"},
    ),
    "a spread of parts is a box each": (
        {**SPREAD, "group_by": ["city"], "outputs": ["chart", "table"]},
        {"analysis": ["distribution"], "chart": "box", "outputs": ["chart"]},
    ),
    "and of periods, without a line": (
        {**SPREAD, "time": {"column": "date", "grain": "year"}, "outputs": ["chart"]},
        {"analysis": ["distribution"], "chart": "box", "time": {"column": "date", "grain": "year"}},
    ),
    "but not where a table alone is wanted": (
        {**SPREAD, "group_by": ["city"], "outputs": ["table"]},
        {"chart": None, "outputs": ["table"]},
    ),
}

TEAM = Table(
    name="team",
    rows=16,
    columns=(
        Column(name="player", type="text", role="categorical", distinct=16),
        Column(name="joined", type="date", role="temporal", distinct=9),
        Column(name="position", type="text", role="categorical", distinct=3),
        Column(name="goals", type="integer", role="numeric", distinct=6, low=0, high=9),
        Column(name="caps", type="integer", role="numeric", distinct=6, nulls=2, low=0, high=9),
        Column(name="trained", type="datetime", role="temporal", low="2024-01-08T17:00:00", high="2024-04-02T20:30:00"),
    ),
)
BY_HOUR = {"metrics": [{"agg": "count"}], "time": {"column": "trained", "grain": "hour"}, "analysis": ["trend"]}
HOURS, TIMES = {"column": "trained", "grain": "hour"}, {"column": "trained", "grain": "hour_of_day"}
LATEST = {"metrics": [{"column": "joined", "agg": "max"}], "group_by": ["position"], "outputs": ["chart", "table"]}
OF_A_TEAM: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "hours of months are those of the day": (BY_HOUR, {"time": TIMES}),
    "and so are those of a quarter of it": (
        {**BY_HOUR, "filters": [{"column": "trained", "op": ">=", "value": "2024-03-01"}]},
        {"time": TIMES},
    ),
    "and those of evenings": (
        {**BY_HOUR, "filters": [{"column": "trained", "op": ">=", "value": 18, "part": "hour"}]},
        {"time": TIMES},
    ),
    "hours of a week follow each other": (
        {**BY_HOUR, "filters": [{"column": "trained", "op": "between", "value": ["2024-02-05", "2024-02-11"]}]},
        {"time": HOURS},
    ),
    "and those of one day": (
        {**BY_HOUR, "filters": [{"column": "trained", "op": "=", "value": "2024-02-05"}]},
        {"time": HOURS},
    ),
    "but not where another alternative has all days": (
        {
            **BY_HOUR,
            "filters": [
                {"column": "trained", "op": "=", "value": "2024-02-05"},
                {"column": "goals", "op": ">", "value": 3},
            ],
            "join": "or",
        },
        {"time": TIMES},
    ),
    "a moving average goes from hour to hour": (
        {**BY_HOUR, "derive": {"kind": "moving_average", "window": 24}},
        {"time": HOURS},
    ),
    "and so does a forecast": ({**BY_HOUR, "analysis": ["forecast"]}, {"time": HOURS}),
    "dates make no bars": (LATEST, {"outputs": ["table"]}),
    "unless bars are said": ({**LATEST, "chart": "bar"}, {"outputs": ["chart", "table"]}),
}


@pytest.mark.parametrize("name", OF_A_TEAM)
def test_settled_by_what_the_columns_hold(name: str) -> None:
    given, expected = OF_A_TEAM[name]
    settled = settle(given, (TEAM,))
    assert {slot: settled[slot] for slot in expected} == expected
    assert settle(settled, (TEAM,)) == settled


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


@pytest.mark.parametrize("nulls", [0, 7])
def test_a_ranking_of_times_leaves_rows_without_one_out(nulls: int) -> None:
    date = SALES.columns[0].model_copy(update={"nulls": nulls})
    over = (SALES.model_copy(update={"columns": (date, *SALES.columns[1:])}),)
    assert date.type == "date"
    series: dict[str, Any] = {"metrics": [{"column": "revenue"}], "time": {"column": "date", "grain": "month"}}
    filled = [{"column": "date", "op": "not_null", "value": None}]
    kept = settle({**series, "analysis": ["rank"], "limit": 3}, over)["filters"]
    assert [{key: each[key] for key in ("column", "op", "value")} for each in kept] == (filled if nulls else [])
    assert settle({**series, "analysis": ["trend"]}, over)["filters"] == []
    assert settle({**series, "sort": {"by": "metric", "order": "desc"}}, over)["filters"] == [], "all are shown"


@pytest.mark.parametrize("nulls", [0, 7])
def test_a_ranking_of_groups_leaves_rows_without_one_out(nulls: int) -> None:
    columns = [c.model_copy(update={"nulls": nulls if c.name == "region" else c.nulls}) for c in SALES.columns]
    over = (SALES.model_copy(update={"columns": tuple(columns)}),)
    figure: dict[str, Any] = {"metrics": [{"column": "revenue"}], "group_by": ["region"]}
    best = settle({**figure, "analysis": ["rank"], "limit": 1}, over)
    assert [(each["column"], each["op"]) for each in best["filters"]] == ([("region", "not_null")] if nulls else [])
    assert settle(best, over) == best
    lone = {"filters": [{"column": "city", "op": "=", "value": "Berlin"}], "join": "or"}
    both = settle({**figure, **lone, "analysis": ["rank"], "limit": 1}, over)
    assert len(Form.model_validate(both).alternatives) == 1, "both hold, however one alone was joined"
    assert settle({**figure, "analysis": ["compare"]}, over)["filters"] == [], "all are shown"
    assert settle({**figure, "analysis": ["share", "rank"], "limit": 1}, over)["filters"] == [], "of all rows"
    rows = {"metrics": [{"column": "revenue", "agg": "none"}], "group_by": ["region"], "analysis": ["rank"], "limit": 1}
    assert settle(rows, over)["filters"] == [], "a row may be without a name"
