"""Conditions that a dataset has a name for without anybody saying so: who has not ended, what went out and came in."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts.source_model import Dataset
from groundplan.sources.model.header import lists


def inferred_tests(dataset: Dataset) -> dict[str, str]:
    """Each name with its condition in the question language; a field that is called so keeps its name."""
    taken = {field.name.casefold() for field in dataset.fields}
    return {name: text for name, text in _tests(dataset) if name.casefold() not in taken}


def _tests(dataset: Dataset) -> Iterator[tuple[str, str]]:
    amounts = [field.name for field in dataset.fields if field.signed]
    of = {"ended": dataset.ended, "signed": amounts[0] if len(amounts) == 1 else ""}
    for what, forms in lists()["tests"].items():
        for name, form in forms.items() if of[what] else ():
            yield name, form.format(field=_written(of[what]))


def _written(field: str) -> str:
    """What is no plain word, or is a word of the language, stands in backticks."""
    return field if field.isidentifier() and field not in lists()["reserved"] else f"`{field}`"
