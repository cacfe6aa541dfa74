"""What a query found is told with its units, its rows, its periods by name, and what nothing was found of."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import groundplan
from groundplan.contracts import Question
from groundplan.planner import Planner
from groundplan.settings import Settings

KINDS = ("kayak", "canoe", "sailboat")


@pytest.fixture
def boats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Hires of boats from January to December 2023, one every third day, some without a length."""
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(tmp_path / "cache"))
    rows = [
        f"{n},2023-{1 + n % 12:02}-{1 + n % 28:02},{KINDS[n % 3]},pier {n % 14:02},"
        f"{'' if n % 10 == 0 else 20 + n % 50},€{10 + n % 7}.50"
        for n in range(1, 121)
    ]
    file = tmp_path / "hires.csv"
    file.write_text("\n".join(["hire_id,hired_on,kind,pier,length_minutes,price", *rows]) + "\n", "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ('hires: count where kind = "kanoe"', "kind is nowhere 'kanoe'; the nearest is 'canoe'."),
        ('hires: count where not kind in ("kayak", "Canoe")', "kind is nowhere 'Canoe'; the nearest is 'canoe'."),
        ('hires: count where kind = "Xyz"', "kind is nowhere 'Xyz'; there are canoe, kayak, sailboat."),
        ('hires: count where kind = "kayak"', ""),
        ('hires: count where kind has "kay"', ""),
    ],
)
def test_a_value_that_a_field_of_few_has_not_is_told_with_the_nearest(boats: str, query: str, note: str) -> None:
    run = groundplan.query(query, boats)
    assert run.answer
    assert run.answer.text.partition("Note: ")[2] == note


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "hires: average(length_minutes)",
            "Average length of hires: 42.5 minutes (of 108 hires; 12 without length left out).",
        ),
        ("hires: count", "Number of hires: 120."),
        ("hires: sum(price) by kind", "Total price of hires by kind: canoe (€539); kayak (€542); sailboat (€537)."),
        (
            'hires: sum(price), count by kind where kind = "canoe"',
            "Total price, number of hires, kind canoe, by kind: canoe (total price €539, number of hires 40).",
        ),
        (
            "hires: share(count) by kind",
            "Share of hires by kind: canoe (33.33 %); kayak (33.33 %); sailboat (33.33 %).",
        ),
        (
            "hires: rate(length_minutes > 60)",
            "Share of hires with length over 60 minutes: 16.67 % (of 108 hires; 12 of which it is not known left out).",
        ),
        ("hires: max(hired_on)", "Latest hired on of hires: 2023-12-28 (of 120 hires)."),
        ("hires: sum(price) by kind keep 1 by sum(price)", "Total price of hires by kind, the highest: kayak (€542)."),
        (
            "hires: count by month(hired_on) where hired_on <= 2023-02",
            "Number of hires until February 2023 by month: January 2023 (10); February 2023 (10).",
        ),
        (
            'hires: count by bin(length_minutes, 25) where kind = "kayak"',
            "Number of hires, kind kayak, by length in steps of 25 minutes: "
            "0 to 25 (4); 25 to 50 (20); 50 to 75 (12); empty (4).",
        ),
    ],
)
def test_a_finding_is_told(boats: str, query: str, told: str) -> None:
    run = groundplan.query(query, boats)
    assert run.answer and run.answer.text.splitlines()[0] == told


def test_many_groups_are_counted_and_their_ends_told(boats: str) -> None:
    text = groundplan.query("hires: sum(price) by pier", boats).answer.text  # type: ignore[union-attr]
    assert text.count("pier ") == 12 and "; and 4 more, the highest pier " in text


def test_a_list_tells_things_by_name_and_counts_them(boats: str) -> None:
    run = groundplan.query("(hires: count as n by pier): where n > 8 show pier, n", boats)
    assert run.answer and "(8): pier 01 (9); pier 02 (9);" in run.answer.text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("hires: count where hired_on = 2031", "Number of hires in 2031: 0."),
        ("hires: average(price) where hired_on = 2031", "Average price of hires in 2031: nothing to take it of."),
        ("hires: sum(price) by kind where hired_on in 2031..2032", "No hires from 2031 to 2032."),
    ],
)
def test_a_period_without_rows_is_told_with_the_time_that_there_is(boats: str, query: str, told: str) -> None:
    lines = groundplan.query(query, boats).answer.text.splitlines()  # type: ignore[union-attr]
    assert lines[0] == told
    assert lines[1].startswith("Note: no hires ") and lines[1].endswith("; they run from 2023-01-01 to 2023-12-28.")


def test_a_condition_that_nothing_meets_is_no_fault_of_the_time(boats: str) -> None:
    run = groundplan.query('hires: where hired_on = 2023 and kind = "raft"', boats)
    assert run.answer and run.answer.text.splitlines()[0] == "No hires in 2023, kind raft."
    assert "they run from" not in run.answer.text


def test_a_question_in_russian_is_answered_in_russian(boats: str, tmp_path: Path) -> None:
    planner = Planner(Settings(cache=tmp_path / "cache"))
    query = "hires: average(length_minutes) where hired_on = 2023-03"
    run = asyncio.run(planner.answer(Question(text="средняя длительность в марте", query=query, sources=(boats,))))
    planner.close()
    told = "Среднее «length» (записи «hires») за март 2023: 45 minutes (строк: 8; без «length»: 2, не учтены)."
    assert run.answer and run.answer.text == told
