"""Question -> Understanding without a model elsewhere: the interpretation, drawn as a QueryPlan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path as Location
from typing import Any

from groundplan.contracts import Doubt, Entity, Intent, Question, Understanding
from groundplan.pack import Form
from groundplan.packs.knowledge.client import KnowledgeSource
from groundplan.packs.knowledge.nouns import Domain, NodeType, Said
from groundplan.packs.knowledge.planning.drawing import (
    answer_style,
    bounds,
    called,
    emergency,
    graph_call,
    search_call,
    style,
)
from groundplan.packs.knowledge.reading import Interpretation, Path, read
from groundplan.packs.knowledge.registry import EntityRegistry
from groundplan.packs.knowledge.render.quote import content
from groundplan.packs.knowledge.schema import CHAIN, GENERAL, Named, QueryPlan, ToolCall
from groundplan.packs.knowledge.settings import KnowledgeSettings
from groundplan.packs.knowledge.tools import EVERY
from groundplan.plan.folder import load


@dataclass(frozen=True)
class EmbeddedPlanner:
    """Reads with the registry, the domain's examples and the schema's words; never invents a name."""

    source: KnowledgeSource
    embedder: Any
    settings: KnowledgeSettings

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The QueryPlan as the form; a doubt where the question is ambiguous or asks for something else."""
        before = dict(prior) if prior else None
        meant = read(question.text, self.source, self.embedder, before, self.settings.plan_confidence_threshold)
        meant = listed(question.text, meant, self.source.domain)
        meant = looked_up(question.text, meant, self.source.registry)
        plan = self.drawn(question.text, meant, before)
        return Understanding(
            intents=tuple(Intent(type=name, confidence=sure) for name, sure in meant.intents),
            entities=self._entities(meant),
            form=plan.model_dump(mode="json"),
            confidence=meant.confidence,
            language=meant.language,
            doubt=_doubt(meant),
        )

    def drawn(self, text: str, meant: Interpretation, prior: Mapping[str, Any] | None = None) -> QueryPlan:
        """The plan of an interpretation; below the threshold, the emergency plan."""
        domain = self.source.domain
        calls = self._calls(text, meant)
        unsure = meant.confidence < self.settings.plan_confidence_threshold and bool(self.source.size["passages"])
        if not calls or unsure:  # where there is nothing to search, the best way through the graph stands
            return emergency(text, meant.language, meant.unknown)
        names = tuple(dict.fromkeys(name for name, _ in meant.intents))
        grouped = any(path.group for path in meant.paths)
        return QueryPlan(
            intents=names,
            entities=tuple(Named(type=e.type, id=e.id, name=e.name) for e in self._entities(meant)),
            tool_calls=calls,
            limits=bounds(domain, names, _categories(meant), _shown(prior) if meant.rest else 0),
            render_style=style(domain, names, grouped),
            answer_style=answer_style(meant.language),
            confidence=meant.confidence,
            category=meant.category,
            info_need=meant.info_need,
            query=text,
            unknown=meant.unknown,
            called=called(domain, meant.language),
        )

    def _entities(self, meant: Interpretation) -> tuple[Entity, ...]:
        """The nodes the question names, called as its language calls them."""
        found = ((link, self.source.graph.node(link.node)) for link in meant.links)
        return tuple(
            Entity(type=link.type, id=link.node, name=node.called(meant.language), said=link.said, score=link.score)
            for link, node in found
            if node
        )

    def _calls(self, text: str, meant: Interpretation) -> tuple[ToolCall, ...]:
        calls = [
            graph_call(
                self.source.domain, path.intent, path.start, path.hops, where=_plain(path.where),
                conditions=[{"at": c.at, "hop": c.hop, "node": c.node} for c in path.conditions],
                group=bool(path.group), category=meant.category, fields=path.fields,
            )
            for path in meant.paths
        ]  # fmt: skip
        if any(name == GENERAL for name, _ in meant.intents) or not calls:
            calls.append(search_call(text, meant.unknown))
        return tuple(calls[: self.settings.max_tool_calls])


def _categories(meant: Interpretation) -> int:
    """How many categories the question asks for."""
    asked = [value for path in meant.paths for _, value in path.where if isinstance(value, (list, tuple))]
    return max(map(len, asked), default=1)


def _shown(prior: Mapping[str, Any] | None) -> int:
    """How many items the answer before this one showed."""
    limits = (prior or {}).get("limits", {})
    return int(limits.get("skip", 0)) + int(limits.get("max_items", 0))


def _plain(where: tuple[tuple[str, Any], ...]) -> Mapping[str, Any]:
    return dict(where)


def _doubt(meant: Interpretation) -> Doubt | None:
    if meant.doubt is None:
        return None
    told = meant.doubt
    return Doubt(kind=told.kind, message=told.text, choices=told.choices, said=told.said)


LONGEST = 12
"""Words of a name."""
MOST_OF_IT = 0.5
"""Share of the text that is the name; in a sentence it is less."""
FIRST = 5
"""Nodes that a name may mean and that are still told of."""
FILE = Location(__file__).with_name("asking.yaml")


def listed(text: str, meant: Interpretation, domain: Domain) -> Interpretation:
    """The interpretation; where it found no way and every word is one for a type or its category, all nodes of it."""
    if meant.paths or meant.links or (meant.doubt and meant.doubt.kind == "clarify"):
        return meant
    asked = content(text) - asking()
    found = [(name, where) for name, kind in domain.types.items() if (where := _explained(asked, kind)) is not None]
    if len(found) != 1 or not asked:
        return meant
    (name, where) = found[0]
    path = Path(intent=CHAIN, start=(f"{name}{EVERY}",), where=where)
    need = meant.info_need if meant.info_need == "count" else "list"
    return replace(meant, paths=(path,), intents=((CHAIN, 1.0),), info_need=need, doubt=None, unknown=())


def looked_up(text: str, meant: Interpretation, registry: EntityRegistry) -> Interpretation:
    """The interpretation; where it found no way and the text is no sentence, what the text names, the best first."""
    if meant.paths or meant.doubt or "?" in text or len(text.split()) > LONGEST:
        return meant
    found = registry.lookup(text)[:FIRST]
    if not found or found[0].end - found[0].start < MOST_OF_IT * len(text.strip()):
        return meant
    path = Path(intent=CHAIN, start=(found[0].node,))
    return replace(meant, links=found, paths=(path,), intents=((CHAIN, found[0].score),), info_need="details")


def asking() -> frozenset[str]:
    """Words that ask for a list or a number and say nothing of what it is of."""
    return content(" ".join(load(FILE)))


def _explained(asked: frozenset[str], kind: NodeType) -> tuple[tuple[str, str], ...] | None:
    """The condition on the category that the words say, if any; None where the words say something else."""
    names = _words(kind.called) | _words(kind.says)
    if asked and asked <= names:
        return ()
    if kind.category is None:
        return None
    for category, said in kind.categories.items():
        words = _words(said)
        if asked <= names | words and asked & words:
            return ((kind.category, category),)
    return None


def _words(said: Said) -> frozenset[str]:
    return frozenset(word for phrases in said.values() for phrase in phrases for word in content(phrase))
