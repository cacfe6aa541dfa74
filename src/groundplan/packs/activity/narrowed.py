"""The part of the model that a question is about: what it names, and who and where, so that far things are not met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from groundplan.contracts.source_model import SourceModel
from groundplan.language.words import split
from groundplan.query.scope import Scope
from groundplan.reading.constructions.things import Thing, named, phrased

ALWAYS = ("authors", "projects")
"""Who and where: every question may say that."""
SURE = 0.9
"""How much of a dataset's name must be said."""


@dataclass(frozen=True)
class Narrowed:
    """The datasets that are named, the likeliest first; none: the question may be of any."""

    model: SourceModel
    named: tuple[str, ...]


def narrowed(text: str, model: SourceModel, phrases: Iterable[tuple[str, Thing]]) -> Narrowed:
    """The model with the datasets that are named and those that every question may speak of.

    Where none is named, those are meant whose conditions and values are.
    """
    words, scope = split(text), Scope(model)
    things = [(one.start, thing) for one in named(words, scope, ()) for thing in one.things]
    found = _first(things, lambda thing: thing.kind == "dataset" and thing.share >= SURE)
    found = found or _first([(start, thing) for start, _, thing in phrased(words, tuple(phrases))], lambda _: True)
    if not set(found) - set(ALWAYS):
        amounts = {(one.name, field.name) for one in model.datasets for field in one.fields if field.role == "measure"}
        homes = _first(things, lambda thing: (thing.dataset, thing.name) in amounts and thing.share >= SURE)
        found = homes if len(homes) == 1 else found
    if not found or set(found) <= set(ALWAYS):
        return Narrowed(model, tuple(found))
    kept = {*found, *ALWAYS}
    return Narrowed(
        model.model_copy(update={
            "datasets": tuple(one for one in model.datasets if one.name in kept),
            "relations": tuple(one for one in model.relations if {one.many, one.one} <= kept),
        }),
        tuple(found),
    )  # fmt: skip


def _first(things: Sequence[tuple[int, Thing]], fits: Callable[[Thing], bool]) -> list[str]:
    said = sorted((start, thing.dataset) for start, thing in things if fits(thing))
    return list(dict.fromkeys(dataset for _, dataset in said))
