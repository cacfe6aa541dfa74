"""Documents with anything in any place: what can be read is read, the rest is told, and nothing crashes."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from test_openapi import OLD
from workshop import DOCUMENT

from groundplan.errors import SourceError
from groundplan.packs.workflows.catalogue.openapi import Document
from groundplan.packs.workflows.catalogue.secrets import schemes_of

JUNK: tuple[Any, ...] = (
    None,
    7,
    "x",
    [],
    {},
    [None],
    {"x": None},
    True,
    ["x"],
    [{}],
    {"$ref": "#/gone"},
    {"$ref": 7},
    -1.5,
)
ROUNDS = 120


class Nobody:
    def __call__(self, *args: Any) -> Any: ...

    def close(self) -> None: ...


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    keys = part.keys() if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(part[key], (*path, key))


@pytest.mark.parametrize("text", [DOCUMENT.read_text("utf-8"), OLD], ids=["3.1", "2.0"])
def test_junk_in_any_place_crashes_nothing(text: str, tmp_path: Path) -> None:
    whole, draw = yaml.safe_load(text), random.Random(7)
    everywhere = list(places(whole))
    read = 0
    for _ in range(ROUNDS):
        document = copy.deepcopy(whole)
        *path, last = draw.choice(everywhere)
        at = document
        for key in path:
            at = at[key]
        at[last] = draw.choice(JUNK)
        schemes_of(document)
        try:
            opened = Document(document, tmp_path / "it.yaml", Nobody())
        except SourceError:
            continue
        for operation in opened.operations.values():
            assert operation.tool.name and operation.tool.params is not None
            read += 1
    assert read > ROUNDS * 2
