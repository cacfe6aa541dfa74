"""Labels that training would teach, held as certain scores, decode back to the form they were made from."""

from __future__ import annotations

from typing import Any

import pytest
from reader_cases import LABELS
from scored_pages import ORDERS, one_hot, sheet_of
from training.reader.compare import compared
from training.reader.examples import Example, canonical
from training.reader.featurise import before
from training.reader.labels import labels
from training.reader.pack import Arrays, Packed, fits, stack

from groundplan.language.phrases import phrasebook
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.page import Page
from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, OPS, TAGS, Scores
from groundplan.reading.embedded.sheet import Sheet
from groundplan.reading.formed.form import Form

EMPTY: dict[str, Any] = {
    "analysis": [], "metrics": [], "group_by": [], "time": None, "filters": [], "join": "and", "having": None,
    "sort": None, "limit": None, "chart": None, "outputs": [], "derive": None,
}  # fmt: skip
REVENUE = {"column": "revenue", "agg": "sum"}
ROWS = {"column": None, "agg": "count"}
TOP = {"by": "metric", "order": "desc"}
MONTHLY = {"column": "order_date", "grain": "month"}


def where(column: str, op: str, value: Any = None, **more: str) -> dict[str, Any]:
    """A condition."""
    return {"column": column, "op": op, "value": value, **more}


IN_2023 = where("order_date", "between", ["2023-01-01", "2023-12-31"])

