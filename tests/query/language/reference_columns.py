"""What a query shows: the columns of a list, or keys and figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reference_kinds import OF_FIELDS, kind_of
from reference_tests import value_of
from reference_views import GroupView, RowView, many_of, text_of, with_names

from groundplan.contracts.source_model import Dataset, Field
from groundplan.errors import QueryError
from groundplan.query.language import parts as p


@dataclass(frozen=True)
class Listed:
    """A column of the answer."""

    name: str
    kind: str
    value: Callable[[Any], Any]


def called(query: p.Query) -> p.Query:
    """The query with what stands behind its `as` names in their place: in `having`, `keep` and `order`."""
    given = {column.name: column.of for column in (*query.by, *query.columns, *query.show) if column.name}
    return query.model_copy(update={
        name: with_names(part, given) for name in ("having", "keep", "order") if (part := getattr(query, name))
    }) if given else query  # fmt: skip


def result_columns(query: p.Query, view: GroupView) -> list[Listed]:
    """Keys, then figures."""
    return [_column(column, kind_of(column.of, view)) for column in once((*query.by, *query.columns))]


def once(columns: tuple[p.Column, ...]) -> list[p.Column]:
    """Every column once, also if it is asked for again."""
    found: dict[tuple[str, str], p.Column] = {}
    for column in columns:
        found.setdefault((column.name or text_of(column.of), text_of(column.of)), column)
    return list(found.values())


def _column(column: p.Column, kind: str) -> Listed:
    if kind in ("span", "period"):
        raise QueryError(f"{text_of(column.of)} is no value to show; take a part of it.", "wrong-type")
    return Listed(column.name or text_of(column.of), kind, lambda sight: value_of(column.of, sight))


def listed_columns(query: p.Query, dataset: Dataset, view: RowView, kept_by: p.X | None) -> list[Listed]:
    """What `show` says; or the thing's name or all fields, and what it was kept by."""
    if query.show:
        return [_shown(column, view) for column in once(query.show)]
    if dataset.name_field:
        this = p.Column(of=p.Path(steps=(p.THIS,)), name=" ".join(dataset.name_field))
        columns = [_column(this, "thing")]
    else:
        columns = [_field(view, field) for field in dataset.fields]
    if kept_by is not None and query.keep and query.keep.by and text_of(kept_by) not in [one.name for one in columns]:
        columns.append(_column(p.Column(of=query.keep.by, name=text_of(kept_by)), kind_of(query.keep.by, view)))
    return columns


def _field(view: RowView, field: Field) -> Listed:
    """A field as it stands in the source."""
    kind = view.world.kinds.get((view.dataset.name, field.name)) or OF_FIELDS[field.type]
    return Listed(field.name, kind, lambda sight: sight.row.cells.get(field.name))


def _shown(column: p.Column, view: RowView) -> Listed:
    """A column of a list; of a path along a relation to many the list of what it reaches."""
    if isinstance(column.of, p.Path) and view.walk(column.of).test:
        return _column(p.Column(of=p.Holds(path=column.of), name=column.name or text_of(column.of)), "truth")
    if isinstance(column.of, p.Path) and many_of(column.of, view):
        all_of_it = p.Figure(fn="list", of=(column.of,))
        column = p.Column(of=all_of_it, name=column.name or text_of(column.of))
    return _column(column, kind_of(column.of, view))
