"""A form over files as they lie -> the same over the things inside them, and back for the question after it.

A file of order lines holds orders and lines. Questions are read over its columns; figures are taken where they
stand once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.contracts.source_model import Figure
from groundplan.language.words import stems
from groundplan.reading.formed.form import Form, Metric
from groundplan.reading.formed.route import form_columns
from groundplan.sources.shape import Table, column_ids


@dataclass(frozen=True)
class Parted:
    """Tables as their files have them, and as the model has them."""

    files: tuple[Table, ...]
    tables: tuple[Table, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing was parted."""
        return [*map(_without_figures, self.files)] == [*map(_without_figures, self.tables)]

    def owners(self, id: str) -> list[tuple[str, str]]:
        """The tables that hold a column of a file, lines first, with what a form over these calls it."""
        file, column = column_ids(self.files)[id]
        names = {place: name for name, place in _places(self.tables).items()}
        parts = [table.name for table in self.tables if file in (table.name, table.part_of)]
        return [(name, names[(name, column.name)]) for name in parts if (name, column.name) in names]


def with_figures(files: Sequence[Table], tables: Sequence[Table], names: Collection[str]) -> tuple[Table, ...]:
    """The files with those figures of the things inside them that are named: others would draw questions to them."""
    return tuple(file.model_copy(update={"figures": tuple(_figures(file, tables, names))}) for file in files)


def _figures(file: Table, tables: Sequence[Table], names: Collection[str]) -> Iterator[Figure]:
    for table in tables:
        if file.name in (table.name, table.part_of):
            yield from (one for one in table.figures if one.name in names)


def _without_figures(table: Table) -> Table:
    return table.model_copy(update={"figures": ()}) if table.figures else table


def over_parts(form: Form, text: str, parted: Parted) -> Form:
    """Each column in the part that it tells of; what is counted is the thing that is named."""
    if parted.whole:
        return form
    held = {id: parted.owners(id) for id in dict.fromkeys(form_columns(form)) if id in column_ids(parted.files)}
    counted = _counted(form, held, text, parted)
    form, called = _with_things_counted(form, held, counted, parted)
    sure = {owners[0][0] for owners in held.values() if len(owners) == 1}
    start = counted or (next(iter(sure)) if len(sure) == 1 and not _counts(form) else "")
    chosen = {id: next((name for table, name in owners if table == start), owners[0][1]) for id, owners in held.items()}
    return _renamed(form, {**chosen, **called}, start or _lines(form.table, parted))


def _lines(file: str | None, parted: Parted) -> str | None:
    """The table of a file's lines."""
    return next((table.name for table in parted.tables if table.part_of == file and not table.key), file)


def over_files(form: Form, parted: Parted) -> Form:
    """The form as it was read, for the question that follows."""
    if parted.whole:
        return form
    file_of = {table.name: table.part_of or table.name for table in parted.tables}
    names = {place: name for name, place in _places(parted.files).items()}
    known = {
        id: names[(file_of[table], column)]
        for id, (table, column) in _places(parted.tables).items()
        if (file_of[table], column) in names
    }
    several = len(parted.files) > 1
    return _renamed(form, known, file_of.get(form.table or "") if several else None)


def _counts(form: Form) -> bool:
    return any(metric.column is None and metric.agg == "count" for metric in form.metrics)


def _counted(form: Form, held: Mapping[str, Sequence[tuple[str, str]]], text: str, parted: Parted) -> str:
    """The part whose rows are counted: the one that is named first, else the lines."""
    files = {column_ids(parted.files)[id][0] for id in held} or {form.table or parted.files[0].name}
    parts = [table for table in parted.tables if {table.name, table.part_of} & files]
    if not _counts(form) or not any(table.part_of for table in parts):
        return ""
    said = list(stems(text))
    lines = next((table.name for table in parts if table.name in files or not table.key), parts[0].name)
    named = {table.name: _first(table.name, said) for table in parts if table.key}
    nearest = min(named, key=lambda name: named[name], default=lines)
    return nearest if named.get(nearest, len(said)) < len(said) else lines


def _first(name: str, said: Sequence[str]) -> int:
    """Where the noun of a table is said; the end, if nowhere."""
    noun = stems(name)[-1:]
    return said.index(noun[0]) if noun and noun[0] in said else len(said)


def _with_things_counted(
    form: Form, held: Mapping[str, Sequence[tuple[str, str]]], counted: str, parted: Parted
) -> tuple[Form, dict[str, str]]:
    """Things beside columns that stand on their lines are counted by their key, each once."""
    thing = next((table for table in parted.tables if table.name == counted and table.key), None)
    if thing is None or all(any(table == counted for table, _ in owners) for owners in held.values()):
        return form, {}
    lines = next((table.name for table in parted.tables if any(key.table == counted for key in table.keys)), "")
    names = {place: name for name, place in _places(parted.tables).items()}
    key = names.get((lines, thing.key))
    if key is None:
        return form, {}
    once = tuple(
        Metric(column=key, agg="count_distinct") if metric.column is None and metric.agg == "count" else metric
        for metric in form.metrics
    )
    return form.model_copy(update={"metrics": once}), {key: key}


def _places(tables: Sequence[Table]) -> dict[str, tuple[str, str]]:
    return {id: (table, column.name) for id, (table, column) in column_ids(tables).items()}


def _renamed(form: Form, names: Mapping[str, str], table: str | None) -> Form:
    """The form with its columns called otherwise."""

    def called(name: str | None) -> str | None:
        return names.get(name, name) if name else name

    written = form.model_dump(mode="json")
    for holder in (*written["metrics"], *written["filters"], *([written["time"]] if written["time"] else [])):
        _call(holder, ("column", "other"), called)
    if written["derive"]:
        written["derive"]["of"] = [called(name) for name in written["derive"]["of"]]
    _call(written, ("each", "per", "latest"), called)
    written["group_by"] = [called(name) for name in written["group_by"]]
    return Form.model_validate({**written, "table": table})


def _call(holder: dict[str, Any], keys: Sequence[str], called: Callable[[str | None], str | None]) -> None:
    holder.update({key: called(holder[key]) for key in keys if key in holder})
