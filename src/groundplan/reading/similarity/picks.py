"""Value conditions: `in Berlin`, `excluding returns`, `not cancelled`; the column may be said or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from groundplan.query.form import Filter
from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.conditions import COPULA, Condition, closest, just_before, negated, textual
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.values import Value
from groundplan.sources.shape import Column


def value_conditions(marks: Marks) -> list[Condition]:
    """Values of the data, with the column said or not: `in Berlin`, `excluding returns`."""
    found: list[Condition] = []
    for value in marks.values:
        if not marks.free(value.span):
            continue
        rivals = [v for v in marks.values if v.span == value.span]
        chosen = _preferred(marks, rivals) if len(rivals) > 1 else value
        listed = found and found[-1].filter.op == "!=" and marks.near(found[-1].end, value.start, frozenset({","}))
        excluded = bool(listed) or negated(marks, value.start)
        link = _naming(marks, chosen.column, value.start, value.end)
        marks.used.update(value.span)
        filter = Filter(column=chosen.column.name, op="!=" if excluded else "=", value=chosen.value)
        found.append(Condition(filter, value.start, value.end, link, chosen.table))
    return [*found, *_quoted_text(marks), *_flags(marks)]


def _preferred(marks: Marks, rivals: Sequence[Value]) -> Value:
    """Of columns that hold the same value: the one the question names nearby, else the one with fewest values."""
    named = [v for v in rivals if any(link.column.name == v.column.name for link in marks.links)]
    return (named or sorted(rivals, key=lambda v: v.column.distinct))[0]


def _naming(marks: Marks, column: Column, start: int, end: int) -> Link | None:
    """The mention of the value's own column right beside it, which is then no grouping."""
    for link in marks.links:
        beside = marks.near(link.end, start, COPULA | {"or", "and", ","}) or (
            end <= link.start and link.start - end <= 1
        )
        if link.column.name == column.name and beside:
            marks.used.update(link.span)
            return link
    return None


def _quoted_text(marks: Marks) -> Iterable[Condition]:
    """A quoted text that stands in no profile: compared with the text column named before it."""
    for span in marks.quoted:
        if not marks.free(span):
            continue
        link = textual(marks, just_before(marks, span.start, COPULA)) or textual(
            marks, closest(marks, span.start, span.stop)
        )
        if link:
            marks.used.update([*span, *link.span])
            op = "!=" if negated(marks, span.start) else "="
            yield Condition(
                Filter(column=link.column.name, op=op, value=marks.said(span)), span.start, span.stop, link, link.table
            )


def _flags(marks: Marks) -> Iterable[Condition]:
    """A yes-or-no column that is named without being grouped by."""
    groups = marks.labels("role", "agg", "analysis")
    for link in marks.links:
        twins = [other for other in marks.links if other.column.name == link.column.name]
        grouped = any(m.end <= twin.start and marks.near(m.end, twin.start) for m in groups for twin in twins)
        answers = _answers(link.column)
        if answers and marks.free(link.span) and (not grouped or _adjective(marks, link)):
            marks.used.update(link.span)
            value = answers[negated(marks, link.start)]
            yield Condition(
                Filter(column=link.column.name, op="=", value=value), link.start, link.end, link, link.table
            )


def _answers(column: Column) -> tuple[Any, Any] | None:
    """What yes and no are in a column that holds nothing else."""
    if column.type == "boolean":
        return True, False
    by_text = {value.lower(): value for value in column.values} if column.distinct == len(column.values) == 2 else {}
    pair = next((pair for pair in lexicon().answers if set(pair) == set(by_text)), None)
    return (by_text[pair[0]], by_text[pair[1]]) if pair else None


def _adjective(marks: Marks, link: Link) -> bool:
    """`returned orders`: the column's name right before what the rows are."""
    following = marks.words[link.end] if link.end < len(marks.words) else None
    return following is not None and (following.stem in marks.nouns or following.lower in lexicon().counted)
