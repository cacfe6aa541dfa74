"""`groundplan.lock` beside the data: what was found once, and in what the data are otherwise today."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.errors import SourceError
from groundplan.sources.declarations import elsewhere, folders, read_declared
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.ossie import in_yaml, written
from groundplan.sources.model.ossie_read import Said
from groundplan.sources.places import Place
from groundplan.sources.shape import Table

FILE = "groundplan.lock"
HEAD = "# What groundplan found when this was locked: written by `groundplan look --lock`, not by hand.\n"
VALUES = 200
"""Columns with more values are no closed lists: that one is new says nothing."""
NAMED = 5


@dataclass(frozen=True)
class Found:
    """What the data say of themselves, before people add to it."""

    model: SourceModel
    tables: Sequence[Table]
    places: Sequence[Place]
    evidence: Evidence

    def values(self, dataset: str, field: str) -> tuple[str, ...]:
        """The values of a category."""
        known = self.model.dataset(dataset)
        label = known.field(field) if known else None
        table = next((one for one in self.tables if one.name == dataset), None)
        column = table.column(field) if table and label and label.role == "category" else None
        return column.values if column and len(column.values) <= VALUES else ()


def write_lock(found: Found) -> str:
    """Writes what was found, and tells where; what the file knows of the folder's other files stays."""
    places = folders(found.places)
    if len(places) != 1:
        raise SourceError("a lock is of one folder; give the files of one, or lock each by itself.")
    path = places[0] / FILE
    document = _document(found, places[0].name or "model")
    (model,) = document["semantic_model"]
    kept = [one for one in _before(path) if one.get("name") not in {dataset["name"] for dataset in model["datasets"]}]
    others = elsewhere(places[0], found.places)
    model["datasets"] += [one for one in kept if others(str(one.get("name")))]
    try:
        path.write_text(HEAD + in_yaml(document), "utf-8")
    except OSError as error:
        raise SourceError(f"{str(path)!r} cannot be written ({error.strerror}); check the folder.") from error
    return f"{path}: locked {len(found.model.datasets)} of {len(model['datasets'])} datasets"


def _document(found: Found, name: str) -> dict[str, Any]:
    """The model, with what only we say written out: a line for each value shows in a diff."""
    document = written(found.model.model_copy(update={"notes": ()}), name)
    (model,) = document["semantic_model"]
    for dataset in model["datasets"]:
        for field in dataset.get("fields", ()):
            if values := found.values(dataset["name"], field["name"]):
                _own(field)["values"] = sorted(values)
            else:
                _own(field)
        _own(dataset)
    for relation in model.get("relationships", ()):
        _own(relation)
    return document


def _own(entry: dict[str, Any]) -> dict[str, Any]:
    """What stands under our name, written out from now on."""
    (extension,) = entry["custom_extensions"]
    extension["data"] = json.loads(extension["data"])
    said: dict[str, Any] = extension["data"]
    return said


def _before(path: Path) -> list[dict[str, Any]]:
    """The datasets of a lock that is there."""
    import yaml

    if not path.exists():
        return []
    try:
        return list(yaml.load(path.read_text("utf-8"), Loader=yaml.SafeLoader)["semantic_model"][0]["datasets"])
    except (OSError, yaml.YAMLError, UnicodeDecodeError, LookupError, TypeError):
        return []  # it is written anew


def changes(found: Found) -> tuple[str, ...]:
    """A sentence for each dataset that is not as it was locked."""
    told: list[str] = []
    places = folders(found.places)
    for folder in places:
        if (folder / FILE).is_file():
            try:
                locked = {one.name: one for one in read_declared(folder / FILE).datasets}
            except SourceError as error:
                told.append(f"{str(error).rstrip('.')}; lock the source anew")
                continue
            told += _changes(found, locked)
            told += _come_and_gone(found, locked, folder) if len(places) == 1 else []
    return tuple(told)


def _changes(found: Found, locked: dict[str, Said]) -> Iterator[str]:
    times = Counter(dataset.source for dataset in found.model.datasets)
    for dataset in found.model.datasets:
        before = locked.get(dataset.name)
        if before and before.values.get("source", dataset.source) == dataset.source:
            parts = list(_parts(found, dataset, before))
            label = dataset.source if times[dataset.source] == 1 else f"{dataset.name} in {dataset.source}"
            if parts:
                yield f"{label} changed since it was locked: {'; '.join(parts)}"


def _come_and_gone(found: Found, locked: dict[str, Said], folder: Path) -> Iterator[str]:
    """Datasets that are new, and those that are no more."""
    others = elsewhere(folder, found.places)
    names = [dataset.name for dataset in found.model.datasets]
    gone = [f"{name!r} is gone" for name in locked if name not in names and not others(name)]
    come = [f"{name!r} is new" for name in names if name not in locked]
    if gone or come:
        yield f"the datasets changed since they were locked: {'; '.join([*gone, *come])}"


def _parts(found: Found, dataset: Dataset, before: Said) -> Iterator[str]:
    """What is otherwise in a dataset."""
    old, new = {one.name: one for one in before.fields}, {one.name: one for one in dataset.fields}
    yield from _columns("new", [name for name in new if name not in old])
    yield from _columns("missing", [name for name in old if name not in new])
    for name in (name for name in old if name in new):
        was, now = old[name].values.get("type", new[name].type), new[name].type
        if was != now:
            yield f"`{name}` was {was} and is {now}"
        known = set(old[name].standing)
        more = [value for value in found.values(dataset.name, name) if known and value not in known]
        if more:
            a = "a new value" if len(more) == 1 else f"{len(more)} new values"
            yield f"`{name}` has {a} {_listed(list(map(repr, more)))}"
    key = before.values.get("primary_key", ())
    if key and set(key) <= set(new) and not _still(key, dataset, found.evidence):
        yield f"{', '.join(f'`{name}`' for name in key)} {'is a key' if len(key) == 1 else 'are a key'} no longer"


def _still(key: Sequence[str], dataset: Dataset, evidence: Evidence) -> bool:
    """Whether it tells the rows apart, found as a key or not."""
    known = any(one and set(one) <= set(key) for one in (dataset.primary_key, *dataset.unique_keys))
    return known or evidence.distinct(dataset.name, key) == dataset.rows


def _columns(which: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"{len(names)} {which} column{'' if len(names) == 1 else 's'} ({_listed(names)})"


def _listed(names: Sequence[str]) -> str:
    rest = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{rest}"
