"""Hand-made pages: a table, and scores that say exactly what a test tells them to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from reader_cases import LABELS

from groundplan.language.phrases import phrasebook
from groundplan.reading.embedded import Encoder
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.page import Page
from groundplan.reading.embedded.question_words import Tokens, link
from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, NUMBERS, OPS, OUTPUTS, ROLES, TAGS, Scores
from groundplan.reading.embedded.sheet import Sheet, make_sheet
from groundplan.reading.formed.form import Form
from groundplan.sources.shape import Column, Table

REGIONS = ("North", "South", "East", "West")
ORDERS = Table(
    name="orders",
    rows=900,
    columns=(
        Column(name="order_date", type="date", role="temporal", distinct=700, low="2022-01-03", high="2024-12-30"),
        Column(name="ship_date", type="date", role="temporal", distinct=700, low="2022-01-05", high="2025-01-09"),
        Column(name="region", type="text", role="categorical", distinct=4, values=REGIONS),
        Column(name="product", type="text", role="categorical", distinct=4, values=("Chair", "Desk", "Lamp", "Sofa")),
        Column(name="city", type="text", role="categorical", distinct=800, samples=("Berlin", "Oslo", "Rome")),
        Column(name="units", type="integer", role="numeric", distinct=20, low=1, high=20, samples=(1, 4, 9)),
        Column(name="revenue", type="number", role="numeric", distinct=880, low=9.5, high=4000.0, samples=(44.5,)),
        Column(name="cost", type="number", role="numeric", distinct=870, low=4.5, high=2100.0, samples=(20.5,)),
        Column(name="model_year", type="integer", role="numeric", distinct=30, low=1990, high=2024),
        Column(name="returned", type="boolean", role="boolean", distinct=2),
    ),
)


@lru_cache(maxsize=1)
def tokenizer() -> Tokens:
    """The tokenizer of the bundled model."""
    return Tokens(Path(Encoder().folder) / "tokenizer.json")


def sheet_of(question: str, table: Table = ORDERS, prior: Form | None = None) -> Sheet:
    """The sheet of a question, made as at run time."""
    fields = [Field(column.name, column) for column in table.columns]
    return make_sheet(question, table.name, fields, link(question, (table,)), tokenizer(), prior)


def one_hot(places: Any, size: int) -> Any:
    """All of the probability at one place each."""
    return np.eye(size, dtype=np.float32)[np.asarray(places, dtype=np.int64)]


def nothing(sheet: Sheet) -> Scores:
    """Scores that are sure of an answerable question without any figure, group or condition."""
    columns, asked = len(sheet.columns), len(sheet.spans) + 1
    return Scores(
        choices={name: one_hot(0, len(labels)) for name, labels in CHOICES.items()},
        analysis=np.zeros(len(ANALYSES), np.float32),
        outputs=np.zeros(len(OUTPUTS), np.float32),
        aggs=np.zeros((columns, len(AGGS)), np.float32),
        roles=np.zeros((columns, len(ROLES)), np.float32),
        ops=one_hot([0] * columns, len(OPS)),
        cells=np.zeros(len(sheet.cells), np.float32),
        numbers=np.zeros((asked, len(NUMBERS)), np.float32),
        tags=one_hot(np.zeros((columns, asked)), len(TAGS)),
    )


def page(
    question: str, *, table: Table = ORDERS, metrics: Sequence[tuple[str | None, str]] = (),
    roles: Sequence[tuple[str, str]] = (), ops: Mapping[str, str] | None = None,
    words: Mapping[str, Sequence[str]] | None = None, cells: Sequence[str] = (),
    numbers: Mapping[str, str] | None = None, analysis: Sequence[str] = (), outputs: Sequence[str] = (),
    choices: Mapping[str, str] | None = None, prior: Form | None = None,
) -> Page:  # fmt: skip
    """A page whose scores are sure of what is given here by name; counts follow from it."""
    sheet = sheet_of(question, table, prior)
    scores, places = nothing(sheet), {shown.name: at for at, shown in enumerate(sheet.fields, 1)}
    groups = [name for name, role in roles if role == "group"]
    counted = {"metrics": str(len(metrics)), "groups": str(len(groups)), "filters": str(len(ops or ()))}
    for choice, label in {**counted, **(choices or {})}.items():
        scores.choices[choice][:] = one_hot(CHOICES[choice].index(label), len(CHOICES[choice]))
    for column, agg in metrics:
        scores.aggs[places[column] if column else 0, AGGS.index(agg)] = 1.0
    for name, role in roles:
        scores.roles[places[name], ROLES.index(role)] = 1.0
    for name, op in (ops or {}).items():
        scores.ops[places[name]] = one_hot(OPS.index(op), len(OPS))
    for name, stretches in (words or {}).items():
        for stretch in stretches:
            _tag(scores, sheet, question, places[name], stretch)
    scores.cells[[at for at, value in enumerate(sheet.values) if value in cells]] = 1.0
    for kind, said in (numbers or {}).items():
        scores.numbers[_tokens(sheet, question, said), NUMBERS.index(kind)] = 1.0
    scores.analysis[[ANALYSES.index(name) for name in analysis]] = 1.0
    scores.outputs[[OUTPUTS.index(name) for name in outputs]] = 1.0
    return Page(scores, sheet, question, phrasebook(LABELS), prior)


def _tag(scores: Scores, sheet: Sheet, question: str, place: int, said: str) -> None:
    for number, token in enumerate(_tokens(sheet, question, said)):
        scores.tags[place, token] = one_hot(1 if number == 0 else 2, len(TAGS))


def _tokens(sheet: Sheet, question: str, said: str) -> list[int]:
    start = question.lower().index(said.lower())
    return [at for at, (low, high) in enumerate(sheet.spans, 1) if low < start + len(said) and start < high]
