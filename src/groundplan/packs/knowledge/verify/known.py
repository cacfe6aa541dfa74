"""Brief, Facts, source -> Known: all that an answer may speak of, by item and altogether."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.contracts import Brief, Facts, Item
from groundplan.packs.knowledge.nouns import Domain, Node
from groundplan.packs.knowledge.render.styles import PASSAGE, Shown, choose
from groundplan.packs.knowledge.schema import QueryPlan
from groundplan.packs.knowledge.verify.amounts import Amounts, amounts
from groundplan.packs.knowledge.verify.answer_units import Unit, units
from groundplan.packs.knowledge.verify.naming import Mention, NameIndex, index_of
from groundplan.packs.knowledge.verify.word_forms import general, split

if TYPE_CHECKING:
    from groundplan.packs.knowledge.client import KnowledgeSource

RECALL = 0.6
"""The share of a long title's words by which a sentence is about it."""
LONG = 3
"""From so many words of its own on, a title may be told in other words."""


def vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """Every form of every word of some texts."""
    return frozenset(form for text in texts for word in split(text) for form in word.forms)


def content(text: str) -> list[frozenset[str]]:
    """The words of a text that claim something, each by its forms; numbers are told apart elsewhere."""
    return [word.forms for word in split(text) if not word.forms & general() and not word.number]


@dataclass(frozen=True)
class Held:
    """One item of the facts."""

    item: Item
    node: Node | None
    groups: frozenset[str]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By which names it may be told."""
        node = self.node
        return (self.item.name, *((node.name, *node.names.values(), *node.aliases) if node else ()))

    @cached_property
    def words(self) -> frozenset[str]:
        """What may be said of it."""
        return vocabulary([self.item.text, *self.names, *self.groups])

    @cached_property
    def amounts(self) -> Amounts:
        """Which figures and dates it holds."""
        return Amounts([self.item.text, *self.names, *self.groups])

    @cached_property
    def title(self) -> list[frozenset[str]]:
        """The words of its name, numbers included."""
        return [word.forms for word in split(self.item.name) if word.number or not word.forms & general()]


@dataclass(frozen=True)
class Known:
    """Facts and question, ready to hold an answer against."""

    brief: Brief
    facts: Facts
    source: KnowledgeSource

    @cached_property
    def plan(self) -> QueryPlan:
        """The form."""
        return QueryPlan.model_validate(self.brief.form)

    @cached_property
    def shown(self) -> Shown:
        """What the answer must show."""
        return choose(self.plan, self.facts)

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """The items with their nodes and groups."""
        ids: Sequence[str] = self.facts.sources if len(self.facts.sources) == len(self.facts.items) else ()
        nodes = [self.source.graph.node(id) for id in ids] or [None] * len(self.facts.items)
        return tuple(
            Held(item, node, frozenset(title for title, held in self.facts.groups if item in held))
            for item, node in zip(self.facts.items, nodes, strict=True)
        )

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """What the question says, with the names of what it names."""
        names = [entity.name for entity in self.plan.entities]
        nodes = [self.source.graph.node(entity.id) for entity in self.plan.entities]
        more = [name for node in nodes if node for name in (node.name, *node.names.values(), *node.aliases)]
        return (self.brief.goal, self.plan.query, *names, *more)

    @cached_property
    def asked_words(self) -> frozenset[str]:
        """The forms of the question's words, and of the words of the domain itself."""
        return vocabulary([*self.asked, *_domain_words(self.source.domain, {held.item.type for held in self.held})])

    @cached_property
    def asked_amounts(self) -> Amounts:
        """The figures of the question."""
        return Amounts(self.asked)

    @cached_property
    def words(self) -> frozenset[str]:
        """The forms of every word of facts and question."""
        return self.asked_words.union(*(held.words for held in self.held))

    @cached_property
    def told_words(self) -> frozenset[str]:
        """As `words`, without the domain's own."""
        return vocabulary(self.asked).union(*(held.words for held in self.held))

    @cached_property
    def amounts(self) -> Amounts:
        """Every figure of facts and question."""
        texts = [text for held in self.held for text in (held.item.text, *held.names, *held.groups)]
        return Amounts([*texts, *self.asked])

    @cached_property
    def texts(self) -> str:
        """Facts and question as one text in small letters, for exact comparison."""
        told = [text for held in self.held for text in (held.item.text, *held.names, *held.groups)]
        return "\n".join([*told, *self.asked]).casefold()

    @cached_property
    def nodes(self) -> frozenset[str]:
        """The nodes that facts or question speak of, by id."""
        named = {entity.id for entity in self.plan.entities} | {held.node.id for held in self.held if held.node}
        texts = [text for held in self.held for text in (held.item.name, held.item.text)]
        texts += [self.brief.goal, *(title for title, _ in self.facts.groups)]
        return frozenset(
            named.union(_single(self.source), *(m.owners for text in texts for m in self.index.find(text)))
        )

    @cached_property
    def index(self) -> NameIndex:
        """The names of all nodes of the base."""
        return index_of(self.source.graph)

    @cached_property
    def titles(self) -> NameIndex:
        """The items by their names, where they are no nodes; owners are places in `held`."""
        return NameIndex((str(at), held.item.name) for at, held in enumerate(self.held) if held.node is None)

    def listed(self) -> list[Held]:
        """The items found in the graph: passages are quoted, not listed."""
        return [held for held in self.held if held.item.type != PASSAGE]


