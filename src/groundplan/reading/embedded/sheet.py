"""Question, columns, cells -> the sheet that the encoder reads in one pass.

    [CLS] question [before: the form before] [SEP] rows title [SEP] header cells [SEP] header cells [SEP] ...

A wide table has fewer cells and no [SEP] between its columns, so that reading stays quick.
Each header begins with a column mark and each cell with a cell mark; the heads read the vectors at these marks. Beside
its wordpiece every token has a kind (question, text column, date column, ...), a match (how well its word is found on
the other side, and whether in one column only) and, after a question before, the role its column had there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from groundplan.language.stems import stem
from groundplan.reading.embedded.columns import Field, kind_of, size
from groundplan.reading.embedded.question_words import (
    CELL_BEFORE,
    CELL_SAMPLE,
    NAMED,
    NONE,
    Named,
    Piece,
    Tokens,
    cell_mark,
    column_mark,
    header_marks,
    named_by,
    pieces,
    question_mark,
    words_of,
)
from groundplan.reading.formed.form import Form
from groundplan.values.match import Match

LONGEST = 384

QUESTION = 96
"""Tokens of a question that are read."""

CELLS, WHOLE, SAMPLES = 4, 6, 2
"""Cells shown of a column: so many that match; all where there are no more than so many; else samples up to so many."""

MOST_CELLS = 64

MANY = 20
"""A table of more columns is wide."""

CELL_LETTERS = 28

TITLE = 14
"""Words of a table's title that are read."""

KINDS = {"question": 0, "before": 1, "rows": 2, "text": 3, "integer": 4, "number": 5, "boolean": 6, "date": 7,
         "datetime": 8, "year": 9, "cell": 10, "size": 11, "title": 12}  # fmt: skip

_SAID = {"avg": "average", "none": "raw", "=": "is", "!=": "not", ">": "more", ">=": "least", "<": "less", "<=": "most",
         "is_null": "empty", "not_null": "filled"}  # fmt: skip


@dataclass
class Sheet:
    """What the encoder reads, and what its marks stand for."""

    ids: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    matches: list[int] = field(default_factory=list)
    priors: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    """Where the column marks stand; the first is the rows themselves."""
    cells: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    """For each cell, the column it belongs to, counted as in `columns`."""
    values: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    """For each token of the question, the characters it stands for; the first token is at place 1."""
    fields: tuple[Field, ...] = ()

    @property
    def names(self) -> list[str]:
        """What columns and cells are called."""
        return [*(shown.column.name for shown in self.fields), *self.values]

    def measured(self, at: int) -> bool:
        """Whether the column at a place is shown as a figure."""
        return self.kinds[self.columns[at]] in (KINDS["integer"], KINDS["number"], KINDS["year"])

    def add(self, ids: Sequence[int], kind: int, match: int = NONE, prior: int = 0) -> None:
        """Appends tokens that share their marks."""
        self.ids += ids
        self.kinds += [kind] * len(ids)
        self.matches += [match] * len(ids)
        self.priors += [prior] * len(ids)

    def arrays(self) -> dict[str, np.ndarray]:
        """The inputs of the model, a batch of one."""
        named = ("ids", "kinds", "matches", "priors", "columns", "cells", "owners")
        return {name: np.array([getattr(self, name)], dtype=np.int64) for name in named}


def make_sheet(
    text: str, table: str, fields: Sequence[Field], links: Sequence[Match], tokens: Tokens, prior: Form | None = None,
    wide: bool = False, title: str = "",
) -> Sheet:  # fmt: skip
    """The sheet of a question over columns, as of a wide table if they are many; samples give way to its length."""
    said = pieces(text)
    wide = wide or len(fields) > MANY
    for samples in range(1 if wide else SAMPLES, -1, -1):
        sheet = _sheet(said, table, title, fields, links, tokens, prior, samples, wide)
        if len(sheet.ids) <= LONGEST and len(sheet.cells) <= MOST_CELLS:
            break
    return sheet


def _sheet(
    said: Sequence[Piece], table: str, title: str, fields: Sequence[Field], links: Sequence[Match], tokens: Tokens,
    prior: Form | None, samples: int, wide: bool,
) -> Sheet:  # fmt: skip
    sheet = Sheet(fields=tuple(fields))
    headers = [words_of(shown.column.name) for shown in fields]
    found = named_by(said, headers)
    _question(sheet, said, found, links, tokens)
    if prior is not None:
        _before(sheet, prior, tokens)
    sheet.add([tokens.sep], KINDS["question"])
    stems = {s for piece in said for s in piece.stems}
    sheet.columns.append(len(sheet.ids))
    sheet.add([tokens.column], KINDS["rows"], prior=_prior_rows(prior))
    for word in words_of(table):
        sheet.add(tokens.of(word), KINDS["rows"], NAMED if stem(word) in stems else NONE)
    for word in words_of(title)[:TITLE]:
        sheet.add(tokens.of(word)[:4], KINDS["title"], NAMED if stem(word) in stems else NONE)
    for at, shown in enumerate(fields, 1):
        marks = header_marks(headers[at - 1], at - 1, found)
        sheet.add([] if wide else [tokens.sep], KINDS[kind_of(shown.column, list(marks[-1:]) != [NONE])])
        _column(sheet, at, shown, marks, links, tokens, prior, samples, stems)
    return sheet


