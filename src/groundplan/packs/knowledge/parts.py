"""The five parts of the `knowledge` pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.pack import Aids, Catalogue, Extras, Mind, Pack, Planning, Reading, Source, Sources, Telling
from groundplan.packs.knowledge import files
from groundplan.packs.knowledge.claims import claims
from groundplan.packs.knowledge.client import KnowledgeSource, open_sources
from groundplan.packs.knowledge.collect import facts
from groundplan.packs.knowledge.compile import compile
from groundplan.packs.knowledge.memory import follow_up
from groundplan.packs.knowledge.planning import EmbeddedPlanner, ModelPlanner
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.schema import requirements, settle
from groundplan.packs.knowledge.scoring import scorer
from groundplan.packs.knowledge.settings import KnowledgeSettings
from groundplan.packs.knowledge.tools import IMPLEMENTATIONS
from groundplan.packs.knowledge.verify import verify
from groundplan.plan import folder


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    return open_sources(sources, cache)


def _mind(source: Source, aids: Aids) -> Mind:
    assert isinstance(source, KnowledgeSource)
    embedded = EmbeddedPlanner(source, aids.encoder, aids.settings)
    return Mind(
        reader=embedded,
        gate=lambda question: follow_up(question, source),
        modelled=lambda llm: ModelPlanner(llm, embedded),
    )


pack = Pack(
    name="knowledge",
    summary="complete, grounded answers from a typed graph and documents, in Russian and English",
    folder=files.FOLDER,
    sources=Sources(open=_open, claims=claims, settings=KnowledgeSettings),
    reading=Reading(intents=folder.intents(files.FOLDER), mind=_mind),
    planning=Planning(
        catalogue=Catalogue(folder.tools(files.FOLDER), IMPLEMENTATIONS),
        coverage=folder.coverage(files.FOLDER),
        templates=files.templates(),
        settle=settle,
        requirements=requirements,
        compile=lambda template, brief: compile(brief),  # the form alone decides
        safety=("document_search",),
    ),
    telling=Telling(facts=facts, render=render, wording="packs/knowledge/prompts/answer.md", verify=verify),
    extras=Extras(cases=files.FOLDER / "cases.yaml", scorer=scorer),
)