def _single(source: KnowledgeSource) -> Iterable[str]:
    """Nodes that every question is about, named or not: the person of a portfolio."""
    types = [name for name, kind in source.domain.types.items() if kind.single]
    return [node.id for type in types for node in source.graph.nodes(type)]


def _domain_words(domain: Domain, types: set[str]) -> Iterable[str]:
    """How the domain speaks of the types found, of its relations and of categories."""
    for name, kind in domain.types.items():
        told = [*kind.called.values(), *kind.says.values()]
        if name in types:
            told += [words for said in kind.categories.values() for words in said.values()]
            told += [words for said in kind.fields.values() for words in said.values()]
        yield from (word for words in told for word in words)
    for relation in domain.relations.values():
        yield from (word for said in (relation.says, relation.inverse) for words in said.values() for word in words)


class Said:
    """An answer in units, with what each names; asked many times, found once."""

    def __init__(self, text: str, known: Known) -> None:
        self.text = text
        self.known = known
        self.units: tuple[Unit, ...] = units(text)
        self._mentions: dict[str, tuple[Mention, ...]] = {}
        self._about: dict[str, frozenset[int]] = {}

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """The nodes a stretch names."""
        if text not in self._mentions:
            self._mentions[text] = self.known.index.find(text)
        return self._mentions[text]

    def about(self, text: str) -> frozenset[int]:
        """Places of the items a stretch speaks of, by name or by most of a long title."""
        if text not in self._about:
            owners = frozenset().union(*(one.owners for one in self.mentions(text)))
            places = {int(place) for one in self.known.titles.find(text) for place in one.owners}
            places |= {at for at, held in enumerate(self.known.held) if held.node and held.node.id in owners}
            self._about[text] = frozenset(places | self._retold(text, places))
        return self._about[text]

    def _retold(self, text: str, named: set[int]) -> set[int]:
        said = vocabulary([text]) | {f"{amount.value:g}" for amount in amounts(text) if amount.value is not None}
        long = [
            (at, held.title) for at, held in enumerate(self.known.held) if at not in named and len(held.title) >= LONG
        ]
        return {at for at, title in long if recall(title, said) >= RECALL}

    def scope(self, unit: Unit) -> frozenset[int]:
        """The items a unit may draw on: those it names, else those the nearest line above it names; empty: all."""
        for text in (unit.text, *reversed(unit.governors)):
            if found := self.about(text):
                return found
        titles = {title for title, _ in self.known.facts.groups for line in unit.governors if title in line}
        return frozenset(at for at, held in enumerate(self.known.held) if held.groups & titles)


def recall(wanted: Sequence[frozenset[str]], said: frozenset[str]) -> float:
    """The share of words that are said."""
    return sum(bool(forms & said) for forms in wanted) / len(wanted) if wanted else 0.0
