"""The `knowledge` pack: complete, grounded answers from a typed graph and documents, in Russian and English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.pack import Bounds, Mind, Pack
from groundplan.packs.knowledge import files
from groundplan.packs.knowledge.client import KnowledgeSource, open_sources
from groundplan.packs.knowledge.collect import facts
from groundplan.packs.knowledge.compile import compile
from groundplan.packs.knowledge.memory import follow_up
from groundplan.packs.knowledge.planning import EmbeddedPlanner, ModelPlanner
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.schema import requirements, settle
from groundplan.packs.knowledge.tools import IMPLEMENTATIONS
from groundplan.packs.knowledge.verify import verify
from groundplan.plan import folder
from groundplan.reading.blank import Blank

if TYPE_CHECKING:
    from groundplan.pack import Source

__all__ = ["pack"]


def _blank(pack: Pack, source: Source) -> Blank:
    return Blank(pack=pack.name, intents=pack.intents, labels=pack.labels, tables=source.tables)


def _mind(source: Source, embedder: Any, bounds: Bounds) -> Mind:
    assert isinstance(source, KnowledgeSource)
    embedded = EmbeddedPlanner(source, embedder, bounds)
    return Mind(
        reader=embedded,
        gate=lambda question, blank: follow_up(question, source),
        modelled=lambda llm: ModelPlanner(llm, embedded),
    )


pack = Pack(
    name="knowledge",
    summary="complete, grounded answers from a typed graph and documents, in Russian and English",
    folder=files.FOLDER,
    intents=folder.intents(files.FOLDER),
    labels={},
    tools=folder.tools(files.FOLDER),
    implementations=IMPLEMENTATIONS,
    templates=files.templates(),
    coverage=folder.coverage(files.FOLDER),
    safety=("document_search",),
    open=open_sources,
    blank=_blank,
    settle=settle,
    requirements=requirements,
    facts=facts,
    render=render,
    phases=("graph", "search"),
    compile=compile,
    mind=_mind,
    wording="packs/knowledge/prompts/answer.md",
    verify=verify,
)
