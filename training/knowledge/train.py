"""Learns what each feature of a chain counts: python training/knowledge/train.py [--questions FILE.jsonl TRIPLES.tsv].

Trains on the invented graphs in `graphs/`, and on questions with answers where a file of them is at hand; reports on
`aside/`, which is never trained on. Writes `src/groundplan/packs/knowledge/reading/weights.json`.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from invented import Example, Source, invented, marked

from groundplan.embed import best_embedder
from groundplan.packs.knowledge.reading.around_topic import around_topic
from groundplan.packs.knowledge.reading.chains import chains, reached
from groundplan.packs.knowledge.reading.features import NAMES, features
from groundplan.packs.knowledge.reading.question_words import words
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex

HERE = Path(__file__).parent
WEIGHTS = HERE.parents[1] / "src/groundplan/packs/knowledge/reading/weights.json"
Group = tuple[np.ndarray, np.ndarray, float]


def table(schema: SchemaIndex, source: Source, question: str) -> list[tuple[str, tuple[str, ...], np.ndarray]]:
    """Every chain from every name of a question, with its features."""
    links, spoken = source.registry.link(question), words(question)
    found = []
    for link in links:
        first = tuple(sorted(source.graph.hops(link.node)))
        if first and (ways := chains(schema, first, link.type)).hops:
            rows = features(schema, ways, around_topic(spoken, link, links))
            found += [(link.node, hops, row) for hops, row in zip(ways.hops, rows, strict=True)]
    return found


def group(schema: SchemaIndex, source: Source, example: Example, weight: float) -> Group | None:
    """The features of all chains of a question, and which of them is asked for."""
    rows = table(schema, source, example.question)
    right = np.array([topic == example.topic and hops == example.hops for topic, hops, _ in rows])
    return (np.stack([row for _, _, row in rows]), right, weight) if right.any() else None


def learned(groups: list[Group], rounds: int = 400, decay: float = 1e-3) -> np.ndarray:
    """Weights under which the right chain is the likeliest, by gradient descent on the softmax."""
    rows = np.concatenate([one for one, _, _ in groups])
    sizes = [len(one) for one, _, _ in groups]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(groups)), sizes)
    share = np.array([weight for _, _, weight in groups])
    share /= share.sum()
    wanted = np.concatenate([right / right.sum() for _, right, _ in groups])
    weights = np.zeros(rows.shape[1])
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, rounds + 1):
        scores = rows @ weights
        likely = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        likely /= np.add.reduceat(likely, starts)[owner]
        slope = rows.T @ ((likely - wanted) * share[owner]) + decay * weights
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        rate = 0.3 * (1.02 - step / rounds)
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
    return weights


def score(schema: SchemaIndex, source: Source, examples: list[Example], weights: np.ndarray) -> dict[int, list[float]]:
    """Set F1 of the best chain that leads anywhere, by hops."""
    found: dict[int, list[float]] = defaultdict(list)
    for example in examples:
        rows = sorted(table(schema, source, example.question), key=lambda row: -float(row[2] @ weights))
        sets = (reached(source.graph, [topic], hops) for topic, hops, _ in rows[:40])
        got = next((one for one in sets if one), set())
        gold = reached(source.graph, [example.topic], example.hops)
        found[len(example.hops)].append(2 * len(got & gold) / max(len(got) + len(gold), 1))
    return found


def main() -> None:
    """Train, report, write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--questions", type=Path, nargs=2, metavar=("FILE", "TRIPLES"))
    options.add_argument("--most", type=int, default=1200)
    given = options.parse_args()
    embedder, groups = best_embedder(), []
    for path in sorted((HERE / "graphs").glob("*.yaml")):
        source, examples = invented(path)
        schema = SchemaIndex(source.domain, source.graph, embedder)
        groups += [one for example in examples if (one := group(schema, source, example, 1.0))]
    if given.questions:
        source, examples = marked(*given.questions, given.most)
        schema = SchemaIndex(source.domain, source.graph, embedder)
        groups += [one for example in examples if (one := group(schema, source, example, 1.0))]
    weights = learned(groups)
    for path in sorted((HERE / "aside").glob("*.yaml")):
        source, examples = invented(path)
        told = score(SchemaIndex(source.domain, source.graph, embedder), source, examples, weights)
        print(path.stem, {hops: f"{np.mean(values):.3f} of {len(values)}" for hops, values in sorted(told.items())})
    WEIGHTS.write_text(json.dumps(dict(zip(NAMES, np.round(weights, 3).tolist(), strict=True)), indent=1) + "\n")


if __name__ == "__main__":
    main()
