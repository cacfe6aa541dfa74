"""Relations need a name that says so and values that agree, or values that cannot agree by chance."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from groundplan.sources.opened import open_sources

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")
EXAMPLES = Path(__file__).parents[3] / "examples"


def opened(folder: Path, **files: str):
    """The source model of CSV files with these contents."""
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text)
    tables = open_sources((str(folder),), folder / "cache")
    tables.close()
    return tables


def found(folder: Path, **files: str) -> list[str]:
    return [
        f"{one.many}.{'+'.join(one.columns)} -> {one.one}.{'+'.join(one.others)}"
        for one in opened(folder, **files).understood.relations
    ]


def thing(key: str, count: int = 12, prefix: str = "") -> str:
    """Rows that are called by a key."""
    return f"{key},label\n" + "".join(f"{prefix}{n},Label {chr(64 + n)}\n" for n in range(1, count + 1))


def lines(column: str, count: int = 40, kinds: int = 12, prefix: str = "") -> str:
    """Rows that name a thing each, and an amount."""
    rows = "".join(f"L{n:03},{prefix}{1 + n * 7 % kinds},{n * 13.5 + 0.25}\n" for n in range(count))
    return f"line,{column},amount\n{rows}"


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
        ("emp_id", "staff", "emp_id"),
    ],
)
def test_names_that_point(tmp_path, column, other_table, other):
    relations = found(tmp_path, orders=lines(column), **{other_table: thing(other)})
    assert [one.lower() for one in relations] == [f"orders.{column} -> {other_table}.{other}".lower()]


@pytest.mark.parametrize(
    ("column", "other_table", "other"),
    [("units", "customers", "id"), ("amount_class", "prices", "amount"), ("paid", "payments", "id")],
)
def test_small_numbers_that_agree_by_chance_are_no_relation(tmp_path, column, other_table, other):
    assert found(tmp_path, orders=lines(column), **{other_table: thing(other)}) == []


def test_codes_that_cannot_agree_by_chance_are_a_relation_under_any_name(tmp_path):
    relations = found(tmp_path, stays=lines("lodging", prefix="HT-77"), hotels=thing("reference", prefix="HT-77"))
    assert relations == ["stays.lodging -> hotels.reference"]


def test_orphans_are_counted_and_most_values_must_be_found(tmp_path):
    some = opened(tmp_path, orders=lines("customer_id", kinds=12), customers=thing("id", 10))
    (relation,) = some.understood.relations
    assert 0.7 < relation.found < 1
    assert [key.other for key in next(one for one in some.model if one.name == "orders").keys] == ["id"]
    (tmp_path / "few").mkdir()
    assert found(tmp_path / "few", orders=lines("customer_id", kinds=12), customers=thing("id", 3)) == []


def test_the_side_that_repeats_points_at_the_side_that_does_not(tmp_path):
    relations = found(tmp_path, details=lines("customer_id"), customers=thing("customer_id"))
    assert relations == ["details.customer_id -> customers.customer_id"]


def test_two_keys_to_one_table_are_told_apart_by_what_they_are_called(tmp_path):
    games = "game,home_team_id,away_team_id\n" + "".join(f"G{n:02},{1 + n % 6},{1 + (n + 2) % 6}\n" for n in range(30))
    relations = opened(tmp_path, games=games, teams=thing("id", 6)).understood.relations
    assert sorted(one.columns[0] for one in relations) == ["away_team_id", "home_team_id"]
    assert len({one.name for one in relations}) == 2


def test_the_shipped_shop_can_be_joined_and_is_what_its_script_writes(tmp_path):
    tables = open_sources((str(EXAMPLES / "shop"),), tmp_path / "cache")
    keys = {one.name: [(key.column, key.table, key.other) for key in one.keys] for one in tables.model}
    tables.close()
    assert keys["orders"] == [
        ("customer_id", "customers", "customer_id"),
        ("product_id", "products", "product_id"),
    ]
    assert keys["customers"] == keys["products"] == []
    runpy.run_path(str(EXAMPLES / "make_examples.py"))["write"](tmp_path / "made")
    for path in sorted((tmp_path / "made").rglob("*.csv")):
        shipped = EXAMPLES / path.relative_to(tmp_path / "made")
        assert shipped.read_bytes() == path.read_bytes() and len(shipped.read_bytes()) < 60_000
