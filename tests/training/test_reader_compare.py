"""Forms held against gold: what is the same said otherwise, and what differs."""

from __future__ import annotations

from typing import Any

import pytest
from training.reader.compare import SLOTS, compared, naming
from training.reader.examples import canonical, table_of

from groundplan.language.labels import labels
from groundplan.language.phrases import phrasebook
from groundplan.reading.formed.form import Form

COLUMNS: list[dict[str, Any]] = [
    {"name": "Age", "type": "integer", "values": [21, 44, 60]},
    {"name": "City", "type": "text", "values": ["Oslo", "Rome", "New York"]},
    {"name": "Hired", "type": "date", "values": ["2019-01-02", "2024-05-06"]},
    {"name": "Salary", "type": "number", "values": [2100.5, 5400.0]},
    {"name": "Team", "type": "text", "values": ["Sales", "Legal"]},
]
EMPTY: dict[str, Any] = {
    "analysis": [], "metrics": [], "group_by": [], "time": None, "filters": [], "join": "and", "having": None,
    "sort": None, "limit": None, "chart": None, "outputs": [], "derive": None,
}  # fmt: skip


def verdict(ours: dict[str, Any], gold: dict[str, Any], called: str | None = None) -> set[str]:
    """The slots that differ."""
    columns = {column.name: column for column in table_of("staff", COLUMNS).columns}
    whole = {**EMPTY, **gold}
    told = compared(Form.model_validate({k: v for k, v in ours.items() if v}), canonical(whole), columns,
                    phrasebook(labels()), called)  # fmt: skip
    assert set(told) == set(SLOTS)
    return {slot for slot, right in told.items() if not right}


SALARY, RAW = {"column": "Salary", "agg": "sum"}, {"column": "Salary", "agg": "none"}
COUNT = {"column": None, "agg": "count"}
DOWN, PART = {"by": "metric", "order": "desc"}, {"kind": "percent_of_total", "of": []}


@pytest.mark.parametrize(
    ("ours", "gold"),
    [
        ({"metrics": [SALARY], "analysis": ["total"]}, {"metrics": [SALARY], "analysis": ["total", "compare"]}),
        ({"filters": [{"column": "City", "op": "=", "value": "rome"}]},
         {"filters": [{"column": "City", "op": "in", "value": ["Rome"]}]}),
        ({"filters": [{"column": "Hired", "op": "between", "value": ["2023-01-01", "2023-12-31"]}]},
         {"filters": [{"column": "Hired", "op": "period", "value": "2023"}]}),
        ({"filters": [{"column": "Age", "op": ">", "value": 30}]},
         {"filters": [{"column": "Age", "op": ">", "value": "30.0"}]}),
        ({"filters": [{"column": "Age", "op": ">=", "value": 31}]},
         {"filters": [{"column": "Age", "op": ">", "value": 30}]}),
        ({"filters": [{"column": "Hired", "op": ">=", "value": "2024-03-01"}]},
         {"filters": [{"column": "Hired", "op": ">", "value": "2024-02-29"}]}),
        ({"group_by": ["City", "Team"]}, {"group_by": ["Team", "City"]}),
        ({"metrics": [SALARY], "group_by": ["City"], "sort": DOWN},
         {"metrics": [SALARY], "group_by": ["City"], "sort": DOWN, "analysis": ["rank"]}),
        ({"metrics": [RAW], "limit": 3}, {"metrics": [RAW], "group_by": ["Team"], "limit": 3}),
        ({"metrics": [COUNT], "derive": PART, "filters": [{"column": "City", "op": "=", "value": "Rome"}]},
         {"metrics": [COUNT], "derive": PART, "filters": [{"column": "City", "op": "=", "value": "Rome"}],
          "group_by": ["City"]}),
    ],
)  # fmt: skip
def test_the_same_said_otherwise_is_the_same(ours: dict[str, Any], gold: dict[str, Any]) -> None:
    assert verdict(ours, gold) == set()


@pytest.mark.parametrize(
    ("ours", "gold", "wrong"),
    [
        ({"metrics": [SALARY]}, {"metrics": [{"column": "Salary", "agg": "avg"}]}, {"metrics"}),
        ({"group_by": ["City"]}, {"group_by": ["Team"]}, {"group_by"}),
        ({"metrics": [SALARY], "limit": 3}, {"metrics": [SALARY], "group_by": ["Team"], "limit": 3}, {"group_by"}),
        ({"chart": "bar", "group_by": ["City", "Team"]}, {"chart": "bar", "group_by": ["Team", "City"]}, {"group_by"}),
        ({"filters": [{"column": "City", "op": "=", "value": "Oslo"}]},
         {"filters": [{"column": "City", "op": "=", "value": "Rome"}]}, {"filters"}),
        ({"limit": 3}, {"limit": 4}, {"limit"}),
        ({"chart": "bar"}, {"chart": "line"}, {"chart"}),
        ({"sort": {"by": "metric", "order": "asc"}}, {"sort": {"by": "metric", "order": "desc"}}, {"sort"}),
        ({"having": {"op": ">", "value": 3}}, {"having": {"op": ">", "value": 4}}, {"having"}),
        ({"time": {"column": "Hired", "grain": "month"}}, {"time": {"column": "Hired", "grain": "year"}}, {"time"}),
        ({"derive": {"kind": "ratio", "of": ["Age", "Salary"]}},
         {"derive": {"kind": "ratio", "of": ["Salary", "Age"]}}, {"derive"}),
        ({"analysis": ["anomaly"]}, {"analysis": ["forecast"]}, {"analysis"}),
    ],
)  # fmt: skip
def test_what_differs_is_seen(ours: dict[str, Any], gold: dict[str, Any], wrong: set[str]) -> None:
    assert verdict(ours, gold) == wrong


LISTED = {"analysis": ["lookup"], "filters": [{"column": "Team", "op": "=", "value": "Legal"}]}
NAMED = [{"column": "City", "agg": "none"}]


def test_a_list_of_rows_is_the_same_with_and_without_the_column_that_names_them() -> None:
    assert verdict({**LISTED, "metrics": NAMED}, LISTED, called="City") == set()
    assert verdict(LISTED, {**LISTED, "metrics": NAMED}, called="City") == set()


def test_a_list_of_another_column_is_another_list() -> None:
    assert verdict({**LISTED, "metrics": NAMED}, LISTED, called="Team") == {"metrics"}
    assert verdict({**LISTED, "metrics": NAMED}, LISTED) == {"metrics"}
    assert verdict({**LISTED, "metrics": NAMED, "limit": 3}, {**LISTED, "limit": 3}, called="City") == {"metrics"}


def test_more_than_a_measure_is_not_at_least_one_more() -> None:
    ours, gold = ({"filters": [{"column": "Salary", "op": op, "value": v}]} for op, v in ((">=", 31), (">", 30)))
    assert verdict(ours, gold) == {"filters"}


def test_rows_are_called_by_what_most_lists_of_their_table_show_alone() -> None:
    def line(column: str, **slots: Any) -> dict[str, Any]:
        metrics = [{"column": column, "agg": "none"}]
        return {"table": {"name": "staff"}, "form": {**EMPTY, **LISTED, "metrics": metrics, **slots}}

    lists = [line("City"), line("City"), line("Team"), *(line("Team", limit=1) for _ in range(5)), {"form": None}]
    assert naming(lists) == {"staff": "City"}
