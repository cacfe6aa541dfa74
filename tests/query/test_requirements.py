"""A filled form becomes requirements."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from briefs import SALES
from forms import forms
from groundplan.contracts import Requirement
from groundplan.packs.tables import pack
from groundplan.query.form import Form
from groundplan.query.requirements import charted, raw


def required(**form: Any) -> tuple[Requirement, ...]:
    return pack.planning.requirements(form, (SALES,))


def ids(**form: Any) -> list[str]:
    return [requirement.id for requirement in required(**form)]


def test_the_walk_through_of_the_specification() -> None:
    found = ids(
        metrics=[{"column": "revenue"}],
        group_by=["region", "product_category"],
        time={"column": "date"},
        analysis=["total", "compare", "trend"],
        outputs=["chart", "table"],
    )
    assert found == [
        "analysis.total", "analysis.compare", "analysis.trend", "group_by.region", "group_by.product_category",
        "time.date", "outputs.chart", "outputs.table",
    ]  # fmt: skip


def test_an_empty_form_asks_for_nothing() -> None:
    assert required() == ()


def test_conditions_order_and_number_hold_their_values() -> None:
    found = {r.id: r.value for r in required(
        metrics=[{"column": "revenue"}], group_by=["city"], filters=[{"column": "region", "op": "=", "value": "North"}],
        having={"op": ">", "value": 100}, sort={"by": "metric", "order": "desc"}, limit=5,
    )}  # fmt: skip
    assert found["filters.region"] == {"column": "region", "op": "=", "value": "North"}
    assert (found["having.>"], found["sort.metric"], found["limit.5"]) == (100, "desc", 5)


def test_two_conditions_on_a_column_are_two_requirements() -> None:
    both = [{"column": "units", "op": ">", "value": 1}, {"column": "units", "op": "<", "value": 9}]
    assert ids(filters=both) == ["filters.units", "filters.units_2"]


def test_a_closed_label_is_its_own_key_and_a_column_goes_by_its_kind() -> None:
    labels = {r.id: r.label for r in required(metrics=[{"column": "revenue"}], group_by=["city"], chart="bar")}
    assert labels["chart.bar"] == "chart.bar"
    assert labels["group_by.city"] == "group_by"


def test_rows_as_they_stand_are_columns_not_groups() -> None:
    form = {"metrics": [{"column": "revenue", "agg": "none"}], "group_by": ["city"]}
    assert raw(Form.model_validate(form))
    assert ids(**form) == ["columns.city", "columns.revenue"]


def test_counted_rows_are_not_as_they_stand() -> None:
    form = {"metrics": [{"column": "city", "agg": "none"}], "analysis": ["count"], "group_by": ["region"]}
    assert not raw(Form.model_validate(form))


@pytest.mark.parametrize(
    ("form", "kind"),
    [({"chart": "histogram"}, "histogram"), ({"chart": "histogram", "group_by": ["city"]}, "bar"), ({}, None)],
)
def test_a_histogram_over_groups_is_a_bar_chart(form: dict[str, Any], kind: str | None) -> None:
    assert charted(Form.model_validate(form)) == kind


def test_what_is_no_form_is_refused() -> None:
    with pytest.raises(ValueError, match="mood"):
        required(mood="good")


@settings(max_examples=100, deadline=None)
@given(forms)
def test_every_requirement_has_its_own_id_and_a_label_of_the_mapping(form: dict[str, Any]) -> None:
    found = required(**form)
    assert len({requirement.id for requirement in found}) == len(found)
    assert {requirement.label for requirement in found} <= set(pack.planning.coverage.needs)
