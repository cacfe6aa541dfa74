"""Which sources are made for this pack: a light module, so that a question for another pack need not load this one."""

from __future__ import annotations

import re
from pathlib import Path

NAMED = re.compile(r"(?:^|[/\\])(gitlab|youtrack|github):(?!//)(.*)$")
"""`gitlab:`, `gitlab:group/project`, also beside a folder, as sources of a file of questions are found."""
TABLES = (".csv", ".tsv", ".parquet", ".xlsx", ".xls", ".jsonl", ".db", ".sqlite", ".duckdb")
"""A clone with such files at its top may be asked for these as well: say which is meant with --pack."""


def claims(source: str) -> int:
    """2 for a server that is named, and for a clone that holds no tables at its top."""
    if NAMED.search(source):
        return 2
    path = Path(source)
    if not (path / ".git").exists():
        return 0
    return 0 if any(one.suffix.lower() in TABLES for one in path.iterdir()) else 2
