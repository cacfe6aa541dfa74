"""Requests with the tools they need, divided by hashes; and general sentences that must keep their likeness."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from groundplan.embed.catalog import load_catalog
from groundplan.embed.index import tool_texts, tool_words
from training.generator.domains import FOLDER as DOMAINS
from training.generator.domains import raw_files

TRAINED = ("metatool_single", "ultratool")
MEASURED = (*TRAINED, "metatool_multi", "sealtools_dev")
UNSEEN_ONE_IN = 8
"""One tool in so many is kept out of training altogether, with every request that needs it."""

LONGEST_SENTENCE = 40
ROOT = Path(__file__).parents[2]
SENTENCES = ("src/groundplan/packs/tables", "src/groundplan/reading")
"""Where general sentences stand beside the generator's tables: names and examples, which the readers compare."""


@dataclass(frozen=True)
class Catalogue:
    """Tools as the index sees them."""

    names: tuple[str, ...]
    texts: tuple[tuple[str, str, str], ...]
    """The texts whose mean is a tool's vector."""
    words: tuple[str, ...]


@dataclass(frozen=True)
class Request:
    """What is asked, and the places of the tools that it needs."""

    id: str
    text: str
    wanted: tuple[int, ...]
    unseen: bool
    """Whether it needs a tool that training leaves out."""

    @property
    def for_training(self) -> bool:
        """Half of the requests that need no tool left out."""
        return _hash(self.id) % 2 == 0 and not self.unseen

    @property
    def for_choosing(self) -> bool:
        """Half of the others choose between weights; the figures come from the rest."""
        return _hash(self.id) // 2 % 2 == 0


@dataclass(frozen=True)
class Suite:
    """Requests over one catalogue."""

    name: str
    catalogue: Catalogue
    requests: tuple[Request, ...]

    @property
    def training(self) -> list[Request]:
        """What is learned from."""
        return [request for request in self.requests if request.for_training] if self.name in TRAINED else []

    def held_out(self, most: int) -> list[Request]:
        """What is measured on, in an order that follows from the ids."""
        kept = [request for request in self.requests if self.name not in TRAINED or not request.for_training]
        return sorted(kept, key=lambda request: _hash(request.id))[:most]


def read_suites(folder: Path) -> list[Suite]:
    """Every known suite that lies in the folder."""
    found = [folder / f"{name}.jsonl" for name in MEASURED if (folder / f"{name}.jsonl").is_file()]
    if not found:
        raise SystemExit(f"{folder} holds none of {', '.join(MEASURED)} (.jsonl); give the folder of tool_search.")
    return [_suite(path) for path in found]


def left_out(name: str) -> bool:
    """Whether training never sees the tool."""
    return _hash(name) % UNSEEN_ONE_IN == 0


def general_sentences(most: int) -> list[str]:
    """Texts of this repository's data files, each once, in an order that follows from the texts."""
    return sorted(_all_texts(), key=_hash)[:most]


@cache
def _all_texts() -> frozenset[str]:
    files = [path for folder in SENTENCES for path in sorted((ROOT / folder).rglob("*.yaml"))]
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded = [yaml.load(path.read_text(encoding="utf-8"), Loader=loader) for path in files]
    return frozenset(text for each in (*raw_files(DOMAINS).values(), *loaded) for text in _texts(each))


def _suite(path: Path) -> Suite:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    catalogue = _catalogue(path.parent / lines[0]["sources"][0])
    places = {name: place for place, name in enumerate(catalogue.names)}
    return Suite(path.stem, catalogue, tuple(_request(line, places) for line in lines))


def _catalogue(path: Path) -> Catalogue:
    tools = load_catalog(path)
    texts = tuple(tool_texts(tool) for tool in tools.values())
    return Catalogue(tuple(tools), texts, tuple(tool_words(tool) for tool in tools.values()))


def _request(line: dict[str, Any], places: dict[str, int]) -> Request:
    names = line["gold"]["tools"]
    return Request(line["id"], line["question"], tuple(places[name] for name in names), any(map(left_out, names)))


def _texts(data: Any) -> Iterator[str]:
    """Walk lists and mappings down to the English texts."""
    if isinstance(data, str) and data.isascii() and len(data) > 1 and len(data.split()) <= LONGEST_SENTENCE:
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
