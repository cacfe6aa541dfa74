"""The model -> questions that could be asked first, each with the figure that must be its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import log10

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.looking.words import years
from groundplan.sources.model.units import is_money

EYE = 12
"""Groups that an answer can show."""
GROUPS = 30
DAYS = {"D": 62, "M": 3 * 366}
"""How long a time is told by days, and by months."""
EACH = 2
"""Candidates of a kind."""


@dataclass(frozen=True)
class Figure:
    """What an answer must say: rows counted or a field taken together, by a field or by periods of a time."""

    kind: str
    dataset: str
    measure: str = ""
    way: str = "count"
    group: str = ""
    grain: str = ""
    relation: Relation | None = None
    """Where the group stands on the other side of it."""


def candidates(model: SourceModel) -> list[list[Figure]]:
    """Of each kind a few, the best first: over a relation, over time, by a category, all."""
    datasets = sorted(model.datasets, key=lambda one: -_weight(model, one))
    kinds = (_joined(model, datasets), _timed(model, datasets), _grouped(model, datasets), _all(datasets))
    return [[figure for figure, _ in zip(kind, range(EACH), strict=False)] for kind in kinds]


def _weight(model: SourceModel, dataset: Dataset) -> float:
    """How likely a dataset is what people ask about: it happens, has amounts, and points at others."""
    points = sum(one.many == dataset.name != one.one for one in model.relations)
    summed = any(field.adds_up == "sum" for field in _measures(dataset))
    return points + 2 * summed + bool(dataset.main_time) + log10(dataset.rows + 1) / 2


def _measures(dataset: Dataset) -> list[Field]:
    """Fields that are asked for sums or averages, money first, then what has a unit; years are none."""
    known = [f for f in dataset.fields if f.role == "measure" and f.adds_up in ("sum", "average") and not years(f)]
    able = [field for field in known if field.type in ("number", "integer") and field.distinct > 1]
    return sorted(able, key=lambda field: (field.adds_up != "sum", not is_money(field.name), not field.unit))


def _whats(model: SourceModel, dataset: Dataset) -> list[tuple[str, str]]:
    """The figures that are asked for: fields, and how each comes together; else rows are counted.

    Levels of a history come again and again, and amounts of things that others point at are seldom summed.
    """
    pointed = any(one.one == dataset.name != one.many for one in model.relations)
    if dataset.latest_of or (pointed and not dataset.main_time):
        return [("", "count")]
    return [(field.name, str(field.adds_up)) for field in _measures(dataset)][:EACH] or [("", "count")]


def _categories(model: SourceModel, dataset: Dataset) -> list[Field]:
    """Fields by which rows are told apart, those that fit the eye first."""
    pointing = {name for one in model.relations if one.many == dataset.name for name in one.columns}
    able = [f for f in dataset.fields if f.role in ("category", "flag") and f.name not in pointing and not f.separator]
    able = [f for f in able if f.type == "text" and 1 < f.distinct <= GROUPS and f.distinct < dataset.rows / 2]
    return sorted(able, key=lambda field: (field.role == "flag", field.missing > 0, field.distinct > EYE))


def _joined(model: SourceModel, datasets: Sequence[Dataset]) -> Iterator[Figure]:
    for dataset in datasets:
        measure, way = _whats(model, dataset)[0]
        times = Counter((one.many, one.one) for one in model.relations)  # of several parts it is asked which is meant
        for relation in sorted(model.relations, key=lambda one: (times[one.many, one.one], -one.found)):
            one = model.dataset(relation.one)
            if (
                relation.many != dataset.name
                or one is None
                or one is dataset
                or relation.single
                or model.listed(relation)
            ):
                continue
            for field in [*_categories(model, one), *_called(one)][:1]:
                yield Figure("joined", dataset.name, measure, way, field.name, relation=relation)


def _called(dataset: Dataset) -> list[Field]:
    """The field by which the few rows of a dataset are called."""
    fields = [field for field in dataset.fields if dataset.name_field == (field.name,)]
    return [field for field in fields if field.type == "text" and field.distinct <= GROUPS]


def _grouped(model: SourceModel, datasets: Sequence[Dataset]) -> Iterator[Figure]:
    for dataset in datasets:
        measure, way = _whats(model, dataset)[0]
        for field in _categories(model, dataset)[:EACH]:
            yield Figure("category", dataset.name, measure, way, field.name)


def _timed(model: SourceModel, datasets: Sequence[Dataset]) -> Iterator[Figure]:
    for dataset in datasets:
        time = dataset.field(dataset.main_time)
        if time is not None and time.type in ("date", "datetime") and (grain := _grain(time)):
            for measure, way in _whats(model, dataset):
                yield Figure("time", dataset.name, measure, way, time.name, grain)


def _grain(time: Field) -> str:
    """The periods that show how it went, without being too many; none, where all is one day."""
    if not isinstance(time.low, str) or not isinstance(time.high, str):
        return ""
    days = (date.fromisoformat(time.high[:10]) - date.fromisoformat(time.low[:10])).days
    return next((grain for grain, most in DAYS.items() if days <= most), "Y") if days > 1 else ""


def _all(datasets: Sequence[Dataset]) -> Iterator[Figure]:
    for dataset in datasets:
        yield Figure("all", dataset.name)
