"""Scores a run file: `python score.py RUNS.jsonl [--wrong]`; `python score.py selftest` checks itself."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VERDICTS = ("right", "asked", "shy", "wrong", "failed")
GOOD = ("right", "asked")
BLANK = {"", "none", "null", "nan", "nat", "n/a", "missing", "(missing)", "(none)", "(blank)", "(empty)", "unknown"}
NUMBER = re.compile(r"[$€£]?\s*(-?\d+(?:\.\d+)?)\s*%?$")
MIDNIGHT = re.compile(r"[t ]00:00(:00(\.0+)?)?(z|\+00:00)?$")
Row = Sequence[Any]


def read(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def plain(cell: Any) -> str:
    return " ".join(str(cell).lower().replace("\u00a0", " ").split())


def missing(cell: Any) -> bool:
    return cell is None or plain(cell) in BLANK


def number(cell: Any) -> float | None:
    """The number a cell holds, with or without thousands separators, a currency or a percent sign; `08:00` is 8."""
    text = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", plain(cell))
    text = re.sub(r"^(\d{1,2}):00(:00)?$", r"\1", text)
    found = None if isinstance(cell, bool) else NUMBER.match(text)
    return float(found[1]) if found else None


def moment(cell: Any) -> str:
    """A time in one form: a quarter by its first month, a week by its Monday, midnight as its day."""
    text = re.sub(r"(?<=\d)t(?=\d)", " ", MIDNIGHT.sub("", plain(cell)))
    if quarter := re.fullmatch(r"(\d{4})[- ]?q(\d)|q(\d)[- ](\d{4})", text):
        return f"{quarter[1] or quarter[4]}-{3 * int(quarter[2] or quarter[3]) - 2:02}"
    for form, to, tail in (("%b %Y", "%Y-%m", ""), ("%B %Y", "%Y-%m", ""), ("%G-w%V-%u", "%Y-%m-%d", "-1")):
        try:
            return datetime.strptime(text + tail, form).strftime(to)
        except ValueError:
            continue
    return re.sub(r"\.0+$", "", text)


def same_time(want: str, cell: Any) -> bool:
    """Whether a cell is this year, month, day or second: a year and a month may be told by their first day."""
    wanted, got = moment(want), moment(cell)
    return got == wanted or (len(wanted) <= 7 and got in (f"{wanted}-01", f"{wanted}-01-01"))


def same(want: Any, cell: Any, percent: bool) -> bool:
    """Whether a run's cell says what the gold cell says: whole numbers exactly, others at two decimals or so."""
    if isinstance(want, list):
        return any(same(part, cell, percent) for part in want)
    if want is None or missing(cell):
        return want is None and missing(cell)
    if isinstance(want, int | float):
        found = number(cell)
        near = [] if found is None else [found, found / 100] if percent else [found]
        slack = 1e-6 if isinstance(want, int) else 0.0006 if percent else max(0.0051, 0.0005 * abs(want))
        return any(abs(want - other) <= slack for other in near)
    if re.match(r"\d{4}(-\d\d|$)", want):
        return same_time(want, cell)
    return plain(want) == plain(cell) or (number(want) is not None and number(want) == number(cell))


def same_row(want: Row, row: Row, percent: bool) -> bool:
    """Whether every gold cell has a cell of its own; a run may show more columns."""
    left = list(row)
    for cell in want:
        place = next((n for n, other in enumerate(left) if same(cell, other, percent)), None)
        if place is None:
            return False
        left.pop(place)
    return True


def same_rows(want: Sequence[Row], rows: Sequence[Row], gold: dict[str, Any]) -> bool:
    """The same rows, no more: only those without a label may stand beside, and what follows where `first` was asked."""
    percent = gold.get("percent", False)
    if len(rows) > len(want) and not any(cell is None for row in want for cell in row):
        rows = [row for row in rows if row and not missing(row[0])]
    if gold.get("first"):
        rows = rows[: len(want)]
    if len(rows) != len(want):
        return False
    if gold["ordered"]:
        return all(same_row(a, b, percent) for a, b in zip(want, rows, strict=True))
    left = list(rows)
    for row in want:
        place = next((n for n, other in enumerate(left) if same_row(row, other, percent)), None)
        if place is None:
            return False
        left.pop(place)
    return True


def verdict(gold: dict[str, Any], run: dict[str, Any] | None) -> str:
    """Right or wrong where answered; asked (refused or asked back where that is fair) or shy where not."""
    fair = gold["status"] if isinstance(gold["status"], list) else [gold["status"]]
    status = (run or {}).get("status")
    if run is None or status not in ("answered", "refused", "clarify"):
        return "failed"
    if status != "answered":
        return "asked" if status in fair else "shy"
    facts = run.get("facts") or {}
    found = [*(facts.get("tables") or [])[:1], *(facts.get("charts") or [])[:1]]
    wanted = [gold["rows"], *gold.get("also_rows", [])] if "answered" in fair else []
    return "right" if any(same_rows(w, part.get("rows") or [], gold) for w in wanted for part in found) else "wrong"


def report(lines: Sequence[dict[str, Any]], verdicts: Sequence[str], wrong: bool) -> None:
    """Prints the figures overall, by kind and by source, and what was not good."""
    found = Counter(verdicts)
    print(f"{len(lines)} questions: " + ", ".join(f"{name} {found[name]}" for name in VERDICTS))
    groups: dict[str, list[str]] = defaultdict(list)
    for line, said in zip(lines, verdicts, strict=True):
        for name in (
            f"kind {line['kind']}",
            f"source {line['id'].split('-')[0]}",
            *(f"tag {tag}" for tag in line["tags"]),
        ):
            groups[name].append(said)
    for name, said_there in sorted(groups.items()):
        rest = ", ".join(f"{said} {said_there.count(said)}" for said in VERDICTS[2:] if said in said_there)
        print(f"  {name:24}{sum(said in GOOD for said in said_there):3} of {len(said_there):3}  {rest}")
    for line, said in zip(lines, verdicts, strict=True):
        if wrong and said not in GOOD:
            print(f"{line['id']:9}{said:8}{line['question']}")


def perfect(line: dict[str, Any]) -> dict[str, Any]:
    """A run that says the gold."""
    gold = line["gold"]
    status = gold["status"][0] if isinstance(gold["status"], list) else gold["status"]
    rows = [[cell[0] if isinstance(cell, list) else cell for cell in row] for row in gold.get("rows", [])]
    return {"id": line["id"], "status": status, "facts": {"tables": [{"rows": rows}]}}


def main(runs: str, wrong: bool) -> int:
    """0, except for a selftest that is not perfect."""
    lines = read(HERE / "questions.jsonl")
    made = [perfect(line) for line in lines] if runs == "selftest" else read(Path(runs))
    by_id = {run.get("id"): run for run in made}
    verdicts = [verdict(line["gold"], by_id.get(line["id"])) for line in lines]
    report(lines, verdicts, wrong)
    return 1 if runs == "selftest" and not set(verdicts) <= set(GOOD) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--wrong" in sys.argv[2:]))
