"""`groundplan.yaml` beside the data: what its people say of it, laid over what was found when it was opened.

A mistake in it never costs the source: it is told, and the rest is followed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from groundplan.contracts.source_model import SourceModel
from groundplan.errors import SourceError
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.ossie_read import Declared, declared
from groundplan.sources.model.overrides import laid_over
from groundplan.sources.names import table_name
from groundplan.sources.places import Place, readable

FILE = "groundplan.yaml"


@dataclass(frozen=True)
class Beside:
    """What is said beside the data, in the file of each folder, and which of these cannot be read."""

    said: tuple[tuple[Path, Declared], ...] = ()
    unread: tuple[str, ...] = ()

    def of(self, model: SourceModel, places: Sequence[Place], evidence: Evidence) -> tuple[SourceModel, list[str]]:
        """The model as it is said to be, and the mistakes in the files."""
        told = list(self.unread)
        for folder, said in self.said:
            others = _with_new_names(said, elsewhere(folder, places))
            model, mistakes = laid_over(model, said, evidence, others)
            mistakes = sorted(mistakes, key=lambda one: one.line)
            told += [left_out(said.label, one.line, one.text) for one in mistakes]
        return model, told


def beside(places: Sequence[Place]) -> Beside:
    """The files of all folders."""
    said: list[tuple[Path, Declared]] = []
    unread: list[str] = []
    for folder in folders(places):
        if (folder / FILE).is_file():
            try:
                said.append((folder, in_our_names(read_declared(folder / FILE))))
            except SourceError as error:
                unread.append(f"{str(error).rstrip('.')}; nothing of it was followed")
    return Beside(tuple(said), tuple(unread))


def in_our_names(model: Declared) -> Declared:
    """Datasets as tables are called: `order lines` is order_lines."""
    for one in model.datasets:
        one.name = table_name(one.name, ())
    for relation in model.relations:
        for key in (key for key in ("many", "one") if key in relation.values):
            relation.values[key] = table_name(str(relation.values[key]), ())
    return model


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


def _with_new_names(said: Declared, others: Callable[[str], bool]) -> Callable[[str], bool]:
    """Datasets that may be elsewhere, with those that are called otherwise there."""
    sources = ((one.name, str(one.values.get("source", ""))) for one in said.datasets)
    names = {name for name, source in sources if source and others(table_name(source.split(".")[0], ()))}
    return lambda name: others(name) or name in names


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
