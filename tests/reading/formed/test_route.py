"""Which table a question starts from, what is joined to it, and how columns are then called."""

from __future__ import annotations

from typing import Any

from groundplan.reading.formed.form import Form
from groundplan.reading.formed.route import base_table, route
from groundplan.sources.shape import Column, Key, Table, column_ids


def table(name: str, *columns: str, keys: tuple[Key, ...] = ()) -> Table:
    return Table(name=name, rows=1, columns=tuple(Column(name=c, type="text", role="text") for c in columns), keys=keys)


ORDERS = table(
    "orders", "id", "customer_id", "total", "name", keys=(Key(column="customer_id", table="customers", other="id"),)
)
CUSTOMERS = table(
    "customers", "id", "name", "region_id", "joined", keys=(Key(column="region_id", table="regions", other="id"),)
)
REGIONS = table("regions", "id", "region", "name")
SHOP = (CUSTOMERS, ORDERS, REGIONS)


def routed(tables: tuple[Table, ...] = SHOP, **form: Any) -> tuple[str, list[tuple[str, str, str]]]:
    way = route(Form.model_validate(form), tables)
    return way.base, [(join.table, join.left_on, join.right_on) for join in way.joins]


def test_one_table_needs_no_join() -> None:
    assert routed(group_by=["total"]) == ("orders", [])


def test_the_way_leads_from_the_table_with_the_key() -> None:
    assert routed(metrics=[{"column": "total"}], group_by=["joined"]) == (
        "orders",
        [("customers", "customer_id", "id")],
    )


def test_a_long_way_is_joined_step_by_step() -> None:
    assert routed(metrics=[{"column": "total"}], group_by=["region"]) == (
        "orders",
        [("customers", "customer_id", "id"), ("regions", "region_id", "id")],
    )


def test_a_key_of_a_joined_table_goes_by_the_name_the_frame_gave_it() -> None:
    a = table("a", "code", "b_id", "figure", keys=(Key(column="b_id", table="b", other="id"),))
    b = table("b", "id", "code", keys=(Key(column="code", table="c", other="code"),))
    c = table("c", "code", "label")
    assert routed((a, b, c), metrics=[{"column": "figure"}], group_by=["label"]) == (
        "a",
        [("b", "b_id", "id"), ("c", "b.code", "code")],
    )


def test_the_table_that_is_named_comes_first_where_it_can() -> None:
    assert routed(table="customers")[0] == "customers"
    assert routed(table="customers", group_by=["region"])[0] == "customers"
    assert routed(table="customers", group_by=["total"])[0] == "orders"
    assert base_table({"table": "regions"}, SHOP) == "regions"


def test_tables_that_no_key_connects_are_left_unjoined() -> None:
    alone = table("alone", "weather")
    assert routed((ORDERS, alone), group_by=["total", "weather"])[1] == []


def test_a_column_is_named_plainly_where_it_is_the_only_one() -> None:
    found = column_ids(SHOP)
    assert [found["total"][0], found["total"][1].name] == ["orders", "total"]
    assert found["customers.name"][0] == "customers"
    assert "name" not in found


def test_names_after_joins_are_those_of_the_joined_frame() -> None:
    way = route(Form.model_validate({"metrics": [{"column": "total"}], "group_by": ["customers.name"]}), SHOP)
    assert way.name("customers.name") == "customers.name"
    assert way.name("orders.name") == "name"
    assert way.name("joined") == "joined"


def test_keys_that_lead_in_a_circle_are_walked_once() -> None:
    one = table("one", "a", "x", keys=(Key(column="a", table="two", other="b"),))
    two = table("two", "b", "y", keys=(Key(column="b", table="one", other="a"),))
    assert routed((one, two), group_by=["x", "y"]) == ("one", [("two", "a", "b")])
