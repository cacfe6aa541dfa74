"""The five parts of the `knowledge` pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.pack import Aids, Catalogue, Extras, Mind, Pack, Planning, Reading, Source, Sources, Telling
from groundplan.packs.knowledge import files, queries
from groundplan.packs.knowledge.claims import claims
from groundplan.packs.knowledge.client import KnowledgeSource, open_sources
from groundplan.packs.knowledge.memory import follow_up
from groundplan.packs.knowledge.planning import EmbeddedPlanner, ModelPlanner
from groundplan.packs.knowledge.scoring import scorer
from groundplan.packs.knowledge.settings import KnowledgeSettings
from groundplan.packs.knowledge.tools import IMPLEMENTATIONS
from groundplan.plan import folder
from groundplan.query import typed
from groundplan.query.checks.other_steps import other_steps
from groundplan.query.checks.unused_step import unused_step


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    return open_sources(sources, cache)


def _mind(source: Source, aids: Aids) -> Mind:
    assert isinstance(source, KnowledgeSource)
    embedded = EmbeddedPlanner(source, aids.encoder, aids.settings)
    return Mind(
        reader=queries.Typed(source, embedded, aids.encoder),
        gate=lambda question: follow_up(question, source),
        modelled=lambda llm: queries.Typed(source, ModelPlanner(llm, embedded), aids.encoder),
    )


_TOOLS = {name: tool.model_copy(update={"drafted": False}) for name, tool in typed.TOOLS.items()}
"""Of queries: no draft of a question in words may take them."""

pack = Pack(
    name="knowledge",
    summary="complete, grounded answers from a typed graph and documents, in Russian and English",
    folder=files.FOLDER,
    sources=Sources(open=_open, claims=claims, settings=KnowledgeSettings),
    reading=Reading(intents=folder.intents(files.FOLDER), mind=_mind),
    planning=Planning(
        catalogue=Catalogue({**folder.tools(files.FOLDER), **_TOOLS}, typed.Later(IMPLEMENTATIONS)),
        coverage=typed.with_queries(folder.coverage(files.FOLDER)),
        templates=files.templates(),
        settle=queries.settled,
        requirements=queries.required,
        compile=lambda template, brief: queries.compiled(brief),  # the form alone decides
        safety=("document_search",),
        serves=queries.serves,
        limits=queries.limits,
        checks=(other_steps, unused_step),
    ),
    telling=Telling(
        facts=queries.found,
        render=queries.told,
        wording="packs/knowledge/prompts/answer.md",
        verify=queries.verified,
        save=queries.save,
        ran=queries.sql,
    ),
    extras=Extras(cases=files.FOLDER / "cases.yaml", scorer=scorer),
)
