"""Which sources are made for this pack: a light module, as choosing between packs needs nothing else."""

from __future__ import annotations

ENDINGS = (".tds", ".tdsx", ".twb", ".twbx")


def claims(source: str) -> int:
    """2 for a description of a data source, packed or not."""
    return 2 if source.lower().endswith(ENDINGS) else 0
