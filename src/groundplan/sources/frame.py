"""A lazy frame that is computed once, however many steps read it."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import Any

from groundplan.sources import duck
from groundplan.sources.shape import Meanings, Side


def with_sides(rows: Any, sides: Sequence[Side]) -> Any:
    """The table with what went out, and what came in, beside its amounts."""
    if not sides:
        return rows
    amounts = {side.name: (-rows[side.of] if side.out else rows[side.of]) for side in sides}
    return rows.mutate(**{name: (amount > 0).ifelse(amount, None) for name, amount in amounts.items()})


def with_meanings(rows: Any, meanings: Sequence[Meanings]) -> Any:
    """The table with what its codes mean in their place; a code without a meaning stands as it is."""
    codes = [(one.column, rows[one.column], one.cells) for one in meanings if one.cells]
    meant = {name: column.cases(*cells, else_=column.cast("string")) for name, column, cells in codes}
    return rows.mutate(**meant) if meant else rows


class Frame:
    """An ibis table with its rows kept after the first look, so that a chart and a table show the same numbers."""

    def __init__(self, expr: Any, lock: RLock | None = None) -> None:
        self.expr = expr
        self._lock = lock or RLock()  # one connection serves one query at a time
        self._rows: Any = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(self.expr.columns)

    def then(self, expr: Any) -> Frame:
        """A frame over another expression of the same connection."""
        return Frame(expr, self._lock)

    def arrow(self) -> Any:
        """Its rows as an Arrow table; asked for twice, computed once."""
        with self._lock:
            if self._rows is None:
                self._rows = duck.arrow(self.expr)
            return self._rows
