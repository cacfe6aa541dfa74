"""A tiny guest house: keys of several columns, keys written otherwise, keys that stand twice."""

from __future__ import annotations

from typing import Any

from small_shop import field, table

from groundplan.contracts.source_model import Dataset, Relation, SourceModel

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
