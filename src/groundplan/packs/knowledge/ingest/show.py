"""What a base holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from groundplan.errors import SourceError
from groundplan.packs.knowledge.ingest.base import counts, domain, notes, read_only
from groundplan.packs.knowledge.ingest.places import is_base


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
