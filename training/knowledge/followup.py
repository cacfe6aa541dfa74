"""Trains the weights of the follow-up gate and tells how good they are on dialogues they have not seen.

    python -m training.knowledge.followup --english canard.jsonl --russian turns.jsonl

Both files hold one turn a line: `question`, `history` and `gold.decision`. English weights come from half of the
dialogues of the first file, and the other half is the test; Russian weights come from all of the second, tested by
leaving dialogues out. The turns written beside this script are added to both.
"""

from __future__ import annotations

import argparse
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import yaml

from groundplan.contracts import Question
from groundplan.packs.knowledge.memory.followup import FOLDER, features
from groundplan.packs.knowledge.memory.question_parts import Features, parts_of

HERE = Path(__file__).parent
FOLDS = 8
RARE = 15
"""Times a feature must be met in a large file to get a weight."""
Floats = npt.NDArray[np.float64]


class Turn(NamedTuple):
    dialogue: str
    features: Features
    follows: bool


def main() -> None:
    """Trains, tests, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--english", type=Path, required=True)
    parser.add_argument("--russian", type=Path, required=True)
    given = parser.parse_args()
    found = {"en": _english(list(_read(given.english, "en"))), "ru": _russian(list(_read(given.russian, "ru")))}
    (FOLDER / "weights.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _english(turns: Sequence[Turn]) -> Features:
    half = [zlib.crc32(turn.dialogue.encode()) % 2 for turn in turns]
    seen = [turn for turn, side in zip(turns, half, strict=True) if side == 0]
    unseen = [turn for turn, side in zip(turns, half, strict=True) if side == 1]
    weights = trained([*seen, *_written("en")], RARE)
    print("English, the other half of the dialogues:", *scores(unseen, weights))
    return weights


def _russian(turns: Sequence[Turn]) -> Features:
    dialogues = sorted({turn.dialogue for turn in turns})
    own, guesses = list(_written("ru")), []
    for fold in range(FOLDS):
        left = set(dialogues[fold::FOLDS])
        weights = trained([*(turn for turn in turns if turn.dialogue not in left), *own], 1)
        guesses += [(judge(turn, weights), turn.follows) for turn in turns if turn.dialogue in left]
    print("Russian, by dialogues left out:", *_scores(guesses))
    print("Russian, by the written turns alone:", *scores(turns, trained(own, 1)))
    return trained([*turns, *own], 1)


def _read(path: Path, language: str) -> Iterator[Turn]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        dialogue = re.sub(r"(_\d+)?-\d+(-\w+)?$", "", row["id"])
        opening = row["history"][0]["text"] if row["history"] and language == "ru" else dialogue
        yield _turn(opening, row["question"], row["history"], row["gold"]["decision"] == "follow_up", language)


def _written(language: str) -> Iterator[Turn]:
    for dialogue in yaml.safe_load((HERE / f"followup_{language}.yaml").read_text("utf-8")):
        roles = ("user", "assistant")
        history = [{"role": roles[at % 2], "text": text} for at, text in enumerate(dialogue["after"])]
        for kind in ("follow", "alone"):
            for text in dialogue[kind]:
                yield _turn(dialogue["after"][0], text, history, kind == "follow", language)


def _turn(dialogue: str, text: str, history: Sequence[Any], follows: bool, language: str) -> Turn:
    question = Question.model_validate({"question": text, "history": history})
    return Turn(dialogue, features(parts_of(question), language), follows)


def trained(turns: Sequence[Turn], rare: int) -> Features:
    """Weights of a logistic regression with a quadratic penalty, by Newton's method."""
    met = Counter(name for turn in turns for name in turn.features)
    names = sorted(name for name, times in met.items() if times >= rare)
    rows = np.array([[turn.features.get(name, 0.0) for name in names] for turn in turns])
    right = np.array([float(turn.follows) for turn in turns])
    weights: Floats = np.zeros(len(names))
    penalty = np.eye(len(names))
    for _ in range(30):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (right - likely) - penalty @ weights
        bend = (rows * (likely * (1 - likely))[:, None]).T @ rows + penalty
        weights = weights + np.linalg.solve(bend, slope)
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def judge(turn: Turn, weights: Features) -> bool:
    """Whether the weights take a turn for a follow-up."""
    return sum(value * weights.get(name, 0.0) for name, value in turn.features.items()) > 0


def scores(turns: Sequence[Turn], weights: Features) -> tuple[str, str]:
    """F1 and accuracy of the weights on some turns."""
    return _scores([(judge(turn, weights), turn.follows) for turn in turns])


def _scores(guesses: Sequence[tuple[bool, bool]]) -> tuple[str, str]:
    hits = sum(guess and right for guess, right in guesses)
    named = sum(guess for guess, _ in guesses) + sum(right for _, right in guesses)
    same = sum(guess == right for guess, right in guesses)
    return f"F1 {2 * hits / max(1, named):.3f}", f"accuracy {same / max(1, len(guesses)):.3f}"


if __name__ == "__main__":
    main()
