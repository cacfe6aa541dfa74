"""Text conditions: `contains the letter M`, `starts with A`, `is not null`."""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.query.form import Filter
from groundplan.reading.similarity.conditions import (
    COPULA,
    NUMERIC,
    Condition,
    closest,
    just_after,
    just_before,
    textual,
)
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.phrases import Match


def text_conditions(marks: Marks) -> list[Condition]:
    """`contains the letter M`, `starts with A`, `is not null`."""
    found: list[Condition] = []
    for match in marks.labels("text"):
        if not marks.free(range(match.start, match.end)):
            continue
        made = _null(marks, match) if "null" in match.label else _text(marks, match)
        for condition in made:
            marks.used.update(range(condition.start, condition.end))
            if condition.link:
                marks.used.update(condition.link.span)
            found.append(condition)
    return found


def _null(marks: Marks, match: Match) -> Iterable[Condition]:
    """`commission is null` looks back; `with no commission` looks ahead."""
    back = marks.words[match.start].lower in ("is", "are") or marks.words[match.end - 1].lower in (
        "null",
        "missing",
        "empty",
    )
    link = just_before(marks, match.start) if back else just_after(marks, match.end)
    if link is None or link.column.role == "boolean" or (not back and not link.column.nulls):
        return
    if not back and match.label == "is_null" and link.column.type in NUMERIC:
        yield Condition(Filter(column=link.column.name, op="=", value=0), match.start, match.end, link, link.table)
        return
    yield Condition(Filter(column=link.column.name, op=match.label), match.start, match.end, link, link.table)


def _text(marks: Marks, match: Match) -> Iterable[Condition]:
    operands = _operands(marks, match)
    if not operands:
        return
    end = operands[-1][1]
    link = textual(marks, just_before(marks, match.start, COPULA)) or textual(marks, just_after(marks, end))
    link = link or textual(marks, closest(marks, match.start, end))
    if link is None:
        return
    for text, stop in operands:
        yield Condition(
            Filter(column=link.column.name, op=match.label, value=text), match.start, stop, link, link.table
        )


def _operands(marks: Marks, match: Match) -> list[tuple[str, int]]:
    """What is looked for: a quoted text, or words joined by `or`."""
    quoted = [span for span in marks.quoted if match.end - 1 <= span.start <= match.end + 6]
    if quoted:
        return [(marks.said(span), span.stop) for span in quoted]
    out: list[tuple[str, int]] = []
    at = match.end
    while (
        at < len(marks.words) and marks.words[at].is_word and marks.words[at].lower not in ("in", "the", "their", "and")
    ):
        word = marks.words[at]
        if any(at in link.span for link in marks.links):
            break
        out.append((word.text, at + 1))
        at += 1
        if at < len(marks.words) and marks.words[at].lower in ("or", ",") and at + 1 < len(marks.words):
            at += 1 + (marks.words[at + 1].lower == "or")
            continue
        break
    return out
