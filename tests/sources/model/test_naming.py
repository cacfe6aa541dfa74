"""By what a row is called, when it happened, whether it is over, what a field is for, whose state it tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from files_seen import Seen, seen, seen_at
from groundplan.contracts.source_model import Dataset


def dataset(folder: Path, name: str, header: str, rows: list[str]) -> Dataset:
    (found,) = seen(folder, f"{name}.csv", "\n".join([header, *rows]) + "\n").model.datasets
    return found


DAYS = [f"2024-{1 + n // 28:02}-{1 + n % 28:02}" for n in range(60)]
LATER = [f"2025-{1 + n // 28:02}-{1 + n % 28:02}" for n in range(60)]


@pytest.mark.parametrize(
    ("table", "header", "row", "name"),
    [
        ("products", "product_id,product_name,price", "{n},Thing {n},{n}.5", ("product_name",)),
        ("films", "id,title,genre", "{n},Film {n},g{k}", ("title",)),
        ("people", "id,first_name,last_name,city", "{n},F{k},L{n},C{k}", ("first_name", "last_name")),
        ("cities", "city,country,people", "City {n},C{k},{n}00", ("city",)),
        ("users", "user_id,user_name,file_name", "{n},U{n},f{n}.txt", ("user_name",)),
        ("films seen", "Title,Role,Year", "The Night {n} of Rain,Nurse Nr {n},{n}", ("Title",)),
        ("ports", "Code,City", "X{n}Y,Port {n}mouth", ("City",)),
        ("orders", "order_id,customer,amount", "{n},K{k},{n}.5", ()),
        ("staff", "id,name,email", "{n},Name {n},p{n}@x.org", ("name",)),
    ],
)
def test_what_a_row_is_called(tmp_path: Path, table: str, header: str, row: str, name: tuple[str, ...]) -> None:
    rows = [row.format(n=100 + n, k=n % 4) for n in range(24)]
    assert dataset(tmp_path, table, header, rows).name_field == name


@pytest.mark.parametrize(
    ("table", "header", "time"),
    [
        ("orders", "order_id,ordered,delivered", "ordered"),
        ("orders", "order_id,delivered,order_date", "order_date"),
        ("people", "person_id,birth_date,hired", "hired"),
        ("tickets", "ticket_id,closed_at,opened_at", "opened_at"),
        ("posts", "post_id,updated,created", "created"),
    ],
)
def test_which_time_a_row_happened(tmp_path: Path, table: str, header: str, time: str) -> None:
    rows = [f"{n},{DAYS[n]},{LATER[n]}" for n in range(40)]
    assert dataset(tmp_path, table, header, rows).main_time == time


def test_without_a_time_there_is_none(tmp_path: Path) -> None:
    found = dataset(tmp_path, "shops", "shop_id,city", [f"{n},C{n}" for n in range(12)])
    assert (found.main_time, found.ended) == ("", "")


@pytest.mark.parametrize(
    ("name", "left", "ended"),
    [("left_on", 10, "left_on"), ("closed", 10, "closed"), ("left_on", 40, ""), ("shipped", 10, "")],
    ids=["some have left", "some are closed", "all have", "no end"],
)
def test_what_says_that_a_row_is_over(tmp_path: Path, name: str, left: int, ended: str) -> None:
    rows = [f"{n},{DAYS[n]},{LATER[n] if n < left else ''}" for n in range(40)]
    assert dataset(tmp_path, "members", f"member_id,joined,{name}", rows).ended == ended


@pytest.mark.parametrize(
    ("name", "row"), [("order_lines", "order line"), ("categories", "category"), ("boxes", "box"), ("staff", "staff")]
)
def test_what_one_row_is(tmp_path: Path, name: str, row: str) -> None:
    assert dataset(tmp_path, name, "id,label", [f"{n},L{n}" for n in range(12)]).row_is == row


# ------------------------------------------------------------------ what fields are for


@pytest.mark.parametrize(
    ("header", "cell", "role"),
    [
        ("customer_id", "{n}", "key"),
        ("emp_no", "{n}", "key"),
        ("no of rooms", "{k}", "measure"),
        ("amount", "{n}.5", "measure"),
        ("city", "C{k}", "category"),
        ("active", "{flag}", "flag"),
        ("has_car", "{bit}", "flag"),
        ("day", "2024-01-{day:02}", "time"),
        ("month", "{month}", "time"),
        ("year", "20{day:02}", "time"),
        ("company", "Firm {n}", "name"),
        ("tags", "{tags}", "list"),
        ("comment", "we liked part {n} of it very much", "text"),
        ("zip", "0{n}", "category"),
    ],
)
def test_what_a_field_is_for(tmp_path: Path, header: str, cell: str, role: str) -> None:
    tags = ["red;blue", "green", "red;green", "blue", "blue;red", "green;blue"]
    rows = []
    for n in range(48):
        said = cell.format(
            n=1000 + n,
            k=n % 5,
            day=1 + n % 24,
            month=1 + n % 12,
            bit=n % 2,
            flag="yes" if n % 3 else "no",
            tags=tags[n % 6],
        )
        rows.append(f"row {n // 2},{said}")
    found = dataset(tmp_path, "rows", f"who,{header}", rows)
    assert found.fields[1].role == role


# ------------------------------------------------------------------ histories


def base(folder: Path, **files: str) -> Seen:
    (folder / "base").mkdir()
    for name, text in files.items():
        (folder / "base" / f"{name}.csv").write_text(text, "utf-8")
    return seen_at(folder / "base", folder / "cache")


def test_a_level_of_a_thing_at_a_time_is_its_history(tmp_path: Path) -> None:
    machines = "machine_id,name\n" + "".join(f"{n},Machine {n}\n" for n in range(1, 7))
    levels = "machine_id,month,stock\n" + "".join(
        f"{n},2024-{month:02}-01,{100 * n + month}\n" for n in range(1, 7) for month in range(1, 13)
    )
    found = base(tmp_path, machines=machines, levels=levels)
    levels_of = found.model.dataset("levels")
    assert levels_of is not None
    assert levels_of.latest_of == "machine_id"
    assert levels_of.fields[-1].adds_up == "last"
    machine = found.model.dataset("machines")
    assert machine is not None and machine.latest_of == ""


def test_amounts_of_a_thing_at_a_time_are_no_history(tmp_path: Path) -> None:
    shops = "shop_id,name\n" + "".join(f"{n},Shop {n}\n" for n in range(1, 7))
    sales = "shop_id,month,sold\n" + "".join(
        f"{n},2024-{month:02}-01,{n * 37 * month % 90 + 1}\n" for n in range(1, 7) for month in range(1, 13)
    )
    sold = base(tmp_path, shops=shops, sales=sales).model.dataset("sales")
    assert sold is not None
    assert (sold.latest_of, sold.fields[-1].adds_up) == ("", "sum")
