"""A run's folder: everything about one question, in files a person can open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from groundplan.contracts import Plan, Run
from groundplan.errors import UsageError
from groundplan.plan.nearest import did_you_mean
from groundplan.plan.text import show


def save(run: Run, folder: Path) -> None:
    """run.json and the plans: as the template has it, as compiled, as it ran, and what changed between them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run.json").write_text(run.model_dump_json(indent=2) + "\n", "utf-8")
    drafts = run.drafts
    for name, plan in (("template", drafts.template), ("compiled", drafts.compiled), ("final", run.plan)):
        if plan is not None:
            _write_plan(folder / f"plan.{name}", plan)
    if drafts.diff:
        (folder / "plan.diff").write_text(drafts.diff, "utf-8")


def load(folder: Path) -> Run:
    """The run saved in a folder."""
    file = folder / "run.json" if folder.is_dir() else folder
    try:
        return Run.model_validate(json.loads(file.read_text("utf-8")))
    except FileNotFoundError:
        raise UsageError(f"no run in {str(folder)!r}; `groundplan runs list` shows those there are") from None
    except ValueError as fault:
        raise UsageError(f"{str(file)!r} holds no run of this version: {str(fault).splitlines()[0]}") from None


def find(name: str, runs: Path) -> Path:
    """A run's folder by its path or its name under the runs folder."""
    for path in (Path(name), runs / name):
        if (path / "run.json").is_file() or path.is_file():
            return path
    known = [path.name for path in listed(runs)]
    raise UsageError(f"no run named {name!r}; {did_you_mean(name, known)}")


def listed(runs: Path) -> Iterator[Path]:
    """Every run's folder, the newest first."""
    found = [file.parent for file in runs.glob("*/run.json")] if runs.is_dir() else []
    yield from sorted(found, key=lambda folder: (-(folder / "run.json").stat().st_mtime, folder.name))


def _write_plan(file: Path, plan: Plan) -> None:
    file.with_name(file.name + ".txt").write_text(show(plan), "utf-8")
    file.with_name(file.name + ".json").write_text(plan.model_dump_json(indent=2) + "\n", "utf-8")
