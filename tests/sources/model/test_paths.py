"""How questions pass relations in both directions, where nobody says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.sources.model.paths import with_paths
from model_sources import ORDERS, again, opened

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")


def model(*relations: str, **fields: str) -> SourceModel:
    """Of `many.column, other -> one`, and the fields of each dataset; of a dataset's fields the first is its key."""
    made = []
    for text in relations:
        start, one = text.split(" -> ")
        many, columns = start.split(".")
        named = tuple(columns.split(", "))
        made.append(Relation(name=f"{many}_{named[0]}", many=many, columns=named, one=one, others=named, single=True))
    names = dict.fromkeys(name for one in made for name in (one.many, one.one))
    datasets = [_dataset(name, fields.get(name, "").split()) for name in names]
    return SourceModel(datasets=tuple(datasets), relations=tuple(made))


def _dataset(name: str, fields: list[str]) -> Dataset:
    held = tuple(Field(name=field, type="text", role="category") for field in fields)
    return Dataset(name=name, fields=held, primary_key=tuple(fields[:1]))


@pytest.mark.parametrize(
    ("relation", "path"),
    [
        ("trips.start_station_id -> stations", "start_station"),
        ("Trips.endStationID -> stations", "end_station"),
        ("orders.Customer No -> customers", "customer"),
        ("orders.buyer -> people", "buyer"),
        ("orders.Buyer -> people", "Buyer"),
        ("staff.dept_no -> departments", "department"),
        ("lines.prod_id -> products", "product"),
        ("departments.head_emp_id -> employees", "head"),
        ("assets.main_emp_id -> employees", "main_employee"),
        ("games.home_team_id -> teams", "home_team"),
        ("orders.id -> order_details", "order_detail"),
        ("lines.year, number -> invoices", "invoice"),
        ("cells.row_id -> grid_rows", "grid_rows"),
    ],
)
def test_a_relation_is_called_after_its_column(relation: str, path: str) -> None:
    (found,) = with_paths(model(relation)).relations
    assert found.path == path


def test_a_field_keeps_its_name() -> None:
    found = with_paths(model("orders.customer_id -> customers", orders="id customer customer_id")).relations
    assert [one.path for one in found] == ["customers"]
    both = model("orders.customer_id -> customers", orders="id customer customers customer_id", customers="id orders")
    assert [(one.path, one.back) for one in with_paths(both).relations] == [
        ("orders_customer_id", "orders_by_orders_customer_id")
    ]


def test_the_way_back_is_the_dataset_or_says_by_which_path() -> None:
    several = model("trips.start_id -> stations", "trips.end_id -> stations")
    assert [one.back for one in with_paths(several).relations] == ["trips_by_start", "trips_by_end"]
    own = model("staff.manager_id -> staff")
    assert [(one.path, one.back) for one in with_paths(own).relations] == [("manager", "staff_by_manager")]
    one_row = model("ratings.title_id -> titles", ratings="title_id")
    assert [one.back for one in with_paths(one_row).relations] == ["rating"]
    both = model("departments.head_id -> employees", "employees.department_id -> departments")
    assert [(one.path, one.back) for one in with_paths(both).relations] == [
        ("head", "departments_by_head"),
        ("department", "employees"),
    ]


def test_no_two_ways_from_a_dataset_have_one_name() -> None:
    same = model("notes.order_id -> orders", "notes.order_no -> orders_of_old", "notes.id_order -> orders")
    found = with_paths(same)
    assert [one.path for one in found.relations] == ["order", "orders_of_old", "notes_id_order"]
    assert len({one.back for one in found.relations if one.one == "orders"}) == 2
    assert with_paths(found) is found


def test_they_are_part_of_the_model(tmp_path: Path) -> None:
    clerks = "clerk_no,name\n" + "".join(f"{n},Clerk {chr(64 + n)}\n" for n in range(1, 10))
    found = opened(tmp_path, orders=ORDERS.replace("buyer", "clerk_no"), clerks=clerks).understood
    assert [(one.path, one.back) for one in found.relations] == [("clerk", "orders")]
    assert again(found) == found
