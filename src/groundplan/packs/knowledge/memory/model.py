"""Features of a question -> how likely it is a follow-up, and what told most; the weights are on disk."""

from __future__ import annotations

import json
from functools import cache
from math import exp
from pathlib import Path

from groundplan.packs.knowledge.memory import english, russian
from groundplan.packs.knowledge.memory.question_parts import Features, QuestionParts
from groundplan.plan.folder import load

FOLDER = Path(__file__).parent
PLAIN = {
    "follow_up": "it cannot be understood without the question before",
    "independent": "nothing in it points back to what was said before",
}


@cache
def weights(language: str) -> Features:
    """The weight of every feature, for a language."""
    found: Features = json.loads((FOLDER / "weights.json").read_text("utf-8"))[language]
    return found


@cache
def _reasons() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = load(FOLDER / "words.yaml")["reasons"]
    return found


def features(asked: QuestionParts, language: str) -> Features:
    """What speaks for and against a follow-up, in figures."""
    return russian.features(asked) if language == "ru" else english.features(asked)


def judged(found: Features, language: str) -> tuple[float, str]:
    """The likelihood of a follow-up, from 0 to 1, and the reason for the likelier answer in a sentence."""
    known = weights(language)
    parts = {name: value * known[name] for name, value in found.items() if value and name in known}
    total = sum(parts.values())
    decision, sign = ("follow_up", 1) if total > 0 else ("independent", -1)
    told = _reasons()[decision]
    best = max((name for name in parts if name in told), key=lambda name: sign * parts[name], default="")
    return 1 / (1 + exp(-total)), told[best] if best and sign * parts[best] > 0 else PLAIN[decision]
