"""Tunes the sentence encoder to tell which tools a request needs, and keeps what it knows of other sentences.

    python -m training.sentences.finetune --data FOLDER --base FOLDER --out FOLDER [--device cuda] [--tiny]

Each step sets requests against the tools they need, those of the other requests and the hardest wrong ones by the base
model. Word scores are added, so that vectors learn what words do not say; general sentences must keep their cosines.
Then weights between base and tuned are measured on held-out requests, and the best that harm nothing are written.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.progress import track
from torch import Tensor
from torch.nn import functional as F

from groundplan.embed.lexical import build_lexical
from training.sentences.encoder import Encoder, load_between, save_pieces, tuned_state
from training.sentences.evaluate import Array, Exam, drift, make_exam, tool_vectors
from training.sentences.pairs import Suite, general_sentences, left_out, read_suites

TEMPERATURE = 0.07
KEEP_WEIGHT = 20.0
"""The squared change of a cosine is small beside the loss of a ranking."""
SHARES = (0.3, 0.5, 0.7, 0.85, 1.0)
DRIFT_LIMIT = 0.03
LOSS_LIMIT = 0.5
"""Points of COMP@10 that no suite may lose on the choosing half."""


@dataclass(frozen=True)
class Size:
    """How much is done."""

    epochs: int = 4
    batch: int = 64
    hard: int = 6
    rate: float = 3e-5
    kept: int = 128
    sentences: int = 12_000
    measured: int = 1_200
    requests: int = 20_000


TINY = Size(epochs=1, batch=4, hard=2, kept=8, sentences=60, measured=20, requests=16)


@dataclass(frozen=True)
class Course:
    """What a suite teaches: token ids, word scores and hard wrong tools, made once."""

    tools: list[list[list[int]]]
    requests: list[list[int]]
    wanted: list[tuple[int, ...]]
    words: Array
    hard: list[list[int]]


def main() -> None:
    """Train, measure, choose, write."""
    arguments = _arguments()
    started, size = time.monotonic(), TINY if arguments.tiny else Size()
    torch.manual_seed(arguments.seed)
    torch.set_float32_matmul_precision("high")
    random.seed(arguments.seed)
    encoder = Encoder(arguments.base, arguments.device)
    suites = read_suites(arguments.data)
    sentences = general_sentences(size.sentences)
    kept, measured = sentences[: len(sentences) // 2], sentences[len(sentences) // 2 :][:3000]
    base = tuned_state(encoder)
    before = encoder.vectors(measured)
    exams = [make_exam(suite, size.measured) for suite in track(suites, "measures")]
    figures = {0.0: _figures(exams, encoder, before, before)}
    train(encoder, [make_course(suite, encoder, size) for suite in suites if suite.training], kept, size)
    tuned = tuned_state(encoder)
    for share in track(SHARES, "choosing"):
        load_between(encoder, base, tuned, share)
        figures[share] = _figures(exams, encoder, before, encoder.vectors(measured))
    chosen = choose(figures)
    arguments.out.mkdir(parents=True, exist_ok=True)
    if chosen:
        load_between(encoder, base, tuned, chosen)
        save_pieces(tuned_state(encoder), arguments.out)
    report = {
        "chosen": chosen, "before": figures[0.0], "after": figures[chosen], "all": figures,
        "seconds": round(time.monotonic() - started),
    }  # fmt: skip
    (arguments.out / "figures.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps({key: report[key] for key in ("chosen", "before", "after", "seconds")}, indent=2))


def choose(figures: dict[float, dict[str, Any]]) -> float:
    """The share of tuning with the highest mean on the choosing halves that harms nothing; 0 if there is none."""
    base = figures[0.0]["comp"]
    sound = {
        share: np.mean([suite["choosing"] for suite in found["comp"].values()])
        for share, found in figures.items()
        if max(found["drift"].values()) <= DRIFT_LIMIT
        and all(suite["choosing"] >= base[name]["choosing"] - LOSS_LIMIT for name, suite in found["comp"].items())
    }
    return max(sound, key=lambda share: (sound[share], -share))


def make_course(suite: Suite, encoder: Encoder, size: Size) -> Course:
    """Take a suite's training half, with the wrong tools that words and base vectors together rank highest."""
    catalogue, requests = suite.catalogue, suite.training[: size.requests]
    lexical = build_lexical(catalogue.words)
    words = np.stack([lexical.scores(request.text) for request in requests])
    near = encoder.vectors([request.text for request in requests]) @ tool_vectors(catalogue.texts, encoder.vectors).T
    hidden = np.array([left_out(name) for name in catalogue.names])
    scores = np.where(hidden, -np.inf, near + words)
    order = np.argsort(-scores, axis=1)[:, : size.hard + max(len(request.wanted) for request in requests)]
    hard = [
        [int(place) for place in row if place not in request.wanted and not hidden[place]][: size.hard]
        for row, request in zip(order, requests, strict=True)
    ]
    tools = [encoder.tokens(texts) for texts in catalogue.texts]
    texts = encoder.tokens([request.text for request in requests])
    return Course(tools, texts, [request.wanted for request in requests], words, hard)


