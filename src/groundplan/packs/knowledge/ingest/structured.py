"""Records (YAML, JSON), triples (TSV) and ready passages (JSON lines) -> plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.domain.read import one_line, read_schema
from groundplan.packs.knowledge.ingest.parsed import Parsed, Piece, Unreadable, read_text

EXPANDED = 10
"""How many values a file may hold for each of its characters: YAML anchors can make billions of a few lines."""
_HEADS = (
    {"subject", "head", "source", "from", "entity", "entity1", "s", "субъект"},
    {"relation", "predicate", "property", "edge", "rel", "r", "p", "отношение", "связь"},
    {"object", "tail", "target", "to", "value", "entity2", "o", "объект"},
)


def read_schema_file(path: Path) -> Parsed:
    """The declared domain; a schema that is wrong stops everything, as all records depend on it."""
    return Parsed("schema", read_schema(path).model_dump(mode="json"))


def read_records(path: Path) -> Parsed:
    """YAML or JSON as plain data; what it means is decided when the schema is known."""
    text, notes = read_text(path)
    try:
        data = json.loads(text) if path.suffix.lower() == ".json" else _yaml(text)
    except ValueError as error:
        raise Unreadable(f"it cannot be read: {one_line(error)}") from error
    if not isinstance(data, Mapping | list):
        raise Unreadable("it holds no records")
    return Parsed("records", _plain(data, [EXPANDED * (len(text) + 100)]), notes=notes)


def read_triples(path: Path) -> Parsed:
    """Subject, relation, object between tabs; a header is known by its words."""
    text, notes = read_text(path)
    triples: list[list[str]] = []
    broken: list[int] = []
    for number, line in enumerate(text.splitlines() if "\r" in text else text.split("\n"), start=1):
        cells = line.split("\t")
        if len(cells) == 3 and cells[0] and cells[1] and cells[2]:
            triples.append(cells)
        elif line.strip() and not line.startswith("#"):
            broken.append(number)
    if triples and all(cell.strip().casefold() in words for cell, words in zip(triples[0], _HEADS, strict=True)):
        del triples[0]
    if not triples:
        raise Unreadable("it holds no triples: a line must be subject, relation and object between tabs")
    return Parsed("triples", _tidy(triples), notes=(*notes, *_skipped(broken, "three cells between tabs")))


def read_passages(path: Path) -> Parsed:
    """One passage a line: `{"id", "title", "text"}`."""
    text, notes = read_text(path)
    pieces: list[Piece] = []
    broken: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        piece = _passage(line)
        if piece:
            pieces.append(piece)
        else:
            broken.append(number)
    if not pieces:
        raise Unreadable('it holds no passages: a line must be {"id": …, "title": …, "text": …}')
    return Parsed("passages", pieces=tuple(pieces), notes=(*notes, *_skipped(broken, "an object with a text")))


def _passage(line: str) -> Piece | None:
    try:
        data = json.loads(line)
    except ValueError:
        return None
    text = data.get("text") or data.get("contents") if isinstance(data, Mapping) else None
    if not isinstance(text, str) or not text.strip():
        return None
    about = data.get("nodes") or data.get("about") or ()
    return Piece(
        title=str(data.get("title") or ""), text=text, kind=str(data.get("kind") or "text"),
        id=str(data["id"]) if data.get("id") is not None else None,
        about=(about,) if isinstance(about, str) else tuple(map(str, about)), language=data.get("language"),
    )  # fmt: skip


def _tidy(triples: list[list[str]]) -> list[list[str]]:
    """Without spaces around, and each once."""
    return [list(one) for one in dict.fromkeys((s.strip(), r.strip(), o.strip()) for s, r, o in triples)]


def _skipped(lines: list[int], wanted: str) -> tuple[str, ...]:
    if not lines:
        return ()
    shown = ", ".join(map(str, lines[:5])) + ("…" if len(lines) > 5 else "")
    return (f"{len(lines)} lines were left out, as they are not {wanted}: {shown}",)


def _yaml(text: str) -> Any:
    import yaml

    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise ValueError(one_line(error)) from error


def _plain(value: Any, left: list[int]) -> Any:
    """As JSON can keep it: dates become text, keys become strings. `left`: how many more values there may be."""
    left[0] -= 1
    if left[0] < 0:
        raise Unreadable("its anchors repeat each other beyond measure")
    if isinstance(value, Mapping):
        return {str(key): _plain(one, left) for key, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(one, left) for one in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
