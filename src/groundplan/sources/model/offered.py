"""Figures that people of a trade have names for, where a model has exactly one field for each part of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import AddsUp, Dataset, Figure, Note, SourceModel
from groundplan.plan import folder
from groundplan.sources.model.expressions import Call, Column, Part, columns, parsed, walked
from groundplan.sources.model.header import header_words, same_word
from groundplan.sources.model.needed_fields import Need, Values, fitting, written

_PLACE = re.compile(r"\{(\w+)\}")


class Way(Noun):
    """One way to make a figure of fields."""

    expression: str
    without: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The fields that must be there, each once."""
        return tuple(dict.fromkeys((*_PLACE.findall(self.expression), *self.beside)))


class Recipe(Noun):
    """A figure with the ways to make it, best first."""

    name: str
    description: str
    synonyms: tuple[str, ...] = ()
    adds_up: AddsUp | None = None
    ways: tuple[Way, ...]


class Recipes(Noun):
    """What the data file holds."""

    fields: Mapping[str, Need]
    figures: tuple[Recipe, ...]


def offered(model: SourceModel, values: Values) -> tuple[Figure, ...]:
    """The figures that can be made of one dataset in one way only, and that no field is called by."""
    taken = {header_words(field.name) for dataset in model.datasets for field in dataset.fields}
    taken |= {header_words(value) for kept in values.values() for value in kept}
    found = (_figure(recipe, model, values, taken) for recipe in recipes().figures)
    return tuple(figure for figure in found if figure)


def with_offered(model: SourceModel, values: Values) -> SourceModel:
    """The model with such figures, and a note on what each is made of."""
    figures = offered(model, values)
    notes = [Note(about=_dataset(figure), text=f"{figure.name}: {figure.expression}") for figure in figures]
    return model.model_copy(update={"figures": (*model.figures, *figures), "notes": (*model.notes, *notes)})


def _dataset(figure: Figure) -> str:
    return columns(parsed(figure.expression))[0].dataset


@lru_cache(maxsize=1)
def recipes() -> Recipes:
    """The figures of trades, read once."""
    return Recipes.model_validate(folder.load(Path(__file__).with_name("figures.yaml")))


def _figure(recipe: Recipe, model: SourceModel, values: Values, taken: set[tuple[str, ...]]) -> Figure | None:
    """Made in the first way that fits; in none where that way fits twice."""
    if header_words(recipe.name) in taken:
        return None
    for way in recipe.ways:
        made = [text for dataset in model.datasets for text in _expressions(way, dataset, values)]
        if made:
            synonyms = tuple(name for name in recipe.synonyms if header_words(name) not in taken)
            figure = Figure(expression=made[0], **{**_told(recipe), "synonyms": synonyms})
            return figure if len(made) == 1 and _adds_up(made[0], model) else None
    return None


def _told(recipe: Recipe) -> dict[str, object]:
    return {"name": recipe.name, "description": recipe.description, "adds_up": recipe.adds_up, "offered": True}


def _expressions(way: Way, dataset: Dataset, values: Values) -> list[str]:
    """The expression with fields of the dataset; several where a part of it may be one field or another."""
    known = recipes().fields
    if way.datasets and not _called(dataset, way.datasets):
        return []
    if any(fitting(known[name], dataset, values) for name in way.without):
        return []
    fields = {name: fitting(known[name], dataset, values) for name in way.needs}
    chosen = {name: found[0] for name, found in fields.items() if found}
    plain = [field.name for name, field in chosen.items() if not known[name].values]
    conditions = {field.name for name, field in chosen.items() if known[name].values}
    if len(chosen) < len(fields) or len({*plain}) < len(plain) or len(conditions) > 1:
        return []
    parts = {name: written(known[name], field, dataset, values) for name, field in chosen.items()}
    text = _PLACE.sub(lambda place: parts[place[1]], way.expression)
    return [text] * max(len(found) for found in fields.values())


def _called(dataset: Dataset, words: Sequence[str]) -> bool:
    own = header_words(dataset.name)
    return any(same_word(one, word) for one in own for word in words)


def _adds_up(text: str, model: SourceModel) -> bool:
    """Whether every field that is added may be."""
    added = [
        column
        for part in walked(parsed(text))
        if isinstance(part, Call) and part.name == "SUM"
        for column in _added(part)
    ]
    fields = [found.field(one.name) for one in added if (found := model.dataset(one.dataset))]
    return all(field is None or field.adds_up in (None, "sum") for field in fields)


def _added(part: Part) -> list[Column]:
    """The fields whose own values a sum adds: of a product it is the product that is added."""
    if isinstance(part, Column):
        return [part]
    if not isinstance(part, Call) or part.name not in ("SUM", "+", "-", "CASE"):
        return []
    args = (*part.args[1::2], *part.args[-1:]) if part.name == "CASE" else part.args
    return [column for one in args for column in _added(one)]
