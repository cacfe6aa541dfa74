"""Bytes of a text file -> its text, whatever the encoding."""

from __future__ import annotations

import codecs
from itertools import pairwise
from pathlib import Path

from groundplan.packs.knowledge.ingest.parsed import Unreadable

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_text(path: Path) -> tuple[str, tuple[str, ...]]:
    """The text, and a note where the encoding had to be guessed."""
    data = path.read_bytes()
    encoding = encoding_of(data)
    if encoding.startswith("cp") and b"\0" in data[:4096]:
        raise Unreadable("it holds bytes, not text")
    notes = (f"it is not UTF-8 and was read as {encoding}",) if encoding.startswith("cp") else ()
    return data.decode(encoding, "replace"), notes


def encoding_of(data: bytes) -> str:
    """What the bytes are written in."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _old(data)
    return "utf-8"


def _old(data: bytes) -> str:
    """cp1251 where the letters beyond ASCII mostly stand side by side, as in Cyrillic words; else cp1252."""
    high = [place for place, byte in enumerate(data[: 1 << 20]) if byte >= 0xC0][:2_000]
    pairs = sum(second - first == 1 for first, second in pairwise(high))
    return "cp1251" if high and pairs > len(high) / 2 else "cp1252"
