"""How questions pass relations: `start_station` from the many to the one, `trips_by_start_station` back.

What the model says stands; the rest is called after columns and datasets. From one dataset no two ways have one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Literal

from groundplan.contracts.source_model import Relation, SourceModel
from groundplan.sources.model.header import header_words, lists, singular

Way = Literal["path", "back"]
WAYS: tuple[Way, ...] = ("path", "back")
NEVER = ("this", "row")
"""Words of the question language for the row itself and its place."""


def with_paths(model: SourceModel) -> SourceModel:
    """The model with a name for each relation in both directions."""
    names = _Names(model)
    for way in WAYS:
        names.said(way)
    for way in WAYS:
        names.found(way)
    if tuple(names.relations) == model.relations:
        return model
    return model.model_copy(update={"relations": tuple(names.relations)})


def start(relation: Relation, way: Way) -> str:
    """The dataset that a way begins at."""
    return relation.many if way == "path" else relation.one


class _Names:
    """The names that are given so far."""

    def __init__(self, model: SourceModel) -> None:
        self.relations = list(model.relations)
        self._model = model
        self._taken: dict[str, list[str]] = {}
        self._given: set[tuple[int, Way]] = set()

    def said(self, way: Way) -> None:
        """Names that the model says; the later of two alike is called by the relation's own name."""
        for at, relation in enumerate(self.relations):
            name = getattr(relation, way)
            if name:
                alike = name.casefold() in map(str.casefold, self._held(relation, way))
                self._give(at, way, self._free(relation, way, [relation.name]) if alike else name)

    def found(self, way: Way) -> None:
        """Names for the rest."""
        for at, relation in enumerate(self.relations):
            if (at, way) not in self._given:
                likely = self._forward(relation) if way == "path" else self._back(relation)
                self._give(at, way, self._free(relation, way, [*likely, relation.name]))

    def _give(self, at: int, way: Way, name: str) -> None:
        self._held(self.relations[at], way).append(name)
        self._given.add((at, way))
        self.relations[at] = self.relations[at].model_copy(update={way: name})

    def _held(self, relation: Relation, way: Way) -> list[str]:
        return self._taken.setdefault(start(relation, way), list(NEVER))

    def _free(self, relation: Relation, way: Way, names: Iterable[str]) -> str:
        """The first name that nothing has there; of ways, not even in the plural: `department` beside `departments`."""
        dataset = self._model.dataset(start(relation, way))
        own = relation.columns if way == "path" and len(relation.columns) == 1 else ()
        fields = [field.name for field in dataset.fields if field.name not in own] if dataset else []
        known = {name.casefold() for name in (*fields, *(dataset.tests if dataset else ()))}
        ways = {_alike(name) for name in self._held(relation, way)}
        numbered = (f"{relation.name}_{number}" for number in count(2))
        return next(
            name for name in chain(names, numbered) if name.casefold() not in known and _alike(name) not in ways
        )

    def _forward(self, relation: Relation) -> Iterator[str]:
        """After its column; where a field is called so, after the dataset that it leads to."""
        yield _after_column(relation)
        if self._alone(relation):
            yield relation.one

    def _back(self, relation: Relation) -> Iterator[str]:
        """The dataset there, and by which path it leads here; one row of it where its key leads here."""
        many = self._model.dataset(relation.many)
        single = relation.single and many is not None and many.primary_key == relation.columns
        name = _one_of(relation.many) if single else relation.many
        if self._alone(relation):
            yield name
        yield f"{name}_by_{'_'.join(header_words(relation.path))}"

    def _alone(self, relation: Relation) -> bool:
        """Whether no other leads from the one dataset to the other, and it is not the same."""
        ends = [(one.many, one.one) for one in self.relations]
        return ends.count((relation.many, relation.one)) == 1 and relation.many != relation.one


def _after_column(relation: Relation) -> str:
    """The column without what says that it is a key, short words written out; of several, the other dataset."""
    column, one = relation.columns[0], _one_of(relation.one)
    words = _without_key(column)
    if len(relation.columns) > 1 or not words:
        return one
    noun = header_words(one)[-1:] or ("",)
    *before, last = words
    if not _shortens(last, noun[0]):
        return column if words == header_words(column) else "_".join(words)
    if before and set(before) & (lists()["people"] | lists()["selves"]):
        return "_".join(before)
    return "_".join((*before, *noun))


def _without_key(column: str) -> tuple[str, ...]:
    words = list(header_words(column))
    while words and words[-1] in lists()["keys"]:
        words.pop()
    while words and words[0] in lists()["plain_keys"]:
        words.pop(0)
    return tuple(words)


def _shortens(word: str, noun: str) -> bool:
    """`dept` is short for department: its letters in their order, from the first."""
    letters = iter(noun)
    return 2 < len(word) < len(noun) and word[0] == noun[0] and all(letter in letters for letter in word)


def _one_of(dataset: str) -> str:
    """`order_lines` gives `order_line`."""
    words = header_words(dataset)
    return "_".join((*words[:-1], *map(singular, words[-1:]))) or dataset


def _alike(name: str) -> tuple[str, ...]:
    return tuple(map(singular, header_words(name))) or (name,)