def _question(
    sheet: Sheet, said: Sequence[Piece], found: Sequence[Named], links: Sequence[Match], tokens: Tokens
) -> None:
    sheet.add([tokens.cls], KINDS["question"])
    for piece, named in zip(said, found, strict=True):
        ids = tokens.of(piece.read)
        if len(sheet.spans) + len(ids) > QUESTION:
            break
        sheet.add(ids, KINDS["question"], question_mark(piece, named, links))
        sheet.spans += [(piece.start, piece.end)] * len(ids)


def _before(sheet: Sheet, prior: Form, tokens: Tokens) -> None:
    """The form before, in a few words; its columns are marked at their headers, its values among the cells."""
    kind = KINDS["before"]
    sheet.add([tokens.before], kind)
    words = [*prior.analysis, prior.chart or "", prior.time.grain if prior.time else ""]
    words += [
        prior.sort.order if prior.sort else "",
        "top" if prior.limit else "",
        prior.derive.kind if prior.derive else "",
    ]
    words += ["having"] if prior.having else []
    for word in words:
        for part in word.split("_"):
            sheet.add(tokens.of(part) if part else (), kind)


def _prior_rows(prior: Form | None) -> int:
    return 1 if prior and any(metric.column is None and metric.agg == "count" for metric in prior.metrics) else 0


def _prior(prior: Form | None, name: str) -> int:
    if prior is None:
        return 0
    roles = (
        any(metric.column == name for metric in prior.metrics),
        name in prior.group_by,
        bool(prior.time and prior.time.column == name),
        any(condition.column == name for condition in prior.filters),
    )
    return sum(1 << place for place, has in enumerate(roles) if has)


def _prior_words(prior: Form | None, name: str) -> list[str]:
    """What the form before did with a column: `average`, `not in`."""
    if prior is None:
        return []
    figures = [_SAID.get(metric.agg, metric.agg) for metric in prior.metrics if metric.column == name]
    limits = [_SAID.get(condition.op, condition.op) for condition in prior.filters if condition.column == name]
    return [word for said in [*figures, *limits] for word in said.split("_")]


def _column(
    sheet: Sheet, at: int, shown: Field, marks: Sequence[int], links: Sequence[Match], tokens: Tokens,
    prior: Form | None, samples: int, stems: set[str],
) -> None:  # fmt: skip
    kind, role = KINDS[kind_of(shown.column, list(marks[-1:]) != [NONE])], _prior(prior, shown.name)
    sheet.columns.append(len(sheet.ids))
    sheet.add([tokens.column], kind, column_mark(marks), role)
    for word in words_of(shown.table):
        sheet.add(tokens.of(word)[:6], kind, NAMED if stem(word) in stems else NONE, role)
    for word, mark in zip(words_of(shown.column.name), marks, strict=True):
        sheet.add(tokens.of(word)[:6], kind, mark, role)
    for word in size(shown.column):
        sheet.add(tokens.of(word), KINDS["size"], NONE, role)
    for word in _prior_words(prior, shown.name):
        sheet.add(tokens.of(word), KINDS["before"], NONE, role)
    for value, match in _cells(shown, links, prior, samples):
        sheet.owners.append(at)
        sheet.values.append(value)
        sheet.cells.append(len(sheet.ids))
        sheet.add([tokens.cell], KINDS["cell"], match, role)
        for word in words_of(value[:CELL_LETTERS]):
            sheet.add(tokens.of(word)[:4], KINDS["cell"], match, role)


def _cells(shown: Field, links: Sequence[Match], prior: Form | None, samples: int) -> list[tuple[str, int]]:
    """The cells worth showing: those the question seems to name, those of the form before, then samples."""
    column = shown.column
    if kind_of(column) == "boolean":
        return [("true", CELL_SAMPLE), ("false", CELL_SAMPLE)]
    if column.type != "text":
        return []
    found: dict[str, int] = {}
    for link in sorted(links, key=lambda m: -m.score):
        if link.column == column.name and (not shown.table or link.table == shown.table) and len(found) < CELLS:
            found.setdefault(link.value, cell_mark(link, links))
    for condition in prior.filters if prior else ():
        if condition.column == shown.name:
            values = condition.value if isinstance(condition.value, (list, tuple)) else [condition.value]
            found.update({str(value): CELL_BEFORE for value in values if str(value) not in found})
    whole = 0 < len(column.values) <= WHOLE
    pool = column.values if whole else tuple(map(str, column.samples)) or column.values
    most = WHOLE if whole and samples == SAMPLES else samples
    for value in pool:
        if len(found) >= most:
            break
        found.setdefault(value, CELL_SAMPLE)
    return list(found.items())
