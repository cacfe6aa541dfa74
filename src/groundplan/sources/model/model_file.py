"""The model file: a source model written as Ossie YAML, and read back as the same model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from groundplan.contracts.source_model import Dataset, Field, Figure, Relation, SourceModel
from groundplan.errors import SourceError
from groundplan.sources.model.ossie import VENDOR, in_yaml, written
from groundplan.sources.model.ossie_read import Said, declared

HEAD = "# What groundplan found in {name}. To correct it, write what is wrong into a groundplan.yaml beside the data.\n"


def write_model(model: SourceModel, name: str, path: Path) -> str:
    """Writes it, and tells what was written; a file that is something else is not overwritten."""
    if path.exists() and VENDOR not in _text(path):
        raise SourceError(
            f"{str(path)!r} is there and is no model that groundplan wrote; give another name or move it."
        )
    try:
        path.write_text(HEAD.format(name=name) + in_yaml(written(model, name)), "utf-8")
    except OSError as error:
        raise SourceError(f"{str(path)!r} cannot be written ({error.strerror}); check the folder.") from error
    counts = (len(model.datasets), "dataset"), (sum(len(one.fields) for one in model.datasets), "field")
    told = [
        f"{count:,} {noun}{'' if count == 1 else 's'}" for count, noun in (*counts, (len(model.relations), "relation"))
    ]
    return f"{path}: the model of {', '.join(told[:2])} and {told[2]}"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{str(path)!r} cannot be read as text; give another name or move it.") from error


def read_model(text: str, label: str) -> SourceModel:
    """The model of a document that says everything; the first mistake in it is an error."""
    said = declared(text, label)
    if said.mistakes:
        raise SourceError(f"{label} line {said.mistakes[0].line}: {said.mistakes[0].text}.")
    return SourceModel(
        datasets=tuple(_dataset(one, label) for one in said.datasets),
        relations=tuple(_made(Relation, one, label) for one in said.relations),
        figures=tuple(_made(Figure, one, label) for one in said.figures),
        notes=said.notes,
    )


def _dataset(said: Said, label: str) -> Dataset:
    fields = tuple(_made(Field, one, label, column=one.column) for one in said.fields)
    made: Dataset = _made(Dataset, said, label, fields=fields)
    return made


def _made(noun: Any, said: Said, label: str, **more: Any) -> Any:
    try:
        return noun(name=said.name, **said.values, **more)
    except ValidationError as error:
        lacking = ", ".join(str(one["loc"][0]) for one in error.errors())
        raise SourceError(f"{label} line {said.line}: {said.name!r} lacks {lacking}; add it.") from error
