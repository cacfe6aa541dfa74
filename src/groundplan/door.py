"""The sync door for Python: one question, one run."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from groundplan.contracts import Question, Run, Turn
from groundplan.planner import Planner, pack_of, run_id
from groundplan.settings import Settings


def ask(
    question: str, *sources: str, pack: str | None = None, model: str | None = None, history: Sequence[str] = ()
) -> Run:
    """The question answered from the sources; `history` holds earlier questions that it may change."""
    planner = Planner(Settings.from_environment(model=model))
    turns = tuple(Turn(role="user", text=text) for text in history)
    asked = Question(text=question, pack=pack or pack_of(sources), sources=sources, history=turns)
    try:
        return asyncio.run(planner.answer(asked.model_copy(update={"id": run_id(asked)})))
    finally:
        planner.close()
