"""A query whose period is of what the question says happened: merged in May is not created in May."""

from __future__ import annotations

import re

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.language.words import split, stems
from groundplan.packs.activity.shape import words
from groundplan.query.language.parts import All, Query
from groundplan.query.language.read import read
from groundplan.query.language.show import show


def of_what_happened(query: Query, text: str, model: SourceModel) -> Query | None:
    """The query, its times those that the words say; None where they say several, or one that it does not look at."""
    dataset = model.dataset(query.of) if isinstance(query.of, str) else None
    said = _said(text, dataset) if dataset else []
    written = show(query)
    fields = dataset.fields if dataset else ()
    times = [field.name for field in fields if field.role == "time"]
    if any(f"distinct({one.name})" in written for one in fields if one.role in ("time", "flag")):
        return None  # how many were closed is no number of moments
    if dataset is None or not said:
        return query
    looked_at = [name for name in times if _stands(name, written)]
    if set(said) <= set(looked_at):
        return query
    if not looked_at:
        return query if any(_stands(test, written) for test in dataset.tests) else None
    if len(said) == len(looked_at) == 1:
        return read(re.sub(_whole(looked_at[0]), said[0], written))
    return query if set(said) & set(looked_at) else None


def of_the_same_time(query: Query, before: Query, model: SourceModel) -> Query:
    """A changed query whose new period is of the time that the question before was about."""
    dataset = model.dataset(query.of) if isinstance(query.of, str) else None
    if dataset is None or query.of != before.of or query.where is None:
        return query
    said, main = _times(before, dataset), dataset.main_time
    if len(said) != 1 or main in said or main not in _times(query, dataset):
        return query
    tests = query.where.tests if isinstance(query.where, All) else (query.where,)
    kept = tuple(test for test in tests if not _stands(said[0], show(Query(of=query.of, where=test))))
    if not kept:
        return query
    where = kept[0] if len(kept) == 1 else All(tests=kept)
    return read(re.sub(_whole(main), said[0], show(query.model_copy(update={"where": where}))))


def _times(query: Query, dataset: Dataset) -> list[str]:
    return [field.name for field in dataset.fields if field.role == "time" and _stands(field.name, show(query))]


def _said(text: str, dataset: Dataset) -> list[str]:
    """The times whose words stand in the question."""
    spoken = {word.stem for word in split(text)}
    times = words()["times"].get(dataset.name, {})
    return [field for field, names in times.items() if any({*stems(name)} <= spoken for name in names)]


def _stands(name: str, written: str) -> bool:
    return re.search(_whole(name), written) is not None


def _whole(name: str) -> str:
    return rf"(?<![\w.\"]){re.escape(name)}(?![\w\"])"