CASES: dict[str, dict[str, Any]] = {
    "total revenue": {"analysis": ["total"], "metrics": [REVENUE]},
    "how many orders per region": {"analysis": ["count", "compare"], "metrics": [ROWS], "group_by": ["region"]},
    "revenue by product and region as stacked bars": {
        "analysis": ["total", "compare"], "metrics": [REVENUE], "group_by": ["product", "region"],
        "chart": "stacked_bar", "outputs": ["chart"],
    },
    "monthly revenue": {"analysis": ["total", "trend"], "metrics": [REVENUE], "time": MONTHLY},
    "revenue over time": {
        "analysis": ["total", "trend"], "metrics": [REVENUE], "time": {"column": "order_date", "grain": "unknown"},
    },
    "orders by weekday, earliest first": {
        "analysis": ["count", "compare"], "metrics": [ROWS], "time": {"column": "order_date", "grain": "weekday"},
        "sort": {"by": "time", "order": "asc"},
    },
    "top 3 regions by revenue": {
        "analysis": ["rank"], "metrics": [REVENUE], "group_by": ["region"], "sort": TOP, "limit": 3,
    },
    "which product has the highest average cost": {
        "analysis": ["rank"], "metrics": [{"column": "cost", "agg": "avg"}], "group_by": ["product"], "sort": TOP,
        "limit": 1,
    },
    "total revenue of desks in the north": {
        "analysis": ["total"], "metrics": [REVENUE],
        "filters": [where("product", "=", "Desk"), where("region", "=", "North")],
    },
    "orders with desk or lamp that are not from the west": {
        "analysis": ["count"], "metrics": [ROWS],
        "filters": [where("product", "in", ["Desk", "Lamp"]), where("region", "!=", "West")],
    },
    "orders from the north or with more than 5 units": {
        "analysis": ["count"], "metrics": [ROWS], "join": "or",
        "filters": [where("region", "=", "North"), where("units", ">", 5)],
    },
    "orders from the north and with more than 5 units, or else sofas": {
        "analysis": ["count"], "metrics": [ROWS],
        "filters": [where("region", "=", "North"), where("units", ">", 5), where("product", "=", "Sofa", join="or")],
    },
    "orders either of sofas, or with more than 5 units and a cost below 90": {
        "analysis": ["count"], "metrics": [ROWS],
        "filters": [where("product", "=", "Sofa"), where("units", ">", 5, join="or"), where("cost", "<", 90)],
    },
    "orders with 2 to 7 units and whose ship date is not null or region does not equal to west": {
        "analysis": ["count"], "metrics": [ROWS],
        "filters": [
            where("units", "between", [2, 7]), where("ship_date", "not_null"), where("region", "!=", "West", join="or"),
        ],
    },
    "orders of sofas or from the north or with more than 5 units": {
        "analysis": ["count"], "metrics": [ROWS], "join": "or",
        "filters": [where("product", "=", "Sofa"), where("region", "=", "North"), where("units", ">", 5)],
    },
    "median revenue of orders with 2 to 7 units": {
        "analysis": ["total"], "metrics": [{"column": "revenue", "agg": "median"}],
        "filters": [where("units", "between", [2, 7])],
    },
    "revenue by region in 2023": {
        "analysis": ["total", "compare"], "metrics": [REVENUE], "group_by": ["region"],
        "filters": [where("order_date", "period", "2023")], "means": {"filters": [IN_2023]},
    },
    "orders in cities starting with San": {
        "analysis": ["count"], "metrics": [ROWS], "filters": [where("city", "starts_with", "San")],
    },
    "orders in Rio de Janeiro": {
        "analysis": ["count"], "metrics": [ROWS], "filters": [where("city", "=", "Rio de Janeiro")],
    },
    "orders in Trondheim": {"analysis": ["count"], "metrics": [ROWS], "filters": [where("city", "=", "Trondheim")]},
    "orders without a ship date": {
        "analysis": ["count"], "metrics": [ROWS], "filters": [where("ship_date", "is_null")],
    },
    "returned orders by product": {
        "analysis": ["count", "compare"], "metrics": [ROWS], "group_by": ["product"],
        "filters": [where("returned", "=", True)],
    },
    "orders that were not returned": {
        "analysis": ["count"], "metrics": [ROWS], "filters": [where("returned", "=", False)],
    },
    "cars of model year 1998": {"analysis": ["count"], "metrics": [ROWS], "filters": [where("model_year", "=", 1998)]},
    "products with revenue above 10k": {
        "analysis": ["total", "compare"], "metrics": [REVENUE], "group_by": ["product"],
        "having": {"op": ">", "value": 10000.0},
    },
    "revenue against cost as a scatter plot": {
        "analysis": ["correlation"], "chart": "point", "outputs": ["chart"],
        "metrics": [{"column": "revenue", "agg": "none"}, {"column": "cost", "agg": "none"}],
    },
    "histogram of revenue": {
        "analysis": ["distribution"], "metrics": [{"column": "revenue", "agg": "none"}], "chart": "histogram",
        "outputs": ["chart"],
    },
    "cost to revenue ratio per region": {
        "analysis": ["total", "compare"], "metrics": [{"column": "cost", "agg": "sum"}, REVENUE],
        "group_by": ["region"], "derive": {"kind": "ratio", "of": ["cost", "revenue"], "window": None},
    },
    "3 month moving average of revenue": {
        "analysis": ["total", "trend"], "metrics": [REVENUE], "time": MONTHLY,
        "derive": {"kind": "moving_average", "of": [], "window": 3},
    },
    "average days from order date to ship date": {
        "analysis": ["total"], "metrics": [{"column": None, "agg": "avg"}],
        "derive": {"kind": "duration", "of": ["order_date", "ship_date"], "window": None},
    },
    "how many different cities": {
        "analysis": ["count"], "metrics": [{"column": "city", "agg": "count_distinct"}],
    },
    "list the cities and their units, as a table": {
        "analysis": ["lookup"], "outputs": ["table"],
        "metrics": [{"column": "city", "agg": "none"}, {"column": "units", "agg": "none"}],
    },
}  # fmt: skip


def example_of(question: str, said: dict[str, Any], prior: dict[str, Any] | None = None) -> Example:
    """A line of training."""
    form = canonical({**EMPTY, **{key: value for key, value in said.items() if key != "means"}})
    return Example(question, ORDERS, form=form, before=prior)


