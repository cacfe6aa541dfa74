"""Columns that stay text though most of their cells are figures: amounts of several kinds, and words among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from groundplan.sources.cells import AMOUNT, EUROPEAN, cell_kind, said, signs, unit_in

MOSTLY = 0.8
"""The share of amounts with their currencies or units."""
HALF = 0.5
"""The share of figures from which a person would take a column for one of numbers."""
LEAST = 3
SEEN = 60
"""Cells that are looked at, from all over the alphabet."""
FIGURES = ("integer", "number", "amount", "european")
_AMOUNT = re.compile(rf"{AMOUNT}|{EUROPEAN}", re.ASCII)


def mixture(name: str, cells: Iterable[str]) -> str:
    """What to tell of such a column, or nothing."""
    values = sorted(said(cells))
    values = values[:: max(len(values) // SEEN, 1)]
    if len(values) < LEAST:
        return ""
    amounts = [value for value in values if _AMOUNT.fullmatch(value)]
    units = {unit for value in values if (unit := unit_in(value))}
    if len(amounts) >= MOSTLY * len(values) and len(signs(amounts)) > 1:
        return f"{name!r} holds amounts in several currencies, such as {_two(amounts)}, and is read as text"
    if len(units) > 1 and sum(bool(unit_in(value)) for value in values) >= MOSTLY * len(values):
        return f"{name!r} holds amounts in several units, {', '.join(sorted(units))}, and is read as text"
    figures = [value for value in values if cell_kind([value]) in FIGURES]
    if HALF * len(values) <= len(figures) < len(values):
        other = next(value for value in values if value not in figures)
        return f"{name!r} holds figures and words, such as {figures[0]!r} and {other!r}, and is read as text"
    return ""


def _two(amounts: Sequence[str]) -> str:
    """One of each of two currencies."""
    first = amounts[0]
    other = next(amount for amount in amounts if signs([amount]) != signs([first]))
    return f"{first!r} and {other!r}"
