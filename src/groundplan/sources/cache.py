"""What was learned of a file, kept under the print of its content."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

VERSION = 28
"""Raise it when reading or profiling changes: what was kept before is then never found again."""
WHOLE = 50_000_000
"""Up to this size a file is known by all of its bytes; beyond, by size, time, head and tail."""
EDGE = 1 << 20
COPIES = 20_000_000_000
"""Bytes that copies of large text files may take; the oldest go first."""


def fingerprint(path: Path) -> str:
    """The same for the same content, whatever the file is called."""
    about = path.stat()
    print = hashlib.sha256(f"{VERSION} {about.st_size}".encode())
    with path.open("rb") as file:
        if about.st_size <= WHOLE:
            print.update(file.read())
        else:
            print.update(f"{about.st_mtime_ns} {path.resolve()}".encode() + file.read(EDGE))
            file.seek(-EDGE, os.SEEK_END)
            print.update(file.read())
    return print.hexdigest()[:40]


def load(folder: Path, key: str) -> Any:
    """What was kept, or None."""
    try:
        return json.loads((folder / f"{key}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None


def keep(folder: Path, key: str, value: Any) -> None:
    """Keeps it; a cache that cannot be written is no reason to fail."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, suffix=".part", delete=False) as file:
            json.dump(value, file, ensure_ascii=False)
        os.replace(file.name, folder / f"{key}.json")  # whole or not at all, even with two processes
    except OSError:
        return


def prune(folder: Path, using: Path) -> None:
    """Removes the oldest copies until the rest fits."""
    copies = sorted(folder.glob("*.parquet"), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for path in copies:
        total += path.stat().st_size
        if total > COPIES and path != using:
            path.unlink(missing_ok=True)
