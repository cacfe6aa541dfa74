"""A figure, a group or a measure that is asked for by words that no column, value or table has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten

from groundplan.contracts import Doubt
from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.lexicon import lexicon
from groundplan.language.names import fit
from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Match, Phrasebook
from groundplan.language.stems import stem
from groundplan.language.words import Word, clean, split, stems
from groundplan.sources.shape import Table

_TALK = frozenset({"follow_up", "revise", "outside"})
"""Slots whose words say how people talk, not what they ask for."""
_FIGURES = frozenset({"sum", "avg", "median", "min", "max", "std"})
_DATES = frozenset(map(stem, ("date", "дата")))
_LONGEST = 4
_NAMED, _TITLE = 12, 80
"""Columns that a refusal names, and letters of a table's title."""


def missing_column(
    text: str, tables: Sequence[Table], book: Phrasebook, read: Sequence[tuple[int, int]]
) -> Doubt | None:
    """Names the words; those that stand in `read`, as letters from and to, have been understood."""
    words, numbers = read_numbers(split(clean(text)))
    own = frozenset(one for name in _named(tables) for one in stems(name))
    matches = [m for m in book.find(words, own, frozenset(numbers)) if m.slot not in _TALK]
    labelled = {at for m in matches for at in range(m.start, m.end)} | set(numbers)
    known = [part for name in _named(tables) for part in split(name) if part.is_word]
    left = {
        at
        for at, word in enumerate(words)
        if at not in labelled and not _understood(word, read) and _content(word) and not _names(word, known)
    }
    asked = [run for run in _asked(words, matches, labelled) if run and left.issuperset(run)]
    places = {at for run in asked for at in run if words[run.start].stem not in _DATES}
    places |= {at for at in left if {words[at].lower, words[at].lower.removesuffix("s")} & lexicon().measures}
    if not places:
        return None
    listed = " and ".join(repr(said) for said in dict.fromkeys(_phrases(text, words, places)))
    return Doubt(kind="refuse", message=f"there is no column for {listed}; {holdings(tables)}")


def holdings(tables: Sequence[Table]) -> str:
    """What can be asked about, in one clause."""
    parts = []
    for table in tables[:3]:
        names = ", ".join(column.name for column in table.columns[:_NAMED])
        more = f" and {len(table.columns) - _NAMED} more" if len(table.columns) > _NAMED else ""
        title = f" ({shorten(table.title, _TITLE, placeholder='...')!r})" if table.title else ""
        parts.append(f"table {table.name!r}{title} has the columns {names}{more}")
    return "; ".join(parts)


def _named(tables: Sequence[Table]) -> list[str]:
    return [name for table in tables for name in (table.name, *(column.name for column in table.columns))]


def _understood(word: Word, read: Sequence[tuple[int, int]]) -> bool:
    return any(start <= word.start and word.end <= end for start, end in read)


def _names(word: Word, known: Sequence[Word]) -> bool:
    return any(fit(word.lower, word.stem, part.lower, part.stem) for part in known)


def _content(word: Word) -> bool:
    """A word that could be the name of something."""
    if not word.lower[0].isalpha() or len(word.lower) < 2 or word.lower in vocabulary().every:
        return False
    return not ({word.lower, word.stem} & (lexicon().fillers | lexicon().idle | lexicon().counted))


def _asked(words: Sequence[Word], matches: Sequence[Match], labelled: set[int]) -> Iterator[range]:
    """The words right after a cue that asks for a figure, a group or a thing: `average profit`, `by planet`."""
    for cue in matches:
        figure = cue.slot == "agg" and cue.label in _FIGURES
        group = cue.slot == "role" and cue.label in ("group", "color") and not _passive(words, cue)
        if figure or group or (cue.slot == "asks_which" and cue.start == 0):
            yield _run(words, cue.end, labelled)


def _passive(words: Sequence[Word], cue: Match) -> bool:
    """`posted by hlund`, `drawn by hand`: no group, but who or how."""
    return cue.size == 1 and cue.start > 0 and words[cue.start - 1].lower.endswith(("ed", "wn", "en"))


def _run(words: Sequence[Word], at: int, labelled: set[int]) -> range:
    """The words from a place on, fillers left out before them, up to the next filler, label or mark."""
    small = lexicon().fillers | lexicon().idle
    while at < len(words) and words[at].lower in lexicon().fillers and at not in labelled:
        at += 1
    end = at
    while end < min(len(words), at + _LONGEST) and words[end].is_word and words[end].lower not in small:
        if end in labelled:
            break
        end += 1
    return range(at, end)


def _phrases(text: str, words: Sequence[Word], places: set[int]) -> Iterator[str]:
    """The words at these places, those that stand together as one."""
    text = clean(text)
    for start in sorted(at for at in places if at - 1 not in places):
        end = start
        while end + 1 in places:
            end += 1
        yield text[words[start].start : words[end].end]
