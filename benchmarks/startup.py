"""How long a person waits: help, a cold ask, a warm ask."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Figure, seconds

EXAMPLES = Path(__file__).parent.parent / "examples"


def figures() -> list[Figure]:
    """Whole processes for help and the cold ask; one process for the warm one."""
    bare = seconds(lambda: _call([sys.executable, "-c", "pass"]), 5)
    pandas = seconds(lambda: _call([sys.executable, "-c", "import pandas"]), 3)
    with tempfile.TemporaryDirectory() as folder:
        shown = seconds(lambda: _groundplan("--help"), 5)
        _ask(folder)  # the first ask on a machine also builds the tool index
        cold = seconds(lambda: _ask(folder), 5)
        return [
            Figure("groundplan --help", shown, "s", "python -c pass", bare, "under 0.3 s"),
            Figure("groundplan ask, new process", cold, "s", 'python -c "import pandas"', pandas, "under 3 s"),
            *_warm(Path(folder)),
        ]


def _warm(folder: Path) -> list[Figure]:
    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    file = _ten_thousand_rows(folder)
    planner = Planner(Settings(cache=folder / "cache"))
    out = folder / "out"
    question = Question(text="total revenue by region", sources=(str(file),))

    def ask() -> None:
        from groundplan.store import folder as runs

        answered = asyncio.run(planner.ask(question))
        assert answered.run.status == "answered"
        runs.save(answered.run, out)
        if answered.pack.telling.save:
            answered.pack.telling.save(answered.run, answered.results, out, None)

    def peer() -> None:
        import pandas

        pandas.read_csv(file).groupby("region")["revenue"].sum()

    ask()
    peer()
    warm, theirs = seconds(ask, 7), seconds(peer, 7)
    planner.close()
    name = "warm ask on 10,000 rows, files written"
    return [Figure(name, warm, "s", "pandas read_csv + groupby, no chart", theirs, "under 0.5 s")]


def _ten_thousand_rows(folder: Path) -> Path:
    lines = (EXAMPLES / "sales.csv").read_text("utf-8").splitlines()
    body = lines[1:]
    file = folder / "ten_thousand.csv"
    file.write_text("\n".join([lines[0], *(body[i % len(body)] for i in range(10_000))]) + "\n", "utf-8")
    return file


def _ask(folder: str) -> None:
    _groundplan("ask", "total revenue by region", str(EXAMPLES / "sales.csv"), "--out", f"{folder}/run")


def _groundplan(*args: str) -> None:
    _call([str(Path(sys.executable).parent / "groundplan"), *args])


def _call(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=60)