def train(encoder: Encoder, courses: Sequence[Course], sentences: Sequence[str], size: Size) -> None:
    """Move the layers of the encoder, the rate rising and falling once."""
    steps = list(_steps(courses, size))
    tokens, anchors = encoder.tokens(sentences), torch.from_numpy(encoder.vectors(sentences))
    moved = [parameter for parameter in encoder.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(moved, lr=size.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, size.rate, total_steps=len(steps) + 1, pct_start=0.1)
    device = next(encoder.parameters()).device.type
    encoder.train()
    for number, (course, places) in enumerate(track(steps, "training")):
        some = random.sample(range(len(tokens)), min(size.kept, len(tokens)))
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            ranking = _ranking_loss(encoder, course, places)
            kept = encoder([tokens[place] for place in some])
        like = anchors[some].to(kept.device)
        keeping = ((kept @ kept.T - like @ like.T) ** 2).mean()
        (ranking + KEEP_WEIGHT * keeping).backward()
        torch.nn.utils.clip_grad_norm_(moved, 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        if number % 25 == 0:
            print(f"step {number}: ranking {ranking.item():.3f}, keeping {keeping.item():.5f}", flush=True)


def _steps(courses: Sequence[Course], size: Size) -> Iterator[tuple[Course, list[int]]]:
    """Batches of one suite each, all suites mixed, each request once an epoch."""
    for _ in range(size.epochs):
        batches = []
        for course in courses:
            places = random.sample(range(len(course.requests)), len(course.requests))
            batches += [(course, places[at : at + size.batch]) for at in range(0, len(places), size.batch)]
        yield from random.sample(batches, len(batches))


def _ranking_loss(encoder: Encoder, course: Course, places: Sequence[int]) -> Tensor:
    """Cross entropy of each wanted tool against the batch's tools that the request does not want."""
    met = sorted({tool for place in places for tool in (*course.wanted[place], *course.hard[place])})
    asked = encoder([course.requests[place] for place in places])
    kinds = [encoder([course.tools[tool][kind] for tool in met]) for kind in range(3)]
    tools = F.normalize(kinds[0] + kinds[1] + kinds[2], dim=1)
    words = torch.from_numpy(course.words[np.ix_(places, met)]).to(asked.device)
    scores = (asked @ tools.T + words).float() / TEMPERATURE
    wanted = torch.tensor([[tool in course.wanted[place] for tool in met] for place in places], device=asked.device)
    others = scores.masked_fill(wanted, -torch.inf).logsumexp(dim=1, keepdim=True)
    losses = torch.logaddexp(scores, others.expand_as(scores)) - scores
    shares = wanted / wanted.sum(dim=1, keepdim=True)
    return torch.where(wanted, losses * shares, 0.0).sum(dim=1).mean()


def _figures(exams: Sequence[Exam], encoder: Encoder, before: Array, after: Array) -> dict[str, Any]:
    comp = {exam.suite.name: exam.comp(encoder.vectors) for exam in exams}
    return {"comp": comp, "drift": drift(before, after)}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the tool_search suites")
    parser.add_argument("--base", type=Path, required=True, help="folder with the model.safetensors of the base")
    parser.add_argument("--out", type=Path, required=True, help="where model-N.safetensors and figures.json go")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="a few steps on a processor, to see that all parts fit")
    return parser.parse_args()


if __name__ == "__main__":
    main()
