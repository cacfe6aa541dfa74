"""The tool index: which tools of a catalogue does a request need? Vectors and words, half and half."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from groundplan.contracts import Tool
from groundplan.embed.base import Embedder, Vectors
from groundplan.embed.lexical import build_lexical
from groundplan.embed.shelf import CorruptShelf, Shelf, build_nearest, load_shelf, save_shelf
from groundplan.language.names import spoken

KEY_PARAMS = 8
"""Arguments named in the text; a model reads the first words best, and long lists of arguments drown the rest."""


NAME_TIMES = 4
"""How often the name stands in the text for the words: two or three words that say most of it."""


def tool_texts(tool: Tool) -> tuple[str, str, str]:
    """List the texts whose mean is the tool's vector: all of it, what it does, what it is called.

    In a long text the name drowns; measured, the mean finds 6 points more than the whole text alone.
    """
    return tool_document(tool), tool.description.strip(), spoken(tool.name)


def tool_document(tool: Tool) -> str:
    """Write the text that is embedded.

    `air quality: Reads the index of a city. (weather) Takes city, day. Gives index.`
    """
    parts = [f"{spoken(tool.name)}: {tool.description.strip()}"]
    if tool.capabilities:
        parts.append(f"({_listed(tool.capabilities)})")
    if tool.params:
        required_first = sorted(tool.params, key=lambda name: not tool.params[name].required)
        parts.append(f"Takes {_listed(required_first[:KEY_PARAMS])}.")
    if tool.outputs:
        parts.append(f"Gives {_listed(tool.outputs)}.")
    return " ".join(parts)


def tool_words(tool: Tool) -> str:
    """Gather the text for lexical search: the name counts most, capabilities not at all.

    Capabilities are shared by many tools and repeat the description; measured, they cost 3 points of recall.
    """
    params = (f"{name} {param.about}" for name, param in tool.params.items())
    return " ".join([*[tool.name] * NAME_TIMES, tool.description, *params])


def tool_key(tool: Tool) -> str:
    """Gather all that the texts are made from, in a tenth of the time."""
    params = [(name, param.required, param.about) for name, param in tool.params.items()]
    return repr((tool.name, tool.description, tool.capabilities, params, tool.outputs))


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(spoken(name) for name in names)


__all__ = ["Found", "ToolIndex", "by_words", "heard", "open_index", "tool_document", "tool_vectors"]

FORMAT = "4"
"""Part of the cache key: raise it when documents, terms or files are made in another way."""

LEAST_DEPTH = 64
"""Candidates that each side puts up for a query; the best of them by both scores is found."""

USUAL_SHARE = 0.5
USUAL_BEST = 10
"""A part of a request is heard by how far a tool stands out from that part's ten best, at half their mean.

