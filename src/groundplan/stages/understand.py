"""Question, Blank -> Understanding: intents, links, requirements."""

from __future__ import annotations

from groundplan.contracts import Question, Understanding
from groundplan.errors import FillError, ModelError
from groundplan.pack import Pack, Reader
from groundplan.reading.blank import Blank


async def understand(
    question: Question, blank: Blank, readers: tuple[Reader, ...], pack: Pack
) -> tuple[Understanding, tuple[str, ...]]:
    """What the first reader that can made of the question, and what is to be told of those that could not."""
    notes: list[str] = []
    for reader in readers[:-1]:
        try:
            return await _required(question, blank, reader, pack), tuple(notes)
        except (ModelError, FillError) as fault:
            notes.append(f"the model could not read the question, so it was read without it: {fault}")
    return await _required(question, blank, readers[-1], pack), tuple(notes)


async def _required(question: Question, blank: Blank, reader: Reader, pack: Pack) -> Understanding:
    """The reading with the requirements that follow; a label outside the mapping is read once more."""
    understanding = await _read(question, blank, reader, pack)
    if any(r.label not in pack.coverage.needs for r in understanding.requirements):
        understanding = await _read(question, blank, reader, pack)  # once; then the check speaks
    return understanding


async def _read(question: Question, blank: Blank, reader: Reader, pack: Pack) -> Understanding:
    understanding = await reader.read(question, blank)
    if understanding.doubt:
        return understanding
    form = pack.settle(understanding.form, blank.tables)
    required = pack.requirements(form, blank.tables)
    return understanding.model_copy(update={"form": form, "requirements": required})
