"""What was said and not read: words that name no column, no value, no label and no row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.names import names
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.words import Word

_TALK = frozenset({"follow_up", "revise", "outside"})
"""Slots whose words say how people talk, not what they ask for."""
_FIGURES = frozenset({"sum", "avg", "median", "min", "max", "std"})
_LONGEST = 4
_SURE = 0.9
Place = Literal["figure", "group", "asked"]


@dataclass(frozen=True)
class Unread:
    """Words in the place of a figure or of a group, for which there is no column."""

    start: int
    end: int
    place: Place


def unread(marks: Marks) -> set[int]:
    """The places of the content words that nothing explains; ask after the conditions have taken theirs."""
    read = marks.claimed | marks.used | set(marks.numbers) | {at for span in marks.quoted for at in span}
    read |= {at for match in marks.matches if match.slot not in _TALK for at in range(match.start, match.end)}
    parts = {part.stem for table in marks.tables for name in names(table) for part in name.parts}
    return {
        at for at, word in enumerate(marks.words) if at not in read and word.stem not in parts and _content(marks, word)
    }


def _content(marks: Marks, word: Word) -> bool:
    known = lexicon()
    if not word.lower[0].isalpha() or len(word.lower) < 2 or word.stem in marks.nouns:
        return False
    if word.lower in known.months or word.lower in known.weekdays or word.lower in known.units:
        return False
    return not ({word.lower, word.stem} & (known.fillers | known.idle | known.counted | known.adjectives.keys()))


def unread_names(marks: Marks) -> list[Unread]:
    """`average profit`, `by planet`, `what subsidies`: what is asked for by a word that the data does not have."""
    places = unread(marks)
    found: dict[int, Unread] = {}
    for cue in marks.labels("agg", "role", "asks_which"):
        place = _place(marks, cue)
        run = _run(marks, cue.end, through=not _close(marks, cue)) if place else range(0)
        if place and run and places.issuperset(run):
            found.setdefault(run.start, Unread(run.start, run.stop, place))
    for run in _listed(marks):
        if places.issuperset(run):
            found.setdefault(run.start, Unread(run.start, run.stop, "group"))
    return list(found.values())


def _listed(marks: Marks) -> Iterable[range]:
    """`by region and planet`: what a list of groups goes on with."""
    groups = {match.end for match in marks.labels("role") if match.label in ("group", "color")}
    for link in marks.links:
        joined = link.end < len(marks.words) and marks.words[link.end].lower in ("and", "&", "и")
        if joined and any(marks.near(end, link.start) for end in groups) and (run := _run(marks, link.end + 1)):
            yield run


def _place(marks: Marks, cue: Match) -> Place | None:
    if cue.slot == "agg":
        return "figure" if cue.label in _FIGURES else None
    if cue.slot == "asks_which":
        return "asked" if cue.start == 0 and not _measured(marks) else None
    return "group" if cue.label in ("group", "color") and not _passive(marks, cue) else None


def _measured(marks: Marks) -> bool:
    """`the altitude (or elevation)`: one word that is a number's whole name is enough."""
    return any(link.score >= _SURE and link.column.role == "numeric" for link in marks.links)


def _close(marks: Marks, cue: Match) -> bool:
    """`how much tax`, but not `how much did Contoso pay`: the name stands right after, or somewhere else."""
    return marks.words[cue.start].lower in ("how", "сколько")


def _passive(marks: Marks, cue: Match) -> bool:
    """`posted by hlund`, `drawn by hand`: no group, but who or how."""
    return cue.size == 1 and cue.start > 0 and marks.words[cue.start - 1].lower.endswith(("ed", "wn", "en"))


def _run(marks: Marks, at: int, through: bool = True) -> range:
    """The words right after a cue, fillers left out before them, up to the next filler, label or mark."""
    roles = {match.start for match in marks.labels("role")}
    while through and at < len(marks.words) and marks.words[at].lower in lexicon().fillers and at not in roles:
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
    figures = [m for m in marks.labels("agg") if m.label in _FIGURES and marks.free(range(m.start, m.end))]
    counted = any(m.label.startswith("count") for m in marks.labels("agg"))
    return next((m for m in figures if not counted and _ends(marks, m.end)), None)


def _ends(marks: Marks, at: int) -> bool:
    """Whether neither a name nor a span of time follows: `average days` asks for a duration."""
    following = marks.words[at].lower if at < len(marks.words) else ""
    return not _run(marks, at) and following not in lexicon().units and following != "time"


def phrases(marks: Marks, places: Iterable[int]) -> list[str]:
    """The words at these places, those that stand side by side together."""
    runs: list[list[int]] = []
    for at in sorted(places):
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [marks.said(run) for run in runs]
