"""What one document holds before it meets the others, and the helpers every reader needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
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
