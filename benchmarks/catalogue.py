"""A catalogue of 10,000 operations: opened, one operation read, all of them listed, one found by what it does."""

from __future__ import annotations

import json
import tempfile
from itertools import islice, product
from pathlib import Path
from typing import Any

import yaml

from benchmarks.measure import Figure, least, seconds
from groundplan.contracts import Tool
from groundplan.embed import by_words
from groundplan.embed.index import tool_words
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.settings import CatalogueSettings

OPERATIONS = 10_000
WORDS = Path(__file__).with_name("narrowing_words.yaml")
ASKED = "cancel the overdue invoice of a customer"
FIELDS = {"id": {"type": "string"}, "name": {"type": "string"}, "total": {"type": "number"}}


def figures() -> list[Figure]:
    """Each beside what the same machine needs for the least that it takes."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "large.json"
        file.write_text(json.dumps(document(OPERATIONS)), "utf-8")
        ours, theirs = least(5, lambda: _opened(file), lambda: _parsed(file))
        opened = open_catalogue((str(file),), file.parent, CatalogueSettings())
        names = list(opened.operations)
        first = seconds(lambda: opened.operations[names[OPERATIONS // 2]], 1)
        rest = seconds(lambda: _tools(opened), 1)
        tools = _tools(opened)
        found, searched = least(3, lambda: by_words(tools, [ASKED], 200), lambda: _searched(tools))
        return [
            Figure("opening 10,000 operations", ours, "s", "json.loads of the file", theirs, "ratio < 10"),
            Figure("reading one operation, the first", first * 1000, "ms"),
            Figure("listing all tools", rest, "s", "json.loads of the file", theirs, ""),
            Figure("200 of 10,000 by words", found, "s", "bm25s, index and search", searched, "ratio < 5"),
        ]


def document(size: int) -> dict[str, Any]:
    """An OpenAPI document of so many operations, put together from verbs and objects."""
    words = yaml.safe_load(WORDS.read_text("utf-8"))
    verbs, objects, areas = (list(held) for held in list(words.values())[:3])
    paths: dict[str, Any] = {}
    for number, (area, thing, verb) in enumerate(islice(product(areas, objects, verbs), size)):
        answer = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/S{number % 50}"}}}}
        said = {"operationId": f"{verb}_{area}_{thing}_{number}", "summary": f"{verb} the {thing} of {area}"}
        paths[f"/{number}/{{id}}"] = {"get" if number % 2 else "post": {**said, "responses": {"200": answer}}}
    schemas = {f"S{number}": {"type": "object", "properties": FIELDS} for number in range(50)}
    return {"openapi": "3.1.0", "paths": paths, "components": {"schemas": schemas}}


def _opened(file: Path) -> None:
    open_catalogue((str(file),), file.parent, CatalogueSettings()).close()


def _parsed(file: Path) -> None:
    json.loads(file.read_text("utf-8"))


def _tools(opened: Opened) -> dict[str, Tool]:
    return {name: one.tool for name, one in opened.operations.items()}


def _searched(tools: dict[str, Tool]) -> None:
    import bm25s

    tokens = bm25s.tokenize([tool_words(tool) for tool in tools.values()], show_progress=False)
    index = bm25s.BM25()
    index.index(tokens, show_progress=False)
    index.retrieve(bm25s.tokenize([ASKED], show_progress=False), k=200, show_progress=False)
