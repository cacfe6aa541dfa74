"""Figures of the model that a form names: the words that name them, and their expressions, told with the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.query.language import parts as p
from groundplan.reading.formed.figures_said import Said
from groundplan.reading.formed.form import Form, Metric
from groundplan.reading.formed.own_figures import figures_named
from groundplan.sources.shape import Table, column_ids, figure_ids


def figure_notes(form: Form, tables: tuple[Table, ...]) -> list[str]:
    """A sentence for each figure that the source has a name for."""
    named = figures_named(form, tables).values()
    return [f"{figure.name!r} is {figure.expression}" for _, figure in named]


def as_averaged(form: Form, tables: tuple[Table, ...]) -> Form:
    """The form with averages of rates as the average that was asked for, in place of their parts."""
    known, ids = figure_ids(tables), column_ids(tables)
    places = {f"{table}.{column.name}": id for id, (table, column) in ids.items()}

    def asked(one: Metric) -> Metric:
        of = known[one.column][1].average_of if one.column in known else ""
        return Metric(column=places[of], agg="avg") if of in places else one

    return form.model_copy(update={"metrics": tuple(map(asked, form.metrics))})


def quoting(query: p.Query, said: Sequence[Said]) -> p.Query:
    """The query with the words that name a figure quoted by all that the figure is made of."""
    for one in said:
        made = next((column.of for column in query.columns if column.name.endswith(one.figure.name)), None)
        if made is not None:
            query = _changed(query, made, _said(made, (one.start, one.end)))
    return query


def _changed(part: Any, old: Any, new: Any) -> Any:
    if part == old:
        return new
    if isinstance(part, tuple):
        return tuple(_changed(one, old, new) for one in part)
    if not hasattr(type(part), "model_fields"):
        return part
    return part.model_copy(update={name: _changed(getattr(part, name), old, new) for name in type(part).model_fields})


def _said(part: Any, place: tuple[int, int]) -> Any:
    """The part and all in it, read from these words."""
    if isinstance(part, tuple):
        return tuple(_said(one, place) for one in part)
    if not hasattr(type(part), "model_fields"):
        return part
    held = {name: _said(getattr(part, name), place) for name in type(part).model_fields if name != "said"}
    return part.model_copy(update={**held, **({"said": (place,)} if isinstance(part, p.Part) else {})})
