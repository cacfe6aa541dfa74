"""The words of a question: as the encoder reads them, and how they are found in headers and cells.

Russian is glossed into English word by word. The marks are what the sheet gives its tokens beside their wordpieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from groundplan.embed.wordpieces import wordpieces
from groundplan.language.lexicon import lexicon
from groundplan.language.names import EXACT, SHORTENED, SYNONYM, fit
from groundplan.language.stems import stem
from groundplan.language.words import clean, split
from groundplan.sources.shape import Column, Table
from groundplan.values.index import ValueIndex
from groundplan.values.match import Match

CLS, SEP, COLUMN, CELL, BEFORE = "[CLS]", "[SEP]", "[unused1]", "[unused2]", "[unused3]"
NONE, NAMED, ALIKE, VALUE, NEARLY, BOTH, NUMBER, TELLING, ALL, SOME = range(10)
CELL_EXACT, CELL_FORM, CELL_PART, CELL_LIKE, CELL_SAMPLE, CELL_BEFORE = range(10, 16)
NAMED_ALONE, ALIKE_ALONE, CELL_SHARED = range(16, 19)
"""A word that names one column only; a cell whose words are a cell of another column, too."""
MATCHES = 24
_CELLS = frozenset((*range(CELL_EXACT, CELL_BEFORE + 1), CELL_SHARED))
_LEAST = SYNONYM - 0.1
"""How well a word must fit one of a header."""
_HOW = {"exact": CELL_EXACT, "case": CELL_EXACT, "accent": CELL_EXACT, "lemma": CELL_FORM, "plural": CELL_FORM,
        "part": CELL_PART}  # fmt: skip
Named = list[dict[str, float]]
"""For every word of the question, the words of headers that it fits, and how well; those of each column apart."""


@dataclass(frozen=True)
class Piece:
    """One word: as it is read, and where it stands in the text."""

    read: str
    said: str
    start: int
    end: int

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """What it may be matched by: as it was said, and as it is read."""
        said, read = stem(self.said.lower()), stem(self.read.lower())
        return (said,) if said == read else (said, read)


@lru_cache(maxsize=4_096)
def pieces(text: str) -> tuple[Piece, ...]:
    """The words and marks of a text, in order."""
    text = clean(text)
    if not cyrillic(text):
        return tuple(Piece(w.lower, w.text, w.start, w.end) for w in split(text))
    from groundplan.language.russian import gloss  # loads a dictionary

    out: list[Piece] = []
    for piece in gloss(text):
        words = [word.lower for word in split(piece.english)] or [piece.said]
        out += [Piece(word, piece.said, piece.start, piece.end) for word in words]
    return tuple(out)


def said_stems(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(one for piece in pieces(text) for one in piece.stems)


@lru_cache(maxsize=50_000)
def words_of(name: str) -> tuple[str, ...]:
    """A header or a cell as words to read."""
    return tuple(piece.read for piece in pieces(name.replace("_", " ")))


def fitting(said: Sequence[Piece], header: str) -> list[Piece]:
    """The words that may mean a header."""
    words = [word for word in words_of(header) if word[0].isalpha()]
    return [p for p in said if p.read[0].isalpha() and any(fit(p.read, p.stems[-1], w, stem(w)) for w in words)]


def cyrillic(text: str) -> bool:
    """Whether a letter of the text is Cyrillic."""
    return any("а" <= c <= "я" or c == "ё" for c in text.lower())


class Tokens:
    """The tokenizer of the trunk, a word at a time."""

    def __init__(self, file: Path) -> None:
        self._tokenizer = wordpieces(file)
        self.cls, self.sep, self.column, self.cell, self.before = (
            int(self._tokenizer.token_to_id(name) or 0) for name in (CLS, SEP, COLUMN, CELL, BEFORE)
        )
        self.of = lru_cache(maxsize=100_000)(self._of)

    def _of(self, word: str) -> tuple[int, ...]:
        """The pieces of a word; never empty for a word that has a visible letter."""
        clean = word.encode("utf-8", "replace").decode("utf-8")
        return tuple(self._tokenizer.encode(clean, add_special_tokens=False).ids)


def link(text: str, tables: Sequence[Table]) -> list[Match]:
    """All values that the question seems to name, of columns whose values the profile keeps."""
    if not cyrillic(text):
        return [match for table in tables for match in index(table.name, table.columns).find(text)]
    found = [match for table in tables for match in index(table.name, table.columns).find(text, **_russian())]
    known = {(match.column, match.value) for match in found}
    return found + [match for match in _glossed(text, tables) if (match.column, match.value) not in known]


def _glossed(text: str, tables: Sequence[Table]) -> list[Match]:
    """What the question says in English: `возвращённые` is Returned."""
    places: list[tuple[int, int]] = []
    english = ""
    for piece in pieces(text):
        places += [(piece.start, piece.end)] * (len(piece.read) + 1)
        english += piece.read + " "
    found = [match for table in tables for match in index(table.name, table.columns).find(english)]
    return [
        replace(m, start=places[m.start][0], end=places[m.end - 1][1]) for m in found if m.how not in ("fuzzy", "part")
    ]


@lru_cache(maxsize=64)
def index(table: str, columns: tuple[Column, ...]) -> ValueIndex:
    """The kept values of a table, ready for lookup."""
    cells = [(table, column.name, value) for column in columns for value in column.values]
    return ValueIndex.of(cells, **(_russian() if any(cyrillic(value) for _, _, value in cells) else {}))


def _russian() -> dict[str, Any]:
    from groundplan.language.russian import keys, lemma  # loads a dictionary

    return {"lemma": lemma, "keys": keys}


def named_by(said: Sequence[Piece], headers: Sequence[Sequence[str]]) -> list[Named]:
    """Which words of which headers each word of the question names."""
    return _named_by(tuple(said), tuple(map(tuple, headers)))


@lru_cache(maxsize=16)  # a question is looked at several times while it is read
def _named_by(said: tuple[Piece, ...], headers: tuple[tuple[str, ...], ...]) -> list[Named]:
    short = _initials(said)
    return [
        [_fits(piece, words, short[at]) for words in headers]
        if piece.read[0].isalpha()
        else _numbered(said, at, headers)
        for at, piece in enumerate(said)
    ]


def _fits(piece: Piece, words: Sequence[str], short: frozenset[str]) -> dict[str, float]:
    read, stems = piece.read, piece.stems
    fits = {word: _fit(read, stems, word) if len(word) > 1 else float(word == piece.said) for word in words}
    short = short | _spelt(read, tuple(words))
    return {word: EXACT if word in short else good for word, good in fits.items() if good >= _LEAST or word in short}


@lru_cache(maxsize=65_536)
def _spelt(read: str, words: tuple[str, ...]) -> frozenset[str]:
    """The words of a header that is said by its first letters: `lr` of learning_rate, `los` of length_of_stay_days."""
    known, words = lexicon(), tuple(word for word in words if word[0].isalpha())
    while len(words) > 2 and words[-1] in known.unit_marks:
        words = words[:-1]
    if len(words) < 2 or "".join(word[0] for word in words) != read:
        return frozenset()
    small = read in known.fillers or read in known.idle or read in known.questioning or read in known.objects
    return frozenset() if small else frozenset(words)


def _initials(said: Sequence[Piece]) -> list[frozenset[str]]:
    """What each word of the question may be a part of by its first letter: `days on market` is `dom`."""
    found: list[set[str]] = [set() for _ in said]
    for start in range(len(said)):
        for end in range(start + 3, min(start + 5, len(said)) + 1):
            words = [piece.read for piece in said[start:end]]
            if all(word.isalpha() and len(word) > 1 for word in words):
                for at in range(start, end):
                    found[at].add("".join(word[0] for word in words))
    return [frozenset(each) for each in found]


def _numbered(said: Sequence[Piece], at: int, headers: Sequence[Sequence[str]]) -> Named:
    """A number names a header that is a year, or one that has it beside the same letters: `2024`, `pm10`, `5xx`."""
    number = said[at].read
    if not number[0].isdigit() or not any(number in words for words in headers):
        return []
    return [
        {number: EXACT} if any(_beside(said, at, words, n) for n in _places(words, number)) else {} for words in headers
    ]


def _places(words: Sequence[str], number: str) -> list[int]:
    return [n for n, word in enumerate(words) if word == number]


def _beside(said: Sequence[Piece], at: int, words: Sequence[str], place: int) -> bool:
    if len(words[place]) == 4 and words[place][:2] in ("19", "20"):
        return True
    before = place > 0 < at and said[at - 1].end == said[at].start and said[at - 1].read == words[place - 1]
    last = place + 1 == len(words) or at + 1 == len(said)
    return before or (not last and said[at].end == said[at + 1].start and said[at + 1].read == words[place + 1])


def header_marks(words: Sequence[str], at: int, found: Sequence[Named]) -> list[int]:
    """How each word of a header is found in the question."""
    marks = []
    for word in words:
        fitting = [(named[at][word], sum(map(bool, named)) == 1) for named in found if named and word in named[at]]
        best, alone = max(fitting, default=(0.0, False))
        marks.append(_mark(best, alone or any(each for _, each in fitting)))
    return marks


def _mark(best: float, alone: bool) -> int:
    if best < _LEAST:
        return NONE
    exact = best >= EXACT
    return (NAMED_ALONE if exact else ALIKE_ALONE) if alone else (NAMED if exact else ALIKE)


def question_mark(piece: Piece, named: Named, links: Sequence[Match]) -> int:
    """How a word of the question is found in headers or cells."""
    best = max((good for each in named for good in each.values()), default=0.0)
    owners = [m for m in links if m.start <= piece.start and piece.end <= m.end]
    exact = any(m.how in ("exact", "case", "accent", "lemma", "plural") for m in owners)
    if piece.read[0].isdigit() and not best:
        return BOTH if exact else NUMBER
    if exact:
        return BOTH if best >= EXACT else VALUE
    return _mark(best, sum(map(bool, named)) == 1) or (NEARLY if owners else NONE)


@lru_cache(maxsize=65_536)
def _fit(read: str, stems: tuple[str, ...], word: str) -> float:
    """How well a word of the question fits one of a header, which either may shorten: `acc`, `accuracy`."""
    if stem(word) in stems:
        return EXACT
    good = fit(read, stems[-1], word, stem(word))
    return good or (SHORTENED if begins(read, word) or begins(word, read) else 0.0)


def begins(short: str, long: str) -> bool:
    """`acc` of accuracy, `arch` of architectures."""
    return len(short) >= 3 and long.startswith(short) and len(short) * 4 >= len(long) > len(short) + 1


def column_mark(marks: Sequence[int]) -> int:
    """All words of the header are said; some, and one of them of this column only; some."""
    hits = sum(mark != NONE for mark in marks)
    if hits == len(marks):
        return ALL if hits else NONE
    alone = any(mark in (NAMED_ALONE, ALIKE_ALONE) for mark in marks)
    return (TELLING if alone else SOME) if hits else NONE


def unmarked(mark: int) -> int:
    """The mark of a token that nothing is known to match."""
    return mark if mark in (NUMBER, CELL_BEFORE) else CELL_SAMPLE if mark in _CELLS else NONE


def cell_mark(link: Match, links: Sequence[Match]) -> int:
    """How a cell is found in the question."""
    mark = _HOW.get(link.how, CELL_LIKE)
    shared = any(
        (m.start, m.end) == (link.start, link.end) and m.column != link.column and m.score >= link.score for m in links
    )
    return CELL_SHARED if shared and mark in (CELL_EXACT, CELL_FORM) else mark
