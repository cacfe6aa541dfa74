"""Which filter of a percentage is the part, what binds to it, and what a plan for it must be."""

from __future__ import annotations

from typing import Any

import pytest

from briefs import SALES
from groundplan.reading.formed.form import Form
from groundplan.reading.formed.rates import rate_of

RETURNED = {"column": "returned", "op": "=", "value": "yes"}
BERLIN = {"column": "city", "op": "=", "value": "Berlin"}
DATED = {"column": "date", "op": "not_null", "value": None}
IN_2023 = {"column": "date", "op": "between", "value": ["2023-01-01", "2023-12-31"]}
LOW, HIGH = {"column": "units", "op": ">=", "value": 2}, {"column": "units", "op": "<", "value": 5}
COUNT = [{"column": None, "agg": "count"}]
MONTHS = {"column": "date", "grain": "month"}


def form_of(*filters: dict[str, Any], **form: Any) -> dict[str, Any]:
    whole = {"metrics": COUNT, "analysis": ["count", "share"], "derive": {"kind": "percent_of_total"}}
    return {**whole, "filters": list(filters), "outputs": ["table"], **form}


def parts(form: dict[str, Any]) -> tuple[list[str], list[str]] | None:
    found = rate_of(Form.model_validate(form), (SALES,))
    return ([f.column for f in found.part], [f.column for f in found.limits]) if found else None


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (form_of(RETURNED), (["returned"], [])),
        (form_of(BERLIN, RETURNED), (["returned"], ["city"])),
        (form_of(RETURNED, BERLIN), (["city"], ["returned"])),
        (form_of(RETURNED, IN_2023), (["returned"], ["date"])),
        (form_of(IN_2023), (["date"], [])),
        (form_of(RETURNED, LOW, HIGH), (["units", "units"], ["returned"])),
        (form_of(LOW, {**LOW, "value": 9}), (["units"], ["units"])),
        (form_of(RETURNED, BERLIN, join="or"), (["returned", "city"], [])),
        (form_of(RETURNED, derive=None), (["returned"], [])),
        (form_of(RETURNED, metrics=[{"column": "revenue"}]), (["returned"], [])),
        (form_of(RETURNED, group_by=["channel"]), (["returned"], [])),
        (form_of(RETURNED, BERLIN, group_by=["channel"]), (["returned"], ["city"])),
        (form_of(DATED, group_by=["channel"]), (["date"], [])),
        (form_of(IN_2023, DATED), (["date"], ["date"])),
        (form_of(RETURNED, time=MONTHS), (["returned"], [])),
        (form_of(BERLIN, time=MONTHS), (["city"], [])),
        (form_of(BERLIN, IN_2023, time=MONTHS), (["city"], ["date"])),
        (form_of(RETURNED, BERLIN, join="or", time=MONTHS), (["returned", "city"], [])),
    ],
)
def test_the_part_and_what_limits_both(form: dict[str, Any], expected: tuple[list[str], list[str]]) -> None:
    assert parts(form) == expected


@pytest.mark.parametrize(
    "form",
    [
        form_of(),
        form_of(RETURNED, derive={"kind": "cumulative"}),
        form_of(RETURNED, metrics=[{"column": "revenue", "agg": "avg"}]),
        form_of(RETURNED, metrics=[*COUNT, {"column": "revenue"}]),
        form_of(BERLIN, group_by=["channel"]),
        form_of(BERLIN, group_by=["channel"], time=MONTHS),
        form_of(IN_2023, time=MONTHS),
        form_of(RETURNED, group_by=["returned"]),
        form_of(RETURNED, group_by=["channel"], derive=None),
        form_of(RETURNED, group_by=["channel"], metrics=[{"column": "revenue"}]),
        form_of(RETURNED, BERLIN, group_by=["channel"], join="or"),
    ],
)
def test_shares_of_groups_and_other_figures_are_no_rate(form: dict[str, Any]) -> None:
    assert parts(form) is None
