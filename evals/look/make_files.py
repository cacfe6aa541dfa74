"""Writes the files of the suite and `truth.jsonl`, the same ones every time: `python make_files.py OUT`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from made import Made
from recipes import amounts, broken, codes, controls, dates, furniture, headers, lists, missing, totals, various, wide

RECIPES: tuple[Callable[[Random], Made], ...] = (
    *furniture.RECIPES,
    *headers.RECIPES,
    *totals.RECIPES,
    *missing.RECIPES,
    *dates.RECIPES,
    *amounts.RECIPES,
    *wide.RECIPES,
    *lists.RECIPES,
    *codes.RECIPES,
    *various.RECIPES,
    *controls.RECIPES,
    *broken.RECIPES,
)


def write(folder: Path) -> int:
    """Every file, each with a seed of its own, so that changing one leaves the others alone."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for recipe in RECIPES:
        made = recipe(Random(f"look {recipe.__name__}"))
        (folder / made.file).write_bytes(made.content)
        lines.append(json.dumps(made.truth(), ensure_ascii=False) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), "utf-8")
    return len(lines)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(f"{write(Path(sys.argv[1]))} files")
