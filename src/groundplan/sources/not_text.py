"""Files that are called a text and are none, told by their bytes."""

from __future__ import annotations

from pathlib import Path

from groundplan.errors import SourceError
from groundplan.plan import folder

MARKS = Path(__file__).with_name("file_marks.yaml")
CONTROL = bytes({*range(32)} - {9, 10, 11, 12, 13, 26, 27})
"""Characters that stand in no text, but for a slip."""
SLIPS = 0.01


def must_be_text(head: bytes, label: str) -> None:
    """Refuses what is something else, by the first of its bytes."""
    start = head[:200].lstrip().lower().decode("latin-1")
    kind = next((kind for mark, kind in folder.load(MARKS).items() if start.startswith(mark)), "")
    if kind:
        raise SourceError(f"{label!r} is {kind}, not a table of text; save the table in it as CSV and give that.")
    if len(head) - len(head.translate(None, CONTROL)) > SLIPS * len(head):
        raise SourceError(f"{label!r} is not text; check what kind of file it is and give it the right ending.")


def no_empty_byte(block: bytes, lines_before: int, label: str) -> None:
    """Refuses a byte of nothing, as damaged files hold them, by its line."""
    place = block.find(b"\0")
    if place >= 0:
        line = lines_before + block.count(b"\n", 0, place) + 1
        raise SourceError(f"{label!r} is damaged: line {line} holds a byte of nothing (NUL); export the file anew.")
