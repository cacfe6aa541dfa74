"""What was typed -> the files and databases meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from groundplan.errors import SourceError
from groundplan.sources import frames

Kind = Literal[
    "delimited", "json", "parquet", "excel", "sqlite", "duckdb", "postgres", "server", "frame", "expression", "model"
]  # fmt: skip

ENDINGS: dict[str, Kind] = {
    ".csv": "delimited", ".tsv": "delimited", ".tab": "delimited", ".txt": "delimited",
    ".csv.gz": "delimited", ".tsv.gz": "delimited",
    ".json": "json", ".jsonl": "json", ".ndjson": "json", ".json.gz": "json", ".jsonl.gz": "json",
    ".parquet": "parquet", ".pq": "parquet",
    ".xlsx": "excel", ".xlsm": "excel", ".xls": "excel", ".xlsb": "excel", ".ods": "excel",
    ".sqlite": "sqlite", ".sqlite3": "sqlite", ".db": "sqlite", ".duckdb": "duckdb", ".ddb": "duckdb",
}  # fmt: skip
MODELS = (".yaml", ".yml")
"""What names data, and is none."""
NAMED = re.compile(r"(\w+)=(\S.*)", re.DOTALL)
"""`customers=export (3).csv`: a file that is to be called otherwise than it is."""
LOCAL_SCHEMES = ("sqlite://", "duckdb://")


@dataclass(frozen=True)
class Place:
    """One file or one database, and how it is read."""

    kind: Kind
    address: str
    """The path of a file, the URL of a server, the address of a frame."""
    optional: bool = False
    """It was found in a folder: if it cannot be read, the others still are."""
    name: str = ""
    """What its table is to be called; none: what the file is called."""

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return Path(self.address)

    @property
    def label(self) -> str:
        """What a person calls it; never the password inside a URL."""
        if self.kind in ("frame", "expression"):
            return self.name
        return self.path.name if self.kind not in ("postgres", "server") else _without_password(self.address)

    @property
    def called_workbook(self) -> bool:
        """Whether its ending is a workbook's."""
        return ENDINGS.get(self.path.suffix.lower()) == "excel"

    @property
    def stem(self) -> str:
        """The name that was given, or the file's without its ending."""
        return self.name or self.path.name.removesuffix(_ending(self.path) or self.path.suffix)


def find_places(sources: Iterable[str]) -> tuple[Place, ...]:
    """Every file and database behind the sources, each once, in the order given."""
    places = [place for source in sources for place in _places(source)]
    if not places:
        raise SourceError("no source was given; name a file, a folder or a database URL.")
    return tuple({(place.address, place.name): place for place in reversed(places)}.values())[::-1]


def _places(source: str) -> list[Place]:
    if source.startswith(frames.PREFIX):
        return [Place(frames.kind(source), source, name=frames.called(source).removeprefix(frames.PREFIX))]
    named = NAMED.fullmatch(source)
    if named and not Path(source).exists():
        found = _places(named[2])
        return [replace(found[0], name=named[1])] if len(found) == 1 else found
    if source.startswith(("postgres://", "postgresql://")):
        return [Place("postgres", source)]
    if "://" in source and not source.startswith(LOCAL_SCHEMES):
        return [Place("server", source)]
    for scheme in LOCAL_SCHEMES:
        source = source.removeprefix(scheme + "/") if source.startswith(scheme + "//") else source.removeprefix(scheme)
    path = Path(source).expanduser()
    if path.is_dir():
        return _inside(path)
    if not path.exists():
        raise SourceError(_missing(path))
    return [place_of(path)]


def place_of(path: Path) -> Place:
    """A file, by what it is."""
    return Place("model" if path.suffix.lower() in MODELS else _kind(path), str(path.resolve()))


def readable(folder: Path) -> list[Path]:
    """The files of a folder that hold data."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith((".", "~")))
    return [path for path in files if _ending(path) not in (None, ".txt")]  # in a folder a text is a text


def _inside(folder: Path) -> list[Place]:
    files = readable(folder)
    if not files:
        raise SourceError(f"the folder {str(folder)!r} holds nothing readable; put {_supported()} files there.")
    return [Place(_kind(path), str(path.resolve()), optional=True) for path in files]


def _ending(path: Path) -> str | None:
    name = path.name.lower()
    return max((ending for ending in ENDINGS if name.endswith(ending)), key=len, default=None)


def _kind(path: Path) -> Kind:
    """By the first bytes where they tell, so that a `.db` may be either database; else by the ending."""
    head = _head(path)
    if head.startswith(b"SQLite format 3\0"):
        return "sqlite"
    if head[8:12] == b"DUCK":
        return "duckdb"
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        return "excel"
    ending = _ending(path)
    if ending is None:
        raise SourceError(f"{path.name!r} is of no known kind; save it as one of {_supported()}.")
    kind = ENDINGS[ending]
    return "delimited" if kind == "excel" and head.strip() and head.isascii() and 0 not in head else kind


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(16)
    except OSError as error:
        raise SourceError(f"{path.name!r} cannot be opened ({error.strerror}); check its permissions.") from error


def _missing(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"no file {str(path)!r}, and no folder {str(folder)!r} either; check the path."
    names = sorted(entry.name for entry in folder.iterdir() if entry.is_dir() or _ending(entry))
    near = get_close_matches(path.name, names, n=1, cutoff=0.5)
    if near:
        return f"no file {str(path)!r}; did you mean {str(folder / near[0])!r}?"
    there = f"that folder has {', '.join(names[:8])}" if names else "that folder holds nothing readable"
    return f"no file {str(path)!r}; {there}: check the path."


def _supported() -> str:
    return ", ".join(ENDINGS)


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.split('@')[-1].split('?')[0]}"
