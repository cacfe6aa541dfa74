"""Ten million rows aggregated through `ask`, against pandas on the same file."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from benchmarks.measure import Figure, seconds

ROWS = 10_000_000
QUESTION = "total amount by region"


def figures() -> list[Figure]:
    """Cold (the file is opened and profiled) and warm (it was asked before), from Parquet and from CSV."""
    with tempfile.TemporaryDirectory() as folder:
        parquet, text = _make(Path(folder))
        measured = _compared(parquet, "parquet", folder)
        return measured + _compared(text, "csv", folder)


def _compared(file: Path, kind: str, folder: str) -> list[Figure]:
    import pandas

    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    settings = Settings(cache=Path(folder) / "cache")
    question = Question(text=QUESTION, sources=(str(file),))
    read = pandas.read_parquet if kind == "parquet" else pandas.read_csv
    planner = Planner(settings)

    def cold() -> None:
        fresh = Planner(Settings(cache=Path(folder) / f"cold-{kind}"))
        assert asyncio.run(fresh.answer(question)).status == "answered"
        fresh.close()

    def warm() -> None:
        assert asyncio.run(planner.answer(question)).status == "answered"

    def peer() -> None:
        read(file).groupby("region")["amount"].sum()

    peer()  # the file is in the page cache for both
    theirs = seconds(peer, 3)
    first = seconds(cold, 1)
    warm()
    again = seconds(warm, 3)
    planner.close()
    rows = f"{ROWS // 1_000_000} million rows, {kind}"
    return [
        Figure(f"{rows}, first ask", first, "s", "pandas read + groupby", theirs),
        Figure(f"{rows}, next ask", again, "s", "pandas read + groupby", theirs),
    ]


def _make(folder: Path) -> tuple[Path, Path]:
    import duckdb

    parquet, text = folder / "sales.parquet", folder / "sales.csv"
    duckdb.execute(
        "COPY (SELECT date '2020-01-01' + (i % 1500)::int AS day, "
        "['North','South','East','West','Centre'][1 + (hash(i) % 5)::int] AS region, "
        "'product ' || (i % 200) AS product, (hash(i * 7) % 100000) / 100.0 AS amount "
        f"FROM range({ROWS}) t(i)) TO '{parquet}' (FORMAT parquet)"
    )
    duckdb.execute(f"COPY (SELECT * FROM '{parquet}') TO '{text}' (HEADER)")
    return parquet, text
