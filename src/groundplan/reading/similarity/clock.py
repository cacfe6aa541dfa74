"""Time: which column carries it, and the grain if the question says one."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.query.form import Time
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.periods import time_columns
from groundplan.reading.similarity.roles import Mention
from groundplan.reading.similarity.shapes import Shape
from groundplan.reading.similarity.words import split
from groundplan.sources.shape import Column

_BINNED = frozenset({"bin", "bins", "binned", "binning", "interval"})
"""Binning by month puts all Januaries together; `per month` keeps the years apart."""


def read_time(marks: Marks, said: Sequence[Mention], out: Shape) -> None:
    grain = _grain(marks) or _listed(marks, said)
    mentioned = next((m for m in said if m.temporal and m.role in ("group", "versus", "color")), None)
    mentioned = mentioned or next((m for m in said if m.temporal and m.role != "superlative"), None)
    if mentioned and _said_as_unit(marks, mentioned) and _anomalous(marks):
        out.time = Time(column=mentioned.name, grain=grain or _said_as_unit(marks, mentioned) or "unknown")
        return
    trend = any(m.label == "trend" for m in marks.labels("analysis") if marks.free(range(m.start, m.end)))
    if mentioned is not None and not (mentioned.role == "agg" and mentioned.label in ("min", "max")):
        column = mentioned.link.column
        if grain or mentioned.role or trend or mentioned.link.score >= 0.9 or marks.labels("chart"):
            out.time = Time(column=column.name, grain=grain or _own_grain(column, said, marks))
        return
    if (grain or trend or _serial(marks)) and (columns := time_columns(marks)):
        out.time = Time(column=_likeliest(marks, columns), grain=grain or "unknown")


def _listed(marks: Marks, said: Sequence[Mention]) -> str | None:
    """`by region and month`: a unit of time listed after a group is a grain."""
    for mention in said:
        at = mention.link.end
        joined = at + 1 < len(marks.words) and marks.words[at].lower in ("and", ",", "и")
        if joined and mention.role in ("group", "color") and at + 1 not in marks.claimed:
            unit = lexicon().units.get(marks.words[at + 1].lower)
            if unit and unit != "decade":
                return unit
    return None


def _said_as_unit(marks: Marks, mention: Mention) -> str | None:
    """`days` for a date column."""
    return lexicon().units.get(marks.words[mention.link.start].lower)


def _anomalous(marks: Marks) -> bool:
    return any(m.label == "anomaly" for m in marks.labels("analysis"))


def _serial(marks: Marks) -> bool:
    """Forecasts, growth and running figures need time even where no word says so."""
    kinds = ("percent_change", "moving_average", "cumulative")
    return any(m.label in kinds for m in marks.labels("derive")) or any(
        m.label == "forecast" for m in marks.labels("analysis")
    )


def _grain(marks: Marks) -> str | None:
    found = [m for m in marks.labels("grain") if marks.free(range(m.start, m.end))]
    if not found:
        return _window_unit(marks)
    grain = max(found, key=lambda m: (m.label in ("weekday", "month_of_year"), m.size)).label
    binned = any(word.lower in _BINNED for word in marks.words)
    return "month_of_year" if grain == "month" and binned else grain


def _own_grain(column: Column, said: Sequence[Mention], marks: Marks) -> str:
    """A column of whole years has no finer grain."""
    return "year" if column.type in ("integer", "number") else "unknown"


def _likeliest(marks: Marks, columns: Sequence[tuple[str, Column]]) -> str:
    """Of several time columns, the one whose name a word of the question recalls, else the first."""
    stems = {word.stem for word in marks.words}

    def recalled(column: Column) -> int:
        return sum(1 for word in split(column.name) if word.stem in stems)

    return max(columns, key=lambda c: recalled(c[1]))[1].name


def _window_unit(marks: Marks) -> str | None:
    """`7 day moving average` is by day."""
    for match in marks.labels("derive"):
        units = [lexicon().units.get(word.lower) for word in marks.words[match.start : match.end]]
        if match.number is not None and any(units):
            return next(unit for unit in units if unit)
    return None
