"""Questions in a file: JSON lines, or the cases of a pack in YAML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundplan.errors import UsageError


def read_lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line with its number; a line that is no object is an error that names it."""
    if not file.is_file():
        raise UsageError(f"no file {str(file)!r}; give one with a JSON object on each line")
    if file.suffix in (".yaml", ".yml"):
        yield from enumerate(_cases(file), start=1)
        return
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                data = json.loads(line)
            except ValueError as fault:
                raise UsageError(f"line {number} of {str(file)!r} is no JSON: {fault}") from None
            if not isinstance(data, dict):
                raise UsageError(f'line {number} of {str(file)!r} is no JSON object; write {{"question": …}}')
            yield number, data


def _cases(file: Path) -> list[dict[str, Any]]:
    """Cases of a pack: what is expected is the gold, the sources stand once for all."""
    import yaml  # only packs with YAML cases need it

    try:
        data = yaml.safe_load(file.read_text("utf-8"))
        shared = {"pack": data["pack"], "sources": data["sources"]}
        return [{**shared, **case, "gold": case["expect"]} for case in data["cases"]]
    except (yaml.YAMLError, KeyError, TypeError) as fault:
        told = " ".join(str(fault).split())[:200]
        raise UsageError(f"{str(file)!r} holds no cases with pack, sources and cases: {told}") from None
