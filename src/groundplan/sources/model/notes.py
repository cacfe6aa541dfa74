"""What was inferred, in words, with the share of rows for which it holds and an example against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from groundplan.contracts.source_model import Dataset, Field, Note, Relation, SourceModel
from groundplan.sources.model.adds_up import Adding

NOT_SUMMED = "so that it is not summed"


def relation_notes(related: Sequence[Relation], against: Mapping[str, str]) -> Iterator[Note]:
    """Of each relation how many rows find their partner."""
    for one in related:
        columns = ", ".join(f"{one.many}.{name}" for name in one.columns)
        yield Note(
            about=one.name,
            text=f"{columns} names a row of {one.one}",
            share=None if one.declared else one.found,
            against=against.get(one.name, ""),
            declared=one.declared,
        )


def dataset_notes(dataset: Dataset, adding: Mapping[tuple[str, str], Adding]) -> Iterator[Note]:
    """Of the rows, and of each field that is no plain one."""
    yield from _rows(dataset)
    for field in dataset.fields:
        yield from _field(dataset, field, adding.get((dataset.name, field.name)))


def _rows(dataset: Dataset) -> Iterator[Note]:
    name, rows = dataset.name, max(dataset.rows, 1)
    if dataset.primary_key:
        yield Note(about=name, text=f"{_listed(dataset.primary_key)} tells the rows apart", share=1.0)
    if dataset.name_field:
        yield Note(about=name, text=f"a row is called by {_listed(dataset.name_field)}")
    times = [field.name for field in dataset.fields if field.role == "time"]
    if time := dataset.field(dataset.main_time):
        of = f", of {len(times)} times" if len(times) > 1 else ""
        yield Note(about=name, text=f"its time is {time.name!r}{of}", share=_filled(time, rows))
    if last := dataset.field(dataset.ended):
        yield Note(about=name, text=f"a row has ended where {last.name!r} is filled", share=_filled(last, rows))
    if dataset.latest_of:
        text = f"a history: each row tells the state of its {dataset.latest_of!r} from {dataset.main_time!r} on"
        yield Note(about=name, text=text)


def _field(dataset: Dataset, field: Field, adding: Adding | None) -> Iterator[Note]:
    about, rows = f"{dataset.name}.{field.name}", max(dataset.rows, 1)
    if adding and adding.because:
        yield Note(about=about, text=f"{adding.because}, {NOT_SUMMED}", share=adding.share)
    if field.signed:
        yield Note(about=about, text="its sign says what went out and what came in")
    if field.ordered:
        yield Note(about=about, text=f"its values have an order: {' < '.join(field.ordered)}")
    if field.separator:
        yield Note(about=about, text=f"its cells hold lists, cut by {field.separator!r}")
    if field.odd:
        share = round(1 - sum(field.odd.values()) / rows, 4)
        odd = next(iter(field.odd))
        yield Note(about=about, text=f"holds {field.type}s; the rest is left out", share=share, against=odd)


def still_held(notes: Sequence[Note], before: SourceModel, after: Mapping[str, Dataset]) -> Iterator[Note]:
    """The notes of what was found, without those that no longer hold since people said otherwise."""
    changed = [dataset for dataset in before.datasets if after[dataset.name] != dataset]
    said = {(note.about, note.text) for one in changed for note in dataset_notes(after[one.name], {})}
    about = {one.name for one in changed} | {f"{one.name}.{field.name}" for one in changed for field in one.fields}
    ups = {
        f"{one.name}.{old.name}"
        for one in changed
        for old, new in zip(one.fields, after[one.name].fields, strict=True)
        if old.adds_up == new.adds_up
    }
    for note in notes:
        summed = note.text.endswith(NOT_SUMMED) and note.about in ups
        if note.declared or note.about not in about or summed or (note.about, note.text) in said:
            yield note


def _filled(field: Field, rows: int) -> float:
    return round(1 - field.missing / rows, 4)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(map(repr, names))
