"""How long a person waits: help, an ask in a new process, a warm ask."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Figure, least, seconds

EXAMPLES = Path(__file__).parent.parent / "examples"
QUESTION = "total revenue by region"
SLOW = ("langgraph", "pandas", "scipy", "statsmodels")
"""Libraries that take 0.15 s and more to import, and that an aggregate and its chart need nothing of."""
ASKED = """
import sys
from groundplan.cli import main
try:
    main()
finally:
    print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr)
"""
"""The command line, which then says in its last line what was imported."""


def figures() -> list[Figure]:
    """Whole processes for help and the cold ask, turn by turn with their peers; one process for the warm one."""
    with tempfile.TemporaryDirectory() as folder:
        file = _ten_thousand_rows(Path(folder))
        asked = ("ask", QUESTION, str(file), "--out", f"{folder}/run")
        _groundplan(*asked)  # the first ask on a machine also fills the cache
        bare, shown, pandas, cold = least(
            10,
            lambda: _python("-c", "pass"),
            lambda: _groundplan("--help"),
            lambda: _python("-c", "import pandas"),
            lambda: _groundplan(*asked),
        )
        imported = slow_imports(*asked)
        return [
            Figure("groundplan --help", shown, "s", "python -c pass", bare, "under 0.1 s"),
            Figure("ask on 10,000 rows, new process", cold, "s", 'python -c "import pandas"', pandas, "3.0 times"),
            Figure(f"slow libraries it imported: {' '.join(imported) or 'none'}", len(imported), "", target="none"),
            *_warm(Path(folder), file),
        ]


def slow_imports(*command: str) -> list[str]:
    """Which of the slow libraries a command imports."""
    told = _python("-c", ASKED, *command).stderr.splitlines()[-1].split()
    return [name for name in SLOW if name in told]


def _warm(folder: Path, file: Path) -> list[Figure]:
    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    planner = Planner(Settings(cache=folder / "cache"))
    out = folder / "out"
    question = Question(text=QUESTION, sources=(str(file),))

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


def _groundplan(*args: str) -> None:
    _run(str(Path(sys.executable).parent / "groundplan"), *args)


def _python(*args: str) -> subprocess.CompletedProcess[str]:
    return _run(sys.executable, *args)


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    """With byte code, as every installed library has it."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, env=env)
