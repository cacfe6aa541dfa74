"""A question over a source model -> the queries that its constructions make, the best accounted for first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from groundplan.embed import Embedder
from groundplan.errors import QueryError
from groundplan.query.kinds import held_to_kinds
from groundplan.query.language.parts import Missing, Not, Path, Query, Some, walked
from groundplan.query.scope import Scope
from groundplan.reading.account import Account, account
from groundplan.reading.constructions.built import query
from groundplan.reading.constructions.marks import Marked, Sayable, marked
from groundplan.reading.constructions.page import Page, Unreadable
from groundplan.reading.constructions.roles import roles

FARTHEST = 2
"""Relations that one path may pass unsaid: farther things are found by chance."""
_SHAPE = ("shown", "which", "versus", "sorting", "filled")
"""Words for how an answer is shown, which a query has no part for."""


@dataclass(frozen=True)
class Candidate:
    """A query, and the words that none of its parts was read from."""

    query: Query
    account: Account
    unused: tuple[str, ...]
    """Words that have a meaning and play no part in it."""
    passed: int
    """Relations that its paths pass, and the most that one does."""
    farthest: int


@dataclass(frozen=True)
class Candidates:
    """What the words may ask; and why some readings are not safe."""

    asked: Marked
    found: tuple[Candidate, ...]
    faults: tuple[QueryError, ...]


def candidates(text: str, known: Sayable, today: date, embedder: Embedder | None = None) -> Candidates:
    """A query for each dataset that it may be of, those that leave the least unread first."""
    asked, scope = marked(text, known), known.scope
    found, faults = [], []
    for base in scope.datasets:
        page = Page(asked, roles(asked), scope, base)
        try:
            made = query(page)
            held_to_kinds(made, scope, today)
        except Unreadable as error:
            faults.append(QueryError(str(error), "unreadable"))
            continue
        except QueryError as error:
            faults.append(error)
            continue
        unused = tuple(asked.said(mark) for mark in asked.marks if mark not in page.used and mark.kind not in _SHAPE)
        hops = _hops(made, scope)
        found.append(Candidate(made, account(made, asked, scope, embedder), unused, sum(hops), max(hops, default=0)))
    found.sort(key=lambda one: (len(one.unused) + len(one.account.unread), one.passed))
    return Candidates(asked, tuple(found), tuple(faults))


def best(found: Sequence[Candidate]) -> Query | None:
    """The one reading that leaves nothing over; none where another is as near and says something else."""
    fitting = [one for one in found if not one.unused and not any(one.account.features.values())]
    near = [one for one in fitting if one.farthest <= FARTHEST]
    if not near or (len(near) > 1 and near[0].passed == near[1].passed):
        return None
    return near[0].query


def _hops(query: Query, scope: Scope) -> list[int]:
    """How many relations each path passes: the nearest dataset is meant."""
    base, found = scope.dataset(str(query.of)), []
    for part in walked(query):
        if isinstance(part, Path):
            try:
                found.append(len(scope.walk(base, part.steps).hops))
            except QueryError:
                continue  # inside `some`, from elsewhere
    return found


def of_a_family(query: Query) -> bool:
    """Whether it is of a kind that is read here: figures, groups, the first ones, what is missing. Lists are not."""
    parts = list(walked(query))
    return bool(query.columns or query.keep) or any(isinstance(part, (Not, Missing, Some)) for part in parts)
