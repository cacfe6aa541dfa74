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


# ------------------------------------------------------------------ keys that are called or written otherwise


def test_a_part_that_people_play_names_its_row(tmp_path):
    staff = "badge,name\n" + "".join(f"B{700 + n},Name {n}\n" for n in range(1, 13))
    visits = "visit,doctor,nurse\n" + "".join(f"V{n},B{701 + n % 12},B{701 + n * 5 % 12}\n" for n in range(40))
    assert sorted(found(tmp_path, visits=visits, staff=staff)) == [
        "visits.doctor -> staff.badge",
        "visits.nurse -> staff.badge",
    ]


def test_a_row_may_name_another_of_its_own_table(tmp_path):
    staff = "id,name,manager_id\n" + "".join(f"{n},Name {n},{n // 3 or ''}\n" for n in range(1, 25))
    assert found(tmp_path, staff=staff, places="id,city\n1,Oslo\n2,Rome\n") == ["staff.manager_id -> staff.id"]


def test_a_key_of_several_fields_is_named_by_all_of_them(tmp_path):
    bins = "silo,bin,size\n" + "".join(f"S{s},{b},{s * 10 + b}\n" for s in range(1, 6) for b in range(1, 7))
    loads = "load,silo,bin,tons\n" + "".join(f"L{n},S{1 + n % 5},{1 + n * 7 % 6},{n}.5\n" for n in range(60))
    assert "loads.silo+bin -> bins.silo+bin" in found(tmp_path, bins=bins, loads=loads)


def test_one_to_one_is_told(tmp_path):
    people = "person_id,name\n" + "".join(f"{n},Name {n}\n" for n in range(1, 21))
    cards = "card,person_id\n" + "".join(f"C{90 + n},{21 - n}\n" for n in range(1, 21))
    (relation,) = opened(tmp_path, people=people, cards=cards).understood.relations
    assert (relation.many, relation.one, relation.single) == ("cards", "people", True)


def test_years_and_scores_that_agree_by_chance_are_no_relation(tmp_path):
    films = "film,year,score\n" + "".join(f"F{n},{2000 + n % 20},{1 + n % 10}\n" for n in range(40))
    awards = "award,year,place\n" + "".join(f"A{n},{2000 + n},{1 + n}\n" for n in range(10))
    assert found(tmp_path, films=films, awards=awards) == []


def test_keys_with_other_capitals_are_read_as_the_table_they_name_has_them(tmp_path):
    customers = "code,city\n" + "".join(f"AB{10 + n},C{n}\n" for n in range(12))
    orders = "order_no,customer,amount\n" + "".join(
        f"{n},{'ab' if n % 3 else 'AB'}{10 + n % 12},{n}.5\n" for n in range(40)
    )
    for turn in ("first", "known"):
        tables = opened(tmp_path, orders=orders, customers=customers)
        (relation,) = tables.understood.relations
        assert (relation.columns, relation.others, relation.found) == (("customer",), ("code",), 1.0), turn
    told = "orders.csv: 26 cells of 'customer' such as 'ab11' are read as 'code' of 'customers' has them"
    assert any(note.startswith(told) for note in tables.notes)
    field = tables.understood.dataset("orders").field("customer")
    assert field.distinct == 12 and field.low == "AB10"


def test_so_they_can_be_joined_in_files_that_are_read_where_they_lie(tmp_path):
    import duckdb

    folder = tmp_path / "base"
    folder.mkdir()
    made = {
        "members": "SELECT 'Ada' || i AS handle, i AS age FROM range(30) t(i)",
        "posts": "SELECT i AS post_id, lower('Ada' || (i % 30)) AS author, i * 2 AS likes FROM range(90) t(i)",
    }
    for name, select in made.items():
        duckdb.execute(f"COPY ({select}) TO '{folder / name}.parquet'")
    for _ in ("first", "known"):
        tables = open_sources((str(folder),), tmp_path / "cache")
        authors = tables.get("posts").expr.author.to_pyarrow().to_pylist()
        tables.close()
        assert authors == [f"Ada{n % 30}" for n in range(90)]
        assert [key.table for table in tables.model if table.name == "posts" for key in table.keys] == ["members"]


def test_keys_that_differ_by_capitals_alone_are_left_as_they_are(tmp_path):
    codes = "code,city\n" + "".join(f"{letters}{n},C{n}\n" for n in range(8) for letters in ("ab", "AB"))
    orders = "order_no,code\n" + "".join(f"{n},{'Ab' if n % 2 else 'ab'}{n % 8}\n" for n in range(40))
    tables = opened(tmp_path, orders=orders, codes=codes)
    assert not any("are read as" in note for note in tables.notes)
    assert tables.understood.dataset("orders").field("code").distinct == 8


def test_what_others_name_a_row_by_is_its_key(tmp_path):
    services = "service,tariff,euro\n" + "".join(f"Service {chr(65 + n)},0{140 + n},{n}.5\n" for n in range(8))
    visits = "visit,tariff\n" + "".join(f"V{n},0{140 + n % 8}\n" for n in range(40))
    tables = opened(tmp_path, services=services, visits=visits)
    assert tables.understood.dataset("services").primary_key == ("tariff",)
