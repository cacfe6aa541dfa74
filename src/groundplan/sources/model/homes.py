"""Of which dataset a figure is: the one that has every field it is made of."""

from __future__ import annotations

from groundplan.contracts.source_model import Dataset, Figure, SourceModel
from groundplan.errors import SourceError
from groundplan.sources.model.expressions import Column, columns, parsed
from groundplan.sources.shape import Table


def home(figure: Figure, model: SourceModel) -> str:
    """The dataset; nothing where none or several have all of its fields, or its text cannot be read."""
    try:
        fields = columns(parsed(figure.expression))
    except SourceError:
        return ""
    having = [dataset.name for dataset in model.datasets if all(holds(dataset, field) for field in fields)]
    return having[0] if len(having) == 1 else ""


def figures_of(table: Table, model: SourceModel) -> tuple[Figure, ...]:
    """The figures over the rows of a table, but for those that are called as one of its columns is."""
    taken = {column.name.casefold() for column in table.columns}
    named = [figure for figure in model.figures if figure.name.casefold() not in taken]
    return tuple(figure for figure in named if home(figure, model) == table.name)


def holds(dataset: Dataset, field: Column) -> bool:
    """Whether it is one of the dataset's own."""
    said = field.dataset.casefold() in ("", dataset.name.casefold())
    return said and any(known.name.casefold() == field.name.casefold() for known in dataset.fields)
