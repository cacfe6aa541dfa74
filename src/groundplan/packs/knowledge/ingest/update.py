"""Sources -> a base, incrementally: what did not change is not read again, what vanished goes; what a base holds."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from groundplan.errors import SourceError
from groundplan.packs.knowledge.ingest.assemble import link_all, rebuild
from groundplan.packs.knowledge.ingest.base import (
    VERSION,
    changing,
    clear,
    counts,
    domain,
    notes,
    read_only,
    tell,
    told,
)
from groundplan.packs.knowledge.ingest.documents import (
    Tally,
    drop,
    known,
    print_of,
    root,
    take,
    written,
)
from groundplan.packs.knowledge.ingest.places import is_base, places, resolved
from groundplan.packs.knowledge.ingest.searching import Progress, add_meaning, catch_up

Vectors = Literal["few", "every", "later"]
"""Which vectors are made at once: those of a base of some thousand passages, all of them, or none yet."""
Watch = Callable[[str, int, int], None]
"""What is being read, how many are done, how many there are."""


@dataclass(frozen=True)
class Summary:
    """What an ingest did, and what the base holds now."""

    base: str
    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    failed: int = 0
    documents: int = 0
    nodes: int = 0
    edges: int = 0
    passages: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "notes": list(self.notes)}


def ingest(
    sources: Iterable[str | Path], base: Path, watch: Watch | None = None, progress: Progress | None = None,
    vectors: Vectors = "few",
) -> Summary:  # fmt: skip
    """Reads the sources into the base; without any, those it was made of are read again."""
    started = time.perf_counter()
    given = [resolved(source) for source in sources]
    if base.resolve() in given:
        raise SourceError(f"{str(base)!r} cannot be read into itself; name the files to be read.")
    for path in filter(is_base, given):
        raise SourceError(f"{path.name!r} is a base and asked alone; name the files and folders it was made of.")
    if not given and not is_base(base):
        raise SourceError(f"no source was given and there is no base {str(base)!r} yet; name files or folders.")
    with changing(base) as rows:
        summary = _ingest(rows, base, given, watch)
    catch_up(base, progress)
    note = "" if vectors == "later" else add_meaning(base, progress, every=vectors == "every")
    seconds = round(time.perf_counter() - started, 3)
    return replace(summary, seconds=seconds, notes=(*summary.notes, *([note] if note else [])))


def current(sources: Iterable[Path], base: Path) -> bool:
    """Whether the base holds the sources as they are now; nothing is written to find out."""
    if not is_base(base):
        return False
    found, _ = places(sources)
    with read_only(base) as rows:
        if told(rows, "version") != VERSION:
            return False
        listed = {(written(place.source, base), place.name): place.path for place in found}
        if rows.execute("SELECT count(*) FROM documents").fetchone()[0] != len(listed):
            return False
        try:
            before = {key: known(rows, key) for key in listed}
            return all(one and print_of(listed[key], one.print).sha == one.print.sha for key, one in before.items())
        except OSError:
            return False


def _ingest(rows: sqlite3.Connection, base: Path, given: Sequence[Path], watch: Watch | None) -> Summary:
    recorded = [str(row[0]) for row in rows.execute("SELECT DISTINCT source FROM documents ORDER BY source")]
    outdated = told(rows, "version") not in (None, VERSION)
    if outdated:
        clear(rows)
    roots = [*given, *(root(source, base) for source in recorded if outdated or not given)]
    wanted = [path for path in dict.fromkeys(roots) if path.exists()]
    tally = Tally()
    _take_all(rows, base, wanted, watch, tally)
    _remove_vanished(rows, {written(path, base) for path in roots}, tally)
    renamed = rebuild(rows) if tally.graph else False
    link_all(rows, None if renamed else tally.fresh)
    tell(rows, "version", VERSION)
    failed = int(rows.execute("SELECT count(*) FROM documents WHERE failed").fetchone()[0])
    return Summary(
        str(base), tally.added, tally.changed, tally.removed, tally.unchanged, failed, **counts(rows),
        notes=tuple(notes(rows)),
    )  # fmt: skip


def _take_all(rows: sqlite3.Connection, base: Path, wanted: Sequence[Path], watch: Watch | None, tally: Tally) -> None:
    found, left_out = places(wanted)
    for done, place in enumerate(found):
        if watch:
            watch(place.name, done, len(found))
        take(rows, base, place, tally)
    for path, note in left_out.items():
        tell(rows, f"left out of {written(path, base)}", note)
    if watch:
        watch("", len(found), len(found))


def _remove_vanished(rows: sqlite3.Connection, sources: set[str], tally: Tally) -> None:
    """Documents of the sources that are no longer there."""
    for id, source, name, kind in rows.execute("SELECT id, source, name, kind FROM documents").fetchall():
        if source in sources and (source, name) not in tally.seen:
            drop(rows, id, kind, tally)
            tally.removed += 1


@dataclass(frozen=True)
class Contents:
    """A base in figures: how much of each type and relation, which documents, what was odd."""

    base: str
    domain: str
    counts: dict[str, int]
    types: dict[str, int]
    relations: dict[str, int]
    documents: tuple[tuple[str, str, int], ...]
    """Name, kind and passages of each."""
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            **asdict(self),
            "documents": [dict(zip(("name", "kind", "passages"), one, strict=True)) for one in self.documents],
            "notes": list(self.notes),
        }


def show(folder: Path) -> Contents:
    """What the base in a folder holds."""
    if not is_base(folder):
        raise SourceError(f"{str(folder)!r} is no base; make one: groundplan ingest FOLDER --into {folder}")
    with read_only(folder) as base:
        types = dict(base.execute("SELECT type, count(*) FROM nodes GROUP BY type ORDER BY 2 DESC, 1").fetchall())
        relations = dict(
            base.execute("SELECT relation, count(*) FROM edges GROUP BY relation ORDER BY 2 DESC, 1").fetchall()
        )
        documents = base.execute(
            "SELECT d.name, d.kind, count(p.id) FROM documents d LEFT JOIN passages p ON p.document = d.id "
            "GROUP BY d.id ORDER BY d.name"
        ).fetchall()
        return Contents(
            str(folder), domain(base).name, counts(base), types, relations, tuple(documents), tuple(notes(base))
        )
