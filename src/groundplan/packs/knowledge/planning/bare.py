"""A question that is a name and nothing else: looked up in the weaker ways, too, and told of."""

from __future__ import annotations

from dataclasses import replace

from groundplan.packs.knowledge.reading import Path, Reading
from groundplan.packs.knowledge.registry import EntityRegistry
from groundplan.packs.knowledge.schema import CHAIN

LONGEST = 12
"""Words of a name."""
MOST_OF_IT = 0.5
"""Share of the text that is the name; in a sentence it is less."""
FIRST = 5
"""Nodes that a name may mean and that are still told of."""


def looked_up(text: str, reading: Reading, registry: EntityRegistry) -> Reading:
    """The reading; where it found no way and the text is no sentence, what the text names, the best first."""
    if reading.paths or reading.doubt or "?" in text or len(text.split()) > LONGEST:
        return reading
    found = registry.lookup(text)[:FIRST]
    if not found or found[0].end - found[0].start < MOST_OF_IT * len(text.strip()):
        return reading
    path = Path(intent=CHAIN, start=(found[0].node,))
    return replace(reading, links=found, paths=(path,), intents=((CHAIN, found[0].score),), info_need="details")
