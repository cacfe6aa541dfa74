"""Writes the bases of the suite and `bases_truth.jsonl`, the same ones every time: `python make_bases.py OUT`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from bases import alone, histories, keys, lookups, parts, roles
from sound import faults
from stored import Base, write

BASES: tuple[Callable[[Random], Base], ...] = (
    *roles.BASES,
    *keys.BASES,
    *histories.BASES,
    *lookups.BASES,
    *parts.BASES,
    *alone.BASES,
)


def write_all(folder: Path) -> int:
    """Every base, each with a seed of its own, so that changing one leaves the others alone."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for recipe in BASES:
        base = recipe(Random(f"look {recipe.__name__}"))
        if wrong := faults(base):
            sys.exit("\n".join(wrong))
        write(base, folder)
        lines += [json.dumps(fact, ensure_ascii=False) + "\n" for fact in base.truth()]
    (folder / "bases_truth.jsonl").write_text("".join(lines), "utf-8")
    return len(BASES)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(f"{write_all(Path(sys.argv[1]))} bases")
