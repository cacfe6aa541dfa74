"""A question that changes the one before: its marks, the cues of editing among them, and the query as it is so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from groundplan.language.finders.fillers import filler
from groundplan.plan import folder
from groundplan.query.language.parts import Path, Query, walked
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked, placed
from groundplan.reading.constructions.page import Page
from groundplan.reading.constructions.roles import roles
from groundplan.reading.edits.parts import with_periods


@lru_cache(maxsize=1)
def phrases() -> Mapping[str, Sequence[str]]:
    """The words of edits, read once."""
    return dict(folder.load(File(__file__).with_name("words.yaml")))


_LISTS = ("units", "opening", "beginning", "only", "ends")
"""Words that are looked up, and are no cues by themselves."""
_UNLABELLED = ("undo", "reset", "why", "unheld", "undated", "earlier", "later", "instead", "old")
_OPEN = 6
"""Words of a text that may go on with the question before by its first word alone."""


@dataclass(frozen=True)
class Cue:
    """Words `start` to `end` (excluded) that say what is done to the query."""

    start: int
    end: int
    kind: str
    unit: str = ""


class Amended(Page):
    """A page whose ways lead, where several do, as the query before went."""

    before: frozenset[tuple[str, ...]] = frozenset()

    def _nearer(self, found: Sequence[Any], mark: Mark) -> Any:
        known = [one for one in found if one[2] in self.before]
        return known[0] if len(known) == 1 else super()._nearer(found, mark)


@dataclass
class Change:
    """What is read of the words, and what they have made of the query."""

    page: Page
    cues: tuple[Cue, ...]
    query: Query
    old: Mark | None = None
    """What is named behind `instead of`."""
    heard: list[Cue] = field(default_factory=list)

    @classmethod
    def of(cls, asked: Marked, prior: Query, scope: Scope) -> Change:
        """The words, apart: cues of editing, and the marks that are left."""
        found, paths = _cues(asked), frozenset(part.steps for part in walked(prior) if isinstance(part, Path))
        taken = {at for cue in found for at in range(cue.start, cue.end)}
        left = [mark for mark in asked.marks if taken.isdisjoint(range(mark.start, mark.end))]
        cue = next((cue for cue in found if cue.kind == "old"), None)
        old = next((mark for mark in left if cue and mark.start >= cue.end), None)
        kept = replace(asked, marks=tuple(_as_before(mark, paths) for mark in left if mark is not old))
        page = Amended(kept, roles(kept), scope, scope.dataset(str(prior.of)))
        page.before = paths
        return cls(page, found, with_periods(prior, scope), old)

    def says(self, *kinds: str) -> Cue | None:
        """The first cue of these kinds; all of them are read then."""
        found = [cue for cue in self.cues if cue.kind in kinds]
        self.heard += [cue for cue in found if cue not in self.heard]
        return found[0] if found else None

    def loose(self, *kinds: str) -> list[Mark]:
        """Marks of these kinds, or of any, that nothing was read from so far."""
        marks = [mark for mark in self.page.asked.marks if mark not in self.page.used]
        return [mark for mark in marks if not kinds or mark.kind in kinds]

    def set(self, **parts: Any) -> None:
        """Parts of the query as they are now."""
        self.query = self.query.model_copy(update=parts)


def _as_before(mark: Mark, paths: frozenset[tuple[str, ...]]) -> Mark:
    """Of values that the words may be, those of fields in the query before."""
    known = tuple(one for one in mark.things if one.name in {steps[-1] for steps in paths})
    return replace(mark, things=known) if known and all(one.kind == "value" for one in mark.things) else mark


def _cues(asked: Marked) -> tuple[Cue, ...]:
    """The longest cues without overlap; none that a mark reaches beyond."""
    found: list[Cue] = []
    for cue in sorted(_placed(asked), key=lambda one: (one.start - one.end, one.start)):
        over = [mark for mark in asked.marks if mark.start < cue.end and cue.start < mark.end]
        within = all(cue.start <= mark.start and mark.end <= cue.end for mark in over)
        if within and not any(one.start < cue.end and cue.start < one.end for one in found):
            found.append(cue)
    return tuple(sorted(found, key=lambda one: one.start))


def _placed(asked: Marked) -> Iterator[Cue]:
    for kind, said in phrases().items():
        for phrase in said if kind not in _LISTS else ():
            for unit in phrases()["units"] if "{unit}" in phrase else ("",):
                yield from (Cue(*at, kind, unit) for at in placed(asked.words, phrase.format(unit=unit)))


def points_back(asked: Marked) -> bool:
    """Whether a text changes the question before: it has cues of editing, or nothing but what limits rows."""
    cues, said = _cues(asked), [word.lower for word in asked.words if word.is_word]
    opens = bool(said) and said[0] in phrases()["opening"] and len(said) <= _OPEN
    opens = opens or (bool(said) and said[0] in phrases()["beginning"] and len(said) <= _OPEN and not _asks(asked))
    if opens or any(cue.kind in ("old", "instead") for cue in cues):
        return True
    places = [(one.start, one.end) for one in cues] + [(one.start, one.end) for one in asked.marks]
    taken = {at for start, end in places for at in range(start, end)}
    found = roles(asked)
    of_its_own = found.measures or found.keys or found.counted or found.mentioned or found.asked or found.order
    full = of_its_own or ((found.counting or found.share) and found.conditions)
    free = all(at in taken or filler(word) or not word.is_word for at, word in enumerate(asked.words))
    return bool(free and taken and not full)


def _asks(asked: Marked) -> bool:
    """Whether a text says itself what is looked for: a figure, or which one."""
    return any(mark.kind in ("figure", "which", "share", "order", "limit") for mark in asked.marks)


def only_edits_know(asked: Marked) -> str:
    """The kind of a cue that no label of the trained heads stands for; empty without one."""
    return next((cue.kind for cue in _cues(asked) if cue.kind in _UNLABELLED), "")
