"""By what a file is known: its content; and by what it is known quickly, its size and time."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

SETTLED = 2_000_000_000
"""Nanoseconds after which a time of change is trusted: within them a file may change again and show the same time."""


@dataclass(frozen=True)
class Print:
    """The SHA-256 of the content, and the stamp under which it was taken."""

    sha: str
    stamp: str


def print_of(path: Path, before: Print | None = None) -> Print:
    """The print of a file; the one before where its stamp still holds."""
    about = path.stat()
    settled = time.time_ns() - about.st_mtime_ns > SETTLED
    stamp = f"{about.st_size} {about.st_mtime_ns}" if settled else ""
    if before and stamp and stamp == before.stamp:
        return before
    with path.open("rb") as file:
        return Print(hashlib.file_digest(file, "sha256").hexdigest(), stamp)
