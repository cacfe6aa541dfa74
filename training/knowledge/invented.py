"""Invented graphs with questions: a YAML file -> a source to read against, and the chain each question asks for."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from groundplan.embed import best_embedder
from groundplan.packs.knowledge.domain.derive import derive_shape
from groundplan.packs.knowledge.graph.store import DictGraphStore
from groundplan.packs.knowledge.nouns import Domain, Edge, Node
from groundplan.packs.knowledge.reading.chains import chains, reached
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.registry import EntityRegistry

Triple = tuple[str, str, str]


@dataclass(frozen=True)
class Source:
    """What `read` needs of a base."""

    domain: Domain
    graph: DictGraphStore
    registry: Any
    search: None = None


@dataclass(frozen=True)
class Example:
    """One question, its topic, and the hops it asks for."""

    question: str
    topic: str
    hops: tuple[str, ...]


def source(triples: list[Triple], declared: Domain | None = None) -> Source:
    """The graph of the triples, with the domain declared for it or derived from it."""
    shape = derive_shape(triples, declared)
    nodes: dict[str, Node] = {}
    for subject, relation, object in triples:
        for name, type in ((subject, shape.source[relation]), (object, shape.target[relation])):
            nodes.setdefault(name, Node(id=name, type=type, name=name))
    edges = [Edge(source=subject, relation=relation, target=object) for subject, relation, object in triples]
    return Source(shape.domain, DictGraphStore(nodes.values(), edges), EntityRegistry(nodes.values()))


def invented(path: Path, each: int = 2) -> tuple[Source, list[Example]]:
    """The graph of one file, filled at random but the same every time, and its questions about some topics each."""
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    dice = random.Random(path.stem)
    triples = list(_filled(raw, dice))
    declared = Domain.model_validate(raw["domain"]) if "domain" in raw else None
    base = source(triples, declared)
    examples = []
    for hops, *phrasings in raw["questions"]:
        topics = _topics(raw, base, tuple(hops))
        for phrasing in phrasings:
            for topic in dice.sample(topics, min(each, len(topics))):
                examples.append(Example(phrasing.replace("{}", topic), topic, tuple(hops)))
    return base, examples


def marked(questions: Path, triples: Path, most: int) -> tuple[Source, list[Example]]:
    """A graph of triples with a heading, and questions whose chain is the only one that gives their answers."""
    rows = [line.split("\t") for line in triples.read_text(encoding="utf-8").splitlines()[1:]]
    base = source([(row[0], row[1], row[2]) for row in rows])
    lines = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(lines)
    schema = SchemaIndex(base.domain, base.graph, best_embedder())
    return base, [one for line in lines[:most] if (one := _answered(base, schema, line))]


def _answered(base: Source, schema: SchemaIndex, line: dict[str, Any]) -> Example | None:
    gold = line["gold"]
    node = base.graph.node(gold["topic"])
    if node is None:
        return None
    ways = chains(schema, tuple(sorted(base.graph.hops(node.id))), node.type).hops
    right = [hops for hops in ways if len(hops) == gold["hops"] and _gives(base, node.id, hops, set(gold["names"]))]
    return Example(line["question"], node.id, right[0]) if len(right) == 1 else None


def _gives(base: Source, topic: str, hops: tuple[str, ...], names: set[str]) -> bool:
    return reached(base.graph, [topic], hops) == names


def _filled(raw: dict[str, Any], dice: random.Random) -> Iterator[Triple]:
    for name, (subjects, objects, most) in raw["relations"].items():
        for subject in raw["pools"][subjects]:
            others = [object for object in raw["pools"][objects] if object != subject]
            for object in dice.sample(others, min(len(others), dice.randint(1, most))):
                yield subject, name, object


def _topics(raw: dict[str, Any], base: Source, hops: tuple[str, ...]) -> list[str]:
    """Names from which the chain leads anywhere."""
    subjects, objects, _ = raw["relations"][hops[0].removeprefix("-")]
    pool = raw["pools"][objects if hops[0].startswith("-") else subjects]
    return [name for name in pool if reached(base.graph, [name], hops)]
