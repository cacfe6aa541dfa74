"""The ways of one to three hops that a schema has from a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from groundplan.packs.knowledge.graph import GraphStore
from groundplan.packs.knowledge.graph.store import far_end
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex, inverse

LONGEST = 3
MOST = 3_000
"""Chains looked at from one node; a schema of some thirty relations has more only at three hops."""
Hops = tuple[str, ...]


@dataclass(frozen=True)
class Chains:
    """Chains from one kind of node, with the columns of their slots: type, hop, type, hop, type, hop, type."""

    hops: tuple[Hops, ...]
    columns: npt.NDArray[np.intp]
    """One row a chain, seven slots; -1 where there is none."""
    length: npt.NDArray[np.intp]
    returns: npt.NDArray[np.intp]
    """One row a chain, one column a hop: 1 where it goes back over the relation just come by."""


@lru_cache(maxsize=512)
def chains(schema: SchemaIndex, first: Hops, type: str) -> Chains:
    """Every chain that starts with one of the first hops."""
    found = list(_walk(schema, first))[:MOST]
    columns = np.full((len(found), 2 * LONGEST + 1), -1, dtype=np.intp)
    for row, hops in enumerate(found):
        columns[row, 0] = schema.column.get(f"type {type}", -1)
        for at, hop in enumerate(hops):
            columns[row, 2 * at + 1] = schema.column[hop]
            columns[row, 2 * at + 2] = schema.column.get(f"type {schema.arrival(hop)}", -1)
    returns = np.zeros((len(found), LONGEST), dtype=np.intp)
    for row, hops in enumerate(found):
        for at in range(1, len(hops)):
            returns[row, at] = hops[at] == inverse(hops[at - 1])
    return Chains(tuple(found), columns, np.array([len(hops) for hops in found]), returns)


def _walk(schema: SchemaIndex, first: Iterable[str]) -> Iterator[Hops]:
    level: list[Hops] = [(hop,) for hop in first if hop in schema.follows]
    for _ in range(LONGEST):
        yield from level
        level = [(*hops, hop) for hops in level for hop in schema.follows[hops[-1]] if hop in schema.follows]


def reached(graph: GraphStore, start: Iterable[str], hops: Hops) -> set[str]:
    """The nodes at the end of a chain; the start is left out at the end of two hops, on the way of three."""
    begin = set(start)
    level = set(begin)
    for at, hop in enumerate(hops):
        level = {far_end(edge, hop) for id in level for edge in graph.edges(id, hop)}
        if at > 0 and (len(hops) == 2 or at < len(hops) - 1):
            level -= begin
    return level
