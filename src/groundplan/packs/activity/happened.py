"""A query whose period is of what the question says happened: merged in May is not created in May."""

from __future__ import annotations

import re

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.language.words import split, stems
from groundplan.packs.activity.shape import words
from groundplan.query.language.parts import Query
from groundplan.query.language.read import read
from groundplan.query.language.show import show


def of_what_happened(query: Query, text: str, model: SourceModel) -> Query | None:
    """The query, its times those that the words say; None where they say several, or one that it does not look at."""
    dataset = model.dataset(query.of) if isinstance(query.of, str) else None
    said = _said(text, dataset) if dataset else []
    written = show(query)
    times = [field.name for field in dataset.fields if field.role == "time"] if dataset else []
    if any(f"distinct({name})" in written for name in times):
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


def _said(text: str, dataset: Dataset) -> list[str]:
    """The times whose words stand in the question."""
    spoken = {word.stem for word in split(text)}
    times = words()["times"].get(dataset.name, {})
    return [field for field, names in times.items() if any({*stems(name)} <= spoken for name in names)]


def _stands(name: str, written: str) -> bool:
    return re.search(_whole(name), written) is not None


def _whole(name: str) -> str:
    return rf"(?<![\w.\"]){re.escape(name)}(?![\w\"])"
