"""Question, Blank -> Understanding: intents, links, requirements."""

from __future__ import annotations

from groundplan.contracts import Blank, Question, Understanding
from groundplan.pack import Pack
from groundplan.readers.base import Reader


async def understand(question: Question, blank: Blank, reader: Reader, pack: Pack) -> Understanding:
    """What the reader made of the question, with the requirements that follow from it."""
    understanding = await _read(question, blank, reader, pack)
    if _unknown_labels(understanding, pack):
        understanding = await _read(question, blank, reader, pack)  # once more; then the check speaks
    return understanding


async def _read(question: Question, blank: Blank, reader: Reader, pack: Pack) -> Understanding:
    understanding = await reader.read(question, blank)
    if understanding.doubt:
        return understanding
    required = pack.requirements(understanding.form, blank.tables)
    return understanding.model_copy(update={"requirements": required})


def _unknown_labels(understanding: Understanding, pack: Pack) -> list[str]:
    return [r.label for r in understanding.requirements if r.label not in pack.coverage.needs]
