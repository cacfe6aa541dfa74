"""Questions to begin with: each is asked before it is shown, and its answer held against the figure itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from time import process_time

from groundplan.contracts import Run
from groundplan.contracts.source_model import SourceModel
from groundplan.errors import GroundplanError
from groundplan.looking.candidates import Figure, candidates
from groundplan.looking.expected import answers, expected
from groundplan.looking.wordings import wordings
from groundplan.sources.frame import Frame

SHOWN = 3
ASKED = 9
"""Questions that are asked at most."""
SECONDS = 6.0
"""Of work, not by the clock, so that a busy machine shows the same; one or two are usual."""

Ask = Callable[[str], Run]


def questions(model: SourceModel, get: Callable[[str], Frame], ask: Ask) -> tuple[str, ...]:
    """Three that are answered right, of different kinds where it can be, or fewer."""
    trying = _Trying(model, get, ask)
    kinds = deque(trying.right(figures) for figures in candidates(model))
    found: list[str] = []
    while kinds and len(found) < SHOWN:
        kind = kinds.popleft()
        if text := next(kind, ""):
            found.append(text)
            kinds.append(kind)
    return tuple(found)


class _Trying:
    def __init__(self, model: SourceModel, get: Callable[[str], Frame], ask: Ask) -> None:
        self._model, self._get, self._ask = model, get, ask
        self._left, self._until = ASKED, process_time() + SECONDS

    def right(self, figures: list[Figure]) -> Iterator[str]:
        """Of each figure the first wording that is answered right."""
        for figure in figures:
            if text := self._first(figure):
                yield text

    def _first(self, figure: Figure) -> str:
        if not self._left:
            return ""
        wanted = expected(figure, self._get)
        return next((text for text in wordings(figure, self._model) if self._answered(text, figure, wanted)), "")

    def _answered(self, text: str, figure: Figure, wanted: dict[object, object]) -> bool:
        if not self._left or process_time() > self._until:
            return False
        self._left -= 1
        try:
            run = self._ask(text)
        except GroundplanError:
            return False
        told = run.facts.tables[0] if run.status == "answered" and run.facts.tables else None
        return answers(figure, told, wanted)
