"""A domain and its graph, compiled for reading: every hop and type with its words, vectors and what follows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from groundplan.embed import Embedder
from groundplan.language.russian import english
from groundplan.packs.knowledge.domain.relation_words import ends, lexicon
from groundplan.packs.knowledge.graph import GraphStore
from groundplan.packs.knowledge.nouns import Domain, Node, NodeType, Relation, Said
from groundplan.packs.knowledge.reading.kinds import by_kind, kinds_of
from groundplan.packs.knowledge.reading.question_words import Word, small
from groundplan.packs.knowledge.reading.vector_cache import embedded
from groundplan.packs.knowledge.reading.word_keys import data, keys, spoken

Floats = npt.NDArray[np.float32]
_RARE = 0.02
"""A hop that fewer of the arrivals have is an accident of names, no way through the schema."""
_SAMPLE = 200
_EXAMPLES = 6
SIGNED = 1.5
"""A type told by its relations lies farther from its words than a name would."""


def inverse(hop: str) -> str:
    """The same hop, back: `uses` <-> `-uses`."""
    return hop[1:] if hop.startswith("-") else f"-{hop}"


@dataclass
class Slot:
    """A hop or a type that words of a question may speak of."""

    name: str
    phrases: tuple[str, ...]
    keys: dict[str, float] = field(default_factory=dict)
    named: bool = True
    """Whether it has words of its own: a derived type may have none but those of its relations."""
    tails: tuple[str, ...] = ()
    """Longer stems that end a compound: `writ` in `screenwriter`."""


class SchemaIndex:
    """What reading needs of a source, made once."""

    def __init__(self, domain: Domain, graph: GraphStore, embedder: Embedder, folder: Path | None = None) -> None:
        self.domain, self.graph, self.embedder, self.folder = domain, graph, embedder, folder
        follows, self.names = _survey(graph)
        self.follows = {hop: tuple(then for then in after if self._fits(hop, then)) for hop, after in follows.items()}
        self.hops = tuple(sorted(self.follows))
        self.slots = [*(_hop_slot(hop, domain) for hop in self.hops)]
        self.slots += [_type_slot(name, kind, self.slots) for name, kind in domain.types.items()]
        _weigh(self.slots)
        self.column = {slot.name: at for at, slot in enumerate(self.slots)}
        sources = {f"type {relation.source}" for relation in domain.relations.values()}
        self.unnamed = np.array([not slot.named and slot.name in sources for slot in self.slots])

    @cached_property
    def vectors(self) -> tuple[Floats, npt.NDArray[np.intp]]:
        """The vectors of all phrases, and which slot each belongs to."""
        told = [(at, phrase, 1.0) for at, slot in enumerate(self.slots) for phrase in slot.phrases]
        told += [(at, phrase, SIGNED) for at, slot in enumerate(self.slots) for phrase in self._signature(slot)]
        vectors = embedded(self.embedder, [english(phrase) for _, phrase, _ in told], self.folder, "schema")
        scale = np.array([[weight] for _, _, weight in told], dtype=np.float32)
        return vectors * scale, np.array([at for at, _, _ in told])

    @cached_property
    def people(self) -> tuple[Floats, Floats]:
        """Vectors of what people are, and of what they are not."""
        raw = data("question_words.yaml")
        return np.asarray(self.embedder.embed(raw["people"])), np.asarray(self.embedder.embed(raw["not_people"]))

    def personal(self, words: Sequence[Word]) -> bool:
        """Whether nouns stand for people: `artist`, `collectors`."""
        if not words:
            return False
        vectors = np.asarray(self.embedder.embed([word.english for word in words]))
        people, others = self.people
        lead = (vectors @ people.T).max(axis=1) - (vectors @ others.T).max(axis=1)
        agent = [word.said.lower().endswith(small().agents) for word in words]
        return bool(any(value > (-0.06 if named else 0.05) for value, named in zip(lead, agent, strict=True)))

    def _signature(self, slot: Slot) -> Iterator[str]:
        """A type told by its relations and by some of its names, for graphs whose types have no words of their own."""
        if slot.named:
            return
        name = slot.name.removeprefix("type ")
        relations = [spoken(key) for key, relation in self.domain.relations.items() if relation.source == name]
        examples = ", ".join(node.name for node in islice(self.graph.nodes(name), _EXAMPLES))
        if relations:
            yield ", ".join(relations)
        if examples and not examples.replace(", ", "").isdigit():
            yield examples

    def arrival(self, hop: str) -> str:
        """The type a hop arrives at, as declared."""
        relation = self.domain.relations.get(hop.removeprefix("-"))
        if relation is None:
            return ""
        return relation.source if hop.startswith("-") else relation.target

    @cached_property
    def mirrored(self) -> frozenset[str]:
        """Hops between nodes of one type, whose direction types cannot tell: `mother`, `manages`."""
        return frozenset(
            hop for hop in self.hops if self.arrival(hop) and self.arrival(hop) == self.arrival(inverse(hop))
        )

    def _fits(self, hop: str, then: str) -> bool:
        """Whether a hop starts at the type another arrives at, as far as that is declared."""
        here, there = self.arrival(hop), self.arrival(inverse(then))
        return not here or not there or here == there

    @cached_property
    def kinds(self) -> dict[str, dict[str, float]]:
        """For each hop, how much what it arrives at is like a person, a time, a place, a number."""
        anchors = data("question_words.yaml")["kinds"]
        texts = [text for said in anchors.values() for text in said]
        vectors = self.embedder.embed(texts)
        rows, owners = self.vectors
        found: dict[str, dict[str, float]] = {}
        for hop in self.hops:
            typed = self.column.get(f"type {self.arrival(hop)}")
            named = typed is not None and self.slots[typed].named
            mine = [typed if typed is not None and named else self.column[hop]]
            near = (rows[np.isin(owners, mine)] @ vectors.T).max(axis=0)
            found[hop] = kinds_of(self.names.get(hop, ()), by_kind(near, anchors), named)
        return found


def _survey(graph: GraphStore) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Which hops can follow a hop, and a sample of the names it arrives at."""
    seen: Counter[str] = Counter()
    after: dict[str, Counter[str]] = defaultdict(Counter)
    names: dict[str, list[str]] = defaultdict(list)
    for node in graph.nodes():
        hops = graph.hops(node.id)
        for hop in hops:
            back = inverse(hop)
            seen[back] += 1
            after[back].update(hops)
            _sample(names[back], node, seen[back])
    follows = {
        hop: tuple(sorted(then for then, count in after[hop].items() if count >= _RARE * seen[hop])) for hop in seen
    }
    return follows, {hop: tuple(found) for hop, found in names.items()}


