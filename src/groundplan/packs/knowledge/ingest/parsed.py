"""What one document holds before it meets the others, and what every reader needs: text, whatever the encoding."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from groundplan.errors import SetupError

Kind = Literal["schema", "records", "triples", "passages", "document", "failed"]


class Unreadable(Exception):
    """A document cannot be read; the text is the cause, for people."""


@dataclass(frozen=True)
class Piece:
    """A passage as its document gives it; the nodes it speaks of are found later."""

    title: str
    text: str
    kind: str = "text"
    id: str | None = None
    about: tuple[str, ...] = ()
    """Ids or names of nodes the document itself says it is about."""
    language: str | None = None


@dataclass(frozen=True)
class Parsed:
    """One document, read."""

    kind: Kind
    data: Any = None
    """Plain data for the graph: a schema, records, or triples as `[subject, relation, object]`."""
    pieces: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = field(default=())


Reader = Callable[[Path], Parsed]


def whole(text: str) -> str:
    """The text without halves of characters, which no file could keep."""
    return text.encode("utf-8", "replace").decode("utf-8")


def library(name: str) -> Any:
    """A library of the `knowledge` extra, imported when a document first needs it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise SetupError(
            f"reading this needs {name.split('.')[0]!r}, which is not installed; "
            "run: pip install --force-reinstall groundplan"
        ) from error


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
