"""What names mean in a query over a source model: fields, relations in both directions, lists, named tests.

A path is walked hop by hop. What it cannot be walked by is a finding with the nearest name, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.language.parts import CALLED, PLACE, ROW, THIS, Path, Value
from groundplan.sources.model.header import header_words
from groundplan.sources.model.paths import with_paths

PARTS = "value"
"""What each part of a list is called."""
_PART = Field(name=PARTS, type="text", role="name")
_PLACE = Field(name=PLACE, type="integer", role="key")


@dataclass(frozen=True)
class Hop:
    """One step along a relation, or into the parts of a list."""

    name: str
    to: Dataset
    many: bool
    """Whether it may lead to several rows."""
    here: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    split: str = ""
    """The list field of this side, each of whose parts is followed; without `there`, the parts are what it leads to."""
    gathered: str = ""
    """The list field of the other side, one of whose parts is the key here."""
    back: bool = False
    """Whether it leads from the one to the many."""
    alone: bool = False
    """Whether no two rows here lead to the same row there."""

    @property
    def parts(self) -> bool:
        """Whether it leads to the parts of a list, which are no rows of a dataset."""
        return bool(self.split) and not self.there


@dataclass(frozen=True)
class Walked:
    """A path from a dataset: its hops, and the field at its end, if it ends at one."""

    hops: tuple[Hop, ...]
    at: Dataset
    field: Field | None = None
    test: str = ""

    @property
    def prefix(self) -> tuple[str, ...]:
        """The names of its hops."""
        return tuple(hop.name for hop in self.hops)

    @property
    def in_list(self) -> bool:
        """Whether it is among the parts of a list, which are no rows of a dataset."""
        return self.at.fields == (_PART,)

    @property
    def thing(self) -> bool:
        """Whether it ends at the row itself, not at a field of it."""
        return self.field is None and not self.test

    @property
    def many(self) -> tuple[str, ...]:
        """The names of its hops as far as the last that may lead to several rows."""
        last = max((at for at, hop in enumerate(self.hops, 1) if hop.many), default=0)
        return self.prefix[:last]


class Scope:
    """The names of one source model; datasets that a query makes are added by `with_dataset`."""

    def __init__(self, model: SourceModel, more: Iterable[Dataset] = ()) -> None:
        self.model = with_paths(model)
        self._datasets = {**{one.name: one for one in model.datasets}, **{one.name: one for one in more}}

    def with_dataset(self, dataset: Dataset) -> Scope:
        """The same with the columns of another query as a dataset."""
        more = [one for name, one in self._datasets.items() if self.model.dataset(name) is None]
        return Scope(self.model, [*more, dataset])

    @property
    def datasets(self) -> tuple[Dataset, ...]:
        """All that are known."""
        return tuple(self._datasets.values())

    def dataset(self, name: str) -> Dataset:
        """The dataset of that name; capitals do not matter where only one fits."""
        return self._datasets[_found(name, self._datasets, "dataset", "unknown-dataset")]

    @cached_property
    def _hops(self) -> Mapping[str, Mapping[str, Hop]]:
        made: dict[str, dict[str, Hop]] = {}
        for relation in self.model.relations:
            for start, hop in (self._forward(relation), self._back(relation)):
                made.setdefault(start, {})[hop.name] = hop
        return made

    def hops(self, dataset: Dataset) -> Mapping[str, Hop]:
        """The relations that can be passed from a dataset, and its lists, by name."""
        related = self._hops.get(dataset.name, {})
        lists = {field.name: _parts(dataset, field) for field in dataset.fields if field.separator}
        return {**lists, **related}

    def names(self, dataset: Dataset) -> tuple[str, ...]:
        """Everything a path from the dataset may begin with."""
        fields = [field.name for field in dataset.fields]
        return tuple(dict.fromkeys([*fields, *self.hops(dataset), *dataset.tests]))

    def walk(self, dataset: Dataset, steps: Sequence[str]) -> Walked:
        """The path from a dataset; a QueryError where it leads nowhere."""
        hops: list[Hop] = []
        at = dataset
        for place, step in enumerate(steps):
            listed = at.fields == (_PART,)  # the parts of a list have no place in the source
            own = (THIS,) if listed else (THIS, ROW)
            if step in (CALLED, PLACE) or (step in own and place == len(steps) - 1 and at.field(step) is None):
                return Walked(tuple(hops), at, _PLACE if step in (ROW, PLACE) else None)
            known = self.hops(at)
            name = _found(step, self.names(at), f"field or relation of {at.name!r}", "unknown-name")
            if name in known:
                hops.append(known[name])
                at = known[name].to
                continue
            if place < len(steps) - 1:
                raise QueryError(
                    f"{step!r} is a field of {at.name!r}, and nothing leads on from it to"
                    f" {steps[place + 1]!r}; relations there are: {', '.join(known) or 'none'}.", "no-path",
                )  # fmt: skip
            field = at.field(name)
            return Walked(tuple(hops), at, field, "" if field else name)
        return Walked(tuple(hops), at)

    def meaning(self, at: Dataset, left: Any, value: Any) -> str:
        """What a value means that is a code of the field before it, where rows hold the meanings; else nothing."""
        if not isinstance(left, Path) or not isinstance(value, Value):
            return ""
        field = self.walk(at, left.steps).field
        return field.codes.get(str(value.value), "") if field is not None and field.type == "text" else ""

    def _forward(self, relation: Relation) -> tuple[str, Hop]:
        """From the many to the one."""
        listed, to = self._listed(relation), self._datasets[relation.one]
        alone = relation.single and not listed
        hop = Hop(relation.path, to, bool(listed), relation.columns, relation.others, split=listed, alone=alone)
        return relation.many, hop

    def _back(self, relation: Relation) -> tuple[str, Hop]:
        """From the one to the many."""
        listed, to = self._listed(relation), self._datasets[relation.many]
        single = relation.single and not listed
        hop = Hop(
            relation.back,
            to,
            not single,
            relation.others,
            relation.columns,
            gathered=listed,
            back=True,
            alone=not listed,
        )
        return relation.one, hop

    def _listed(self, relation: Relation) -> str:
        """The column of the relation that holds a list of keys."""
        field = self.model.listed(relation)
        return field.name if field else ""


def _parts(dataset: Dataset, field: Field) -> Hop:
    """A list as a relation to its parts."""
    parts = Dataset(name=f"{dataset.name}.{field.name}", fields=(_PART,), name_field=(PARTS,))
    return Hop(field.name, parts, True, split=field.name)


def _found(name: str, known: Iterable[str], kind: str, code: str) -> str:
    """The name as it is spelt; without its capitals, and with `_` for a blank, where only one fits."""
    names = list(known)
    if name in names:
        return name
    for spelt in (str.casefold, header_words):
        alike = [one for one in names if spelt(name) and spelt(one) == spelt(name)]
        if len(alike) == 1:
            return alike[0]
    raise QueryError(f"{name!r} is no {kind}; {did_you_mean(name, names)}.", code)
