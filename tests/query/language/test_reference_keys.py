"""Keys of several columns, keys written otherwise, keys that stand twice: rows computed by hand."""

from __future__ import annotations

from typing import Any

from hand_computed import cases, held


@cases(
    ("stays: sum(nights) by slot", [("Fir 1", 7), ("Oak 1", 2), ("Oak 7", 1), (None, 5)]),
    ("stays: show slot.beds", [(2,), (4,), (None,), (None,), (2,)]),
    ('stays: count where slot = "Fir 1"', [(2,)]),
    ("stays: count where missing(slot)", [(1,)]),
    ("rooms: show this, count(stays)", [("Fir 1", 2), ("Fir 2", 0), ("Oak 1", 1)]),
    ("stays: show visitor, visitor.born", [("Uma", 1990), ("2", 1980), ("Uma", 1990), (None, None), ("g3", None)]),
    ("guests: show this, count(visits)", [("Uma", 2), ("2", 1), ("Ivo", 2)]),
    ("guests: sum(visits.nights)", [(10,)]),
)
def test_how_keys_lead_to_rows(text: str, rows: list[Any]) -> None:
    held(text, rows, "stays")