def ideal(arrays: Arrays, sheet: Sheet) -> Scores:
    """What a model that has learnt one packed example by heart would say."""
    columns, asked = len(sheet.columns), len(sheet.spans) + 1
    one = {name: array[0].astype(int) for name, array in arrays.items()}
    assert one["asked"] == asked and one["column_mask"].sum() == columns and one["cell_mask"].sum() == len(sheet.cells)
    marks, bits = one["marks"][:columns].astype(float), one["labels"].astype(float)
    return Scores(
        choices={name: one_hot(place, len(CHOICES[name])) for name, place in zip(CHOICES, one["choices"], strict=True)},
        analysis=bits[: len(ANALYSES)],
        outputs=bits[len(ANALYSES) :],
        aggs=marks[:, : len(AGGS)],
        roles=marks[:, len(AGGS) :],
        ops=one_hot(one["ops"][:columns], len(OPS)),
        cells=one["chosen"][: len(sheet.cells)].astype(float),
        numbers=one["numbers"][:asked].astype(float),
        tags=one_hot(one["tags"][:columns, :asked], len(TAGS)),
    )


def through(example: Example) -> tuple[Form, Sheet]:
    """The form after labels, packing and decoding."""
    prior = before(example)
    sheet = sheet_of(example.question, prior=prior)
    target = labels(example, sheet)
    assert target is not None and fits(sheet)
    (arrays,) = stack([Packed(sheet, target, 0)]).values()
    scores = ideal(arrays, sheet)
    return decode(Page(scores, sheet, example.question, phrasebook(LABELS), prior)).form, sheet


@pytest.mark.parametrize("question", CASES)
def test_labels_decode_to_their_form(question: str) -> None:
    example = example_of(question, CASES[question])
    assert example.form is not None
    form, _ = through(example)
    ours, gold = form.model_dump(mode="json"), {**example.form, **CASES[question].get("means", {})}
    exact = [slot for slot in EMPTY if slot not in ("analysis", "outputs")]
    assert {slot: ours[slot] for slot in exact} == {slot: gold[slot] for slot in exact}
    assert set(gold["analysis"]) <= set(ours["analysis"]) <= {*gold["analysis"], "total", "count", "compare"}
    assert set(gold["outputs"]) <= set(ours["outputs"])
    columns = {column.name: column for column in ORDERS.columns}
    assert all(compared(form, example.form, columns, phrasebook(LABELS)).values())


def test_a_follow_up_keeps_what_its_words_do_not_say() -> None:
    prior = canonical({**EMPTY, **CASES["top 3 regions by revenue"], "filters": [where("product", "=", "Desk")]})
    then = {**CASES["top 3 regions by revenue"], "filters": [where("product", "=", "Desk")], "chart": "bar"}
    form, sheet = through(example_of("as a bar chart", then, prior))
    assert (form.limit, form.chart) == (3, "bar")
    assert [(f.column, f.op, f.value) for f in form.filters] == [("product", "=", "Desk")]
    assert "Desk" in sheet.values


def test_a_follow_up_keeps_a_number_that_is_not_said_again() -> None:
    filters = [where("units", ">", 5), where("order_date", ">=", "2023-05-01")]
    prior = canonical({**EMPTY, "analysis": ["count"], "metrics": [ROWS], "filters": filters})
    then = {"analysis": ["count", "compare"], "metrics": [ROWS], "group_by": ["region"], "filters": filters}
    form, _ = through(example_of("by region", then, prior))
    assert sorted((f.column, f.op, f.value) for f in form.filters) == [
        ("order_date", ">=", "2023-05-01"),
        ("units", ">", 5),
    ]


def _plain(slots: dict[str, Any]) -> dict[str, Any]:
    return {"join": slots["join"], "filters": [f.model_dump(mode="json") for f in slots["filters"]]}