def _sample(kept: list[str], node: Node, count: int) -> None:
    if len(kept) < _SAMPLE:
        kept.append(node.name)
    elif count % 7 == 0:
        kept[count % _SAMPLE] = node.name


def _hop_slot(hop: str, domain: Domain) -> Slot:
    name = hop.removeprefix("-")
    relation = domain.relations.get(name, Relation(source="", target=""))
    here, there = (relation.inverse, relation.says) if hop.startswith("-") else (relation.says, relation.inverse)
    return Slot(hop, tuple(dict.fromkeys([_name(name, domain), *_said(here), *_said(there)])))


def _name(relation: str, domain: Domain) -> str:
    """A relation's name in words, without the type it starts from: `country` of `city_country`."""
    first, _, rest = spoken(relation).partition(" ")
    kind = domain.types.get(domain.relations[relation].source) if relation in domain.relations else None
    return rest if rest and kind and first in _said(kind.called) else spoken(relation)


def _said(said: Said) -> list[str]:
    return [phrase for phrases in said.values() for phrase in phrases]


def _type_slot(name: str, kind: NodeType, hops: Sequence[Slot]) -> Slot:
    """A type with its words; words that a relation's name has already are that relation's."""
    phrases = tuple(dict.fromkeys([spoken(name), *_said(kind.called), *_said(kind.says)]))
    taken = {key for slot in hops for word in _telling(slot) for key in plain_keys(word)}
    own = tuple(phrase for phrase in phrases if any(not plain_keys(word) <= taken for word in content(phrase)))
    own = (
        own if kind.called != NodeType.model_validate(lexicon()["item"]).called else ()
    )  # `item` is no word of its own
    nameless = kind.called == NodeType.model_validate(lexicon()["item"]).called
    return Slot(f"type {name}", () if nameless else own, named=bool(own) and not nameless)


def _telling(slot: Slot) -> list[str]:
    """The words of a relation's name, but for what it arrives at: `found` of `found_in_park`."""
    name = slot.name.removeprefix("-")
    words, found = slot.phrases[0].split(), ends(name)
    target = {key for word in found.target for key in plain_keys(word)} if found.told else set()
    return [word for word in words if not plain_keys(word) <= target]


def content(phrase: str) -> list[str]:
    """The words of a phrase that are not small."""
    return [word for word in phrase.split() if word.lower() not in small().small]


def plain_keys(word: str) -> frozenset[str]:
    """The keys of a word itself, without its groups."""
    return frozenset(key for key in keys(word) if key[0] not in "#~")


def _weigh(slots: list[Slot]) -> None:
    """Give every slot its keys, those that many relations share less."""
    particles = frozenset(data("question_words.yaml")["particles"].split())
    for slot in slots:
        lesser = content(slot.phrases[0])[:-1] if slot.phrases else []  # `museum` alone, of `museum city`
        for phrase in slot.phrases:
            words = content(phrase) or phrase.split()
            phrasal = len(words) == 1 and any(word in particles for word in phrase.split())  # `came out` is no coming
            head = words[-1] if phrase not in lesser and not phrasal else ""
            for word in words:
                for key in keys(word):
                    weight = {"#": 0.85, "~": 0.8}.get(key[0], 1.0) * (0.95 if word == head else 0.75)
                    slot.keys[key] = max(slot.keys.get(key, 0.0), weight)
        slot.tails = tuple(key for key in slot.keys if len(key) > 3 and key[0] not in "#~")
    owners: dict[str, set[str]] = defaultdict(set)
    for slot in slots:
        for key in slot.keys:
            owners[key].add(slot.name.removeprefix("-"))
    for slot in slots:
        slot.keys = {key: weight / max(1.0, len(owners[key]) ** 0.4) for key, weight in slot.keys.items()}
