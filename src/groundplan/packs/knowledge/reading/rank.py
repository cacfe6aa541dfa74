"""Question and links -> chains, best first: a small linear ranker over the features."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.around_topic import around_topic, low, proper
from groundplan.packs.knowledge.reading.chains import Hops, chains, reached
from groundplan.packs.knowledge.reading.features import NAMES, features
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.schema_index import Floats, SchemaIndex

TOPICS = 8
"""Names tried as the topic of one question."""
TRIED = 40
"""Chains looked up in the graph before a question is given up."""
KNOWN = 0.1
"""What it counts that a topic is known for a relation, where words leave it open."""
BACK = 0.05
"""What it costs to go against the arrow between nodes of one type, where words leave that open."""
_BARE = NAMES.index("bare")
_COVERED = NAMES.index("covered")


@dataclass(frozen=True)
class Candidate:
    """A chain from a topic, how likely it is among all, and how much of it the question says."""

    link: Link
    hops: Hops
    score: float
    chance: float
    said: float


@cache
def weights() -> Floats:
    """What each feature counts, as `training/knowledge/train.py` left it."""
    raw = json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8"))
    return np.array([raw[name] for name in NAMES], dtype=np.float32)


def ranked(schema: SchemaIndex, words: Sequence[Word], links: Sequence[Link]) -> Iterator[Candidate]:
    """The chains that lead anywhere, best first."""
    rows = [(link, hops, row) for link in _topics(links) for hops, row in _chains(schema, words, link, links)]
    if not rows:
        return
    table = np.stack([row for _, _, row in rows])
    known = np.array([len(schema.graph.edges(link.node, hops[0])) for link, hops, _ in rows], dtype=np.float32)
    back = np.array([sum(hop.startswith("-") and hop in schema.mirrored for hop in hops[1:]) for _, hops, _ in rows])
    scores = table @ weights() + KNOWN * np.log1p(known) - BACK * back
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    for at in np.argsort(-scores)[:TRIED]:
        link, hops, row = rows[int(at)]
        if reached(schema.graph, [link.node], hops):
            said = float(np.clip(1.0 - row[_BARE] / len(hops), 0.0, 1.0) * (0.5 + 0.5 * row[_COVERED]))
            yield Candidate(link, hops, float(scores[at]), float(chances[at]), said)


def _topics(links: Sequence[Link]) -> Sequence[Link]:
    """What may be meant, rivals one by one; of too many, those that look like names."""
    written = [link for link in links if proper(link) and not low(link)]
    kept = [link for link in links if not (written and low(link))]
    best = sorted(kept, key=lambda link: (-proper(link), link.start - link.end))[:TOPICS]
    return list(dict.fromkeys(one for link in best for one in apart(link)))


def apart(link: Link) -> Iterable[Link]:
    """A link and its rivals, one by one."""
    yield link
    for rival in link.rivals:
        type = rival.partition(":")[0]
        yield link.model_copy(update={"node": rival, "type": type, "rivals": (link.node,)})


def _chains(
    schema: SchemaIndex, words: Sequence[Word], link: Link, links: Sequence[Link]
) -> Iterator[tuple[Hops, Floats]]:
    first = tuple(sorted(schema.graph.hops(link.node)))
    if not first:
        return
    node = schema.graph.node(link.node)
    ways = chains(schema, first, node.type if node else link.type)
    if ways.hops:
        yield from zip(ways.hops, features(schema, ways, around_topic(words, link, links)), strict=True)


def sure(best: Candidate) -> float:
    """How far a chain is to be trusted: how it stands among the others, and how much of it is said."""
    return round(min(0.99, (0.4 + 0.6 * best.chance) * (0.35 + 0.65 * best.said)), 3)
