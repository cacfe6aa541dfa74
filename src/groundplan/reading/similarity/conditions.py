"""Conditions: which rows count, and how several conditions become filters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from groundplan.query.form import Filter
from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.phrases import Match

COPULA = frozenset(
    {"is", "are", "was", "were", "be", "being", "equals", "equal", "to", "not", "does", "do", "named", "called"}
    | set("=:-'\"“”«»")
)
_ARTICLES = frozenset({"the", "a", "an", "of", "in", "their", "its", "any", "his", "her", "for", "on", "'", '"'})
_FAR = 7
"""A condition's column stands at most so many words away."""
NUMERIC = ("integer", "number")
_ALTERNATIVES = ("contains", "starts_with", "ends_with")
"""Of one text only one of several holds: `the letters D or S`."""


@dataclass(frozen=True)
class Condition:
    """A filter, where it was said, and the column mention that it took."""

    filter: Filter
    start: int
    end: int
    link: Link | None = None
    table: str = ""


def just_before(marks: Marks, at: int, extra: frozenset[str] = frozenset()) -> Link | None:
    return next((link for link in reversed(marks.links) if link.end <= at and marks.near(link.end, at, extra)), None)


def just_after(marks: Marks, at: int) -> Link | None:
    """The mention that follows a place with nothing but articles between."""

    def follows(link: Link) -> bool:
        return link.start >= at and all(word.lower in _ARTICLES for word in marks.words[at : link.start])

    return next((link for link in marks.links if follows(link)), None)


def closest(marks: Marks, start: int, end: int) -> Link | None:
    def distance(link: Link) -> int:
        return min(abs(link.end - start), abs(link.start - end))

    near = [link for link in marks.links if distance(link) <= _FAR]
    return min(near, key=distance, default=None)


def textual(marks: Marks, link: Link | None) -> Link | None:
    return link if link and link.column.type == "text" else None


def negated(marks: Marks, at: int) -> bool:
    return any(m.end <= at and marks.near(m.end, at, COPULA) for m in marks.labels("negation"))


def merged(conditions: list[Condition]) -> list[Filter]:
    """Several values of one column become one `in`; the order of the question is kept."""
    out: list[Filter] = []
    for condition in sorted(conditions, key=lambda c: c.start):
        filter = condition.filter
        twin = next((f for f in out if f.column == filter.column and _joinable(f, filter)), None)
        if twin is None:
            if filter not in out:
                out.append(filter)
            continue
        listed = [*twin.value, filter.value] if isinstance(twin.value, list) else [twin.value, filter.value]
        op = "in" if filter.op == "=" else "not_in"
        unique = list(dict.fromkeys(listed))
        if len(unique) > 1:
            out[out.index(twin)] = Filter(column=filter.column, op=op, value=unique)
    return out


def _joinable(one: Filter, two: Filter) -> bool:
    if one.part or two.part:
        return False
    equal = one.op in ("=", "in") and two.op == "="
    return equal or (one.op in ("!=", "not_in") and two.op == "!=")


def joined_by_or(marks: Marks, conditions: list[Condition], filters: list[Filter]) -> bool:
    """Whether `or` stands between two conditions that did not become one list."""
    if len(filters) < 2:
        return False
    ordered = sorted(conditions, key=lambda c: c.start)
    if len({(c.filter.column, c.filter.op) for c in ordered}) == 1 and ordered[0].filter.op in _ALTERNATIVES:
        return True
    places = [match for match in marks.labels("join") if match.label == "or"]
    return any(_parts(one, two, place) for one, two in pairwise(ordered) for place in places)


def _parts(one: Condition, two: Condition, place: Match) -> bool:
    """Whether this `or` stands right between these two conditions."""
    begin = two.link.start if two.link and place.end <= two.link.start < two.start else two.start
    between = one.end <= place.start and place.end <= begin
    listed = one.filter.column == two.filter.column and {one.filter.op, two.filter.op} == {"="}
    return between and not listed and place.start - one.end <= 3 and begin - place.end <= _FAR
