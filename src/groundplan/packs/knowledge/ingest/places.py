"""What was named -> the files meant, each with the reader that knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from groundplan.errors import SourceError
from groundplan.packs.knowledge.ingest.docx import read_docx
from groundplan.packs.knowledge.ingest.html import read_html
from groundplan.packs.knowledge.ingest.markdown import read_markdown, read_plain
from groundplan.packs.knowledge.ingest.parsed import Reader
from groundplan.packs.knowledge.ingest.pdf import read_pdf
from groundplan.packs.knowledge.ingest.structured import read_passages, read_records, read_schema_file, read_triples

BASE = "base.db"
SCHEMAS = ("schema.yaml", "schema.yml", "schema.json")


READERS: dict[str, Reader] = {
    ".yaml": read_records, ".yml": read_records, ".json": read_records,
    ".tsv": read_triples, ".tab": read_triples, ".jsonl": read_passages, ".ndjson": read_passages,
    ".md": read_markdown, ".markdown": read_markdown, ".txt": read_plain, ".text": read_plain, ".rst": read_plain,
    ".pdf": read_pdf, ".docx": read_docx, ".html": read_html, ".htm": read_html, ".xhtml": read_html,
}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A file of a source."""

    source: Path
    """What was named: the file itself, or the folder it was found in."""
    path: Path

    @property
    def name(self) -> str:
        """What people call it: its path inside the source."""
        return self.path.name if self.path == self.source else self.path.relative_to(self.source).as_posix()

    @property
    def reader(self) -> Reader:
        """The function that reads it."""
        if self.path.name.lower() in SCHEMAS:
            return read_schema_file
        return READERS[self.path.suffix.lower()]


def is_base(path: Path) -> bool:
    """Whether a folder is a base."""
    return (path / BASE).is_file()


def resolved(source: str | Path) -> Path:
    """The file or folder meant; what does not exist is told with the nearest name."""
    path = Path(source).expanduser()
    if not path.exists():
        raise SourceError(_missing(path))
    if path.is_file() and path.suffix.lower() not in READERS:
        raise SourceError(f"{path.name!r} is of no known kind; save it as one of {', '.join(READERS)}.")
    return path.resolve()


def places(sources: Iterable[Path]) -> tuple[list[Place], dict[Path, str]]:
    """Every file behind the sources, each once, schemas first; and for each folder a note on what was left out."""
    found: dict[Path, Place] = {}
    notes: dict[Path, str] = {}
    for source in sources:
        if source.is_file():
            for path in (*(source.parent / name for name in SCHEMAS if _wants_schema(source)), source):
                if path.is_file():
                    found.setdefault(path, Place(source if path == source else path, path))
            continue
        odd: dict[str, int] = {}
        for path in _inside(source, set()):
            if path.suffix.lower() in READERS:
                found.setdefault(path, Place(source, path))
            else:
                odd[path.suffix.lower() or path.name] = odd.get(path.suffix.lower() or path.name, 0) + 1
        shown = ", ".join(f"{count} {ending}" for ending, count in sorted(odd.items()))
        notes[source] = f"{source.name}: files of no known kind were left out: {shown}" if odd else ""
    return sorted(found.values(), key=lambda place: place.path.name.lower() not in SCHEMAS), notes


def _wants_schema(path: Path) -> bool:
    return path.suffix.lower() in (".yaml", ".yml", ".json", ".tsv", ".tab") and path.name.lower() not in SCHEMAS


def _inside(folder: Path, seen: set[Path]) -> Iterator[Path]:
    """Files of a folder and its folders, in order of their names; hidden ones and bases are passed by."""
    seen.add(folder.resolve())  # a link may lead back
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise SourceError(f"the folder {str(folder)!r} cannot be opened ({error.strerror}).") from error
    for path in entries:
        if path.name.startswith((".", "~", "__")):
            continue
        if path.is_dir():
            if not is_base(path) and path.resolve() not in seen:
                yield from _inside(path, seen)
        elif path.is_file():
            yield path


def _missing(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"no file or folder {str(path)!r}, and no folder {str(folder)!r} either; check the path."
    names = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
    near = get_close_matches(path.name, names, n=1, cutoff=0.5)
    if near:
        return f"no file or folder {str(path)!r}; did you mean {str(folder / near[0])!r}?"
    there = f"that folder has {', '.join(names[:8])}" if names else "that folder is empty"
    return f"no file or folder {str(path)!r}; {there}: check the path."
