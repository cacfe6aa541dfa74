"""What fields are made of: columns of their source, and other fields."""

from __future__ import annotations

from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.levels import changed
from groundplan.query.ossie.model import Named, Semantic
from groundplan.query.ossie.names import SOURCE, Names, label, named
from groundplan.sources.model.expressions import AGGREGATES, Call, Column, Part, walked


class Fields:
    """The fields of one model, and those that a query makes for itself."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._made: dict[Column, Part] = {}
        self._known: dict[Column, Part] = {}

    def make(self, part: Part, dataset: str) -> Column:
        """A value of each row of a dataset as a field of it."""
        column = Column(name=f"{SOURCE}{SOURCE}{len(self._made)}", dataset=dataset)
        self._made[column] = part
        return column

    def of(self, dataset: str) -> list[Column]:
        """The fields that a dataset has."""
        return [Column(name=one.name, dataset=dataset) for one in self._names.dataset(dataset).fields]

    def definition(self, column: Column) -> Part:
        """What a field is made of; a column of the source is one with its dataset and a colon for a name."""
        if column not in self._known:
            self._known[column] = self._defined(column)
            self._in_no_circle(column, ())
        return self._known[column]

    def source_column(self, column: Column) -> str:
        """The column of the source that a field is, if it is nothing else."""
        part = self.definition(column)
        before = f"{column.dataset}{SOURCE}"
        return part.name.removeprefix(before) if isinstance(part, Column) and part.name.startswith(before) else ""

    def _defined(self, column: Column) -> Part:
        if column in self._made:
            return self._made[column]
        if column.name.startswith(SOURCE):
            return Column(name=f"{column.dataset}{column.name}")
        dataset = self._names.dataset(column.dataset)
        field = next(one for one in dataset.fields if one.name == column.name)
        return changed(self._names.body(field, f"{dataset.name}."), lambda one: self._inside(one, field, dataset))

    def _inside(self, said: Part, field: Named, dataset: Semantic) -> Part | None:
        """A name in a field: a column of the source first, then a field of the dataset, then a metric."""
        if isinstance(said, Call) and said.name in AGGREGATES:
            raise aggregate_in_field(field, dataset)
        if not isinstance(said, Column):
            return None
        if said.dataset and said.dataset.casefold() != dataset.name.casefold():
            return self._elsewhere(said, field, dataset)
        physical, own = self._names.physical(said.name, dataset), named(said.name, dataset.fields)
        if physical and (not said.dataset or own in (None, field)):
            return Column(name=f"{dataset.name}{SOURCE}{physical}")
        if own:
            return Column(name=own.name, dataset=dataset.name)
        if not said.dataset and named(said.name, self._names.model.metrics):
            raise aggregate_in_field(field, dataset)
        known = [one.name for one in dataset.fields]
        raise QueryError(
            f"field {dataset.name}.{field.name} is made of {said.name!r}, which is not found among the columns and"
            f" fields of {dataset.name!r}; {did_you_mean(said.name, known)}.", "E_NAME_NOT_FOUND",
        )  # fmt: skip

    def _elsewhere(self, said: Column, field: Named, dataset: Semantic) -> Part:
        other = self._names.dataset(said.dataset)
        known = named(said.name, other.fields)
        if known:
            return Column(name=known.name, dataset=other.name)
        if named(said.name, other.metrics):
            raise aggregate_in_field(field, dataset)
        raise QueryError(
            f"field {dataset.name}.{field.name} is made of {said.dataset}.{said.name}, which is not found;"
            f" {did_you_mean(said.name, [one.name for one in other.fields])}.", "E_NAME_NOT_FOUND",
        )  # fmt: skip

    def _in_no_circle(self, column: Column, within: tuple[Column, ...]) -> None:
        if column in within:
            told = " > ".join(map(label, (*within, column)))
            raise QueryError(f"field {label(column)} is made of itself: {told}; break the circle.", "E_NAME_NOT_FOUND")
        for one in walked(self._known.setdefault(column, self._defined(column))):
            if isinstance(one, Column) and one.dataset:
                self._in_no_circle(one, (*within, column))


def aggregate_in_field(field: Named, dataset: Semantic) -> QueryError:
    """What is told where a field is an aggregate."""
    return QueryError(
        f"field {dataset.name}.{field.name} is an aggregate ({field.expression}), and fields are of each row; write it"
        " as a metric of the model (`metrics:`) and ask for it as a measure.", "E_AGGREGATE_IN_FIELD",
    )  # fmt: skip
