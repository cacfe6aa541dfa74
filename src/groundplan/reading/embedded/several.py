"""Forms over several tables: rows of a table that is said, and names in place of keys."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.stems import stem
from groundplan.query.form import Form, Metric
from groundplan.reading.embedded.likely import Likely
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.sheet import Field

_NAMES = ("name", "title", "имя", "название")


def rows_of_a_table_that_is_said_are_counted(form: Form, likely: Likely) -> Form:
    """`number of customers by country` over several tables: two customers of one name are two."""
    known = {each.name: each for each in likely.fields if each.table}
    used = {known[name].table for name in (*form.group_by, *(f.column for f in form.filters)) if name in known}
    rows = [
        m for m in form.metrics if m.agg == "count_distinct" and m.column in known and _names(known[m.column], likely)
    ]
    if not rows or any(used - {known[m.column or ""].table} for m in rows):
        return form
    counted = dict.fromkeys(Metric(agg="count") if m in rows else m for m in form.metrics)
    return form.model_copy(update={"metrics": tuple(counted)})


def _names(shown: Field, likely: Likely) -> bool:
    """Whether its table is said and the column itself is not."""
    header = {stem(word) for word in words_of(shown.column.name)}
    return bool({stem(word) for word in words_of(shown.table)} & likely.said) and not header & likely.said


def a_key_gives_way_to_a_name(form: Form, likely: Likely) -> Form:
    """`which customer` over several tables: their names, where the key itself is not asked for."""
    names = {each.name: name_beside(each, likely.fields, likely.said) for each in likely.fields}
    groups = tuple(names.get(name, name) for name in form.group_by)
    figures = tuple(
        Metric(column=names[m.column], agg="none") if m.agg == "none" and m.column in names else m for m in form.metrics
    )
    return form.model_copy(update={"group_by": groups, "metrics": figures})


def name_beside(shown: Field, fields: Sequence[Field], said: frozenset[str]) -> str:
    """The column that names what a key stands for, where the key's own name is not said; any other column is itself."""
    key = stem(words_of(shown.column.name)[-1]) if shown.column.role == "identifier" and shown.table else ""
    if not key or key in said:
        return shown.name
    beside = [each for each in fields if each.table == shown.table and each.column.type == "text"]
    return next((each.name for each in beside if words_of(each.column.name)[-1] in _NAMES), shown.name)
