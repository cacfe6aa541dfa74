"""Sources, settings -> an opened catalogue: documents, lists, functions and MCP servers, each by what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from groundplan.errors import SourceError
from groundplan.pack import Catalogue, Implementation
from groundplan.packs.workflows.catalogue import documents
from groundplan.packs.workflows.catalogue.functions import PREFIX as PYTHON
from groundplan.packs.workflows.catalogue.opened import Opened, Provider
from groundplan.packs.workflows.catalogue.select import SELECT, select, shape_of
from groundplan.packs.workflows.catalogue.servers import PREFIX as MCP
from groundplan.packs.workflows.settings import CatalogueSettings

Opening = Callable[[], Provider]


def claims(source: str) -> int:
    """How surely a source is a catalogue: 2 where its text or its address says so, else 0."""
    if source.startswith((MCP, PYTHON)):
        return 2
    return 2 if "://" not in source and documents.looks_like_one(Path(source)) else 0


def open_catalogue(sources: tuple[str, ...], cache: Path, settings: Any = None) -> Opened:
    """Everything that the sources describe, as one catalogue; what was opened is given back where one cannot be."""
    chosen = settings or CatalogueSettings()
    providers: dict[str, Provider] = {}
    try:
        for label, opening in _openings(sources, chosen):
            providers[_free(label, providers)] = opening()
    except BaseException:
        for provider in providers.values():
            provider.close()
        raise
    if not providers:
        raise SourceError(
            "no catalogue was given; give an OpenAPI document, a list of tools, python:MODULE or mcp:COMMAND."
        )
    from groundplan.packs.workflows.catalogue import nodes

    opened = Opened(providers, tuple([SELECT.name, *nodes.tools(chosen)]))
    beside = nodes.catalogue(chosen, opened)
    done: dict[str, Implementation] = {**beside.implementations}
    done[SELECT.name] = partial(select, lambda path: shape_of(path, opened.operations))
    opened.own = Catalogue({SELECT.name: SELECT, **beside.tools}, done)
    return opened


def _openings(sources: tuple[str, ...], settings: CatalogueSettings) -> Iterator[tuple[str, Opening]]:
    """What each source has, by a name for it, and how it is opened."""
    from groundplan.packs.workflows.catalogue.servers import McpServer, server_of, servers_of

    for source in sources:
        if source.startswith(PYTHON):
            from groundplan.packs.workflows.catalogue.functions import Functions

            yield source.removeprefix(PYTHON).partition(":")[0] or "python", partial(Functions, source)
        elif source.startswith(MCP):
            yield "mcp", partial(McpServer, server_of(source), source.removeprefix(MCP), settings)
        else:
            path = Path(source)
            contents = documents.read(path)
            kind = documents.kind_of(contents)
            if kind == "mcp":
                for name, server in servers_of(contents["mcpServers"]).items():
                    yield name, partial(McpServer, server, name, settings)
            else:
                alone = len(sources) == 1
                yield path.name.partition(".")[0], partial(_from_file, kind, contents, path, settings, alone)


def _from_file(kind: str, contents: Any, path: Path, settings: CatalogueSettings, alone: bool) -> Provider:
    if kind == "openapi":
        from groundplan.packs.workflows.catalogue.calls import HttpCaller
        from groundplan.packs.workflows.catalogue.openapi import Document
        from groundplan.packs.workflows.catalogue.secrets import schemes_of

        return Document(contents, path, HttpCaller(settings, schemes_of(contents), alone=alone))
    if kind == "tools":
        from groundplan.packs.workflows.catalogue.lists import Listed

        return Listed(contents, path.name)
    raise SourceError(f"{path.name} is no catalogue; give an OpenAPI document, a list of tools, or an mcpServers file.")


def _free(label: str, taken: dict[str, Provider]) -> str:
    return next(name for name in (label, *(f"{label}{n}" for n in range(2, 10_000))) if name not in taken)
