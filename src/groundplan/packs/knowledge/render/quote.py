"""Question, passages -> the sentences nearest to the question, each paragraph with its source's title."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from groundplan.contracts import Item
from groundplan.language.russian import russian
from groundplan.language.russian.lemmas import lemma
from groundplan.language.stems import english
from groundplan.packs.knowledge.render.item_text import plain, small, wordings

_SENTENCE = re.compile(r"(?<=[.!?…])[\"»”)]*\s+(?=[\"«“(]?[A-ZА-ЯЁ0-9])")
_WORD = re.compile(r"[^\W_]+")
MOST = 3
"""Paragraphs, and sentences of one."""
WHOLE = 700
"""Characters up to which a passage is told as it stands."""
NEAR = 0.5
"""A further passage is told only if it meets this share of what the best one meets."""


def quote(question: str, passages: Sequence[Item], language: str, most: int = MOST) -> list[str]:
    """One paragraph a passage, the best sentences in their own order."""
    asked = content(question)
    found = [(item, sentences(item.text)) for item in passages if item.text.strip()]
    rare = _rarity([content(one) for _, ones in found for one in ones])
    scored = [(item, ones, _met(asked, content(f"{item.name} {item.text}"), rare)) for item, ones in found]
    best = max((score for _, _, score in scored), default=0.0)
    kept = [(item, ones) for item, ones, score in scored if score >= NEAR * best][: min(most, MOST)]
    return [_paragraph(asked, item, ones, rare, language) for item, ones in kept]


def _paragraph(asked: frozenset[str], item: Item, ones: list[str], rare: dict[str, float], language: str) -> str:
    words = wordings(language)
    if len(item.text) <= WHOLE:
        lines = [plain(line) for line in item.text.splitlines() if line.strip()]
        whole = "\n".join([*lines, ""] if len(lines) > 1 else lines)
        return str(words["quote"].format(text=whole, title=item.name)) if item.name else whole
    scores = [_met(asked, content(one), rare) for one in ones]
    best = max(scores)
    near = [at for at, score in enumerate(scores) if best and score >= 0.6 * best][:MOST]
    near = sorted({*near, *([near[0] + 1] if len(near) == 1 and near[0] + 1 < len(ones) else [])})
    text = " ".join(ones[at] for at in near) if near else " ".join(ones[:2])
    return str(words["quote"].format(text=text, title=item.name)) if item.name else text


def sentences(text: str) -> list[str]:
    """The sentences of a text, without reference marks."""
    return [one for one in _SENTENCE.split(plain(text)) if one]


@lru_cache(maxsize=2_000)
def content(text: str) -> frozenset[str]:
    """The lemmas of a text that say what it is about."""
    words = [lemma(word) if russian(word) else english(word.lower()) for word in _WORD.findall(text)]
    return frozenset(words) - small("ru") - _stems()


@lru_cache
def _stems() -> frozenset[str]:
    return frozenset(english(word) for word in small("en"))


def _rarity(sentences: Sequence[frozenset[str]]) -> dict[str, float]:
    times = Counter(word for one in sentences for word in one)
    return {word: math.log(1 + len(sentences) / n) for word, n in times.items()}


def _met(asked: frozenset[str], told: frozenset[str], rare: dict[str, float]) -> float:
    return sum(rare.get(word, 1.0) for word in asked & told)
