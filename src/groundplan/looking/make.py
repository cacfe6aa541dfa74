"""The source model, the notes of the reading and the profiles -> a look."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.looking.fields import field_look
from groundplan.looking.remarks import remarks
from groundplan.looking.shape import DatasetLook, Look
from groundplan.looking.words import left_out, row_is, span
from groundplan.sources.shape import Table


def look(model: SourceModel, notes: Sequence[str], tables: Sequence[Table], name: str) -> Look:
    """What a person is told of a source: datasets, what was decided of them, figures that have a name."""
    by_name = {table.name: table for table in tables}
    return Look(
        name=name,
        datasets=tuple(_dataset(model, dataset, by_name.get(dataset.name)) for dataset in in_order(model)),
        remarks=tuple(remarks(model, notes)),
        figures=tuple(figure.name for figure in model.figures),
        model=model,
    )


def in_order(model: SourceModel) -> list[Dataset]:
    """What happened before what it happened to: datasets that point at others first, the larger ones first."""
    points = {dataset.name: sum(one.many == dataset.name for one in model.relations) for dataset in model.datasets}
    held = {one.one for one in model.relations if one.one != one.many}
    return sorted(model.datasets, key=lambda one: (one.name in held, -points[one.name], -one.rows))


def _dataset(model: SourceModel, dataset: Dataset, table: Table | None) -> DatasetLook:
    ones = {
        relation.columns[0]: relation.one
        for relation in reversed(model.relations)
        if relation.many == dataset.name and len(relation.columns) == 1
    }
    columns = {column.name: column for column in table.columns} if table else {}
    main = dataset.field(dataset.main_time)
    return DatasetLook(
        name=dataset.name,
        title=dataset.description,
        row_is=row_is(dataset),
        rows=dataset.rows,
        span=span(main) if main else "",
        time=dataset.main_time,
        key=dataset.primary_key,
        left_out=tuple(left_out(one.what, one.rows) for one in dataset.left_out),
        fields=tuple(field_look(dataset, field, columns.get(field.name), ones) for field in dataset.fields),
    )
