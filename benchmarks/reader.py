"""Reading a question over tables of 8 to 30 columns and over files: the trained encoder."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure

COLUMNS = (8, 16, 30)
ROUNDS = 8
EVERYDAY = Path(__file__).parent.parent / "evals" / "everyday"
ASKED = (
    "total {figure} by {group}", "average {figure} per month in {year}", "how many orders from {city} were {status}",
    "top {few} {group}s by {figure}", "orders over {many} that are not paid, by {group}",
    "share of each {group} in the {figure}", "what was the highest {figure} in the {region}",
    "median days to delivery by {group} since {month} {year}",
)  # fmt: skip
SAID = {
    "figure": ("amount", "price", "discount", "delivery days"), "group": ("region", "city", "channel", "customer"),
    "year": ("2022", "2023", "2024"), "city": ("Berlin", "Paris", "Oslo", "Rome"), "few": ("3", "5", "7", "9", "10"),
    "status": ("open", "cancelled", "shipped"), "region": ("north", "south", "east", "west"),
    "many": ("150", "300", "500", "700", "800"), "month": ("march", "may", "july", "october", "december"),
}  # fmt: skip
NAMES = (
    ("order_date", "date"), ("region", "text"), ("city", "text"), ("customer", "text"), ("channel", "text"),
    ("status", "text"), ("carrier", "text"), ("amount", "number"), ("price", "number"), ("discount_pct", "number"),
    ("delivery_days", "integer"), ("paid", "boolean"),
)  # fmt: skip
WORDS = {"region": ("North", "South", "East", "West"), "city": ("Berlin", "Paris", "Oslo", "Rome"),
         "status": ("open", "cancelled", "shipped"), "channel": ("web", "store", "phone"),
         "customer": ("Harbour Street Bakery", "Lindqvist & Sons", "Old Mill Furniture"),
         "carrier": ("Northern Freight Lines", "Parcel Express", "City Couriers")}  # fmt: skip

WARM = len(ASKED)
"""Questions that warm up."""
Asked = Sequence[tuple[str, Any]]
"""Questions, each with the blank of its tables."""


def figures() -> list[Figure]:
    """The middle and the 95th of all readings, warm, on this machine's cores."""
    from groundplan.embed import best_embedder
    from groundplan.reading.embedded import Encoder, TrainedReader

    reader = TrainedReader(Encoder(), best_embedder())
    out = []
    for count in COLUMNS:
        out += _figures(f"a question over {count} columns", _of_made(count), reader)
    return out + _figures("an everyday question over a file", _of_files(), reader)


def _figures(name: str, asked: Asked, reader: Any) -> list[Figure]:
    times = _times(reader, asked)
    return [
        Figure(f"{name} read, p{share * 100:.0f}", _at(times, share), "ms", target=target)
        for share, target in ((0.5, "under 40 ms"), (0.95, "under 120 ms"))
    ]


def _times(reader: Any, asked: Asked) -> list[float]:
    from groundplan.contracts import Question

    taken = []
    for number, (text, blank) in enumerate(asked):
        begun = time.perf_counter()
        asyncio.run(reader.read(Question(text=text), blank))
        if number >= WARM:
            taken.append(1000 * (time.perf_counter() - begun))
    return sorted(taken)


def _of_made(count: int) -> Asked:
    from groundplan.packs.tables.parts import pack
    from groundplan.reading.blank import Blank
    from groundplan.reading.over_tables import LABELS

    blank = Blank(intents=pack.reading.intents, labels=LABELS, tables=(_table(count),))
    return [(text, blank) for number in range(ROUNDS + 1) for text in _asked(number)]


def _of_files() -> Asked:
    """Those of `evals/everyday` that follow none, over 14 files of 9 to 16 columns."""
    from groundplan.sources.opened import open_sources
    from groundplan.tabular.reader import blank

    lines = [json.loads(line) for line in (EVERYDAY / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as cache:
        files = {line["sources"][0] for line in lines}
        blanks = {file: blank(open_sources((str(EVERYDAY / file),), Path(cache))) for file in files}
    return [(line["question"], blanks[line["sources"][0]]) for line in lines if not line["history"]]


def _asked(number: int) -> list[str]:
    """Other words in every round, so that no question is asked twice."""
    said = {name: words[number % len(words)] for name, words in SAID.items()}
    return [text.format(**said) for text in ASKED]


def _table(count: int) -> object:
    from groundplan.sources.shape import Column, Table

    roles = {"date": "temporal", "text": "categorical", "boolean": "boolean"}
    columns = [
        Column(
            name=name if at < len(NAMES) else f"{name}_{at // len(NAMES) + 1}",
            type=kind,
            role=roles.get(kind, "numeric"),
            distinct=4,
            low="2022-01-01" if kind == "date" else 1,
            high="2024-06-30" if kind == "date" else 900,
            values=WORDS.get(name, ("alpha", "beta", "gamma")) if kind == "text" else (),
        )
        for at in range(count)
        for name, kind in [NAMES[at % len(NAMES)]]
    ]
    return Table(name="orders", rows=1000, columns=tuple(columns))


def _at(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]
