"""A key tells every row apart: one field if there is one, else the fewest; figures and chance are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from files_seen import seen


def csv(header: str, rows: list[str]) -> str:
    return "\n".join([header, *rows]) + "\n"


DAYS = [f"2024-01-{day:02}" for day in range(1, 11)]
CASES = {
    "an id": (csv("id,shop,sold", [f"{n},S{n % 3},{n % 5}" for n in range(1, 13)]), ("id",)),
    "a code": (csv("code,shop,sold", [f"C-{n},S{n % 3},{n % 5}" for n in range(12)]), ("code",)),
    "the id before a name that is as unique": (
        csv("name,person_id,age", [f"N{n},{500 + n},{20 + n % 4}" for n in range(12)]), ("person_id",)
    ),
    "a time where nothing else is": (csv("at,level", [f"2024-01-{1 + n:02},{n % 5}" for n in range(20)]), ("at",)),
    "two fields": (csv("shop,day,sold", [f"S{s},{day},{s + 1}" for s in range(3) for day in DAYS]), ("shop", "day")),
    "an order and its lines": (
        csv("order_no,line,article", [f"{900 + n // 3},{1 + n % 3},A{n % 2}" for n in range(60)]), ("order_no", "line")
    ),
    "three fields": (
        csv("shop,day,kind,sold", [f"S{s},{day},{kind},2" for s in range(3) for day in DAYS[:5] for kind in "xyz"]),
        ("shop", "day", "kind"),
    ),
    "an id with a blank is none": (csv("id,shop", [f"{n or ''},S{n % 3}" for n in range(12)]), ()),
    "an id that comes twice is none": (csv("id,shop", ["7,S1", *(f"{n},S{n % 3}" for n in range(12))]), ()),
    "amounts that differ by chance are none": (csv("shop,sold", [f"S{n % 3},{n * 1.5}" for n in range(12)]), ()),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_key_of_a_table(tmp_path: Path, case: str) -> None:
    text, key = CASES[case]
    (dataset,) = seen(tmp_path, "rows.csv", text).model.datasets
    assert dataset.primary_key == key


def test_other_fields_that_tell_rows_apart_are_keys_beside(tmp_path: Path) -> None:
    rows = [f"{n},p{n}@x.org,S{n % 3}" for n in range(1, 21)]
    (dataset,) = seen(tmp_path, "people.csv", csv("person_id,email,shop", rows)).model.datasets
    assert (dataset.primary_key, dataset.unique_keys) == (("person_id",), (("email",),))
