"""Question, Blank -> Recall: whether the question stands alone or changes the one before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from groundplan.contracts import Blank, Question, Recall
from groundplan.readers.base import Reader

Gate = Callable[[str, str, Blank], tuple[bool, str]]
"""Question, the one before it, what may be said -> follow-up or not, and why."""

TURNS = 6
"""Earlier questions that are read again to find the form a follow-up changes."""


async def recall(
    question: Question, prior: Mapping[str, Any] | None, blank: Blank, gate: Gate, reader: Reader
) -> Recall:
    """Independent by default; a follow-up carries the form it changes."""
    asked = [turn.text for turn in question.history if turn.role == "user"][-TURNS:]
    if not asked:
        return Recall(reason="there is no earlier question")
    follows, reason = gate(question.text, asked[-1], blank)
    if not follows:
        return Recall(reason=reason)
    form = dict(prior) if prior else await _prior_form(question, asked, blank, gate, reader)
    return Recall(decision="follow_up", reason=reason, prior=form)


async def _prior_form(
    question: Question, asked: list[str], blank: Blank, gate: Gate, reader: Reader
) -> dict[str, Any] | None:
    """The form after the last earlier question, each read in the light of the one before it."""
    form: dict[str, Any] | None = None
    for before, text in zip(["", *asked], asked, strict=False):
        follows = bool(form) and gate(text, before, blank)[0]
        earlier = question.model_copy(update={"text": text, "history": ()})
        understanding = await reader.read(earlier, replace(blank, prior=form if follows else None))
        form = understanding.form or form
    return form
