"""Which fields and datasets the paths of a query lead to."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.query.language.parts import Path, Query, walked
from groundplan.query.scope import Scope


def fields_of(query: Query, scope: Scope, keys: bool = True) -> Iterator[tuple[str, str]]:
    """Each field that a path of the query ends at, and each dataset that it passes, with the keys on the way."""
    base = scope.dataset(str(query.of))
    yield base.name, ""
    for part in walked(query):
        if isinstance(part, Path):
            yield from _passed(part, base, scope, keys)


def _passed(path: Path, base: Dataset, scope: Scope, keys: bool) -> Iterator[tuple[str, str]]:
    try:
        walk = scope.walk(base, path.steps)
    except QueryError:
        return
    at = base.name
    for hop in walk.hops:
        if hop.parts:
            yield at, hop.name
        else:
            yield hop.to.name, ""
            yield from ((at, name) for name in hop.here if keys)
        at = hop.to.name
    if walk.field is not None:
        yield walk.at.name, walk.field.name
