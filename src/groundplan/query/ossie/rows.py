"""The rows that are counted, with the fields of other datasets beside them.

Every join keeps the rows it starts from. A field is computed of the rows of its own dataset, so that it is missing
where such a row is not found, and a window in it sees each row once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import ibis

from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.fields import Fields
from groundplan.query.ossie.levels import fields_of
from groundplan.query.ossie.names import SOURCE, label
from groundplan.query.ossie.paths import Graph, Path, Step, Way, ambiguous
from groundplan.query.ossie.values import computed
from groundplan.query.tools.rows import same_key
from groundplan.sources.model.expressions import Column, Part, columns

Wanted = Mapping[str, Sequence[Column]]
"""Fields by their datasets."""


def row_of(dataset: str) -> str:
    """The column that tells the rows of a dataset apart."""
    return f"{dataset}{SOURCE}{SOURCE}row"


@dataclass
class Rows:
    """Rows of one dataset with what is joined to them."""

    home: str
    table: Any
    ways: Mapping[str, Way] = field(default_factory=dict)

    @property
    def spread(self) -> bool:
        """Whether a row of the dataset may stand in it several times."""
        return any(way.down for way in self.ways.values())


class Data:
    """The frames of a model's datasets, and how they are joined."""

    def __init__(self, frames: Mapping[str, Any], graph: Graph, fields: Fields) -> None:
        self._frames = frames
        self._graph = graph
        self._fields = fields

    def rows(self, home: str, parts: Sequence[Part], told_apart: Sequence[str] = ()) -> Rows:
        """The rows of a dataset with all that the parts are made of; `told_apart`: datasets whose rows are numbered."""
        wanted = _by_dataset([column for part in parts for column in fields_of(part)])
        reached = [name for name in (*wanted, *told_apart) if name != home]
        ways = {name: self._graph.way(home, name) for name in dict.fromkeys(reached)}
        _in_one_line(home, ways)
        steps = _steps(home, [way.steps for way in ways.values()])
        table = self._own(home, wanted.get(home, ()), _keys(home, steps), home in told_apart)
        return Rows(home, self._joined(table, wanted, steps, told_apart), ways)

    def values_of(self, column: Column) -> Any:
        """The values of one field in all rows of its dataset."""
        return self._own(column.dataset, [column], (), False)[label(column)]

    def _joined(self, table: Any, wanted: Wanted, steps: Sequence[Step], told_apart: Sequence[str]) -> Any:
        done: set[Step] = set()

        def beyond(step: Step) -> Any:
            """The rows that a step leads to; of finer rows on the way to still finer ones, those that lead there."""
            right = self._own(step.to, wanted.get(step.to, ()), _keys(step.to, steps), step.to in told_apart)
            onward = [one for one in steps if one.at == step.to]
            looked_at = step.to in wanted or step.to in told_apart
            if not looked_at and not step.one and len(onward) == 1 and not onward[0].one:
                done.add(onward[0])
                finer = beyond(onward[0])
                right = right.inner_join(finer, self._same(right, finer, onward[0]))
            return right

        for step in steps:
            if step not in done:
                right = beyond(step)
                table = table.left_join(right, self._same(table, right, step))
        return table

    def _same(self, left: Any, right: Any, step: Step) -> list[Any]:
        pairs = zip(step.here, step.there, strict=True)
        return [same_key(left[self._key(step.at, here)], right[self._key(step.to, there)]) for here, there in pairs]

    def _own(self, name: str, wanted: Sequence[Column], keys: Sequence[str], numbered: bool) -> Any:
        """The rows of one dataset with its fields and keys, nothing else."""
        frame = self._frames[name]
        table = frame.select(**{f"{name}{SOURCE}{column}": frame[column] for column in frame.columns})
        if numbered:
            table = table.mutate(**{row_of(name): ibis.row_number()})
        table = self._enriched(name, table, wanted)
        for column in wanted:
            table = self._with(table, column)
        kept = [*map(label, wanted), *(self._key(name, key) for key in keys), *([row_of(name)] if numbered else [])]
        return table.select(*dict.fromkeys(kept or table.columns))

    def _key(self, name: str, column: str) -> str:
        """The column of a dataset's rows that a relationship speaks of: of the source, or a field that is one."""
        known = {one.casefold(): one for one in self._frames[name].columns}
        if column.casefold() not in known:
            own = [one for one in self._fields.of(name) if one.name.casefold() == column.casefold()]
            column = self._fields.source_column(own[0]) if own else column
        if column.casefold() not in known:
            raise QueryError(
                f"a relationship joins {name!r} by {column!r}, which its data have not;"
                f" {did_you_mean(column, known.values())}.", "E_NAME_NOT_FOUND",
            )  # fmt: skip
        return f"{name}{SOURCE}{known[column.casefold()]}"

    def _with(self, table: Any, column: Column) -> Any:
        """The table with a field, after those that it is made of."""
        if label(column) in table.columns:
            return table
        part = self._fields.definition(column)
        for one in columns(part):
            if one.dataset == column.dataset:
                table = self._with(table, one)
        return table.mutate(**{label(column): computed(part, table)})

    # ------------------------------------------------------------------ fields that read other datasets

    def _enriched(self, home: str, table: Any, wanted: Sequence[Column]) -> Any:
        """The rows with what their fields read of coarser datasets."""
        read = [(column, one) for column in wanted for one in self._read_elsewhere(column)]
        if not read:
            return table
        steps = _steps(home, [self._up(column, one) for column, one in read])
        return self._joined(table, _by_dataset([one for _, one in read]), steps, ())

    def _read_elsewhere(self, column: Column) -> list[Column]:
        """The fields of other datasets that a field is made of, directly or by fields of its own."""
        found: list[Column] = []
        for one in columns(self._fields.definition(column)):
            if one.dataset:
                found += self._read_elsewhere(one) if one.dataset == column.dataset else [one]
        return found

    def _up(self, column: Column, read: Column) -> Path:
        """The path from a field to what it reads of another dataset, which has to have one value for each row."""
        way = self._graph.way(column.dataset, read.dataset)
        if way.kind == "down":
            raise QueryError(
                f"field {label(column)} reads {label(read)}, and each row of {column.dataset!r} has several rows of the"
                f" finer {read.dataset!r}; put it into an aggregate, as a metric, and ask for that as a measure by"
                f" {column.dataset}.", "E_UNAGGREGATED_FINER_GRAIN_REFERENCE",
            )  # fmt: skip
        if way.kind == "bridge":
            raise QueryError(
                f"field {label(column)} reads {label(read)}, and {column.dataset!r} and {read.dataset!r} are many to"
                " many: no safe rewrite gives one value for each row; make it a metric.", "E3012_MN_NO_SAFE_REWRITE",
            )  # fmt: skip
        return way.steps


