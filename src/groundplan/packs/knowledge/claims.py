"""Which sources are made for this pack: a light module, so that a question for another pack need not load this one."""

from __future__ import annotations

from pathlib import Path

MARKS = ("base.db", "schema.yaml")
"""Files by which a folder says that it is a base, or the records of one."""


def claims(source: str) -> int:
    """2 for a base, and for a folder of records with their schema."""
    path = Path(source)
    return 2 if path.is_dir() and any((path / mark).is_file() for mark in MARKS) else 0
