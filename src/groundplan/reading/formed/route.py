"""Which table a question starts from, what must be joined to it, and how columns are then called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from groundplan.reading.formed.form import Filter, Form
from groundplan.sources.shape import Table, column_ids


@dataclass(frozen=True)
class Join:
    """A second table, and the columns that meet; `left_on` as the frame calls it by then."""

    table: str
    left_on: str
    right_on: str
    owner: str
    """The table that holds `left_on`."""


@dataclass(frozen=True)
class Route:
    """The first table, the joins in order, and the name of each column in the joined frame."""

    base: str
    joins: tuple[Join, ...]
    names: dict[str, str]

    def name(self, column: str) -> str:
        """The form's column as the frame calls it."""
        return self.names.get(column, column)


def route(form: Form, tables: tuple[Table, ...]) -> Route:
    """From the table that reaches all others by its keys; ties go to the table the form names."""
    wanted = _wanted(form, tables)
    bases = sorted(tables, key=lambda t: (t.name != form.table, t.name not in wanted))
    reached = {t.name: _reach(t, wanted, tables) for t in bases}
    base = next((t for t in bases if reached[t.name] is not None), bases[0])
    joins = tuple(reached[base.name] or ())
    held = _frame_names(base, joins, tables)
    named = tuple(replace(join, left_on=held[(join.owner, join.left_on)]) for join in joins)
    places = {id: (table, column.name) for id, (table, column) in column_ids(tables).items()}
    return Route(base.name, named, {id: held[place] for id, place in places.items() if place in held})


def base_table(values: Mapping[str, Any], tables: tuple[Table, ...]) -> str:
    """The table the first step of a plan reads."""
    return route(Form.model_validate(values), tables).base


def _wanted(form: Form, tables: tuple[Table, ...]) -> tuple[str, ...]:
    ids = column_ids(tables)
    named = [ids[column][0] for column in form_columns(form) if column in ids]
    return tuple(dict.fromkeys([*named, *([form.table] if form.table and not named else [])]))


def named(way: Route, condition: Filter) -> dict[str, Any]:
    """A condition with its columns as the joined frame has them."""
    other = {"other": way.name(condition.other)} if condition.other else {}
    return {**condition.model_dump(mode="json"), "column": way.name(condition.column), **other}


def form_columns(form: Form) -> Iterator[str]:
    """Every column the form names."""
    yield from (metric.column for metric in form.metrics if metric.column)
    yield from form.group_by
    if form.per:
        yield form.per
    if form.latest:
        yield form.latest
    if form.time:
        yield form.time.column
    yield from (condition.column for condition in form.filters)
    yield from (condition.other for condition in form.filters if condition.other)
    if form.derive:
        yield from form.derive.of


def _reach(base: Table, wanted: tuple[str, ...], tables: tuple[Table, ...]) -> list[Join] | None:
    """The joins from a table to all wanted ones along keys, the shortest way; None when some cannot be reached."""
    by_name = {table.name: table for table in tables}
    paths: dict[str, list[Join]] = {base.name: []}
    queue = [base.name]
    while queue:
        here = queue.pop(0)
        for key in by_name[here].keys:
            if key.table not in paths and key.table in by_name:
                paths[key.table] = [*paths[here], Join(key.table, key.column, key.other, here)]
                queue.append(key.table)
    if any(name not in paths for name in wanted):
        return None
    return list(dict.fromkeys(join for name in wanted for join in paths[name]))


def _frame_names(base: Table, joins: tuple[Join, ...], tables: tuple[Table, ...]) -> dict[tuple[str, str], str]:
    """Each table and column of the joined frame, with what the frame calls it."""
    by_name = {table.name: table for table in tables}
    frame = [column.name for column in base.all_columns]
    held = {(base.name, column): column for column in frame}
    for join in joins:
        for column in by_name[join.table].all_columns:
            called = f"{join.table}.{column.name}" if column.name in frame else column.name
            frame.append(called)
            held[(join.table, column.name)] = called
    return held