At none of it, a wish in plain words drowns out one that names a tool less well; at all of it, idle talk is heard."""

KEPT = 1024
"""Rankings that are remembered; the oldest goes first."""

Found = list[tuple[str, float]]
"""Names and scores, best first."""

Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
"""Where tools stand in the catalogue."""


class ToolIndex:
    """Tools by meaning and by word; a score is the mean of the vectors' cosine and the terms' tf-idf cosine."""

    def __init__(self, shelf: Shelf, embedder: Embedder) -> None:
        self._shelf = shelf
        self._embedder = embedder
        self._found: OrderedDict[tuple[str, int], Found] = OrderedDict()

    def __len__(self) -> int:
        return len(self._shelf.names)

    def search(self, queries: Sequence[str], top: int) -> list[Found]:
        """Find the best tools for each query; only queries that are new are embedded and ranked, all at once.

        Most queries are requirement labels, which are few and come again with every question.
        """
        known = {query: self._found[query, top] for query in queries if (query, top) in self._found}
        fresh = [query for query in dict.fromkeys(queries) if query not in known]
        ranked = self.rank(fresh, self._embedder.embed(fresh), top) if fresh else []
        known |= dict(zip(fresh, ranked, strict=True))
        self._found |= {(query, top): found for query, found in known.items()}
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        return [list(known[query]) for query in queries]

    def rank(self, queries: Sequence[str], vectors: Vectors, top: int) -> list[Found]:
        """Search with vectors at hand."""
        words, near = self._candidates(queries, vectors, top)
        found = []
        for place, places in enumerate(near):
            pool = _sorted(places)
            scores = self._scores(pool, vectors[place : place + 1], words[place : place + 1])
            found.append(self._best(pool, scores[0], top))
        return found

    def together(self, queries: Sequence[str], top: int) -> Found:
        """Find the tools for one request: the first query is the whole of it, the others its parts.

        A tool counts by the whole and by the part that suits it best, so that a small wish in a long request is heard.
        """
        if not queries:
            return []
        vectors = self._embedder.embed(queries)
        words, near = self._candidates(queries, vectors, top)
        pool = _sorted(np.concatenate(near))
        scores = self._scores(pool, vectors, words)
        return self._best(pool, heard(scores), top)

    def _candidates(self, queries: Sequence[str], vectors: Vectors, top: int) -> tuple[list[Scores], list[Places]]:
        """Score all tools by word; then take, for each query, the best by word and the nearest by meaning."""
        depth = min(len(self), max(LEAST_DEPTH, 2 * top))
        words = [self._shelf.lexical.scores(query) for query in queries]
        if not queries or not depth:
            return words, [np.empty(0, dtype=np.intp) for _ in queries]
        _, near = self._shelf.nearest.search(vectors, depth)
        # FAISS fills up with -1 where its cells hold fewer.
        return words, [np.concatenate([n[n >= 0], _highest(w, depth)]) for n, w in zip(near, words, strict=True)]

    def _scores(self, pool: Places, vectors: Vectors, words: Sequence[Scores]) -> Scores:
        """Score some tools against some queries."""
        # Not `@`: its threads cost more than they save on so few rows, most of all on a busy machine.
        meaning: Scores = np.einsum("qd,pd->qp", vectors, self._shelf.vectors[pool])
        # Rounded: the order of tools must not hang on the last bits of a sum.
        return np.round((meaning + np.stack([row[pool] for row in words])) / 2, 6)

    def _best(self, pool: Places, scores: Scores, top: int) -> Found:
        order = np.argsort(-scores, kind="stable")[: max(0, top)]  # equal scores: in the catalogue's order
        return [(self._shelf.names[pool[place]], float(scores[place])) for place in order]


def open_index(tools: Mapping[str, Tool], embedder: Embedder, cache: Path) -> ToolIndex:
    """Open the index of a registry: made once for each state of it and each model, then read from disk."""
    folder = cache / "tool_index" / _key([embedder.name, *tools, *map(tool_key, tools.values())])
    if folder.is_dir():
        with suppress(CorruptShelf):  # it is made anew below
            return ToolIndex(load_shelf(folder, list(tools)), embedder)
    vectors = tool_vectors(tools, embedder)
    lexical = build_lexical([tool_words(tool) for tool in tools.values()])
    shelf = Shelf(tuple(tools), vectors, lexical, build_nearest(vectors))
    with suppress(OSError):  # a cache that cannot be written costs time, not the answer
        save_shelf(shelf, folder)
    return ToolIndex(shelf, embedder)


def by_words(tools: Mapping[str, Tool], queries: Sequence[str], most: int) -> dict[str, Tool]:
    """Keep the tools that are nearest to the queries by their words, where to embed thousands would take minutes."""
    lexical = build_lexical([tool_words(tool) for tool in tools.values()])
    best = np.stack([lexical.scores(query) for query in queries]).max(axis=0)
    names = list(tools)
    return {names[place]: tools[names[place]] for place in np.sort(_highest(best, most))}


def tool_vectors(tools: Mapping[str, Tool], embedder: Embedder) -> Vectors:
    """Make one unit vector for each tool: the mean of its texts' vectors."""
    if not tools:
        return embedder.embed([])
    document, description, name = map(embedder.embed, zip(*map(tool_texts, tools.values()), strict=True))
    total = document + description + name
    return np.asarray(total / np.linalg.norm(total, axis=1, keepdims=True), dtype=np.float32)


def heard(scores: Scores) -> Scores:
    """Join the scores of a whole request (row 0) and of its parts: each tool by the whole and by its best part."""
    if not scores.size:
        return np.empty(0, dtype=np.float32)
    highest: Scores = np.sort(scores, axis=1)[:, -USUAL_BEST:]
    usual = USUAL_SHARE * highest.mean(axis=1, keepdims=True)
    joined: Scores = (scores[0] + (scores - usual).max(axis=0) + usual[0]) / 2
    return joined


def _highest(scores: Scores, depth: int) -> Places:
    """Pick the places of the highest scores above zero."""
    found = np.flatnonzero(scores > 0)
    if len(found) <= depth:
        return found
    return found[np.argpartition(scores[found], -depth)[-depth:]]


def _sorted(places: Places) -> Places:
    """Every place once: as `np.unique`, which imports 0.01 s of numpy for it."""
    return np.flatnonzero(np.bincount(places))


def _key(parts: Sequence[str]) -> str:
    """Hash the parts with their lengths, so that no two lists of parts run together."""
    digest = sha256(FORMAT.encode())
    for part in parts:
        encoded = part.encode("utf-8", "replace")
        digest.update(f"{len(encoded)}:".encode())
        digest.update(encoded)
    return digest.hexdigest()[:32]
