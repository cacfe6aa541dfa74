"""How the figures of a field come together: added, averaged, the last one taken, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from groundplan.contracts.source_model import AddsUp, Dataset, Field
from groundplan.sources import duck
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.header import header_words, lists, says

STEPS = 0.8
"""The share of rows in which a balance moves by another column."""
SMALL_STEP = 0.03
APART = 0.2
"""In a history the steps of one thing are small beside the differences between things."""
SCALE = 11
"""Values of a scale from 0 to 10, at most."""
ROWS = 200_000
LOOKED = 200
"""First rows in which at least half of the steps must be so, to ask it of all."""
HALF = 0.5
CENT = 0.006


@dataclass(frozen=True)
class Adding:
    """How, by what it was decided, and the share of rows for which that holds where they were asked."""

    up: AddsUp
    because: str = ""
    share: float | None = None


def adds_up(dataset: Dataset, field: Field, things: Mapping[str, str], evidence: Evidence) -> Adding | None:
    """For a measure; `things` names the field that points at the thing of a history, and its time."""
    if field.role != "measure":
        return None
    words = header_words(field.name)
    if lists()["positions"] & set(words[-1:]) or set(words) & lists()["places"]:
        code = words[-1] in lists()["codes"]
        return Adding("no", "is a code") if code else Adding("average", "is a position")
    steps, other = _balance(dataset, field, evidence)
    if steps >= STEPS:
        return Adding("last", f"is a balance: it moves from row to row by {other!r}", round(steps, 4))
    if set(words) & lists()["levels"]:
        return Adding("last", "is called a level at a time")
    if field.unit.startswith("%") or _rate(field, words):
        return Adding("average", "is a rate or an average")
    if things and _history(dataset, field, things, evidence):
        return Adding("last", "is the state of a thing, which changes little from row to row")
    return Adding("sum")


def signed(field: Field, fields: Sequence[Field]) -> bool:
    """Whether the sign says in or out: amounts that move a balance, or are called what people pay and get."""
    if field.adds_up != "sum" or not isinstance(field.low, (int, float)) or not field.low < 0 < field.high:
        return False
    balance = any(other.adds_up == "last" for other in fields)
    return (balance and field.type == "number") or says(field.name, "moved")


def _rate(field: Field, words: Sequence[str]) -> bool:
    if (words and words[-1] in lists()["sums"]) or (
        words and words[0] in ("total", "num", "number", "count", "sum", "no")
    ):
        return False
    if set(words) & lists()["rates"] or "/" in field.unit:
        return True
    if field.low is None or field.high is None or isinstance(field.low, str):
        return False
    fraction = field.type == "number" and field.low >= 0 and field.high <= 1 and field.distinct > 2
    scale = (
        field.type == "integer" and field.low >= 0 and field.high <= 10 and field.distinct <= SCALE and field.high >= 4
    )
    asked = "?" in field.name or bool({"likely", "how", "satisfied", "agree", "rate", "recommend", "easy"} & set(words))
    return fraction or (scale and asked)


def _balance(dataset: Dataset, field: Field, evidence: Evidence) -> tuple[float, str]:
    """The share of steps that are the amount of another column, down or up the rows, and that column."""
    measures = [other for other in dataset.fields if other.role == "measure" and other.name != field.name]
    others = [other for kind in ("number", "integer") for other in measures if other.type == kind]
    if not others or field.distinct < 5 or dataset.rows > ROWS:
        return 0.0, ""
    likely = [other.name for other in others[:6] if _moves(evidence.head(dataset.name), field.name, other.name)]
    if not likely:
        return 0.0, ""
    moved, by = _moved_by(dataset.name, field.name, likely, evidence)
    return moved / (dataset.rows - 1), by


def _moves(head: Mapping[str, Sequence[Any]], balance: str, amount: str) -> bool:
    """Whether it may be so, by the first rows."""
    levels, amounts = list(head.get(balance, ()))[:LOOKED], list(head.get(amount, ()))[:LOOKED]
    steps = [None if None in pair else abs(pair[1] - pair[0]) for pair in pairwise(levels)]
    return _mostly_same(steps, amounts[1:]) or _mostly_same(steps, amounts)


def _mostly_same(steps: Sequence[float | None], amounts: Sequence[float | None]) -> bool:
    """Soon done with where it is not so."""
    left = (1 - HALF) * len(steps)
    for step, amount in zip(steps, amounts, strict=False):
        left -= step is None or not amount or abs(step - abs(amount)) >= CENT
        if left < 0:
            return False
    return bool(steps)


def _moved_by(table: str, balance: str, amounts: Sequence[str], evidence: Evidence) -> tuple[int, str]:
    """In how many rows it moved by the one of them that moves it most, and that one."""
    tests = []
    figure = duck.name(balance)
    for amount in map(duck.name, amounts):
        for step in (f"lag({figure}) OVER (ORDER BY __place)", f"lead({figure}) OVER (ORDER BY __place)"):
            tests.append(f"abs(abs({figure} - {step}) - abs({amount})) < {CENT} AND {amount} <> 0")
    numbered = f"SELECT *, row_number() OVER () AS __place FROM {duck.name('main', table)}"
    columns = ", ".join(f"{test} AS t{at}" for at, test in enumerate(tests))
    counts = ", ".join(f"count(*) FILTER (t{at})" for at in range(len(tests)))
    found = evidence.rows(f"SELECT {counts} FROM (SELECT {columns} FROM ({numbered}))")[0]
    best = max(range(len(tests)), key=lambda at: found[at])
    return int(found[best]), amounts[best // 2]


def _history(dataset: Dataset, field: Field, things: Mapping[str, str], evidence: Evidence) -> bool:
    """Whether a thing's figures change little from row to row, while things differ much."""
    figure, table = duck.name(field.name), duck.name("main", dataset.name)
    for thing, time in things.items():
        one, at = duck.name(thing), duck.name(time)
        found = evidence.rows(
            f"SELECT median(step), (SELECT stddev_pop(mean) / nullif(abs(avg(mean)), 0) FROM "
            f"(SELECT avg({figure}) AS mean FROM {table} GROUP BY {one})), count(step) FROM "
            f"(SELECT abs({figure} - lag({figure}) OVER (PARTITION BY {one} ORDER BY {at})) "
            f"/ nullif(abs({figure}), 0) AS step FROM {table})"
        )
        if found and found[0][2] and found[0][0] is not None and found[0][1] is not None:
            step, apart, count = found[0]
            if step < SMALL_STEP * 2 and apart > APART and count >= 10:
                return True
    return says(field.name, "money") and "annual" in header_words(field.name)
