"""Keys of several columns, keys written otherwise, keys that stand twice: rows computed by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from reference_meaning import answer
from small_shop import field, table

from groundplan.contracts.source_model import Dataset, Relation, SourceModel
from groundplan.query.language.read import read

MODEL = SourceModel(
    datasets=(
        Dataset(name="rooms", fields=(field("house"), field("number", "integer"), field("beds", "integer")),
                unique_keys=(("house", "number"),)),
        Dataset(name="stays",
                fields=(field("house"), field("room", "number"), field("guest"), field("nights", "integer"))),
        Dataset(name="guests", fields=(field("code"), field("first"), field("born", "integer")), name_field=("first",)),
    ),
    relations=(
        Relation(name="a", many="stays", columns=("house", "room"), one="rooms", others=("house", "number"),
                 path="slot"),
        Relation(name="b", many="stays", columns=("guest",), one="guests", others=("code",),
                 path="visitor", back="visits"),
    ),
)  # fmt: skip
ROWS: dict[str, list[dict[str, Any]]] = {
    "rooms": table("house number beds", ("Fir", 1, 2), ("Fir", 2, 1), ("Oak", 1, 4)),
    "stays": table(
        "house room guest nights",
        ("Fir", 1.0, "g1", 3), ("Oak", 1.0, "g2", 2), ("Fir", None, "g1", 5), ("Oak", 7.0, None, 1),
        ("Fir", 1.0, "g3", 4),
    ),
    "guests": table("code first born", ("g1", "Uma", 1990), ("g2", None, 1980), ("g1", "Ivo", 1970)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("stays: sum(nights) by slot", [("Fir 1", 7), ("Oak 1", 2), ("Oak 7", 1), (None, 5)]),
        ("stays: show slot.beds", [(2,), (4,), (None,), (None,), (2,)]),
        ('stays: count where slot = "Fir 1"', [(2,)]),
        ("stays: count where missing(slot)", [(1,)]),
        ("rooms: show this, count(stays)", [("Fir 1", 2), ("Fir 2", 0), ("Oak 1", 1)]),
        ("stays: show visitor, visitor.born", [("Uma", 1990), ("2", 1980), ("Uma", 1990), (None, None), ("g3", None)]),
        ("guests: show this, count(visits)", [("Uma", 2), ("2", 1), ("Ivo", 2)]),
        ("guests: sum(visits.nights)", [(10,)]),
    ],
)
def test_how_keys_lead_to_rows(text: str, rows: list[tuple[Any, ...]]) -> None:
    assert answer(read(text), MODEL, ROWS, date(2024, 3, 5)).rows == rows
