"""Form -> how many rows meet its conditions: what tells a reading that fits the data from one that does not."""

from __future__ import annotations

from groundplan.contracts import Form
from groundplan.errors import GroundplanError
from groundplan.pack import Source
from groundplan.packs.tables.tools.rows import filter_rows


def meeting(source: Source, form: Form) -> int | None:
    """Rows of the table asked about that are left; None where several tables would have to be joined to tell."""
    tables = [table for table in source.tables if form.table in (None, table.name)]
    if len(tables) != 1 or any(
        tables[0].column(name) is None for f in form.filters for name in (f.column, f.other or f.column)
    ):
        return None
    where = [f.model_dump(mode="json") for f in form.filters]
    try:
        frame = filter_rows(source.frame(tables[0].name), where=where, match="all" if form.join == "and" else "any")
        return int(frame.then(frame.expr.aggregate(rows=frame.expr.count())).arrow()["rows"][0].as_py())
    except GroundplanError:
        return 0  # a condition that the column cannot be held to: no row meets it
