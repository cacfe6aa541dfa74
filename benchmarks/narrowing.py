"""Times narrowing over catalogues of 100, 10,000 and 100,000 tools.

    python benchmarks/narrowing.py [--json PATH] [--rounds 100]

The index (vectors and words, without embedding the query) stands against a naive numpy scan of all vectors, same run.
The tools are put together from verbs, objects and fields. The first thousand are embedded by the bundled model; vectors
beyond that are drawn around those thousand, since embedding 100,000 texts would take minutes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml
from rich.console import Console
from rich.progress import track
from rich.table import Table

from groundplan.contracts import Param, Tool
from groundplan.embed import BundledEmbedder, ToolIndex, Vectors, open_index
from groundplan.embed.index import tool_vectors

if TYPE_CHECKING:
    from benchmarks.measure import Figure

SIZES = (100, 10_000, 100_000)
EMBEDDED = 1_000
SPREAD = 0.6
"""Length of the noise added to a unit vector: neighbours then lie at a cosine of about 0.85, as real like tools do."""

TOP = 10
TARGET_MS = 5.0
WORDS = Path(__file__).with_name("narrowing_words.yaml")


class DrawnEmbedder:
    """The bundled model for queries and the first texts of a catalogue; vectors around those for the rest."""

    def __init__(self, model: BundledEmbedder, drawn: bool) -> None:
        self._model = model
        self._drawn = drawn
        self.name = f"{model.name}-drawn" if drawn else model.name

    def embed(self, texts: Any) -> Vectors:
        """Embed texts; a whole catalogue only in its first thousand."""
        real = self._model.embed(texts[:EMBEDDED] if self._drawn else texts)
        if len(real) == len(texts):
            return real
        draw = np.random.default_rng(7)
        more = real[draw.integers(len(real), size=len(texts) - len(real))]
        noise = draw.standard_normal(more.shape, dtype=np.float32) * (SPREAD / more.shape[1] ** 0.5)
        more = more + noise
        return np.concatenate([real, more / np.linalg.norm(more, axis=1, keepdims=True)])


def main() -> None:
    arguments = _arguments()
    model = BundledEmbedder()
    results = [_measure(size, model, arguments.rounds) for size in track(SIZES, "narrowing", transient=True)]
    Console().print(_table(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


def figures(rounds: int = 50) -> list[Figure]:
    """Give the medians to `python -m benchmarks`."""
    # Here, since the file also runs as a script, without the package around it.
    from benchmarks.measure import Figure

    model = BundledEmbedder()
    return [
        Figure(
            f"narrow {row['tools']:,} tools, 1 query",
            row["index"]["p50_ms"],
            "ms",
            "numpy scan of all vectors",
            row["scan"]["p50_ms"],
            f"under {TARGET_MS:g} ms",
        )
        for row in (_measure(size, model, rounds) for size in SIZES)
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--rounds", type=int, default=100, help="searches timed for each figure")
    return parser.parse_args()


def _measure(size: int, model: BundledEmbedder, rounds: int) -> dict[str, Any]:
    words = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    tools = _tools(size, words)
    embedder = DrawnEmbedder(model, drawn=size > EMBEDDED)
    with tempfile.TemporaryDirectory() as cache:
        built = _seconds(lambda: open_index(tools, embedder, Path(cache)))
        opened = _seconds(lambda: open_index(tools, embedder, Path(cache)))
        index = open_index(tools, embedder, Path(cache))
        vectors = tool_vectors(tools, embedder)
        return {
            "tools": size,
            "embedded": min(size, EMBEDDED),
            "build_s": round(built, 2),
            "open_s": round(opened, 3),
            **_searches(index, model, vectors, words["questions"], rounds),
        }


def _searches(
    index: ToolIndex, model: BundledEmbedder, vectors: Vectors, questions: list[str], rounds: int
) -> dict[str, Any]:
    asked = list(islice(cycle(questions), rounds))
    queries = model.embed(asked)
    batches = [[*islice(cycle(questions), start, start + 8)] for start in range(rounds)]
    batch_vectors = [model.embed(batch) for batch in batches]
    times = {
        "index": _times(lambda turn: index.rank([asked[turn]], queries[turn : turn + 1], TOP), rounds),
        "scan": _times(lambda turn: _naive(vectors, queries[turn]), rounds),
        "index_8": _times(lambda turn: index.rank(batches[turn], batch_vectors[turn], TOP), rounds),
        "scan_8": _times(lambda turn: [_naive(vectors, query) for query in batch_vectors[turn]], rounds),
    }
    return {
        **times,
        "ratio": round(times["scan"]["p50_ms"] / times["index"]["p50_ms"], 2),
        "ratio_8": round(times["scan_8"]["p50_ms"] / times["index_8"]["p50_ms"], 2),
        "recall": _recall(index, vectors, queries[: len(questions)]),
    }


def _naive(vectors: Vectors, query: Vectors) -> list[int]:
    return [int(place) for place in np.argsort(-(vectors @ query))[:TOP]]


def _recall(index: ToolIndex, vectors: Vectors, queries: Vectors) -> float:
    """The share of the true ten nearest vectors that FAISS returns among its candidates."""
    _, found = index._shelf.nearest.search(queries, min(64, len(vectors)))
    shares = [len(set(row) & set(_naive(vectors, query))) / TOP for row, query in zip(found, queries, strict=True)]
    return round(float(np.mean(shares)), 3)


def _times(call: Callable[[int], Any], rounds: int) -> dict[str, float]:
    call(0)  # pages in what is mapped from disk
    taken = [_seconds(partial(call, turn)) * 1000 for turn in range(rounds)]
    return {"p50_ms": round(float(np.percentile(taken, 50)), 3), "p95_ms": round(float(np.percentile(taken, 95)), 3)}


def _seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _tools(size: int, words: dict[str, Any]) -> dict[str, Tool]:
    """Put tools together: each verb with each object, in each field, as often as it takes."""
    made = islice(cycle(product(words["fields"], words["objects"], words["verbs"])), size)
    return {tool.name: tool for tool in (_tool(number, *parts, words) for number, parts in enumerate(made))}


def _tool(number: int, field: str, thing: str, verb: str, words: dict[str, Any]) -> Tool:
    params = [words["params"][(number * step) % len(words["params"])] for step in (1, 3, 7)]
    return Tool(
        name=f"{verb}_{thing}_{field}_{number}".replace(" ", "_"),
        description=words["descriptions"][number % len(words["descriptions"])].format(
            verb=verb, thing=thing, field=field
        ),
        capabilities=(field,),
        params={name: Param(type="string", about=f"the {name} of the {thing}") for name in params},
    )


def _table(results: list[dict[str, Any]]) -> Table:
    table = Table(title="Narrowing against a full numpy scan (ms, queries already embedded)")
    for head in ("tools", "asked", "p50", "p95", "scan p50", "scan p95", "scan / index", "recall", "< 5 ms"):
        table.add_column(head, justify="right")
    for row in results:
        for count, suffix in ((1, ""), (8, "_8")):
            ours, scan = row[f"index{suffix}"], row[f"scan{suffix}"]
            times = (ours["p50_ms"], ours["p95_ms"], scan["p50_ms"], scan["p95_ms"], row[f"ratio{suffix}"])
            verdict = "yes" if ours["p50_ms"] < TARGET_MS else "no"
            table.add_row(
                f"{row['tools']:,}", str(count), *(f"{t:.2f}" for t in times), f"{row['recall']:.2f}", verdict
            )
    table.caption = (
        f"recall: of the true ten nearest, found among the candidates. Vectors beyond the first {EMBEDDED:,} tools are "
        f"drawn around real ones. Opening from disk: " + ", ".join(f"{row['open_s']} s" for row in results)
    )
    return table


if __name__ == "__main__":
    main()
