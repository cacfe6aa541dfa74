"""Opened sources -> a look, with questions to begin with that were asked before they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from groundplan.contracts import Question, Run
from groundplan.looking.make import look
from groundplan.looking.shape import Look
from groundplan.looking.words import counted
from groundplan.pack import Aids
from groundplan.planner import Planner
from groundplan.settings import Settings
from groundplan.sources import frames
from groundplan.sources.opened import Tables, open_sources

PACK = "tables"
Begin = Callable[[Look, Tables], Look]
"""A look -> the look with questions."""


def look_at(sources: tuple[str, ...], settings: Settings, questions: bool) -> Look:
    """Sources opened, looked at and closed again."""
    begin = with_questions(settings, sources) if questions else None
    opened = open_sources(sources, settings.cache)
    try:
        found = looked(sources, opened)
        return begin(found, opened) if begin else found
    finally:
        opened.close()


def looked(sources: tuple[str, ...], opened: Tables) -> Look:
    """What they hold; of several sources the first names them."""
    called = frames.called(sources[0]).removeprefix(frames.PREFIX)
    more = f" {counted(len(sources) - 1, 'more')}" if len(sources) > 1 else ""
    return look(opened.understood, opened.notes, opened.model, f"{Path(called).name or called}{more}")


def with_questions(settings: Settings, sources: tuple[str, ...]) -> Begin:
    """Asks the embedded reader, which wakes while the sources are opened; no server is asked for an example."""
    planner = Planner(replace(settings, model="", answer_model=""))
    pack = planner.known.find(PACK)
    pack.reading.wake(Aids(planner.warm.embedder, planner.settings.of_pack(pack), settings.cache))

    def ask(text: str) -> Run:
        return asyncio.run(planner.answer(Question(text=text, pack=PACK, sources=sources)))

    def begun(found: Look, opened: Tables) -> Look:
        from groundplan.looking.tried import questions

        planner.warm.hold(pack, sources, opened)
        return found.model_copy(update={"questions": questions(found.model, opened.get, ask)})

    return begun
