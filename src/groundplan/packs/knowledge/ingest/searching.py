"""The seam to the search: what changed in the base is handed on, and marked as done only afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from groundplan.packs.knowledge.ingest.base import changing, read_only, read_passages

Progress = Callable[[int, int], None]
"""Done and all."""
_PENDING = "SELECT id, gone FROM pending ORDER BY rowid"


def catch_up(folder: Path, progress: Progress | None = None) -> None:
    """Bring the indexes up to the base; after a crash in between, the next call does what was left."""
    with read_only(folder) as base:
        waiting = base.execute("SELECT 1 FROM pending LIMIT 1").fetchone()
    if not waiting:
        return
    from groundplan.packs.knowledge.search import update_search

    with changing(folder) as base:  # held all the while, so that two processes never write the indexes at once
        pending = base.execute(_PENDING).fetchall()
        added = [id for id, gone in pending if not gone]
        removed = [id for id, gone in pending if gone]
        update_search(folder, read_passages(folder, added), removed, progress)
        base.execute("DELETE FROM pending")


def add_meaning(folder: Path, progress: Progress | None = None, every: bool = False) -> str:
    """Make the vectors of passages that have none, as far as they are few or every one is wanted; else say why not."""
    from groundplan.packs.knowledge.search import make_vectors

    return make_vectors(folder, progress=progress, every=every)
