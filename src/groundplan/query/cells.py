"""Cells for people."""

from __future__ import annotations

import datetime as dt
from typing import Any


def value(held: Any) -> str:
    """A cell for people."""
    if held is None:
        return "(empty)"
    if isinstance(held, (int, float)) and not isinstance(held, bool):
        return number(held)
    if isinstance(held, (dt.date, dt.datetime)):
        return held.isoformat()
    return str(held)


def number(held: Any) -> str:
    """A figure for people: thousands apart, two decimals where there are any."""
    if not isinstance(held, (int, float)) or isinstance(held, bool):
        return value(held)
    if float(held).is_integer() and abs(held) < 1e15:
        return f"{int(held):,}" if abs(held) >= 10_000 else str(int(held))
    return f"{held:,.2f}" if abs(held) >= 0.01 else f"{held:.3g}"
