"""Several tables: which one the question is about, and how columns are then called."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from groundplan.query.form import Form, Metric
from groundplan.reading.blank import Blank
from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.shapes import calling_column
from groundplan.reading.similarity.values import Value
from groundplan.reading.similarity.words import stems
from groundplan.sources.shape import Table

_WHOLE = 0.95
_COUNTED = 10.0
"""`number of orders` counts rows of orders, whatever else is named."""


def narrowed(marks: Marks) -> Marks:
    """The marks with the main table first; links into tables that cannot be reached by a key fall away."""
    if len(marks.tables) < 2:
        return marks
    main = max(marks.tables, key=lambda table: _reach(marks, table) + 0.5 * _weight(marks, table))
    reachable = {main.name} | {t.name for t in marks.tables if _joined(main, t)}
    links = tuple(_called(_own(link, main, marks), main, marks) for link in marks.links)
    kept = tuple(link for link in links if link.table in reachable)
    values = tuple(v for v in marks.values if v.table in reachable)
    tables = (main, *(t for t in marks.tables if t.name in reachable and t is not main))
    return replace(marks, tables=tables, links=kept, values=_preferred(values, main))


def _reach(marks: Marks, table: Table) -> float:
    """How much of what was named can be had from a table; against a key's direction rows would repeat."""
    ahead = {table.name, *(key.table for key in table.keys)}
    behind = {other.name for other in marks.tables if any(key.table == table.name for key in other.keys)}

    def had(link: Link) -> float:
        return link.gain * (1.0 if link.table in ahead else 0.5 if link.table in behind else 0.0)

    return sum(had(link) for link in marks.links)


def _weight(marks: Marks, table: Table) -> float:
    """What speaks for a table: its columns, its values, and its name when the question says it."""
    linked = sum(link.gain for link in marks.links if link.table == table.name)
    also = sum(0.5 * r.gain for rivals in marks.rivals.values() for r in rivals if r.table == table.name)
    valued = sum(value.gain for value in marks.values if value.table == table.name)
    said = {word.stem for word in marks.words}
    name = stems(table.name)
    counted = any(m.label.startswith("count") and _noun_after(marks, m.end) in name for m in marks.labels("agg"))
    return linked + also + valued + 1.5 * sum(stem in said for stem in name) / max(len(name), 1) + _COUNTED * counted


def _noun_after(marks: Marks, at: int) -> str:
    """`number of orders`: rows of that table are counted, whatever else is named."""
    return marks.words[at].stem if at < len(marks.words) else ""


def _joined(one: Table, two: Table) -> bool:
    return any(key.table == two.name for key in one.keys) or any(key.table == one.name for key in two.keys)


def _own(link: Link, main: Table, marks: Marks) -> Link:
    """The main table's column, where it fits the same words as well."""
    if link.table == main.name:
        return link
    rivals = [r for r in marks.rivals.get(link.start, ()) if r.table == main.name]
    same = next((r for r in rivals if r.span == link.span), None)
    column = main.column(link.column.name)
    return same or (replace(link, table=main.name, column=column) if column else link)


def _called(link: Link, main: Table, marks: Marks) -> Link:
    """`customers` are called by their names, not by the key that points at them, unless the key is said."""
    key = next((k for k in main.keys if k.column == link.column.name and link.table == main.name), None)
    other = next((t for t in marks.tables if key and t.name == key.table), None)
    calling = calling_column(other) if other else None
    if other is None or calling is None or link.score >= _WHOLE:
        return link
    return replace(link, table=other.name, column=calling)


def _preferred(values: tuple[Value, ...], main: Table) -> tuple[Value, ...]:
    """Of equal values in several tables, those of the main one."""
    own = {v.span for v in values if v.table == main.name}
    return tuple(v for v in values if v.table == main.name or v.span not in own)


def named(form: Form, marks: Marks, blank: Blank) -> Form:
    """Columns plainly where the name is unique over all tables, else `table.column`."""
    if len(blank.tables) < 2:
        return form
    counts = Counter(column.name for table in blank.tables for column in table.columns)
    owners = {link.column.name: link.table for link in marks.links} | {v.column.name: v.table for v in marks.values}

    def full(name: str) -> str:
        owner = owners.get(name) or form.table
        return f"{owner}.{name}" if counts[name] > 1 and "." not in name else name

    return form.model_copy(
        update={
            "metrics": tuple(m if m.column is None else Metric(column=full(m.column), agg=m.agg) for m in form.metrics),
            "group_by": tuple(full(name) for name in form.group_by),
            "time": form.time and form.time.model_copy(update={"column": full(form.time.column)}),
            "filters": tuple(f.model_copy(update={"column": full(f.column)}) for f in form.filters),
            "derive": form.derive and form.derive.model_copy(update={"of": tuple(full(n) for n in form.derive.of)}),
        }
    )
