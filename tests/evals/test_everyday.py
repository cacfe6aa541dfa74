"""The everyday suite: well formed, its gold is what its SQL gives, and its scorer tells right from wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

SUITE = Path(__file__).parents[2] / "evals/everyday"
LINES: list[dict[str, Any]] = [json.loads(line) for line in (SUITE / "questions.jsonl").read_text("utf-8").splitlines()]
BY_ID = {line["id"]: line for line in LINES}
ANSWERED = [line for line in LINES if line["gold"]["status"] == "answered"]
FORM = {"analysis", "metrics", "group_by", "time", "filters", "join", "having", "sort", "limit", "chart", "outputs"}


def run_script(name: str, *arguments: str) -> str:
    """What a script of the suite prints."""
    told = subprocess.run(
        [sys.executable, str(SUITE / name), *arguments], capture_output=True, encoding="utf-8", timeout=120
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def run_of(line: str, **changed: Any) -> dict[str, Any]:
    """A Run of that question: answered with its gold rows as a table, but for what is changed."""
    gold = BY_ID[line]["gold"]
    rows = changed.get("rows", gold.get("rows", []))
    tables = [{"name": "t", "columns": [], "rows": rows}] if rows is not None else []
    facts = {"tables": tables, "charts": changed.get("charts", [])}
    status = changed.get("status", gold["status"])
    return {"id": line, "status": status, "facts": facts, "answer": {"text": changed.get("text", "")}}


def wrong(tmp_path: Path, run: dict[str, Any]) -> str:
    """Why the scorer calls this one run wrong; empty when it is right."""
    questions, runs = tmp_path / "questions.jsonl", tmp_path / "runs.jsonl"
    questions.write_text(json.dumps(BY_ID[run["id"]]), "utf-8")
    runs.write_text(json.dumps(run), "utf-8")
    report = json.loads(run_script("score.py", str(runs), "--questions", str(questions), "--json"))
    return report["wrong"][0]["why"] if report["wrong"] else ""


# ------------------------------------------------------------------ the suite


def test_the_mix_is_the_promised_one() -> None:
    kinds = Counter(line["gold"]["status"] for line in LINES)
    assert kinds["answered"] >= 240 and kinds["refused"] >= 36 and kinds["clarify"] >= 24
    assert len({line["sources"][0] for line in LINES}) >= 12
    assert sum("russian" in line["tags"] for line in ANSWERED) >= 25
    assert sum(bool(line["history"]) for line in ANSWERED) >= 25


def test_every_line_is_well_formed() -> None:
    assert len(BY_ID) == len(LINES)
    asked = Counter((line["question"], line["sources"][0], json.dumps(line["history"])) for line in LINES)
    assert [question for question, times in asked.items() if times > 1] == []
    for line in LINES:
        assert line["pack"] == "tables" and line["question"] and line["tags"], line["id"]
        assert all((SUITE / source).is_file() for source in line["sources"]), line["id"]


def test_every_column_that_a_gold_names_is_in_its_table() -> None:
    for line in LINES:
        header = (SUITE / line["sources"][0]).read_text("utf-8").split("\n", 1)[0].split(",")
        gold = line["gold"]
        named = list(gold.get("choices", []))
        if gold["status"] == "answered":
            form = gold["form"]
            assert set(form) >= FORM, line["id"]
            named += [metric["column"] for metric in form["metrics"] if metric["column"]] + form["group_by"]
            named += [part["column"] for part in form["filters"]] + ([form["time"]["column"]] if form["time"] else [])
        assert set(named) <= set(header), line["id"]


def test_the_rows_are_few_and_not_empty() -> None:
    assert [line["id"] for line in ANSWERED if not 1 <= len(line["gold"]["rows"]) <= 60] == []


def test_the_gold_is_what_its_sql_gives() -> None:
    assert "stale: none" in run_script("gold.py", "--check")


def test_the_tables_are_what_their_script_writes(tmp_path: Path) -> None:
    run_script("make_tables.py", str(tmp_path))
    for path in sorted((SUITE / "tables").glob("*.csv")):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


# ------------------------------------------------------------------ the scorer


def test_the_gold_itself_is_all_right() -> None:
    report = json.loads(run_script("score.py", "selftest", "--json"))
    assert report["wrong"] == [] and report["answered"]["of"] == len(ANSWERED)


RIDES = [["casual", 31.78, 180], ["Member", "17.0806", 360], ["DAY PASS", 30.86, 100]]
MONTHS = [
    [f"2024-{number:02d}-01T00:00:00", count] for number, count in enumerate((6, 6, 14, 20, 19, 21, 40, 28, 27), 1)
]

RIGHT: dict[str, dict[str, Any]] = {
    "another column, another order, another case": run_of("bike-02", rows=RIDES),
    "a chart in place of a table": run_of("bike-02", rows=None, charts=[{"mark": "bar", "rows": RIDES}]),
    "a lone figure in the text": run_of("bike-01", rows=None, text="There were 233 rides in 2023."),
    "a fraction for a percentage": run_of("bike-04", rows=[[0.390625]]),
    "months as days": run_of("bike-05", rows=[*MONTHS, ["2024-10-01", BY_ID["bike-05"]["gold"]["rows"][-1][1]]]),
    "a histogram as bins": run_of(
        "bike-18", rows=None, charts=[{"mark": "histogram", "rows": [["16-40", 500], ["40-69", 76]]}]
    ),
    "the other fair reading": run_of("air-07", rows=None, text="They are hardly related (r = -0.04)."),
    "a refusal": run_of("bike-25", rows=None),
}
WRONG: dict[str, dict[str, Any]] = {
    "another figure": run_of("bike-02", rows=[*RIDES[:2], ["day pass", 33.2, 100]]),
    "a row too many": run_of("bike-02", rows=[*RIDES, ["staff", 1.0, 1]]),
    "figures of other groups": run_of("bike-02", rows=[["member", 31.78], ["casual", 17.08], ["day pass", 30.86]]),
    "a ranking upside down": run_of("bike-03", rows=BY_ID["bike-03"]["gold"]["rows"][::-1]),
    "a figure among many": run_of("bike-01", rows=[["a", 233], ["b", 1], ["c", 2], ["d", 3]], text="233 and others"),
    "a count off by one": run_of("bike-01", rows=[[234]]),
    "an answer to what should be refused": run_of("bike-25", rows=[[1]], status="answered"),
    "a question back": run_of("bike-01", status="clarify"),
}


@pytest.mark.parametrize("case", RIGHT)
def test_the_scorer_takes_what_says_the_same(case: str, tmp_path: Path) -> None:
    assert wrong(tmp_path, RIGHT[case]) == ""


@pytest.mark.parametrize("case", WRONG)
def test_the_scorer_refuses_what_says_something_else(case: str, tmp_path: Path) -> None:
    assert wrong(tmp_path, WRONG[case]) != ""
