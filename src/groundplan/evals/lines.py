"""JSON lines in and out."""

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
