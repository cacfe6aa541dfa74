"""`groundplan tools`: what plans are made of, and how to find one among many."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Json, ToolPack

if TYPE_CHECKING:
    from groundplan.contracts import Tool
    from groundplan.embed import ToolIndex

tools = typer.Typer(name="tools", help="List and search tools.", no_args_is_help=True, rich_markup_mode=None)
Catalog = Annotated[
    str | None,
    typer.Option(
        "--catalog",
        help="A JSON list of tools, an OpenAPI document, an MCP server, Python functions; default: the packs' tools.",
    ),
]
LARGE, NEAR = 2_000, 200
"""Tools beyond which those nearest by words are ranked alone, and how many these are: to embed all takes minutes."""


@tools.command(name="list")
def list_tools(pack: ToolPack = None, catalog: Catalog = None, json: Json = False) -> None:
    """List the tools of the packs, or of a catalogue."""
    from json import dumps

    from groundplan.cli.show import say, show_table

    found = _tools(pack, catalog)
    if json:
        say(dumps([tool.model_dump(mode="json") for tool in found.values()], ensure_ascii=False))
        return
    show_table(
        ["tool", "params", "what it does"], [[t.name, ", ".join(t.params), t.description] for t in found.values()]
    )


@tools.command()
def search(
    query: Annotated[str | None, typer.Argument(help="What the tool should do.")] = None,
    catalog: Catalog = None,
    top: Annotated[int, typer.Option("--top", help="How many.")] = 10,
    batch: Annotated[
        tuple[Path, Path] | None, typer.Option("--batch", help="Queries as JSON lines {id, question} in; rankings out.")
    ] = None,
    whole: Annotated[
        bool,
        typer.Option("--whole", help=f"Rank all by meaning, even of more than {LARGE:,} tools: slow the first time."),
    ] = False,
    pack: ToolPack = None,
    json: Json = False,
) -> None:
    """Rank tools by how well they fit a description."""
    from json import dumps

    from groundplan.cli.show import say, show_table, talk
    from groundplan.embed import best_embedder, by_words, clauses, open_index
    from groundplan.errors import UsageError
    from groundplan.settings import Settings

    if (query is None) == (batch is None):
        raise UsageError('give a description or --batch, not both: groundplan tools search "draw a line chart"')
    tools = _tools(pack, catalog)
    if query and len(tools) > LARGE and not whole:
        talk().print(f"ranked are the {NEAR} of {len(tools):,} tools that are nearest by words; --whole ranks all",
                     style="dim", markup=False)  # fmt: skip
        tools = by_words(tools, [query, *clauses(query)], NEAR)
    index = open_index(tools, best_embedder(), Settings.from_environment().cache)
    if batch:
        _search_many(*batch, index, top)
        return
    ranked = index.together([query or "", *clauses(query or "")], top)
    if json:
        say(dumps([{"name": name, "score": round(score, 4)} for name, score in ranked]))
        return
    show_table(["tool", "score"], [[name, f"{score:.3f}"] for name, score in ranked])


def _search_many(queries: Path, out: Path, index: ToolIndex, top: int) -> None:
    from json import dumps

    from groundplan.cli.show import talk
    from groundplan.embed import clauses
    from groundplan.evals.batch import Bar
    from groundplan.evals.lines import read_lines

    lines = [line for _, line in read_lines(queries)]
    with out.open("w", encoding="utf-8") as file, Bar(talk(), len(lines), 0, "queries") as advance:
        for number, line in enumerate(lines, start=1):
            text = str(line.get("question", ""))
            ranked = index.together([text, *clauses(text)], top)
            names = [name for name, _ in ranked]
            file.write(dumps({"id": line.get("id", number), "tools": names}, ensure_ascii=False) + "\n")
            advance()
    talk().print(f"{len(lines)} queries ranked into {out}", markup=False)


def _tools(pack: str | None, catalog: str | None) -> dict[str, Tool]:
    if catalog:
        return _listed(catalog)
    from groundplan.installed import Packs

    known = Packs()
    chosen = [known.find(pack)] if pack else known.all()
    return {name: tool for one in chosen for name, tool in one.catalogue(None).tools.items()}


def _listed(catalog: str) -> dict[str, Tool]:
    """The tools of a list, or the operations of anything else that describes what a service can do."""
    from groundplan.embed.catalog import load_catalog
    from groundplan.packs.workflows.catalogue import open_catalogue
    from groundplan.packs.workflows.catalogue.documents import lists_tools
    from groundplan.packs.workflows.settings import CatalogueSettings
    from groundplan.settings import Settings

    if lists_tools(catalog):
        return load_catalog(catalog)
    settings = Settings.from_environment()
    opened = open_catalogue((catalog,), settings.cache, CatalogueSettings(**settings.read(CatalogueSettings)))
    try:
        return {name: operation.tool for name, operation in opened.operations.items()}
    finally:
        opened.close()
