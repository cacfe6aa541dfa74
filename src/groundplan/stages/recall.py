"""Question -> Recall: whether the question stands alone or changes the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.contracts import Question, Recall
from groundplan.pack import Gate, Reader

TURNS = 6
"""Earlier questions that are read again to find the form a follow-up changes."""


async def recall(question: Question, prior: Mapping[str, Any] | None, gate: Gate, reader: Reader) -> Recall:
    """Independent by default; a follow-up carries the form it changes."""
    if question.query:
        return Recall(reason="a query says all that it asks")
    if not any(turn.role == "user" for turn in question.history):
        return Recall(reason="there is no earlier question")
    follows, reason = gate(question)
    if not follows:
        return Recall(reason=reason)
    form = dict(prior) if prior else await _prior_form(question, gate, reader)
    return Recall(decision="follow_up", reason=reason, prior=form)


async def _prior_form(question: Question, gate: Gate, reader: Reader) -> dict[str, Any] | None:
    """The form after the last earlier question, each read in the light of what was said before it."""
    form: dict[str, Any] | None = None
    places = [place for place, turn in enumerate(question.history) if turn.role == "user"]
    for place in places[-TURNS:]:
        earlier = question.model_copy(
            update={"text": question.history[place].text, "history": question.history[:place]}
        )
        follows = bool(form) and gate(earlier)[0]
        understanding = await reader.read(earlier, form if follows else None)
        form = understanding.form or form
    return form