def _by_dataset(found: Sequence[Column]) -> dict[str, list[Column]]:
    wanted: dict[str, list[Column]] = {}
    for column in dict.fromkeys(found):
        wanted.setdefault(column.dataset, []).append(column)
    return wanted


def _steps(home: str, paths: Sequence[Path]) -> list[Step]:
    """The steps of all paths in their order, each once; no dataset is reached in two ways."""
    steps: dict[str, Step] = {}
    for step in (one for path in paths for one in path):
        before = steps.setdefault(step.to, step)
        if before != step or step.to == home:
            raise ambiguous(home, step.to, [(before,), (step,)])
    return list(steps.values())


def _keys(name: str, steps: Sequence[Step]) -> list[str]:
    """The columns by which a dataset is joined."""
    return [
        key
        for step in steps
        for at, held in ((step.at, step.here), (step.to, step.there))
        if at == name
        for key in held
    ]


def _in_one_line(home: str, ways: Mapping[str, Way]) -> None:
    """Ways that lead down in two directions would set the rows of one against those of the other."""
    down = sorted(((way.down, name) for name, way in ways.items() if way.down), key=lambda one: len(one[0]))
    for (before, one), (after, other) in pairwise(down):
        if after[: len(before)] != before:
            raise QueryError(
                f"{one!r} and {other!r} each have several rows for one of {home!r}: they are many to many, and no safe"
                " rewrite sets them against each other without a bridge or a shared dimension; ask for them in two"
                " queries.", "E3012_MN_NO_SAFE_REWRITE",
            )  # fmt: skip
