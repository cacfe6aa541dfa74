"""What a new process does not wait for: libraries that the question has no need of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
ANALYSIS = {"faiss", "pandas", "scipy", "statsmodels"}
"""What trends, forecasts, tests and large catalogues are made with."""

TOLD = """
import sys
from groundplan.cli import main
try:
    main()
finally:
    print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def imported(folder: Path, *typed: str) -> set[str]:
    """The libraries that a command imports in a process of its own."""
    env = {**os.environ, "GROUNDPLAN_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", TOLD, *typed], cwd=folder, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("question", ["total revenue by region", "top 5 cities by units", "revenue by month in Berlin"])
def test_a_plain_ask_imports_nothing_for_analysis(question: str, tmp_path: Path) -> None:
    assert not imported(tmp_path, "ask", question, str(EXAMPLES / "sales.csv")) & ANALYSIS


def test_help_imports_nothing_that_answers(tmp_path: Path) -> None:
    answering = {
        "duckdb",
        "ibis",
        "langgraph",
        "numpy",
        "onnxruntime",
        "pyarrow",
        "pydantic",
        "rich",
        "sqlglot",
        "yaml",
    }
    assert not imported(tmp_path, "--help") & (ANALYSIS | answering)
