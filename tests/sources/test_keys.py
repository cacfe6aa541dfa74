"""Keys need a name that says so and values that agree."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from groundplan.sources.keys import Link, with_keys
from groundplan.sources.opened import open_sources
from groundplan.sources.shape import Column, Key, Table

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")
EXAMPLES = Path(__file__).parents[2] / "examples"


def table(name: str, rows: int, **distinct: int) -> Table:
    """Whole numbers from 1 on, so many distinct in each column."""
    columns = [
        Column(name=column, type="integer", role="numeric", distinct=count, low=1, high=count)
        for column, count in distinct.items()
    ]
    return Table(name=name, columns=tuple(columns), rows=rows)


def found(*tables: Table, contained=lambda link: True, declared=None) -> list[str]:
    made = with_keys(tables, declared or {}, contained)
    return [f"{one.name}.{key.column} -> {key.table}.{key.other}" for one in made for key in one.keys]


@pytest.mark.parametrize(
    ("column", "other_table", "other"),
    [
        ("customer_id", "customers", "id"),
        ("customer_id", "customers", "customer_id"),
        ("CustomerID", "Customer", "ID"),
        ("category_id", "categories", "id"),
        ("box_id", "boxes", "id"),
        ("home_team_id", "teams", "id"),
        ("customer_id", "dim_customers", "id"),
        ("customer", "customers", "id"),
        ("emp_id", "staff", "emp_id"),
    ],
)
def test_names_that_point(column, other_table, other):
    orders = table("orders", 100, **{column: 20})
    assert found(orders, table(other_table, 20, **{other: 20})) == [f"orders.{column} -> {other_table}.{other}"]


@pytest.mark.parametrize(
    ("column", "other_table", "other"),
    [
        ("id", "customers", "id"),
        ("units", "customers", "id"),
        ("amount", "prices", "amount"),
        ("paid", "payments", "id"),
    ],
)
def test_names_that_do_not_point(column, other_table, other):
    assert found(table("orders", 100, **{column: 20}), table(other_table, 20, **{other: 20})) == []


def test_the_other_side_must_be_unique_and_hold_every_value():
    orders = table("orders", 100, customer_id=20)
    assert found(orders, table("customers", 25, id=20)) == []
    assert found(orders, table("customers", 10, id=10)) == []
    assert found(orders, table("customers", 20, id=20), contained=lambda link: False) == []


def test_a_declared_key_is_kept_and_not_guessed_anew():
    asked: list[Link] = []
    key = Key(column="customer_id", table="people", other="id", declared=True)
    orders, customers, people = table("orders", 9, customer_id=5), table("customers", 5, id=5), table("people", 5, id=5)
    links = found(
        orders, customers, people, declared={"orders": [key]}, contained=lambda link: bool(asked.append(link))
    )
    assert links == ["orders.customer_id -> people.id"]
    assert asked == []


def test_two_tables_that_share_a_key_point_one_way_only():
    links = found(table("details", 20, customer_id=20), table("customers", 20, customer_id=20))
    assert links == ["details.customer_id -> customers.customer_id"]


def test_values_decide_in_files(tmp_path):
    (tmp_path / "teams.csv").write_text("id,name\n1,A\n2,B\n3,C\n")
    (tmp_path / "games.csv").write_text("game,team_id,away_team_id\nx,1,2\ny,3,9\nz,,1\n")
    tables = open_sources((str(tmp_path),), tmp_path / "cache")
    keys = {one.name: one.keys for one in tables.model}
    tables.close()
    assert keys == {"games": (Key(column="team_id", table="teams", other="id"),), "teams": ()}


def test_the_shipped_shop_can_be_joined_and_is_what_its_script_writes(tmp_path):
    tables = open_sources((str(EXAMPLES / "shop"),), tmp_path / "cache")
    keys = {one.name: one.keys for one in tables.model}
    tables.close()
    assert keys["orders"] == (
        Key(column="customer_id", table="customers", other="customer_id"),
        Key(column="product_id", table="products", other="product_id"),
    )
    assert keys["customers"] == keys["products"] == ()
    runpy.run_path(str(EXAMPLES / "make_examples.py"))["write"](tmp_path / "made")
    for path in sorted((tmp_path / "made").rglob("*.csv")):
        shipped = EXAMPLES / path.relative_to(tmp_path / "made")
        assert shipped.read_bytes() == path.read_bytes() and len(shipped.read_bytes()) < 60_000
