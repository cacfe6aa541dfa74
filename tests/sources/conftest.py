"""Files are written and looked at, here as everywhere in this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from files_seen import Look, Seen, seen


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """Writes a file and gives what is read of it: `look("a.csv", "x,y\\n1,2\\n")`."""

    def found(name: str, content: str | bytes) -> Seen:
        return seen(tmp_path, name, content)

    return found
