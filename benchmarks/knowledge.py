"""The knowledge pack: ingest, a graph question and a search as bases grow; the peer is plain BM25 in memory (bm25s).

`KNOWLEDGE_TRIPLES` names a file of triples to measure instead of invented ones; `KNOWLEDGE_PASSAGES` a folder with
`passages.jsonl` and `*_questions.jsonl` or `musique*.jsonl`, for the share of supporting passages among the first five.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import Figure, seconds

SIZES = (1_000, 10_000, 100_000)
WITH_VECTORS = 1_000
TRIPLES = 134_000
QUESTIONS = 60
PEER = "bm25s"
SYLLABLES = (
    *("ba", "ke", "li", "mo", "nu", "ra", "si", "to", "va", "zel", "mar", "ton", "ber", "gen", "stra", "pol", "vin"),
    *("hud", "cor", "dan", "fer", "gri", "sha", "lo", "wick", "ham", "den"),
)
SHORT = 400
"""The most common words, which are in nearly every text."""


def figures() -> list[Figure]:
    """Each size in a process of its own, so that its memory can be told."""
    measured: list[Figure] = []
    for size in SIZES:
        told = _apart("documents", str(size))
        theirs = told["peer"]
        name = f"{size:,} documents"
        measured += [
            Figure(f"{name}: ingested, words", told["ingest"], "documents/s", PEER, theirs["ingest"]),
            Figure(f"{name}: a search, words", told["search"], "ms", PEER, theirs["search"]),
            Figure(f"{name}: memory", told["memory"], "MB", PEER, theirs["memory"]),
        ]
        if "vectors" in told:
            measured += [
                Figure(f"{name}: vectors made", told["vectors"], "documents/s"),
                Figure(f"{name}: a search, words and vectors", told["both"], "ms", PEER, theirs["search"]),
            ]
    told = _apart("triples", os.environ.get("KNOWLEDGE_TRIPLES", ""))
    graph = f"{told['count']:,} triples"
    measured += [
        Figure(f"{graph}: ingested", told["ingest"], "triples/s"),
        Figure(f"{graph}: opened", told["opened"], "s"),
        Figure(f"{graph}: a question of two hops, linked and followed", told["question"], "ms", f"{PEER} over triples",
               told["peer"], "and BM25 finds few of the answers"),
        Figure(f"{graph}: memory", told["memory"], "MB"),
    ]  # fmt: skip
    return [*measured, *_recall()]


def _apart(*task: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.knowledge", *task]
    result = subprocess.run(command, check=True, capture_output=True, text=True, timeout=900)
    return dict(json.loads(result.stdout.splitlines()[-1]))


# ------------------------------------------------------------------ documents


def _documents(size: int, folder: Path) -> dict[str, Any]:
    texts = list(_texts(size))
    source = folder / "notes.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for n, (title, text) in enumerate(texts):
            file.write(json.dumps({"id": f"d{n}", "title": title, "text": text}) + "\n")
    questions = list(_questions(texts))
    told: dict[str, Any] = {"peer": _plain(texts, questions)}
    del texts

    from groundplan.packs.knowledge.ingest import ingest
    from groundplan.packs.knowledge.search import make_vectors, open_search

    before = _memory()
    base = folder / "base"
    told["ingest"] = size / seconds(lambda: ingest([source], base, vectors="later"), 1)
    search = open_search(base)
    told["search"] = _median(lambda question: search.search(question), questions)
    told["memory"] = _memory() - before
    if size <= WITH_VECTORS:
        told["vectors"] = size / seconds(lambda: make_vectors(base), 1)
        told["both"] = _median(lambda question: search.search(question), questions)
    return told


def _plain(texts: Sequence[tuple[str, str]], questions: Sequence[str]) -> dict[str, float]:
    """What a plain pipeline does: all documents into one BM25 index in memory."""
    import bm25s

    before = _memory()
    began = time.perf_counter()
    index = bm25s.BM25()
    index.index(bm25s.tokenize([f"{title} {text}" for title, text in texts], show_progress=False), show_progress=False)
    ingested = len(texts) / (time.perf_counter() - began)

    def ask(question: str) -> object:
        return index.retrieve(bm25s.tokenize(question, show_progress=False), k=10, show_progress=False)

    return {"ingest": ingested, "search": _median(ask, questions), "memory": _memory() - before}


def _texts(size: int) -> Iterator[tuple[str, str]]:
    """Titles and texts of some sixty words, a few of them names; common words are common, rare ones rare."""
    chance = random.Random(5)
    common = [_word(chance) for _ in range(SHORT)]
    rare = [_word(chance) for _ in range(40_000)]
    weights = [1 / (n + 1) for n in range(len(rare))]
    for start in range(0, size, 1_000):
        pool = iter(chance.choices(rare, weights, k=32_000))
        for _ in range(min(1_000, size - start)):
            body = [next(pool) if n % 2 else chance.choice(common) for n in range(56)]
            first, last = (" ".join(half) for half in (body[:28], body[28:]))
            title, name = (f"{next(pool).capitalize()} {next(pool).capitalize()}" for _ in range(2))
            yield title, f"{first} {name}. {last}"


def _questions(texts: Sequence[tuple[str, str]]) -> Iterator[str]:
    chance = random.Random(6)
    for title, text in chance.sample(texts, QUESTIONS):
        yield f"what about {title} and " + " ".join(chance.sample(text.split(), 6))


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(2, 4)))


# ------------------------------------------------------------------ triples


def _triples(given: str, folder: Path) -> dict[str, Any]:
    source = Path(given) if given else _invented(folder / "films.tsv")
    lines = [line.split("\t") for line in source.read_text("utf-8").splitlines() if line.count("\t") == 2]

    from groundplan.packs.knowledge.client import open_sources

    before = _memory()
    began = time.perf_counter()
    opened = open_sources((str(source),), folder / "cache")
    ingested = time.perf_counter() - began
    began = time.perf_counter()
    _ = opened.graph, opened.registry.lookup(lines[0][0])
    told: dict[str, Any] = {
        "count": len(lines), "ingest": len(lines) / ingested, "opened": time.perf_counter() - began,
    }  # fmt: skip
    hop = next(iter(opened.domain.relations))
    names = [line[0] for line in random.Random(7).sample(lines, QUESTIONS)]

    def ask(name: str) -> object:
        return _two_hops(opened, f"what shares something with {name}", hop)

    told["question"] = _median(ask, names)
    told["memory"] = _memory() - before
    told["peer"] = _plain([("", " ".join(line)) for line in lines], names)["search"]
    return told


def _two_hops(opened: Any, question: str, hop: str) -> object:
    from groundplan.packs.knowledge.tools import graph_query_tool

    starts = [link.node for link in opened.registry.link(question)]
    there = graph_query_tool(opened, entity_id=starts, hop=hop)
    return graph_query_tool(opened, start=there, hop=f"-{hop}", without=starts)


def _invented(path: Path) -> Path:
    """Films with people, years and genres, as bare triples."""
    chance = random.Random(8)
    words = [_word(chance).capitalize() for _ in range(30_000)]
    people = [f"{chance.choice(words)} {chance.choice(words)}" for _ in range(20_000)]
    relations = ("directed_by", "written_by", "starred_actors", "starred_actors", "starred_actors")
    with path.open("w", encoding="utf-8") as file:
        for n in range(TRIPLES // 8):
            film = f"{chance.choice(words)} {chance.choice(words)} {n}"
            for relation in relations:
                file.write(f"{film}\t{relation}\t{chance.choice(people)}\n")
            file.write(f"{film}\trelease_year\t{chance.randint(1930, 2020)}\n")
            file.write(f"{film}\thas_genre\tgenre {chance.randint(1, 25)}\n{film}\tin_language\tlang {n % 40}\n")
    return path


# ------------------------------------------------------------------ recall


def _recall() -> list[Figure]:
    """The share of supporting passages among the first five, by words, by vectors, by both, and in two rounds."""
    given = os.environ.get("KNOWLEDGE_PASSAGES")
    if not given:
        return []
    from groundplan.packs.knowledge.ingest import ingest
    from groundplan.packs.knowledge.search import make_vectors, open_search

    folder = Path(given)
    asked = [json.loads(line) for file in sorted(folder.glob("musique*.jsonl")) for line in file.open(encoding="utf-8")]
    with tempfile.TemporaryDirectory() as scratch:
        ingest([folder / "passages.jsonl"], Path(scratch) / "base", vectors="later")
        make_vectors(Path(scratch) / "base", every=True)
        search = open_search(Path(scratch) / "base")
        ways: dict[str, Callable[[str], list[str]]] = {
            "words": lambda question: [id for id, _ in search.by_word(question, 5)],
            "vectors": lambda question: [id for id, _ in search.by_meaning(question, 5)],
            "fused": lambda question: [id for id, _ in search.by_both(question, 5)],
            "fused, two rounds": lambda question: [one.id for one, _ in search.search(question, 5)],
        }
        measured = {name: _recalled(way, asked) for name, way in ways.items()}
        search.close()
    return [
        Figure(f"{what}, {name}", 100 * share, "%", "words alone", 100 * measured["words"][what])
        for name, shares in measured.items()
        for what, share in shares.items()
    ]


def _recalled(way: Callable[[str], list[str]], asked: Sequence[dict[str, Any]]) -> dict[str, float]:
    five, two, every = 0.0, 0.0, 0.0
    for question in asked:
        found, wanted = way(question["question"])[:5], set(question["gold"]["passages"])
        five += len(wanted & set(found)) / len(wanted) / len(asked)
        two += len(wanted & set(found[:2])) / len(wanted) / len(asked)
        every += (wanted <= set(found)) / len(asked)
    return {"recall@5": five, "recall@2": two, "all@5": every}


# ------------------------------------------------------------------ measuring


def _median(ask: Callable[[str], object], questions: Sequence[str]) -> float:
    """The median over questions that were not asked before, in ms, after the first three."""
    times = []
    for question in questions:
        began = time.perf_counter()
        ask(question)
        times.append(time.perf_counter() - began)
    return 1000 * median(times[3:])


def _memory() -> float:
    import psutil

    return float(psutil.Process().memory_info().rss / 1e6)


if __name__ == "__main__":
    task, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        given = rest[0] if rest else ""
        result = _documents(int(given), Path(scratch)) if task == "documents" else _triples(given, Path(scratch))
        print(json.dumps(result))
