"""The units of measure, in English and in Russian."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def units() -> tuple[tuple[str, ...], ...]:
    """Every unit by its names, the short one first."""
    lines = Path(__file__).with_name("units.txt").read_text("utf-8").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and not line.startswith("#"))
