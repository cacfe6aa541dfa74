"""Runs the plans of a run file against the service, and holds what they wrote to the gold."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True

from service import HERE, Service, serving  # noqa: E402


def ran(plan: dict[str, Any], inputs: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """What a plan wrote, and what it printed."""
    service = Service()
    with serving(service) as base, tempfile.TemporaryDirectory() as made:
        files = {"plan": plan, "inputs": inputs}
        for name, value in files.items():
            Path(made, f"{name}.json").write_text(json.dumps(value), "utf-8")
        command = [
            "groundplan",
            "run",
            f"{made}/plan.json",
            str(HERE / "houses.json"),
            "--inputs",
            f"{made}/inputs.json",
        ]
        env = {**os.environ, "GROUNDPLAN_BASE_URL": base, "GROUNDPLAN_ALLOW_HOSTS": "127.0.0.1"}
        done = subprocess.run(
            [*command, "--yes", "--out", f"{made}/run"], env=env, capture_output=True, text=True, timeout=60
        )
    return service.journal, done.stdout


def verdict(task: dict[str, Any], run: dict[str, Any]) -> tuple[str, str]:
    """`right`, `asked` (rightly refused), `shy`, `wrong` or `failed`, and why."""
    gold = task["gold"]
    fair = "answered" in gold["status"]
    if run["status"] in ("refused", "clarify"):
        return ("shy" if fair else "asked"), (run.get("answer") or {}).get("text", "")
    if run["status"] != "answered":
        return "failed", str(run["findings"][:1])
    wrote, printed = ran(run["plan"], task["inputs"])
    wanted = sorted(json.dumps(one, sort_keys=True) for one in gold["writes"])
    if sorted(json.dumps(one, sort_keys=True) for one in wrote) != wanted:
        return "wrong", f"wrote {wrote}"
    said = gold.get("output") is None or str(gold["output"]) in printed.replace(",", "")
    return ("right" if said and fair else "wrong"), printed


def main() -> None:
    """Prints how many of each verdict there are."""
    runs = {run["id"]: run for run in map(json.loads, Path(sys.argv[1]).read_text("utf-8").splitlines())}
    tasks = [json.loads(line) for line in (HERE / "tasks.jsonl").read_text("utf-8").splitlines()]
    found = {task["id"]: verdict(task, runs[task["id"]]) for task in tasks if task["id"] in runs}
    kinds = [kind for kind, _ in found.values()]
    print(json.dumps({kind: kinds.count(kind) for kind in ("right", "asked", "shy", "wrong", "failed")}))
    for name, (kind, why) in found.items():
        if "--wrong" in sys.argv and kind not in ("right", "asked"):
            print(name, kind, why)


if __name__ == "__main__":
    main()
