"""select: the question language over what operations gave, typed by their schemas."""

from __future__ import annotations

from typing import Any

import pytest
from workshop import BIKES, CUSTOMERS

from groundplan.errors import QueryError, StepError
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.catalogue.select import checked, shape_of


def asked(catalogue: Opened, query: str, rows: Any = BIKES, of: str = "listBikes", **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = catalogue.implementations["select"](rows=list(rows), query=query, of=of, **more)
    return found


def ids(found: dict[str, Any]) -> list[str]:
    return [row["id"] for row in found["rows"]]


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("bikes: count", 8),
        ("bikes: sum(price) where due >= 2025-03-05", 660),
        ('bikes: sum(price) where status = "gone"', 0),
        ('bikes: average(price) where status = "gone"', None),
        ("bikes: sum(parts.cost)", 49.5),
        ("parts: count", 9),
        ("bikes: max(due)", "2025-03-08"),
        ("bikes: distinct(owner)", 3),
        ("bikes: count where count(parts) = 0", 2),
        ('bikes: count where tags = "red"', 4),
        ("(bikes: count as n by owner having n > 2): count", 2),
    ],
)
def test_figures(catalogue: Opened, query: str, value: Any) -> None:
    found = asked(catalogue, query)
    assert (found["value"], found["count"]) == (value, 1)


def test_rows_come_whole_and_in_order(catalogue: Opened) -> None:
    found = asked(catalogue, 'bikes: where status = "broken" order price desc')
    assert ids(found) == ["B-6", "B-3"] and found["rows"][0] == BIKES[5]
    assert (found["row"], found["value"], found["count"]) == (None, None, 2)
    assert asked(catalogue, "bikes: keep 1 by price")["row"] == BIKES[7]
    parts = asked(catalogue, "parts: where cost > 5", rows=[BIKES[1]])
    assert parts["rows"] == [{"name": "chain", "cost": 5.5}] * 2


def test_columns_are_rows_of_their_own(catalogue: Opened) -> None:
    found = asked(catalogue, "bikes: show id, count(parts) as parts order id keep 2")
    assert found["rows"] == [{"id": "B-1", "parts": 1}, {"id": "B-2", "parts": 2}] and found["values"] == ["B-1", "B-2"]
    by = asked(catalogue, "bikes: sum(price) as total by status")
    assert by["rows"] == [{"status": "broken", "total": 290}, {"status": "ready", "total": 870}]


def test_values_are_parts_of_the_query_and_never_its_text(catalogue: Opened) -> None:
    assert ids(asked(catalogue, "bikes: where due <= given.day", given={"day": "2025-03-02"})) == ["B-1", "B-2"]
    assert ids(asked(catalogue, "bikes: where id = given.id", given={"id": "B-2"})) == ["B-2"]
    assert ids(asked(catalogue, "bikes: where id in (given.ids)", given={"ids": ["B-2", "B-4", "B-77"]})) == [
        "B-2",
        "B-4",
    ]
    assert ids(
        asked(catalogue, "bikes: where not id in (given.ids) and price > given.low", given={"ids": [], "low": 170})
    ) == ["B-8"]
    assert ids(asked(catalogue, "bikes: where id = given.id", given={"id": '" or true or id = "'})) == []
    days = {"from": "2025-03-03", "id": "2025-03-03"}
    assert ids(asked(catalogue, "bikes: where due = given.from and id != given.id", given=days)) == ["B-3"]


def test_what_stands_beside_rows_is_a_relation(catalogue: Opened) -> None:
    owners = [next(one for one in CUSTOMERS if one["id"] == bike["owner"]) for bike in BIKES]
    beside = {"beside": {"keeper": [*owners[:-1], None]}, "beside_of": {"keeper": "getCustomer"}}
    found = asked(catalogue, 'bikes: where keeper.address.city = "Ulm"', **beside)
    assert ids(found) == ["B-2", "B-5"] and found["rows"][0]["keeper"]["name"] == "Customer 3"
    assert ids(asked(catalogue, "bikes: where missing(keeper.name)", **beside)) == ["B-8"]


def test_rows_of_any_form_can_be_asked(catalogue: Opened) -> None:
    assert asked(catalogue, "x: sum(value)", rows=[[1, 2], None, [3.5]], of="")["value"] == 6.5
    assert asked(catalogue, "lines: sum(n)", rows=[{"lines": [{"n": 1}, {"n": 2}]}], of="")["value"] == 3
    assert (
        asked(catalogue, "x: count where at > 2025-01-01", rows=[{"at": "2025-03-01"}, {"at": None}], of="")["value"]
        == 1
    )
    bike = catalogue.implementations["select"](rows=BIKES[2], of="getBike", query="bike: show price")
    assert bike["value"] == 130
    assert asked(catalogue, "bikes: where due > 2025-01-01", rows=[])["rows"] == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"query": "bikes: where statu = 1"}, "'statu' is no field or relation of 'bikes'; did you mean 'status'"),
        ({"query": 'bikes: where due > "x"'}, "`due` is a date"),
        ({"query": "bikes: where"}, "cannot be answered: the query"),
        ({"query": "bikes: where id = given.x"}, "speaks of given.x, which is not given"),
        ({"query": "bikes: where id = given.x", "given": {"x": None}}, "given.x of the query is empty"),
        (
            {"query": "bikes: where id = given.x", "given": {"x": ["a", "b"]}},
            r"is a list; ask whether something is in \(given.x\)",
        ),
        ({"query": "bikes: count", "of": "listBike"}, "names no operation: 'listBike'; did you mean 'listBikes'"),
        ({"query": "bikes: count", "of": "listBikes.wheels"}, "what listBikes gives has no 'wheels'"),
        (
            {"query": "bikes: count", "beside": {"by": [1]}},
            "'by' cannot stand beside the rows: they are 8, and it has 1",
        ),
        ({"query": "bikes: count", "beside": {"id": list(range(8))}}, "the rows have a 'id' of their own"),
        (
            {"query": "bikes: count", "rows": [{"due": "soon"}]},
            "'due' of 'bikes' should be of type date, and is 'soon'",
        ),
    ],
)
def test_what_cannot_be_asked_is_told(catalogue: Opened, more: dict[str, Any], told: str) -> None:
    with pytest.raises(StepError, match=told):
        asked(catalogue, **more)


@pytest.mark.parametrize(
    ("query", "fault"),
    [("bikes: where due <= given.x", ""), ("bikes: where price <= given.x", ""), ("bikes: where id in (given.x)", ""),
     ("bikes: sum(parts.cost) where tags = given.x", ""), ("bikes: where nope = given.x", "unknown-name"),
     ("bikes: where price = due", "wrong-type")],
)  # fmt: skip
def test_a_query_is_checked_before_anything_runs(catalogue: Opened, query: str, fault: str) -> None:
    shape = shape_of("listBikes", catalogue.operations)
    given = {"x": {"$ref": "inputs.x"}}
    if not fault:
        return checked(query, shape, given)
    with pytest.raises(QueryError) as found:
        checked(query, shape, given)
    return None if found.value.code == fault else pytest.fail(found.value.code)
