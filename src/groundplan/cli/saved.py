"""Plans and runs from files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from groundplan.contracts import Plan, Understanding
from groundplan.errors import UsageError
from groundplan.plan.text import read
from groundplan.store.folder import load


def load_saved(path: Path) -> tuple[Plan, Understanding | None]:
    """A plan and what it was made for; a plan without its run was made for nothing that is known."""
    if path.is_dir() and (path / "run.json").is_file():
        run = load(path)
        if run.plan is None:
            raise UsageError(f"the run in {str(path)!r} has no plan: it ended {run.status}")
        return run.plan, run.understanding
    return load_plan(path), None


def load_inputs(path: Path | None) -> dict[str, Any]:
    """What a caller hands over: a JSON object, value by name."""
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except OSError as fault:
        raise UsageError(f"cannot read the inputs {str(path)!r}: {fault.strerror}; give a JSON file.") from None
    except ValueError as fault:
        raise UsageError(f"{str(path)!r} is no JSON ({fault}); give an object of values by name.") from None
    if not isinstance(found, dict):
        raise UsageError(f'{str(path)!r} holds no object; give values by name: {{"order_id": "A-1"}}.')
    return found


def load_plan(path: Path) -> Plan:
    """A plan from its text, its JSON, or a run's folder."""
    if path.is_dir():
        path = path / "plan.final.json"
    if not path.is_file():
        raise UsageError(f"no plan at {str(path)!r}; `groundplan plan QUESTION DATA --out FILE` writes one")
    text = path.read_text("utf-8")
    if path.suffix != ".json":
        return read(text)
    try:
        return Plan.model_validate(json.loads(text))
    except ValueError as fault:
        raise UsageError(f"{str(path)!r} holds no plan: {str(fault).splitlines()[0]}") from None
