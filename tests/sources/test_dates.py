"""Days and moments are read as people write them, with nothing of them lost."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from files_seen import Look, seen_at

DAYS = [date(2024, 1, 5), date(2024, 2, 17), date(2024, 3, 28)]
WRITTEN = {
    "ISO": ["2024-01-05", "2024-02-17", "2024-03-28"],
    "with dots": ["05.01.2024", "17.02.2024", "28.03.2024"],
    "with dots, short": ["5.1.24", "17.2.24", "28.3.24"],
    "month first": ["1/5/2024", "2/17/2024", "3/28/2024"],
    "day first": ["5/1/2024", "17/2/2024", "28/3/2024"],
    "names of months": ["5 January 2024", "17 February 2024", "28 March 2024"],
    "month, day, year": ["January 5, 2024", "February 17, 2024", "March 28, 2024"],
    "short names": ["5 Jan 2024", "17 Feb 2024", "28 Mar 2024"],
    "German": ["5. Januar 2024", "17. Februar 2024", "28. März 2024"],
    "Russian": ["5 января 2024 г.", "17 февраля 2024 г.", "28 марта 2024 г."],
    "digits alone": ["20240105", "20240217", "20240328"],
    "as spreadsheets count": ["45296", "45339", "45379"],
    "two ways in one column": ["2024-01-05", "17.02.2024", "2024-03-28"],
}


@pytest.mark.parametrize("way", WRITTEN)
def test_days(look: Look, way: str) -> None:
    found = look("a.csv", "who;day\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate(WRITTEN[way])))
    assert (found.columns["day"], found.column("day")) == ("date", DAYS)
    assert found.model.datasets[0].main_time == "day"


@pytest.mark.parametrize(
    ("name", "cells", "moments"),
    [
        ("at", ["2024-01-05 10:30", "2024-01-06 11:00:30"], [(5, 10, 30, 0), (6, 11, 0, 30)]),
        ("at", ["2024-01-05", "2024-01-06 11:00:30"], [(5, 0, 0, 0), (6, 11, 0, 30)]),
        ("at", ["1/5/2024 1:05 PM", "1/13/2024 12:00 AM"], [(5, 13, 5, 0), (13, 0, 0, 0)]),
        ("at", ["2024-01-05T10:00:00Z", "2024-01-06T11:30:00+02:00"], [(5, 10, 0, 0), (6, 9, 30, 0)]),
        ("created", ["1704412800", "1704499261"], [(5, 0, 0, 0), (6, 0, 1, 1)]),
        ("created", ["1704412800000", "1704499261000"], [(5, 0, 0, 0), (6, 0, 1, 1)]),
        ("at", ["05.01.2024 10:30", "06.01.2024"], [(5, 10, 30, 0), (6, 0, 0, 0)]),
    ],
)  # fmt: skip
def test_moments(look: Look, name: str, cells: list[str], moments: list[tuple[int, int, int, int]]) -> None:
    found = look("a.csv", f"who,{name}\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.columns[name] == "datetime"
    assert found.column(name) == [datetime(2024, 1, *moment) for moment in moments]


@pytest.mark.parametrize(
    ("name", "cells", "starts"),
    [
        ("month", ["2024-01", "2024-02"], [date(2024, 1, 1), date(2024, 2, 1)]),
        ("month", ["Jan 2024", "Feb 2024"], [date(2024, 1, 1), date(2024, 2, 1)]),
        ("quarter", ["Q1 2024", "2024 Q3"], [date(2024, 1, 1), date(2024, 7, 1)]),
        ("week", ["2024-W01", "2024-W15"], [date(2024, 1, 1), date(2024, 4, 8)]),
        ("year", ["2021", "2023"], [2021, 2023]),
    ],
)
def test_spans_are_read_as_their_first_day_and_years_as_numbers(
    look: Look, name: str, cells: list[str], starts: list[object]
) -> None:
    found = look("a.csv", f"who,{name}\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.column(name) == starts
    assert found.model.datasets[0].fields[1].role == "time"


def test_days_that_may_be_read_in_two_ways_are_told(look: Look) -> None:
    found = look("a.csv", "who,day\nA,1/5/2024\nB,2/7/2024\nC,12/8/2024\n")
    assert found.column("day") == [date(2024, 1, 5), date(2024, 2, 7), date(2024, 12, 8)]
    assert found.notes == ("a.csv: dates of 'day' fit month first and day first alike; read month first",)


def test_a_day_that_is_none_is_left_out_and_told(look: Look) -> None:
    days = [f"{n}.02.2024" for n in range(1, 25)]
    found = look("a.csv", "who,day\n" + "".join(f"p{n},{day}\n" for n, day in enumerate([*days, "31.02.2024"])))
    assert found.column("day")[-1] is None
    assert found.notes == ("a.csv: 1 cell of 'day' is no date and left out: '31.02.2024'",)


@pytest.mark.parametrize(("name", "cell"), [("order_id", 20240105), ("amount", 45296), ("id", 1704412800)])
def test_numbers_under_other_names_stay_numbers(look: Look, name: str, cell: int) -> None:
    found = look("a.csv", f"who,{name}\n" + "".join(f"p{n},{cell + n}\n" for n in range(5)))
    assert found.column(name) == [cell + n for n in range(5)]


def test_a_time_of_day_far_down_a_large_file_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    lines = "".join(f"2024-01-{1 + n % 28:02},{'x' * 70}{n % 9}\n" for n in range(110_000))
    path.write_text(f"day,text\n{lines}2024-01-30 10:30:00,last\n", "utf-8")
    found = seen_at(path, tmp_path / "cache")
    assert path.stat().st_size > 8_000_000
    assert found.columns["day"] == "datetime"
    assert found.column("day")[-1] == datetime(2024, 1, 30, 10, 30)
