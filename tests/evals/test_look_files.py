"""The files of the look suite: the same every time, their truth complete, and its scorer tells right from wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

SUITE = Path(__file__).parents[2] / "evals/look"
TROUBLES = {
    *("title", "footnote", "units_row", "repeated_header", "total", "subtotal", "total_without_word", "total_as_value"),
    *("several_tables", "two_row_header", "merged_cells", "fill_down", "line_breaks", "same_names", "encoding"),
    *("marks", "far_out_mark", "code_na", "trace", "zones", "month_names", "two_digit_years", "twelve_hours", "epochs"),
    *("compact_dates", "serial_dates", "quarters", "weeks", "ambiguous_dates", "brackets", "trailing_minus", "percent"),
    *("currency", "unit_in_cell", "wide", "lists", "odd_cell", "leading_zeros", "flags", "broken", "control"),
}


def run_script(name: str, *arguments: str) -> str:
    """What a script of the suite prints."""
    told = subprocess.run(
        [sys.executable, str(SUITE / name), *arguments], capture_output=True, encoding="utf-8", timeout=60
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("look")
    run_script("make_files.py", str(made))
    return made


@pytest.fixture(scope="module")
def truths(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]


def test_every_file_is_there_and_every_trouble(folder: Path, truths: list[dict[str, Any]]) -> None:
    assert len(truths) == 80 and len({truth["id"] for truth in truths}) == 80
    assert {path.name for path in folder.iterdir()} == {"truth.jsonl", *(truth["file"] for truth in truths)}
    assert {kind for truth in truths for kind in truth["kinds"]} >= TROUBLES
    assert Counter(truth["expect"] for truth in truths) == {"read": 72, "refused": 8}


def test_every_column_has_a_value_for_every_row(truths: list[dict[str, Any]]) -> None:
    ways = [way for truth in truths for way in (truth["tables"], *truth.get("alternatives", []))]
    for table in (table for way in ways for table in way):
        for name, column in table["columns"].items():
            assert column["type"] in {"number", "date", "moment", "text", "flag", "list"}
            for reading in (column, *column.get("or", [])):
                assert len(reading["values"]) == table["rows"][0], name


def test_the_files_are_the_same_every_time(folder: Path, tmp_path: Path) -> None:
    run_script("make_files.py", str(tmp_path))
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_the_scorer_tells_right_from_wrong(folder: Path) -> None:
    told = json.loads(run_script("score_files.py", "selftest", str(folder / "truth.jsonl")))
    assert told["ok"] and told["unseen"] == []


# ------------------------------------------------------------------ bases


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bases")
    run_script("make_bases.py", str(made))  # fails where a key or a relation does not hold
    return made


def test_every_base_is_there_and_lists_its_relations(bases: Path) -> None:
    facts = [json.loads(line) for line in (bases / "bases_truth.jsonl").read_text("utf-8").splitlines()]
    assert {path.name for path in bases.iterdir()} == {"bases_truth.jsonl", *(fact["source"] for fact in facts)}
    every = [fact for fact in facts if fact["kind"] == "all_relations"]
    assert len(every) == 20 and len({fact["id"] for fact in facts}) == len(facts)
    assert sum(len(fact["value"]) for fact in every) == sum(fact["kind"] == "relation" for fact in facts) == 61


def test_the_bases_are_the_same_every_time(bases: Path, tmp_path: Path) -> None:
    """But for the files of DuckDB, which number their blocks anew."""
    run_script("make_bases.py", str(tmp_path))
    for path in bases.rglob("*"):
        if path.is_file() and path.suffix != ".duckdb":
            assert (tmp_path / path.relative_to(bases)).read_bytes() == path.read_bytes(), path.name


def test_the_scorer_of_bases_tells_right_from_wrong(bases: Path) -> None:
    assert json.loads(run_script("score_bases.py", "selftest", str(bases / "bases_truth.jsonl")))["ok"]
