"""Intents by example against chains by the schema's words: which of them a stretch of a question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.around_topic import around_topic
from groundplan.packs.knowledge.reading.intents import OFF_TOPIC, Scores
from groundplan.packs.knowledge.reading.interpretation import Path
from groundplan.packs.knowledge.reading.paths import Named, conditions, path_of, single_node
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.rank import Candidate, ranked, sure
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.slots import categories
from groundplan.packs.knowledge.reading.word_keys import data, keys
from groundplan.packs.knowledge.schema import CHAIN

NAMED, UNNAMED, SLOPE = 0.38, 0.45, 14.0
"""The nearness to an example at which an intent is as likely as not, where something is named and where not; how fast
that changes."""
SAID, OF_KIND = 0.05, 0.08
"""What it is worth to an intent to arrive at a type in focus, at a category that is said."""
LEFT, UNSEARCHED = 0.12, 0.05
"""What each name costs that an intent has no use for, with a way through the graph and without."""
DOUBTED, TOLD = 0.5, 0.6
"""Below this confidence a chain that the question tells this much of is taken instead."""
TRIED = 10
"""Chains looked at for one that arrives where the question asks."""
Way = tuple[Path, tuple[Link, ...]]


@dataclass(frozen=True)
class Read:
    """One intent of a part of the question, with its way."""

    intent: str
    confidence: float
    path: Path | None
    unsure: tuple[Link, ...] = ()


def best(schema: SchemaIndex, text: str, named: Named, scores: Scores) -> Read | None:
    """The likeliest intent that has a way from what is named, or a chain that says more."""
    ways = {intent: path_of(schema, intent, named) for intent in scores if intent != OFF_TOPIC}
    usable = [intent for intent, way in ways.items() if way or not schema.domain.intents[intent].patterns]
    if _reason(named):  # documents tell one, a graph does not
        usable = [intent for intent in usable if not schema.domain.intents[intent].patterns] or usable
    if not usable:
        return None
    focus, kinds = _wanted(schema, text, named)
    told = {intent: _worth(schema, ways[intent], named, focus, kinds) for intent in usable}
    worth = {intent: scores[intent] + told[intent] for intent in usable}
    first, *others = sorted(usable, key=lambda intent: -worth[intent])
    margin = worth[first] - worth[others[0]] if others else 1.0
    path, unsure = ways[first] or (None, ())
    met = end(schema, path) in kinds
    middle = NAMED if met or others_than_whole(schema, named.links) else UNNAMED
    clear = float(1 / (1 + np.exp(-SLOPE * (scores[first] + told[first] - middle))))
    confidence = clear * (0.8 + 2 * min(margin, 0.1))
    chosen = Read(first, min(confidence, 0.99), path, unsure)
    return (None if met else _chain(schema, text, named, chosen, focus)) or chosen


def _worth(schema: SchemaIndex, way: Way | None, named: Named, focus: frozenset[str], kinds: frozenset[str]) -> float:
    """What the names and the words in focus say for an intent, and against it."""
    links = others_than_whole(schema, named.links)
    if way is None:
        return -UNSEARCHED * len(links)
    path = way[0]
    nodes = {*path.start, *(condition.node for condition in path.conditions)}
    left = sum(not nodes & {link.node, *link.rivals} for link in links)
    arrives = end(schema, path)
    return max(SAID * (arrives in focus), OF_KIND * (arrives in kinds)) - LEFT * left


def _reason(named: Named) -> bool:
    """Whether a reason is asked for."""
    reasons = data("question_words.yaml")["reasons"].split()
    return any(word.said.lower() in reasons for word in named.words)


def _base(word: Word) -> frozenset[str]:
    """The base forms of a word in its own language."""
    return frozenset(key for part in word.said.split() for key in keys(part) if key[0] not in "#~")


def _chain(schema: SchemaIndex, text: str, named: Named, chosen: Read, focus: frozenset[str]) -> Read | None:
    """A chain instead of the intent, where only it arrives at what is asked for, or where the intent is doubtful."""
    if chosen.path is None and _reason(named):
        return None
    links = others_than_whole(schema, named.links)
    likely = islice(ranked(schema, named.words, links or _whole(schema, len(text))), TRIED)
    if focus and end(schema, chosen.path) not in focus:
        found = next((one for one in likely if schema.arrival(one.hops[-1]) in focus), None)
    else:
        found = next(likely, None) if chosen.confidence < DOUBTED else None
        found = found if found and found.said >= TOLD else None
    if found is None:
        return None
    beside = [link for link in links if link.node != found.link.node]
    intent = _same(schema, found) or CHAIN
    path = Path(intent, (found.link.node,), found.hops, conditions=tuple(conditions(schema, found.hops, beside)))
    return Read(intent, max(sure(found), chosen.confidence * 0.9), path)


def _same(schema: SchemaIndex, best: Candidate) -> str | None:
    """The intent whose pattern the chain is."""
    for intent, kind in schema.domain.intents.items():
        if any(p.start == best.link.type and tuple(p.path) == best.hops and not p.where for p in kind.patterns):
            return intent
    return None


def _wanted(schema: SchemaIndex, text: str, named: Named) -> tuple[frozenset[str], frozenset[str]]:
    """The types whose name the words in focus say, and those of which a category is said."""
    topic = next(iter(others_than_whole(schema, named.links)), None) or next(iter(_whole(schema, len(text))), None)
    kinds = frozenset(t for t in schema.domain.types if categories(schema.domain, t, named.words, named.links))
    if topic is None:
        return frozenset(), kinds
    view = around_topic(named.words, topic, named.links)
    chosen = [view.words[at] for at in view.focus]
    found = {type for type in schema.domain.types if any(_called(schema, word, type) for word in chosen)}
    found |= {type for type in schema.domain.types if categories(schema.domain, type, chosen, ())}
    return frozenset(found), kinds


def _called(schema: SchemaIndex, word: Word, type: str) -> bool:
    """Whether a word is what the type is called."""
    said = [phrase for phrases in schema.domain.types[type].called.values() for phrase in phrases]
    known = {key for phrase in said if " " not in phrase for key in keys(phrase) if key[0] not in "#~"}
    return bool(known & _base(word))


def _whole(schema: SchemaIndex, at: int) -> list[Link]:
    """The node the base is about, as if named at the end."""
    nodes = [id for type in schema.domain.types if (id := single_node(schema, type))]
    kept = [node for id in nodes if (node := schema.graph.node(id))]
    return [
        Link(node=node.id, type=node.type, name=node.name, start=at, end=at, said="", score=1.0, how="exact")
        for node in kept
    ]


def end(schema: SchemaIndex, path: Path | None) -> str:
    """The type a path arrives at."""
    if path is None:
        return ""
    node = schema.graph.node(path.start[0])
    return schema.arrival(path.hops[-1]) if path.hops else (node.type if node else "")


def others_than_whole(schema: SchemaIndex, links: Sequence[Link]) -> list[Link]:
    """Links to anything but the node the whole base is about."""
    return [link for link in links if not single_node(schema, link.type)]
