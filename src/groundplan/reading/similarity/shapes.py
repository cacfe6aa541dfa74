"""The shape of an answer: figures, groups, time; and what follows from the columns alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from groundplan.query.form import Metric, Time
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.words import split, stem, stems
from groundplan.sources.shape import Column, Table

_NAMES = frozenset({"name", "title", "имя", "название", "фио"})


@dataclass
class Shape:
    """What the answer is made of; built step by step, then frozen into a form."""

    metrics: list[Metric] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    time: Time | None = None
    ranked: bool = False
    """The question asks which one is first; `limit` follows."""

    several: bool = False
    """The question asks for an order of many, not for the first."""

    def group(self, name: str, first: bool = False) -> None:
        """Group by a column once."""
        if name not in self.groups and not (self.time and self.time.column == name):
            self.groups.insert(0 if first else len(self.groups), name)

    def measure(self, column: str | None, agg: str) -> None:
        """Measure a column once."""
        metric = Metric(column=column, agg=agg)
        if metric not in self.metrics:
            self.metrics.append(metric)


def naming_column(marks: Marks) -> str | None:
    """The column by which people call a row: nearly all different, and named so."""
    column = calling_column(marks.tables[0]) if marks.tables else None
    return column.name if column else None


def calling_column(table: Table) -> Column | None:
    """A text column, nearly all different, that is called a name or like the table itself."""
    own = stems(table.name)
    for column in table.columns:
        words = split(column.name)
        named = any(word.lower in _NAMES for word in words) or tuple(word.stem for word in words) == own
        if column.type == "text" and named and column.distinct >= 0.7 * max(table.rows, 1):
            return column
    return None


def default_agg(column: Column) -> str:
    """Amounts are added up; rates, ages and scores are averaged."""
    words = [word.lower for word in split(column.name)]
    averaged = {stem(word) for word in lexicon().averaged}
    return "avg" if any(stem(word) in averaged for word in words) else "sum"


def charted(marks: Marks) -> bool:
    return bool(marks.labels("chart"))
