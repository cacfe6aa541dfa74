"""The first contact: its sources and gold can be made again, and its scorer tells right from wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

SUITE = Path(__file__).parents[2] / "evals/first_contact"
LINES: list[dict[str, Any]] = [json.loads(line) for line in (SUITE / "questions.jsonl").read_text("utf-8").splitlines()]
BY_ID = {line["id"]: line for line in LINES}


def run_script(name: str, *arguments: str) -> str:
    """What a script of the suite prints."""
    told = subprocess.run(
        [sys.executable, str(SUITE / name), *arguments], capture_output=True, encoding="utf-8", timeout=120
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def verdict(tmp_path: Path, line: str, **changed: Any) -> str:
    """What the scorer says of one run, all others not there."""
    rows = changed.get("rows", BY_ID[line]["gold"].get("rows", []))
    run = {"id": line, "status": changed.get("status", "answered"), "facts": {"tables": [{"rows": rows}]}}
    (tmp_path / "runs.jsonl").write_text(json.dumps(run), "utf-8")
    told = run_script("score.py", str(tmp_path / "runs.jsonl"), "--wrong").splitlines()
    return next((row.split()[1] for row in told if row.startswith(f"{line} ")), "good")


def test_the_sources_can_be_made_again(tmp_path: Path) -> None:
    run_script("make_tables.py", str(tmp_path))
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in (SUITE / "tables").iterdir()}


def test_the_rows_are_what_the_sql_gives() -> None:
    assert "stale: none" in run_script("gold.py", "--check")


def test_the_mix_is_the_promised_one() -> None:
    assert len(BY_ID) == len(LINES) == 100
    assert set(Counter(line["id"].split("-")[0] for line in LINES).values()) == {20}
    assert sum(line["gold"]["status"] != "answered" for line in LINES) == 10
    assert sum(bool(line["history"]) for line in LINES) == 8
    assert Counter(tag for line in LINES for tag in line["tags"]) >= Counter({"russian": 6, "typo": 4})
    assert all((SUITE / source).exists() for line in LINES for source in line["sources"])


def test_the_gold_is_right_by_its_own_scorer() -> None:
    assert "right 90, asked 10, shy 0, wrong 0, failed 0" in run_script("score.py", "selftest")


PIERS = [["South Pier", 483.9], ["Old Quay", 675.52], ["North Pier", 611.29], ["Lighthouse Pier", 460.45]]
SAID: dict[str, tuple[str, str, dict[str, Any]]] = {
    "another order": ("boat-10", "good", {"rows": PIERS}),
    "another column": ("boat-10", "good", {"rows": [[*row, 1] for row in PIERS]}),
    "a name for a number": ("boat-11", "good", {"rows": [["Salty Heron", "H. Okafor"]]}),
    "months as days": (
        "hive-06",
        "good",
        {"rows": [["2024-06-01T00:00:00", 130.5], ["Jul 2024", 85], ["2024-08", 137.5]]},
    ),
    "more behind the first": ("lift-07", "good", {"rows": [["L3", 171.9], ["L2", 150.9]]}),
    "a refusal": ("lift-20", "good", {"status": "refused"}),
    "a row too many": ("boat-10", "wrong", {"rows": [*PIERS, ["East Pier", 1]]}),
    "figures of other groups": ("lost-10", "wrong", {"rows": [["Central Station", 16], ["Airport Line", 28]]}),
    "a ranking upside down": ("lost-10", "wrong", {"rows": [["Airport Line", 16], ["Central Station", 28]]}),
    "a count off by one": ("boat-01", "wrong", {"rows": [[121]]}),
    "an answer to what has none": ("lift-20", "wrong", {"rows": [["L5"]]}),
    "a question back": ("boat-01", "shy", {"status": "clarify"}),
    "a crash": ("boat-01", "failed", {"status": "error"}),
}


@pytest.mark.parametrize("case", SAID)
def test_the_scorer_tells_right_from_wrong(case: str, tmp_path: Path) -> None:
    line, said, changed = SAID[case]
    assert verdict(tmp_path, line, **changed) == said
