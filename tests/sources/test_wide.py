"""Columns named by times become rows; things inside a file become tables of their own; other columns do neither."""

from __future__ import annotations

from datetime import date

import pytest

from files_seen import Look


@pytest.mark.parametrize(
    ("header", "name", "times"),
    [
        ("2019,2020,2021", "year", [2019, 2020, 2021]),
        ("Q1 2023,Q2 2023,Q3 2023", "quarter", [date(2023, 1, 1), date(2023, 4, 1), date(2023, 7, 1)]),
        ("2023-01,2023-02,2023-03", "month", [date(2023, 1, 1), date(2023, 2, 1), date(2023, 3, 1)]),
        ("Jan,Feb,Mar", "month", ["Jan", "Feb", "Mar"]),
        ("Jan 2023,Feb 2023,Mar 2023", "month", [date(2023, 1, 1), date(2023, 2, 1), date(2023, 3, 1)]),
        ("2023-01-05,2023-01-06,2023-01-07", "date", [date(2023, 1, 5), date(2023, 1, 6), date(2023, 1, 7)]),
    ],
)
def test_columns_named_by_times_become_rows(look: Look, header: str, name: str, times: list[object]) -> None:
    found = look("a.csv", f"shop,{header}\nA,1,2,3\nB,4,,6\n")
    assert list(found.columns) == ["shop", name, "value"]
    assert found.rows == [(shop, time, value) for shop, values in (("A", (1, 2, 3)), ("B", (4, None, 6)))
                          for time, value in zip(times, values, strict=True)]  # fmt: skip
    assert f"became rows: {name!r} and 'value'" in found.notes[0]


def test_their_sum_is_left_out_and_told(look: Look) -> None:
    found = look("a.csv", "shop,2019,2020,2021,Total\nA,1,2,3,6\nB,4,5,6,15\nC,1,1,1,3\n")
    assert list(found.columns) == ["shop", "year", "value"]
    assert "'Total', their sum, was left out" in found.notes[0]


@pytest.mark.parametrize(
    "text",
    [
        "shop,2019,2020\nA,1,2\nB,4,5\n",
        "shop,jan,june,may\nA,x,y,z\nB,u,v,w\n",
        "2019,2020,2021\n1,2,3\n4,5,6\n",
        "shop,size 10,size 12,size 14\nA,1,2,3\nB,4,5,6\n",
    ],
    ids=["two times", "names of people", "nothing beside", "sizes"],
)
def test_other_columns_stay(look: Look, text: str) -> None:
    assert list(look("a.csv", text).columns) == text.splitlines()[0].split(",")


def orders(count: int = 15) -> str:
    lines = ["order_no,placed,buyer,item,quantity"]
    for n in range(count):
        lines += [f"{900 + n},2024-01-{1 + n % 28:02},buyer {n % 5},item {(n + k) % 7},{1 + k}" for k in range(3)]
    return "\n".join(lines) + "\n"


def test_what_belongs_to_an_order_is_a_table_of_its_own(look: Look) -> None:
    found = look("sold.csv", orders())
    assert set(found.tables) == {"sold", "orders"}
    assert list(found.types["orders"]) == ["order_no", "placed", "buyer"]
    assert list(found.types["sold"]) == ["order_no", "item", "quantity"]
    assert (len(found.tables["orders"]), len(found.tables["sold"])) == (15, 45)
    assert found.tables["orders"][0] == (900, date(2024, 1, 1), "buyer 0")
    assert [(one.many, one.columns, one.one) for one in found.model.relations] == [("sold", ("order_no",), "orders")]
    assert any("'orders' ('placed', 'buyer'), told apart by 'order_no'" in note for note in found.notes)


def test_what_stands_on_the_first_line_of_an_order_alone_belongs_to_it_too(look: Look) -> None:
    head, *lines = orders().splitlines()
    shipped = [f"{line},{n / 2 if n % 3 == 0 else ''}" for n, line in enumerate(lines)]
    found = look("sold.csv", "\n".join([f"{head},shipping", *shipped]) + "\n")
    assert list(found.types["orders"]) == ["order_no", "placed", "buyer", "shipping"]
    assert [row[3] for row in found.tables["orders"]] == [n / 2 for n in range(0, 45, 3)]


@pytest.mark.parametrize("case", ["a column that differs within an order", "few rows", "labels that agree by chance"])
def test_nothing_is_split_off_where_nothing_belongs_together(look: Look, case: str) -> None:
    texts = {
        "a column that differs within an order": "order_no,item,quantity\n"
        + "".join(f"{900 + n // 3},item {n % 7},{n % 4}\n" for n in range(45)),
        "few rows": "\n".join(orders().splitlines()[:10]) + "\n",
        "labels that agree by chance": "shop,size,sold\n" + "".join(f"S{n % 4},{n % 3},{n}\n" for n in range(40)),
    }
    assert list(look("sold.csv", texts[case]).tables) == ["sold"]


def test_a_large_table_is_parted_by_all_of_its_rows(look: Look) -> None:
    """The first rows agree; later ones do not."""
    lines = ["order_no,placed,buyer,note"]
    for n in range(2_000):
        same = n < 700
        lines += [f"{n},2024-01-{1 + n % 28:02},buyer {n % 5},{n % 9 if same else (n + k) % 9}" for k in range(3)]
    found = look("sold.csv", "\n".join(lines) + "\n")
    assert list(found.types["orders"]) == ["order_no", "placed", "buyer"]
    assert list(found.types["sold"]) == ["order_no", "note"]
