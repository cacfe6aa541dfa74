"""Opening files until their model stands: large text, wide tables, the cache, and millions of rows."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from benchmarks.measure import Figure, least, seconds

COLUMNS = 200
MILLIONS = 10

_SALES = (
    "date '2020-01-01' + (i % 1500)::int AS day, "
    "['North','South','East','West','Centre'][1 + (hash(i) % 5)::int] AS region, "
    "'product ' || (i % 200) AS product, "
    "['web','shop','phone'][1 + (hash(i * 3) % 3)::int] AS channel, "
    "(hash(i * 5) % 40)::int AS units, (hash(i * 7) % 100000) / 100.0 AS amount, "
    "(hash(i * 11) % 5000) / 100.0 AS freight"
)
LARGE_ROWS = 1_950_000
"""Of such rows, for 100 MB of CSV."""


def figures() -> list[Figure]:
    """Each beside what the same machine needs for the rows alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*_large(folder), *_wide(folder), *_cached(folder), *_millions(folder)]


def _large(folder: Path) -> list[Figure]:
    """A CSV of 100 MB, never seen before, beside DuckDB's own reading of it into a table."""
    text = _written(folder / "large.csv", _SALES, LARGE_ROWS)
    fresh = count()
    ours, theirs = least(3, lambda: _opened(text, folder / f"large-{next(fresh)}"), lambda: _read(text))
    size = text.stat().st_size / 1e6
    return [Figure(f"CSV of {size:.0f} MB opened", ours, "s", "DuckDB read_csv into a table", theirs, "ratio 1.5")]


def _wide(folder: Path) -> list[Figure]:
    """Numbers, categories, dates and keys by turns."""
    kinds = (
        "(hash(i * {n}) % 100000) / 100.0", "'label ' || (hash(i * {n}) % 50)", "(hash(i * {n}) % 1000)::int",
        "date '2020-01-01' + (hash(i * {n}) % 1500)::int", "'K' || (hash(i * {n}) % 90000)",
    )  # fmt: skip
    columns = ", ".join(f"{kinds[n % len(kinds)].format(n=n + 3)} AS c{n}" for n in range(COLUMNS))
    text = _written(folder / "wide.csv", columns, 100_000)
    fresh = count()
    ours, theirs = least(2, lambda: _opened(text, folder / f"wide-{next(fresh)}"), lambda: _read(text))
    return [Figure(f"{COLUMNS} columns, 100,000 rows", ours, "s", "DuckDB read_csv into a table", theirs, "under 3 s")]


def _cached(folder: Path) -> list[Figure]:
    """What a known file costs beyond the reading of its rows into tables, which is long beside it in a large file."""
    from groundplan.sources import duck
    from groundplan.sources.files import load_file
    from groundplan.sources.places import find_places
    from groundplan.sources.understood import Understood, do_again

    text = _written(folder / "known.csv", _SALES, 10_000)
    cache = folder / "known"
    _opened(text, cache)
    (kept,) = (cache / "models").glob("*.json")
    known = Understood.model_validate_json(kept.read_text("utf-8"))

    def rows() -> None:
        connection = duck.connect(cache / "spill")
        do_again(connection, load_file(connection, find_places((str(text),))[0], [], cache / "copies"), known)
        connection.close()

    ours, theirs = least(15, lambda: _opened(text, cache), rows)
    beyond = (ours - theirs) * 1000
    return [Figure("a known model, beyond its rows", beyond, "ms", "its rows alone", theirs * 1000, "under 50 ms")]


def _millions(folder: Path) -> list[Figure]:
    """In a process of its own, whose peak of memory is told."""
    rows = MILLIONS * 1_000_000
    parquet, text = folder / "millions.parquet", folder / "millions.csv"
    _query(f"COPY (SELECT {_SALES} FROM range({rows}) t(i)) TO '{parquet}' (FORMAT parquet)")
    _query(f"COPY (FROM '{parquet}') TO '{text}' (HEADER)")
    found = []
    for file in (parquet, text):
        label = f"{MILLIONS} million rows, {file.suffix[1:]}"
        asked = [sys.executable, "-m", "benchmarks.opening", str(file), str(folder / f"cache{file.suffix}")]
        took, peak = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()[-2:]
        theirs = seconds(lambda file=file: _query(f"CREATE TABLE t AS FROM '{file}'"), 1)
        found.append(Figure(f"{label}, opened", float(took), "s", "DuckDB into a table", theirs))
        found.append(Figure(f"{label}, peak memory", float(peak), "MB", "the file", file.stat().st_size / 1e6))
    return found


def _written(path: Path, columns: str, rows: int) -> Path:
    _query(f"COPY (SELECT {columns} FROM range({rows}) t(i)) TO '{path}' (HEADER)")
    return path


def _read(path: Path) -> None:
    _query(f"CREATE TABLE t AS FROM read_csv('{path}')")


def _query(query: str) -> None:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(query)


def _opened(path: Path, cache: Path) -> None:
    from groundplan.sources.opened import open_sources

    open_sources((str(path),), cache).close()


def _alone() -> None:
    """What the process of its own runs: prints seconds and the peak in megabytes."""
    import groundplan.sources.opened  # the imports are no part of the opening

    assert groundplan.sources.opened
    took = seconds(lambda: _opened(Path(sys.argv[1]), Path(sys.argv[2])), 1)
    print(f"{took:.3f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f}")


if __name__ == "__main__":
    _alone()
