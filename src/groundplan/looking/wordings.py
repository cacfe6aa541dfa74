"""A figure -> the ways to ask for it, in the language of the names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.looking.candidates import Figure
from groundplan.plan import folder
from groundplan.sources.model.header import header_words, singular

_TWICE = re.compile(r"\b(\w+) \1\b")
"""The total of a field that is called total."""


def wordings(figure: Figure, model: SourceModel) -> list[str]:
    """Each way once, the plainest first."""
    dataset = model.dataset(figure.dataset)
    assert dataset is not None
    russian = _is_russian(f"{figure.dataset} {figure.measure} {figure.group}")
    said: Mapping[str, Any] = folder.load(Path(__file__).with_name("questions.yaml"))["ru" if russian else "en"]
    names = _names(figure, dataset, said, alone=len(model.datasets) == 1)
    if _is_name(figure, model):
        names["category"] = names["one"]
    if russian:
        names |= _inflected(names)
    kind = "category" if _is_name(figure, model) else figure.kind  # by ward, not by ward of wards
    forms = [form.format(**names) for form in said[kind][figure.way]]
    return list(dict.fromkeys(_TWICE.sub(r"\1", form) for form in forms))


def _is_name(figure: Figure, model: SourceModel) -> bool:
    """Whether the group is what the other side of a relation is called by."""
    one = model.dataset(figure.relation.one) if figure.relation else None
    return one is not None and one.name_field == (figure.group,)


def _is_russian(text: str) -> bool:
    letters = [letter for letter in text.lower() if letter.isalpha()]
    return 2 * sum("а" <= letter <= "ё" for letter in letters) > len(letters)


def _names(figure: Figure, dataset: Dataset, said: Mapping[str, Any], alone: bool) -> dict[str, str]:
    one = figure.relation.one if figure.relation else ""
    own = _words(dataset.name)
    return {
        "measure": _words(figure.measure),
        "category": _words(figure.group),
        "things": said["rows"] if alone and own == dataset.row_is and own.isascii() else own,
        "ones": _words(one),
        "one": " ".join(map(singular, header_words(one))),
        "grain": said["grains"].get(figure.grain, ""),
    }


def _words(name: str) -> str:
    """A name as it is said: `order_date` gives `order date`."""
    return " ".join(header_words(name)) or name


def _inflected(names: Mapping[str, str]) -> dict[str, str]:
    from groundplan.language.russian.lemmas import inflected  # a dictionary of 15 MB, only for Russian names

    cases = {
        "measure_of": inflected(names["measure"], "gent"),
        "category_by": inflected(names["category"], "datv"),
        "things_of": inflected(names["things"], "gent", "plur"),
        "ones_of": inflected(names["ones"], "gent", "plur"),
    }
    return {**cases, "mean": inflected("средний", "nomn", like=names["measure"])}
