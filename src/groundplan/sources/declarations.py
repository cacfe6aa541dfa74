"""`groundplan.yaml` beside the data: what its people say of it, laid over what was found when it was opened.

A mistake in it never costs the source: it is told, and the rest is followed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from groundplan.contracts.source_model import SourceModel
from groundplan.errors import SourceError
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.ossie_read import Declared, declared
from groundplan.sources.model.overrides import laid_over
from groundplan.sources.names import table_name
from groundplan.sources.places import Place, readable

FILE = "groundplan.yaml"


def as_said(model: SourceModel, places: Sequence[Place], evidence: Evidence) -> tuple[SourceModel, tuple[str, ...]]:
    """The model with what is said in the file of each folder, and the mistakes in these."""
    told: list[str] = []
    for folder in folders(places):
        if (folder / FILE).is_file():
            model, mistakes = _with(model, folder / FILE, elsewhere(folder, places), evidence)
            told += mistakes
    return model, tuple(told)


def folders(places: Sequence[Place]) -> list[Path]:
    """Where files about the places lie: beside each, of a database on a server here; tables in memory have none."""
    found = [
        Path.cwd() if place.kind in ("postgres", "server") else place.path.parent
        for place in places
        if place.kind not in ("frame", "expression")
    ]
    return list(dict.fromkeys(found))


def read_declared(path: Path) -> Declared:
    """What a file says."""
    try:
        return declared(path.read_text("utf-8-sig"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path.name!r} cannot be read as text; save it as UTF-8.") from error


def _with(
    model: SourceModel, path: Path, others: Callable[[str], bool], evidence: Evidence
) -> tuple[SourceModel, list[str]]:
    try:
        model, mistakes = laid_over(model, read_declared(path), evidence, others)
    except SourceError as error:
        return model, [f"{str(error).rstrip('.')}; nothing of it was followed"]
    return model, [left_out(path.name, one.line, one.text) for one in sorted(mistakes, key=lambda one: one.line)]


def left_out(file: str, line: int, text: str) -> str:
    """A mistake with its place, and what became of it."""
    return f"{file} line {line}: {text}{'' if text.endswith('?') else ';'} it was left out of account"


def elsewhere(folder: Path, places: Sequence[Place]) -> Callable[[str], bool]:
    """Whether a dataset may be one of the folder's other files, of which only some were opened."""
    opened = {place.address for place in places}
    left = [path for path in readable(folder) if str(path.resolve()) not in opened]
    names = {table_name(path.name.split(".")[0], ()).casefold() for path in left}
    within = any(path.suffix.lower() not in (".csv", ".tsv", ".parquet", ".json") for path in left)
    return lambda name: name.casefold() in names or within
