"""Order and limit: `sorted by the y axis descending`, `top 5`, `which … the most`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.numbers import plain
from groundplan.reading.similarity.phrases import Match

Direction = Literal["asc", "desc"]
Target = Literal["metric", "group", "time"]
_TARGETS: dict[str, Target] = {"metric": "metric", "group": "group", "time": "time"}
_ENDS: dict[str, Direction] = {"top": "desc", "bottom": "asc"}
_LARGEST_LIMIT = 10_000


@dataclass(frozen=True)
class Ordering:
    """The order asked for; `link` is the column said, `target` what else was said."""

    direction: Direction
    target: Target | None
    link: Link | None


@dataclass(frozen=True)
class Cut:
    """How many rows, from which end."""

    count: int
    direction: Direction | None
    place: int


def read_order(marks: Marks) -> Ordering | None:
    """The sort clause, if there is one; its words are used up."""
    orders = [m for m in marks.labels("order") if marks.free(range(m.start, m.end))]
    cues = [m for m in marks.labels("sort") if m.label == "cue"]
    if orders:
        return _said(marks, orders[-1], cues)
    for cue in cues:
        if marks.words[cue.end - 1].lower in ("by", "по") and marks.free(range(cue.start, cue.end)):
            return _unsaid(marks, cue)
    return None


def _said(marks: Marks, order: Match, cues: list[Match]) -> Ordering:
    clause = marks.clause(order.start)
    before = [c for c in cues if clause.start <= c.start < order.start and order.start - c.end <= 9]
    start = before[-1].start if before else order.start
    if before and len(before) > 1 and order.start - before[-2].end <= 4:
        start = before[-2].start
    zone = range(start, _zone_end(marks, order, clause))
    return _ordering(marks, zone, "asc" if order.label == "asc" else "desc")


def _zone_end(marks: Marks, order: Match, clause: range) -> int:
    """The clause goes on after the direction only if it names its target there: `in desc by the y axis`."""
    rest = range(order.end, clause.stop)
    named = rest and marks.words[order.end].lower in (
        "by",
        "of",
        "on",
        "order",
        "with",
        "for",
        "the",
        "по",
        "according",
    )
    return clause.stop if named else order.end


def _unsaid(marks: Marks, cue: Match) -> Ordering | None:
    zone = range(cue.start, marks.clause(cue.start).stop)
    found = _ordering(marks, zone, "asc")
    if found.link is None and found.target is None:
        return None
    ranked = marks.words[cue.start].stem.startswith("rank")
    return Ordering("desc" if ranked else "asc", found.target, found.link)


def _ordering(marks: Marks, zone: range, direction: Direction) -> Ordering:
    links = [link for link in marks.links if link.start in zone and link.end <= zone.stop and marks.free(link.span)]
    targets = [m for m in marks.labels("sort") if m.label != "cue" and m.start in zone]
    figures = [m for m in marks.labels("agg") if m.start in zone]
    marks.used.update(zone)
    chosen = _TARGETS[max(targets, key=lambda m: m.size).label] if targets else None
    if targets and _exact(targets, links):
        return Ordering(direction, chosen, None)
    if figures:
        return Ordering(direction, "metric", links[0] if links else None)
    return Ordering(direction, chosen, links[0] if links else None)


def _exact(targets: list[Match], links: list[Link]) -> bool:
    """`x axis` is no column, whatever the columns are called."""
    taken = {at for link in links for at in link.span}
    return any(taken.isdisjoint(range(m.start, m.end)) and m.size > 1 for m in targets)


def read_cut(marks: Marks) -> Cut | None:
    """`top 5`, `3 lowest`, `first 10`."""
    for match in marks.labels("limit"):
        if match.number is not None and marks.free(range(match.start, match.end)):
            count = plain(marks.numbers[match.number])
            if isinstance(count, int) and 0 < count <= _LARGEST_LIMIT:
                marks.used.update(range(match.start, match.end))
                return Cut(count, _ENDS.get(match.label), match.start)
    return None
