"""Scores a run against a pack's own case: status, tools, requirements, words of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.pack import Score


def score_plan(gold: Mapping[str, Any], run: Mapping[str, Any]) -> Score:
    """Whether everything the case names is so; what it does not name is free."""
    plan = run.get("plan") or {"steps": []}
    seen = {
        "status": run["status"],
        "tools": [step["tool"] for step in plan["steps"]],
        "requirements": sorted(r["id"] for r in run["understanding"]["requirements"]),
    }
    for name, value in seen.items():
        wanted = gold.get(name)
        if wanted is not None and (sorted(wanted) if name == "requirements" else wanted) != value:
            return Score(False, f"{name} {value} instead of {wanted}")
    text = (run.get("answer") or {}).get("text", "")
    missing = [words for words in gold.get("says", ()) if words not in text]
    return Score(not missing, f"the answer does not say {missing}" if missing else "")
