"""Number conditions: `salary over 5000`, `between 3 and 5 beds`, `younger than 30`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from groundplan.query.form import Filter
from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.conditions import COPULA, NUMERIC, Condition, just_after, just_before
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.names import SYNONYM, fit, names
from groundplan.reading.similarity.numbers import plain
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.words import stem
from groundplan.sources.shape import Column

_LOOSE = ("=", "!=", "from", "till")
"""Phrasings that compare only right beside their column."""
_FAR = 7
"""The column of a comparison stands at most so many words before it."""


def number_conditions(marks: Marks) -> tuple[list[Condition], list[Match]]:
    """The comparisons that have a column, and those that no column was found for."""
    found: list[Condition] = []
    homeless: list[Match] = []
    for match in marks.labels("operator"):
        if match.number is None or not marks.free(range(match.start, match.end)):
            continue
        link = _compared(marks, match) or _implied(marks, match) or _shared(marks, match, found)
        if link is not None:
            marks.used.update(range(match.start, match.end))
            found.append(Condition(_comparison(marks, match, link.column), match.start, match.end, link, link.table))
        elif match.label not in _LOOSE and not _dated(marks, match):
            homeless.append(match)
    return found + list(_juxtaposed(marks)), homeless


def _shared(marks: Marks, match: Match, found: list[Condition]) -> Link | None:
    """`above 50 or below 20`: the second comparison speaks of the same column as the first."""
    between = marks.words[found[-1].end : match.start] if found else ()
    joined = bool(between) and all(word.lower in ("or", "and", "but", ",", "или", "и") for word in between)
    return found[-1].link if joined else None


def _dated(marks: Marks, match: Match) -> bool:
    """A four-digit year after `over` or `from` is rather a date."""
    value = marks.numbers[match.number] if match.number is not None else 0
    return value in range(1900, 2101) and any(c.role == "temporal" for t in marks.tables for c in t.columns)


def _comparison(marks: Marks, match: Match, column: Column) -> Filter:
    if match.label == "between":
        places = [at for at in range(match.start, match.end) if at in marks.numbers]
        low, high = sorted(marks.numbers[at] for at in places[:2])
        return Filter(column=column.name, op="between", value=[plain(low), plain(high)])
    operator = {"from": ">=", "till": "<="}.get(match.label, match.label)
    value: Any = plain(marks.numbers[match.number or 0])
    if column.type == "text":
        value = marks.words[match.number or 0].text
    return Filter(column=column.name, op=operator, value=value)


def _compared(marks: Marks, match: Match) -> Link | None:
    """The column a comparison speaks of: before it, or right after the number."""
    if match.label in _LOOSE:
        link = just_before(marks, match.start, COPULA)
        return link if link and (link.column.type in NUMERIC or link.column.role == "identifier") else None
    inside = [link for link in marks.links if match.start <= link.start and link.end <= match.end]
    if inside and _comparable(inside[0]):
        return inside[0]  # `a price over 200` reads as `priced over 200`
    after = just_after(marks, match.end)
    before = _number_before(marks, match.start)
    if after and _comparable(after) and (before is None or after.start - match.end <= match.start - before.end):
        return after
    return before


def _implied(marks: Marks, match: Match) -> Link | None:
    """`younger than 50` speaks of an age, `cheaper than 20` of a price."""
    said = [lexicon().adjectives.get(w.lower) for w in marks.words[match.start : match.end]]
    noun = next((n for n in said if n), None)
    for name in (n for table in marks.tables for n in names(table)) if noun else ():
        if name.column.role == "numeric" and any(
            fit(noun or "", stem(noun or ""), p.word, p.stem) >= SYNONYM for p in name.parts
        ):
            return Link(name.table, name.column, match.start, match.end, SYNONYM, 1.0)
    return None


def _comparable(link: Link) -> bool:
    return link.column.type in NUMERIC and link.column.role != "temporal"


def _number_before(marks: Marks, at: int) -> Link | None:
    for link in reversed(marks.links):
        if link.end <= at and at - link.end <= _FAR and _comparable(link):
            blocked = any(m.start >= link.end and m.end <= at for m in marks.labels("operator", "chart"))
            inside = marks.clause(link.start) == marks.clause(max(at - 1, 0))
            return link if not blocked and inside else None
    return None


def _juxtaposed(marks: Marks) -> Iterable[Condition]:
    """`floor 3`, `season 2023`: a numeric column and a number right after it."""
    for link in marks.links:
        at = link.end
        free = at in marks.numbers and marks.free([at, *link.span])
        whole = link.column.type in NUMERIC and link.column.role != "temporal"
        if free and whole and at not in link.span and not any(at == m.start for m in marks.labels("limit", "operator")):
            marks.used.add(at)
            value = plain(marks.numbers[at])
            yield Condition(Filter(column=link.column.name, op="=", value=value), at, at + 1, link, link.table)
