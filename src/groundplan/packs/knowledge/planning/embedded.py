"""Question -> Understanding without a model elsewhere: the reading, drawn as a QueryPlan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Doubt, Entity, Intent, Question, Understanding
from groundplan.pack import Form
from groundplan.packs.knowledge.client import KnowledgeSource
from groundplan.packs.knowledge.planning.bare import looked_up
from groundplan.packs.knowledge.planning.drawing import (
    answer_style,
    bounds,
    called,
    emergency,
    graph_call,
    search_call,
    style,
)
from groundplan.packs.knowledge.planning.listed import listed
from groundplan.packs.knowledge.reading import Reading, read
from groundplan.packs.knowledge.schema import GENERAL, Named, QueryPlan, ToolCall
from groundplan.packs.knowledge.settings import KnowledgeSettings


@dataclass(frozen=True)
class EmbeddedPlanner:
    """Reads with the registry, the domain's examples and the schema's words; never invents a name."""

    source: KnowledgeSource
    embedder: Any
    settings: KnowledgeSettings

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The QueryPlan as the form; a doubt where the question is ambiguous or asks for something else."""
        before = dict(prior) if prior else None
        reading = read(question.text, self.source, self.embedder, before, self.settings.plan_confidence_threshold)
        reading = listed(question.text, reading, self.source.domain)
        reading = looked_up(question.text, reading, self.source.registry)
        plan = self.drawn(question.text, reading, before)
        return Understanding(
            intents=tuple(Intent(type=name, confidence=sure) for name, sure in reading.intents),
            entities=self._entities(reading),
            form=plan.model_dump(mode="json"),
            confidence=reading.confidence,
            language=reading.language,
            doubt=_doubt(reading),
        )

    def drawn(self, text: str, reading: Reading, prior: Mapping[str, Any] | None = None) -> QueryPlan:
        """The plan of a reading; below the threshold, the emergency plan."""
        domain = self.source.domain
        calls = self._calls(text, reading)
        unsure = reading.confidence < self.settings.plan_confidence_threshold and bool(self.source.size["passages"])
        if not calls or unsure:  # where there is nothing to search, the best way through the graph stands
            return emergency(text, reading.language, reading.unknown)
        names = tuple(dict.fromkeys(name for name, _ in reading.intents))
        grouped = any(path.group for path in reading.paths)
        return QueryPlan(
            intents=names,
            entities=tuple(Named(type=e.type, id=e.id, name=e.name) for e in self._entities(reading)),
            tool_calls=calls,
            limits=bounds(domain, names, _categories(reading), _shown(prior) if reading.rest else 0),
            render_style=style(domain, names, grouped),
            answer_style=answer_style(reading.language),
            confidence=reading.confidence,
            category=reading.category,
            scope=reading.scope,
            info_need=reading.info_need,
            query=text,
            unknown=reading.unknown,
            called=called(domain, reading.language),
        )

    def _entities(self, reading: Reading) -> tuple[Entity, ...]:
        """The nodes the question names, called as its language calls them."""
        found = ((link, self.source.graph.node(link.node)) for link in reading.links)
        return tuple(
            Entity(type=link.type, id=link.node, name=node.called(reading.language), said=link.said, score=link.score)
            for link, node in found
            if node
        )

    def _calls(self, text: str, reading: Reading) -> tuple[ToolCall, ...]:
        calls = [
            graph_call(
                self.source.domain, path.intent, path.start, path.hops, where=_plain(path.where),
                conditions=[{"at": c.at, "hop": c.hop, "node": c.node} for c in path.conditions],
                group=bool(path.group), category=reading.category, fields=path.fields,
            )
            for path in reading.paths
        ]  # fmt: skip
        if any(name == GENERAL for name, _ in reading.intents) or not calls:
            calls.append(search_call(text, reading.unknown))
        return tuple(calls[: self.settings.max_tool_calls])


def _categories(reading: Reading) -> int:
    """How many categories the question asks for."""
    asked = [value for path in reading.paths for _, value in path.where if isinstance(value, (list, tuple))]
    return max(map(len, asked), default=1)


def _shown(prior: Mapping[str, Any] | None) -> int:
    """How many items the answer before this one showed."""
    limits = (prior or {}).get("limits", {})
    return int(limits.get("skip", 0)) + int(limits.get("max_items", 0))


def _plain(where: tuple[tuple[str, Any], ...]) -> Mapping[str, Any]:
    return dict(where)


def _doubt(reading: Reading) -> Doubt | None:
    if reading.doubt is None:
        return None
    told = reading.doubt
    return Doubt(kind=told.kind, message=told.text, choices=told.choices, said=told.said)
