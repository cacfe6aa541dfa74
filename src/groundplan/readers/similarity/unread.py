"""What was said and not read: words that name no column, no value, no label and no row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from groundplan.readers.similarity.lexicon import lexicon
from groundplan.readers.similarity.marks import Marks
from groundplan.readers.similarity.names import names
from groundplan.readers.similarity.phrases import Match
from groundplan.readers.similarity.words import Word

_TALK = frozenset({"follow_up", "revise", "outside"})
"""Slots whose words say how people talk, not what they ask for."""
_FIGURES = frozenset({"sum", "avg", "median", "min", "max"})
_LONGEST = 4


@dataclass(frozen=True)
class Unread:
    """Words in the place of a figure or of a group, for which there is no column."""

    start: int
    end: int
    place: Literal["figure", "group"]


def unread(marks: Marks) -> set[int]:
    """The places of the content words that nothing explains; ask after the conditions have taken theirs."""
    read = marks.claimed | marks.used | set(marks.numbers) | {at for span in marks.quoted for at in span}
    read |= {at for match in marks.matches if match.slot not in _TALK for at in range(match.start, match.end)}
    parts = {part.stem for table in marks.tables for name in names(table) for part in name.parts}
    return {at for at, word in enumerate(marks.words) if at not in read and word.stem not in parts and _content(marks, word)}


def _content(marks: Marks, word: Word) -> bool:
    known = lexicon()
    if not word.lower[0].isalpha() or len(word.lower) < 2 or word.stem in marks.nouns:
        return False
    if word.lower in known.months or word.lower in known.weekdays or word.lower in known.units:
        return False
    return not ({word.lower, word.stem} & (known.fillers | known.idle | known.counted | known.adjectives.keys()))


def unread_names(marks: Marks) -> list[Unread]:
    """`average profit`, `by planet`: what is asked for by a word that the data does not have."""
    places = unread(marks)
    found: dict[int, Unread] = {}
    for cue in marks.labels("agg", "role"):
        place = _place(marks, cue)
        run = _run(marks, cue.end) if place else range(0)
        if place and run and places.issuperset(run):
            found.setdefault(run.start, Unread(run.start, run.stop, place))
    return list(found.values())


def _place(marks: Marks, cue: Match) -> Literal["figure", "group"] | None:
    if cue.slot == "agg":
        return "figure" if cue.label in _FIGURES and marks.words[cue.start].lower != "how" else None
    return "group" if cue.label in ("group", "color") and not _passive(marks, cue) else None


def _passive(marks: Marks, cue: Match) -> bool:
    """`posted by hlund`, `drawn by hand`: no group, but who or how."""
    return cue.size == 1 and cue.start > 0 and marks.words[cue.start - 1].lower.endswith(("ed", "wn", "en"))


def _run(marks: Marks, at: int) -> range:
    """The words right after a cue, fillers left out before them, up to the next filler, label or mark."""
    roles = {match.start for match in marks.labels("role")}
    while at < len(marks.words) and marks.words[at].lower in lexicon().fillers and at not in roles:
        at += 1
    end = at
    while end < len(marks.words) and end - at < _LONGEST and marks.words[end].is_word and not _stops(marks, end):
        end += 1
    return range(at, end)


def _stops(marks: Marks, at: int) -> bool:
    word = marks.words[at].lower
    return word in lexicon().fillers or word in lexicon().idle or _labelled(marks, at)


def _labelled(marks: Marks, at: int) -> bool:
    return any(match.start <= at < match.end and match.slot not in _TALK for match in marks.matches)


def bare_figure(marks: Marks) -> Match | None:
    """A figure of nothing, as in `the average by region`: no word after it that could be a name."""
    for cue in marks.labels("agg"):
        if cue.label in _FIGURES and marks.free(range(cue.start, cue.end)) and not _run(marks, cue.end):
            return cue
    return None


def phrases(marks: Marks, places: Iterable[int]) -> list[str]:
    """The words at these places, those that stand side by side together."""
    runs: list[list[int]] = []
    for at in sorted(places):
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [marks.said(run) for run in runs]
