"""Question -> Understanding: intents, links, requirements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.contracts import Question, Understanding
from groundplan.errors import FillError, ModelError
from groundplan.pack import Form, Planning, Reader


async def understand(
    question: Question, prior: Form | None, readers: tuple[Reader, ...], planning: Planning, model: Any
) -> tuple[Understanding, tuple[str, ...]]:
    """What the first reader that can made of the question, and what is to be told of those that could not."""
    notes: list[str] = []
    for reader in readers[:-1]:
        try:
            return _told(await _required(question, prior, reader, planning, model), notes)
        except (ModelError, FillError) as fault:
            notes.append(f"the model could not read the question, so it was read without it: {fault}")
    return _told(await _required(question, prior, readers[-1], planning, model), notes)


def _told(understood: Understanding, notes: Sequence[str]) -> tuple[Understanding, tuple[str, ...]]:
    """With what the reader has to remark."""
    return understood, (*notes, *understood.remarks)


async def _required(
    question: Question, prior: Form | None, reader: Reader, planning: Planning, model: Any
) -> Understanding:
    """The reading with the requirements that follow; a label outside the mapping is read once more."""
    understanding = await _read(question, prior, reader, planning, model)
    if any(r.label not in planning.coverage.needs for r in understanding.requirements):
        understanding = await _read(question, prior, reader, planning, model)  # once; then the check speaks
    return understanding


async def _read(
    question: Question, prior: Form | None, reader: Reader, planning: Planning, model: Any
) -> Understanding:
    understanding = await reader.read(question, prior)
    if understanding.doubt:
        return understanding
    form = planning.settle(understanding.form, model)
    required = planning.requirements(form, model)
    return understanding.model_copy(update={"form": form, "requirements": required})
