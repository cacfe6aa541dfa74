"""Scores a run file: `python score.py RUNS.jsonl [--wrong] [--json]`; `python score.py selftest` checks itself."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from matching import Row, holds, same, says
from shapes import cloud, drawn

HERE = Path(__file__).parent
FEW = 3  # rows of a table in which a lone figure still counts as said
KINDS = ("answered", "refused", "clarify")


def read(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def percent(gold: dict[str, Any]) -> bool:
    """Whether a fraction and a percentage say the same here."""
    derive = gold["form"]["derive"] or {}
    kind = str(derive.get("kind"))
    return "share" in gold["form"]["analysis"] or kind.startswith("percent") or kind == "ratio"


def results(run: dict[str, Any]) -> list[tuple[list[Row], str | None]]:
    """The first table and the first chart: their rows, and the chart's mark."""
    facts = run.get("facts") or {}
    tables = [(table.get("rows") or [], None) for table in (facts.get("tables") or [])[:1]]
    charts = [(chart.get("rows") or [], chart.get("mark")) for chart in (facts.get("charts") or [])[:1]]
    return tables + charts


def figures_only(rows: Sequence[Row]) -> bool:
    """One value, or one row of figures: what a sentence can say as well as a table."""
    if len(rows) != 1:
        return False
    return len(rows[0]) == 1 or all(isinstance(cell, int | float) for cell in rows[0])


def said(rows: Sequence[Row], run: dict[str, Any], per_cent: bool) -> bool:
    """Whether every figure stands in a small first table, or in the text of an answer that has no larger one."""
    small = all(len(found) <= max(FEW, 2 * len(rows[0])) for found, _ in results(run))
    cells = [cell for found, _ in results(run) for row in found for cell in row]
    text = str((run.get("answer") or {}).get("text") or "")
    return small and all(
        any(same(wanted, cell, per_cent) for cell in cells) or says(wanted, text, per_cent) for wanted in rows[0]
    )


def right_rows(rows: Sequence[Row], gold: dict[str, Any], run: dict[str, Any]) -> bool:
    """Whether the run's first table or chart is these rows, or says the lone figure."""
    if any(holds(rows, found, gold["ordered"], percent(gold)) for found, _ in results(run)):
        return True
    return figures_only(rows) and said(rows, run, percent(gold))


def verdict(gold: dict[str, Any], run: dict[str, Any] | None) -> str:
    """Empty when the run is right; else why not."""
    if run is None:
        return "no run"
    if run.get("status") != gold["status"]:
        return f"status {run.get('status')}, not {gold['status']}"
    if gold["status"] != "answered":
        return ""
    shape = gold.get("shape")
    if shape:
        fits = any(drawn(shape, gold["rows"], found, mark) for found, mark in results(run))
    else:
        fits = right_rows(gold["rows"], gold, run)
    others = gold.get("also_rows", [])
    return "" if fits or any(right_rows(rows, gold, run) for rows in others) else "other rows"


def tally(verdicts: Iterable[str]) -> dict[str, Any]:
    """How many of how many, and the part."""
    marks = [not why for why in verdicts]
    return {"right": sum(marks), "of": len(marks), "accuracy": round(sum(marks) / max(len(marks), 1), 4)}


def score(questions: Sequence[dict[str, Any]], runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Accuracy by status, by tag and by table, and every wrong line with its reason."""
    by_id = {run.get("id"): run for run in runs}
    lines = [(line, verdict(line["gold"], by_id.get(line["id"]))) for line in questions]
    answered = [(line, why) for line, why in lines if line["gold"]["status"] == "answered"]
    tags = sorted({tag for line, _ in answered for tag in line["tags"]})
    tables = sorted({line["sources"][0] for line in questions})
    return {
        **{kind: tally(why for line, why in lines if line["gold"]["status"] == kind) for kind in KINDS},
        "tags": {tag: tally(why for line, why in answered if tag in line["tags"]) for tag in tags},
        "tables": {table: tally(why for line, why in answered if line["sources"][0] == table) for table in tables},
        "wrong": [{"id": line["id"], "question": line["question"], "why": why} for line, why in lines if why],
    }


def perfect(line: dict[str, Any]) -> dict[str, Any]:
    """A run that says the gold."""
    gold = line["gold"]
    run = {"id": line["id"], "status": gold["status"], "facts": {"tables": [], "charts": []}, "answer": {"text": ""}}
    if gold["status"] == "answered":
        rows = cloud(gold["shape"], gold["rows"]) if "shape" in gold else gold["rows"]
        run["facts"] = {"tables": [{"name": "gold", "columns": [], "rows": rows}], "charts": []}
    return run


def show(report: dict[str, Any], wrong: bool) -> None:
    for kind in KINDS:
        print(f"{kind:24}{line_of(report[kind])}")
    for part in ("tags", "tables"):
        print(f"\nanswered, by {part.removesuffix('s')}")
        for name, figures in sorted(report[part].items(), key=lambda item: item[1]["accuracy"]):
            print(f"  {name.removeprefix('tables/'):22}{line_of(figures)}")
    for line in report["wrong"] if wrong else ():
        print(f"\n{line['id']}  {line['question']}\n  {line['why']}")


def line_of(figures: dict[str, Any]) -> str:
    return f"{figures['accuracy']:7.1%}  {figures['right']} of {figures['of']}"


def main(arguments: Sequence[str]) -> int:
    """0, except for a selftest that is not perfect."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", help="one Run per line, or the word selftest")
    parser.add_argument("--questions", type=Path, default=HERE / "questions.jsonl")
    parser.add_argument("--wrong", action="store_true", help="list the wrong ones with the reason")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    asked = parser.parse_args(arguments)
    questions = read(asked.questions)
    test = asked.runs == "selftest"
    report = score(questions, [perfect(line) for line in questions] if test else read(Path(asked.runs)))
    if asked.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        show(report, asked.wrong)
    return 1 if test and report["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
