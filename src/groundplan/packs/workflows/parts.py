"""The five parts of the `workflows` pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.pack import Aids, Catalogue, Extras, Mind, Pack, Planning, Reading, Source, Sources, Telling
from groundplan.packs.workflows.card import facts, instead, render
from groundplan.packs.workflows.catalogue import Opened, claims
from groundplan.packs.workflows.checks import CHECKS
from groundplan.packs.workflows.planning import TEMPLATES, compiled, limits, named, requirements, settled
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.plan import folder

FOLDER = Path(__file__).parent


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    from groundplan.packs.workflows.catalogue import open_catalogue  # loads the readers of documents

    opened: Source = open_catalogue(sources, cache, settings)
    return opened


def _catalogue(source: Source) -> Catalogue:
    assert isinstance(source, Opened)
    return source.catalogue


def _mind(source: Source, aids: Aids) -> Mind:
    from groundplan.packs.workflows.drafting.outlined import Outliner
    from groundplan.packs.workflows.drafting.reader import TaskReader, never_follows

    assert isinstance(source, Opened)
    reader = TaskReader(source, Outliner(source.operations, aids.encoder, aids.cache))

    def modelled(llm: Any) -> Any:
        from groundplan.packs.workflows.drafting.by_model import ModelledTaskReader  # only where there is a model

        return ModelledTaskReader(source, llm, aids.cache, aids.settings, reader)

    return Mind(reader=reader, gate=never_follows, modelled=modelled)


pack = Pack(
    name="workflows",
    summary="plans for tasks in plain words over what services can do: OpenAPI documents, MCP servers, lists of tools",
    folder=FOLDER,
    sources=Sources(open=_open, claims=claims, settings=CatalogueSettings),
    reading=Reading(intents=folder.intents(FOLDER), mind=_mind),
    planning=Planning(
        catalogue=_catalogue,
        coverage=folder.coverage(FOLDER),
        templates=TEMPLATES,
        settle=settled,
        requirements=requirements,
        compile=compiled,
        safety=("select",),
        named=named,
        runs=False,
        limits=limits,
        checks=CHECKS,
    ),
    telling=Telling(facts=facts, render=render, instead=instead),
    extras=Extras(cases=FOLDER / "cases.yaml"),
)
