"""Form -> whether rows meet its conditions: what tells a reading that fits the data from one that does not."""

from __future__ import annotations

from groundplan.errors import GroundplanError
from groundplan.pack import Source
from groundplan.reading.formed.form import Filter, Form, Operator
from groundplan.sources.profile import LENGTH
from groundplan.sources.shape import Column, Table, column_ids
from groundplan.tabular.tools.rows import comparable, met


def meeting(source: Source, form: Form) -> bool | None:
    """Whether the table asked about has such rows; None where several tables would have to be joined to tell."""
    tables = [table for table in source.model if form.table in (None, table.name)]
    if len(tables) != 1 or any(
        tables[0].column(name) is None for f in form.filters for name in (f.column, f.other or f.column)
    ):
        return None
    form = _on_parts_of_lists(form, tables[0])
    return _listed(form, tables[0]) or _counted(source, form, tables[0]) > 0


def _listed(form: Form, table: Table) -> bool:
    """Whether a lone condition is a value that the profile has, so that nothing need be asked."""
    if len(form.filters) != 1:
        return False
    limit, value = form.filters[0], form.filters[0].value
    column = table.column(limit.column)
    if column is None or column.role == "temporal" or limit.op != "=" or limit.part:
        return False
    return isinstance(value, str) and len(value) < LENGTH and value in column.values


def _counted(source: Source, form: Form, table: Table) -> int:
    where = [f.model_dump(mode="json") for f in form.filters]
    try:
        frame, tests = comparable(source.get(table.name), where)
        rows = frame.expr.count(where=met(frame, tests, "all" if form.join == "and" else "any") if tests else None)
        return int(frame.then(frame.expr.aggregate(rows=rows)).arrow()["rows"][0].as_py())
    except GroundplanError:
        return 0  # a condition that the column cannot be held to: no row meets it


def _on_parts_of_lists(form: Form, table: Table) -> Form:
    """`genre is drama` over cells such as `Comedy, Drama`: a condition on lists is one on their parts."""
    columns = {id: column for id, (_, column) in column_ids((table,)).items() if column.separator}
    filters = tuple(_on_parts(one, columns[one.column]) if one.column in columns else one for one in form.filters)
    return form.model_copy(update={"filters": filters})


def _on_parts(limit: Filter, column: Column) -> Filter:
    values = limit.value if isinstance(limit.value, (list, tuple)) else [limit.value]
    known = {value.casefold() for value in column.values}
    op: Operator = {"contains": "=", "not_contains": "!="}.get(limit.op, limit.op)  # type: ignore[assignment]
    whole = all(isinstance(value, str) and value.casefold() in known for value in values)
    if not whole or op not in ("=", "!=", "in", "not_in"):
        return limit
    return limit.model_copy(update={"op": op, "separator": column.separator})
