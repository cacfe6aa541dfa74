"""What was decided of a source and is worth a look: in doubt first, then what does not fit, then what is not summed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Note, Relation, SourceModel
from groundplan.looking.shape import Remark
from groundplan.looking.words import cut, labels, listed, share
from groundplan.plan import folder

NAMED = 5
"""Fields that a remark names."""
FAR = 60
"""Letters of an example."""


def remarks(model: SourceModel, notes: Sequence[str]) -> Iterator[Remark]:
    """Every remark once, the weightiest first."""
    first, others = _parted(_without_file(model, notes))
    yield from (Remark(text=note) for note in first)
    yield from _orphans(model)
    yield from _guesses(model)
    yield from (Remark(text=note) for note in others)
    yield from _sums(model)
    yield from (remark for dataset in model.datasets for remark in _of_dataset(dataset))


def _said(which: str, **given: str) -> str:
    return str(labels()["remarks"][which]).format(**given)


def _without_file(model: SourceModel, notes: Sequence[str]) -> list[str]:
    """Notes as they stand; of a single file they need not say of which."""
    files = {dataset.source for dataset in model.datasets}
    prefix = f"{next(iter(files))}: " if len(files) == 1 else ""
    return [note.removeprefix(prefix) for note in dict.fromkeys(notes)]


def _patterns() -> Any:
    return folder.load(Path(__file__).with_name("notes.yaml"))


def _parted(notes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Those that a person has to decide, and the others, but for what the lines of fields and datasets say."""
    patterns = _patterns()
    first = [note for note in notes if _one_of(patterns["first"], note)]
    return first, [note for note in notes if note not in first and not _one_of(patterns["told"], note)]


def _one_of(patterns: Sequence[str], note: str) -> bool:
    return any(re.search(pattern, note) for pattern in patterns)


def _orphans(model: SourceModel) -> Iterator[Remark]:
    against = {note.about: note.against for note in model.notes}
    for relation in sorted(model.relations, key=lambda one: one.found):
        if relation.found < 1:
            yield Remark(text=_orphaned(relation, against.get(relation.name, "")))


def _orphaned(relation: Relation, example: str) -> str:
    such = _said("against", example=cut(example)) if example else ""
    columns = ", ".join(relation.columns)
    lost = share(1 - relation.found)
    return _said("orphans", share=lost, many=relation.many, columns=columns, one=relation.one, against=such)


def _guesses(model: SourceModel) -> Iterator[Remark]:
    said = {relation.name for relation in model.relations}
    told = _patterns()["told"]
    for note in model.notes:
        unsure = note.share is not None and note.share < 1 and not note.declared
        if unsure and note.about not in said and not _one_of(told, note.text):
            yield Remark(text=_guess(note))


def _guess(note: Note) -> str:
    such = _said("but", example=cut(note.against, FAR)) if note.against else ""
    return _said("guess", about=note.about, text=note.text, share=share(note.share or 0.0), against=such)


def _sums(model: SourceModel) -> Iterator[Remark]:
    for way, which in (("average", "averaged"), ("last", "last"), ("no", "never")):
        if fields := [_called(model, d, f) for d in model.datasets for f in d.fields if f.adds_up == way]:
            yield Remark(text=_said(which, fields=listed(fields, NAMED)))
    if signed := [_called(model, d, f) for d in model.datasets for f in d.fields if f.signed]:
        yield Remark(text=_said("signed", fields=listed(signed, NAMED)))


def _called(model: SourceModel, dataset: Dataset, field: Field) -> str:
    return field.name if len(model.datasets) == 1 else f"{dataset.name}.{field.name}"


def _of_dataset(dataset: Dataset) -> Iterator[Remark]:
    dated = [field for field in dataset.fields if field.role == "time" and field.type in ("date", "datetime")]
    times = [field.name for field in dated]
    if len(times) > 1 and dataset.main_time in times:
        others = listed([name for name in times if name != dataset.main_time], NAMED)
        yield Remark(text=_said("times", dataset=dataset.name, time=dataset.main_time, others=others))
    if dataset.ended:
        yield Remark(text=_said("ended", dataset=dataset.name, field=dataset.ended))
    if dataset.latest_of:
        thing, time = dataset.latest_of, dataset.main_time
        yield Remark(text=_said("history", dataset=dataset.name, thing=thing, time=time))
    if not dataset.primary_key and dataset.fields:
        yield Remark(text=_said("no_key", dataset=dataset.name))
    yield from (_odd(dataset, field) for field in dataset.fields if field.odd)


def _odd(dataset: Dataset, field: Field) -> Remark:
    cells = ", ".join(repr(cut(cell)) for cell in list(field.odd)[:3])
    n, name = f"{sum(field.odd.values()):,}", f"{dataset.name}.{field.name}"
    return Remark(text=_said("odd", field=name, odd=n, type=labels()["types"][field.type], cells=cells), field=name)
