"""A file of questions with gold -> a report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.evals.batch import Answer, answer_all, read_runs
from groundplan.evals.figures import figures
from groundplan.evals.lines import read_lines
from groundplan.evals.plans import score_plan
from groundplan.installed import Packs
from groundplan.pack import Score

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class Report:
    """What a suite gave, and which cases were wrong."""

    name: str
    figures: dict[str, Any]
    wrong: tuple[tuple[str, str], ...]


async def run_suite(
    file: Path, out: Path | None, answer: Answer, packs: Packs, *, cache: Path, pack: str, jobs: int,
    progress: Console | None,
) -> Report:  # fmt: skip
    """Every question of the suite answered anew and scored; runs go to `out`."""
    runs_file = out or cache / "evals" / f"{_name(file)}.runs.jsonl"
    runs_file.parent.mkdir(parents=True, exist_ok=True)
    if out is None:
        runs_file.unlink(missing_ok=True)
    await answer_all(file, runs_file, answer, pack=pack, jobs=jobs, progress=progress)
    return scored(file, runs_file, packs)


def scored(file: Path, runs_file: Path, packs: Packs) -> Report:
    """The suite's gold against the runs."""
    runs = {run["id"]: run for run in read_runs(runs_file)}
    lines = [(str(line.get("id", number)), line) for number, line in read_lines(file)]
    scores = {id: _score(line["gold"], runs[id], packs) for id, line in lines if "gold" in line and id in runs}
    accuracy = round(sum(score.right for score in scores.values()) / len(scores), 4) if scores else None
    shares = [score.share for score in scores.values() if score.share is not None]
    more = {"mean_share": round(sum(shares) / len(shares), 4)} if shares else {}
    wrong = tuple((id, score.reason) for id, score in scores.items() if not score.right)
    return Report(_name(file), {"accuracy": accuracy, **more, **figures(list(runs.values()))}, wrong)


def save_report(cache: Path, report: Report) -> None:
    """Kept, so that the next report can stand beside it."""
    file = cache / "evals" / f"{report.name}.report.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(report.figures), "utf-8")


def last_report(cache: Path, name: str) -> dict[str, Any]:
    """The figures of the last saved run of the suite, if there is one."""
    file = cache / "evals" / f"{name}.report.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}


def report_rows(report: Report, before: Mapping[str, Any]) -> list[list[str]]:
    """Figure, now, before."""
    now, then = _flat(report.figures), _flat(before)
    return [[name, str(value), str(then.get(name, ""))] for name, value in now.items()]


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        flat |= _flat(value, f"{prefix}{name} ") if isinstance(value, Mapping) else {f"{prefix}{name}": value}
    return flat


def _score(gold: Mapping[str, Any], run: Mapping[str, Any], packs: Packs) -> Score:
    """By the pack's own scorer where it has one for such a gold."""
    own = packs.find(run["pack"]).extras.scorer if run["pack"] in packs.names else None
    return ((own(gold) if own else None) or score_plan)(gold, run)


def _name(file: Path) -> str:
    return f"{file.parent.name}.{file.stem}"
