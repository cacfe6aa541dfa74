"""Where the paths of a part lead, and what the cues of a question are about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.language.finders.fillers import filler
from groundplan.query.language.parts import THIS, Figure, Path, walked
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.things import Thing

Ends = set[tuple[str, str]]
"""Datasets (without a name) and fields, relations and tests in them."""
_CUES = ("figure", "order", "limit", "not", "missing", "filled", "only", "share", "place", "key")


def ends(part: Any, base: Dataset, scope: Scope) -> Ends:
    """Everything that the paths of a part pass or end at."""
    return {place for one in walked(part) for place in _of(one, base, scope)} if part is not None else set()


def _of(part: Any, base: Dataset, scope: Scope) -> Iterator[tuple[str, str]]:
    if isinstance(part, Figure) and part.fn == "count" and not part.of:
        yield base.name, ""
    if isinstance(part, Path):
        yield from _passed(part, base, scope)


def _passed(path: Path, base: Dataset, scope: Scope) -> Iterator[tuple[str, str]]:
    try:
        walk = scope.walk(base, path.steps)
    except QueryError:
        return
    at = base
    for hop in walk.hops:
        yield at.name, hop.name
        yield from ((at.name, name) for name in hop.here)
        yield hop.to.name, ""
        at = hop.to
    if walk.field is not None:
        yield walk.at.name, walk.field.name
    if walk.test:
        yield walk.at.name, walk.test
    if path.steps[-1] == THIS or (walk.field is not None and walk.field.role in ("key", "name")):
        yield walk.at.name, ""


def named(thing: Thing) -> tuple[str, str]:
    """The place that a thing names; of a value its field."""
    return thing.dataset, "" if thing.kind == "dataset" else thing.name


def says(mark: Mark | None, places: Ends, *kinds: str) -> bool:
    """Whether the words can mean one of the places."""
    things = mark.things if mark else ()
    return any(named(thing) in places for thing in things if not kinds or thing.kind in kinds)


def behind(asked: Marked, cue: Mark) -> Mark | None:
    """The thing that a cue is about: the next one, with nothing between but fillers and further cues."""
    before = cue
    for mark in asked.marks[asked.marks.index(cue) + 1 :]:
        if not near(asked, before, mark):
            return None
        if mark.kind not in _CUES:
            return mark
        before = mark
    return None


def ahead(asked: Marked, cue: Mark) -> Mark | None:
    """The mark right before a cue."""
    at = asked.marks.index(cue)
    return asked.marks[at - 1] if at and near(asked, asked.marks[at - 1], cue) else None


def near(asked: Marked, one: Mark, other: Mark) -> bool:
    """Whether only words without meaning stand between."""
    return all(filler(word) for word in asked.between(one, other))
