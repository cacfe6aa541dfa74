"""Columns that are named without a cue: groups beside a figure, figures beside a group, or rows as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.roles import Mention
from groundplan.reading.similarity.shapes import Shape, charted, default_agg, naming_column


def add_named(marks: Marks, said: Sequence[Mention], out: Shape, ranking: bool) -> None:
    plain = [m for m in said if m.role == "" and not (out.time and m.name == out.time.column)]
    if out.metrics:
        _name_groups(plain, out)
    elif out.groups or (out.time and _grouped_time(marks, said, out)):
        _name_figures(marks, plain, said, out)
    else:
        _rows(marks, plain, said, out)


def _grouped_time(marks: Marks, said: Sequence[Mention], out: Shape) -> bool:
    """Time by a grain, or a trend of rows: not one column set against another."""
    against = any(m.role in ("versus", "") and out.time and m.name == out.time.column for m in said)
    return not against or bool(out.time and out.time.grain != "unknown" and out.time.grain != "year")


def _name_groups(plain: Sequence[Mention], out: Shape) -> None:
    """`all directors and the number of films`: what is named beside a figure is what it is counted for."""
    measured = {metric.column for metric in out.metrics}
    for mention in plain:
        if mention.name in measured or mention.temporal:
            continue
        if not out.groups and not out.time:
            out.group(mention.name)


def _name_figures(marks: Marks, plain: Sequence[Mention], said: Sequence[Mention], out: Shape) -> None:
    """`revenue by region`: no aggregate is said, the column decides; with no figure, rows are counted."""
    against = any(m.role == "versus" for m in said) and not any(m.role == "group" for m in said)
    for mention in plain:
        if mention.numeric and mention.name not in out.groups:
            out.measure(mention.name, "none" if against else default_agg(mention.link.column))
    if not out.metrics:
        for mention in plain:
            if not mention.temporal and len(out.groups) < 2 and against:
                out.group(mention.name)
        out.measure(None, "count")


def _rows(marks: Marks, plain: Sequence[Mention], said: Sequence[Mention], out: Shape) -> None:
    """Columns as they stand: the first along the axis, the others measured."""
    columns = list(dict.fromkeys(m.name for m in plain))
    by_name = {m.name: m for m in plain}
    if out.time:
        for name in columns:
            out.measure(name, "none") if by_name[name].numeric else out.group(name)
        if not out.metrics:
            out.measure(None, "count")
    elif len(columns) >= 2:
        pair(columns, by_name, out)
    elif columns:
        _single(marks, by_name[columns[0]], out)


def pair(columns: list[str], by_name: dict[str, Mention], out: Shape) -> None:
    numeric = [name for name in columns if by_name[name].numeric]
    x = columns[0]
    if numeric and len(numeric) < len(columns) and x in numeric:
        x = next(name for name in columns if name not in numeric)
    out.group(x)
    rest = [name for name in columns if name != x]
    for name in [n for n in rest if n in numeric] or rest:
        out.measure(name, "none")


def _single(marks: Marks, mention: Mention, out: Shape) -> None:
    spread = any(m.label == "distribution" for m in marks.labels("analysis"))
    naming = naming_column(marks)
    if mention.numeric and naming and naming != mention.name and charted(marks) and not spread:
        out.group(naming)
        out.measure(mention.name, "none")
    elif mention.numeric:
        as_it_stands = spread or _odd(marks) or _of_one_row(marks, naming)
        out.measure(mention.name, "none" if as_it_stands else default_agg(mention.link.column))
    elif charted(marks) or spread or any(m.label in ("share", "compare") for m in marks.labels("analysis")):
        out.group(mention.name)
        out.measure(None, "count")
    else:
        out.measure(mention.name, "none")


def _of_one_row(marks: Marks, naming: str | None) -> bool:
    """`the price of Furniture 05`: the row is called by its name, so there is nothing to add up."""
    return any(value.column.name == naming for value in marks.values)


def _odd(marks: Marks) -> bool:
    return any(m.label == "anomaly" for m in marks.labels("analysis"))
