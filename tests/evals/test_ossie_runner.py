"""The runner of Ossie's test vectors: it answers cases from files, and its scorer tells right from wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MODEL = """
version: 0.2.0.dev0
semantic_model:
  - name: kennel
    datasets:
      - name: dogs
        source: dogs
        primary_key: [id]
        fields:
          - {name: id, datatype: Integer, expression: id}
          - {name: breed, datatype: String, expression: breed}
          - {name: weight, datatype: Decimal, expression: weight}
"""
BY_BREED = {"dimensions": ["dogs.breed"], "measures": [{"name": "heaviest", "expression": "MAX(dogs.weight)"}]}
ROWS = {"columns": ["breed", "heaviest"], "rows": [["007", 9.5], [None, 4]], "ordered": False}
REFUSED = {"error": "E_AGGREGATE_IN_WHERE", "family": "level", "must_contain": ["having"]}


def scored(tmp_path: Path, *cases: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    (tmp_path / "kennel.yaml").write_text(MODEL)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/dogs.csv").write_text("id,breed,weight\n1,007,9.50\n2,007,\n3,,4\n")
    lines = [{"id": str(n), "model": "kennel.yaml", "data": "data", **case} for n, case in enumerate(cases)]
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = subprocess.run(
        [sys.executable, "-m", "evals.ossie", str(tmp_path / "cases.jsonl"), str(tmp_path / "out.jsonl")],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]


def test_cases_are_answered_and_scored(tmp_path: Path) -> None:
    bad_where = {**BY_BREED, "where": ["MAX(dogs.weight) > 1"]}
    ordered = {**BY_BREED, "order_by": ["dogs.breed DESC"]}
    score, out = scored(
        tmp_path,
        {"query": BY_BREED, "expected": ROWS},
        {"query": bad_where, "expected": REFUSED},
        {"query": ordered, "expected": {**ROWS, "ordered": True}},
        {"query": {**BY_BREED, "limit": 1}, "expected": {**ROWS, "choose": 1}},
        {"query": BY_BREED, "expected": {**ROWS, "rows": [["007", 9.51], [None, 4]]}},
        {"query": BY_BREED, "expected": {**ROWS, "rows": [["007", 9.504], [None, 4]]}},
        {"query": BY_BREED, "expected": REFUSED},
        {"query": BY_BREED, "expected": REFUSED, "also_accept": [ROWS]},
        {"query": bad_where, "expected": {**REFUSED, "error": "E_WINDOW_IN_WHERE", "must_contain": ["never said"]}},
        {"query": {"dimensions": ["dogs.name"]}, "expected": REFUSED},
    )
    assert out[0] == {"id": "0", "columns": ["breed", "heaviest"], "rows": out[0]["rows"]}
    assert sorted(out[0]["rows"], key=str) == [["007", 9.5], [None, 4.0]]
    assert out[1]["error"] == "E_AGGREGATE_IN_WHERE"
    assert score["wrong"] == ["2", "4", "6", "9"]
    assert (score["right"], score["rows_right"], score["rows"]) == (6, 3, 5)
    assert (score["errors"], score["refused"], score["family_right"], score["exact_code"]) == (5, 3, 2, 1)
    assert (score["must_contain"], score["rows_where_an_error_is_due"]) == (1, 2)
