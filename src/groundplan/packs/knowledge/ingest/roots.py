"""How a base writes down where its documents came from."""

from __future__ import annotations

import os
from pathlib import Path

INNER = "!"
"""Between a base that was taken in and the source of its document."""


def written(path: Path, base: Path) -> str:
    """A source as the base keeps it: the way from the base to it, so that both may move together."""
    try:
        return Path(os.path.relpath(path, base.resolve())).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def root(source: str, base: Path) -> Path:
    """Where a kept source lies."""
    return Path(os.path.normpath(base.resolve() / source.split(INNER)[0]))
