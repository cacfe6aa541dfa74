"""Planning retrieval, and a clone of 10,000 commits: mirrored, asked, and brought up to date by one commit."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure, least, seconds

COMMITS = 10_000
PEOPLE = 40
ROUNDS = 2_000
QUESTION = "how many commits in 2021 by author?"


def figures() -> list[Figure]:
    """Planner, then clone."""
    with tempfile.TemporaryDirectory() as name:
        return [*_planner(), *_clone(Path(name))]


def _planner() -> list[Figure]:
    """Four intents with entities, as a host hands them over."""
    from groundplan.packs.activity.retrieval.planner import as_json

    kinds = ("query_commits", "query_issues", "query_analytics", "query_status")
    intents = [{"type": kind, "confidence": 0.9} for kind in kinds]
    entities = {"projects": ["shop"], "dates": ["last week"], "statuses": ["open"]}
    reasoning: dict[str, Any] = {"intents": intents, "entities": entities, "hypotheses": [{"id": "h0"}]}
    context = json.dumps({"reasoning": reasoning})
    whole = seconds(lambda: as_json(context), ROUNDS)
    plans = len(json.loads(as_json(context))["retrieval"]["plans"])
    return [Figure("retrieval planned, p50 a plan", 1_000 * whole / plans, "ms", target="under 0.5 ms")]


def _clone(folder: Path) -> list[Figure]:
    clone = _made(folder / "clone")
    fresh = iter(range(100))
    mirrored, parsed = least(2, lambda: _mirrored(clone, folder / f"mirror-{next(fresh)}"), lambda: _parsed(clone))
    planner, ask = _asked(clone, folder / "asked")
    warm = seconds(ask, 5)
    counted = seconds(lambda: _git(clone, "shortlog", "-sn", "--since=2021-01-01", "HEAD"), 5)
    planner.close()
    kept = folder / "kept"
    _mirrored(clone, kept)
    _git(clone, "commit", "-q", "--allow-empty", "-m", "one more")
    more = seconds(lambda: _mirrored(clone, kept), 1)
    peer = f"git log --raw --numstat of {COMMITS:,}, read into rows"
    return [
        Figure(f"clone of {COMMITS:,} commits mirrored", mirrored, "s", peer, parsed),
        Figure("a question over it in words, warm", 1_000 * warm, "ms", "git shortlog", 1_000 * counted),
        Figure("questions a second", 1 / warm, "/s"),
        Figure("its mirror brought up to date by one commit", more, "s", peer, parsed),
    ]


def _made(path: Path) -> Path:
    """A history of one branch, written by `git fast-import`."""
    path.mkdir()
    _git(path, "init", "-q", "-b", "main")
    _git(path, "config", "user.name", "Person 0")
    _git(path, "config", "user.email", "person0@example.org")
    lines = []
    for n in range(COMMITS):
        who, when = f"Person {n % PEOPLE} <person{n % PEOPLE}@example.org>", 1_577_880_000 + n * 9_000
        told, text = f"SHOP-{n % 900} change {n}", f"line {n}\n"
        lines.append(f"commit refs/heads/main\ncommitter {who} {when} +0000\ndata {len(told)}\n{told}\n")
        lines.append(f"M 100644 inline src/part{n % 70}/file{n % 7}.py\ndata {len(text)}\n{text}\n")
    _git(path, "fast-import", "--quiet", text="".join(lines))
    _git(path, "reset", "-q", "--hard")
    return path


def _git(path: Path, *args: str, text: str | None = None) -> str:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    done = subprocess.run(
        ["git", "-C", str(path), *args], input=text, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout


def _mirrored(clone: Path, folder: Path) -> None:
    from groundplan.packs.activity.client import mirrored
    from groundplan.packs.activity.settings import ActivitySettings

    mirrored([str(clone)], folder, ActivitySettings(activity_age=0))


def _parsed(clone: Path) -> list[list[str]]:
    """What a script does: the log with its files, cut into fields."""
    said = _git(clone, "log", "--raw", "--numstat", "-M", "--format=%x1e%H%x1f%an%x1f%ae%x1f%cI%x1f%s", "HEAD")
    return [commit.split("\x1f") for commit in said.split("\x1e")]


def _asked(clone: Path, folder: Path) -> tuple[Any, Any]:
    """A planner with the clone open, and a question to it."""
    import asyncio

    from groundplan.contracts import Question
    from groundplan.packs.activity.settings import ActivitySettings
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    own = ActivitySettings(now="2023-06-01T12:00:00+00:00", activity_age=float("inf"))
    planner = Planner(Settings(cache=folder, runs=folder / "runs", packs={"activity": own}))
    question = Question(text=QUESTION, sources=(str(clone),), pack="activity")

    def ask() -> None:
        run = asyncio.run(planner.answer(question))
        assert run.status == "answered", run.findings

    ask()
    return planner, ask
