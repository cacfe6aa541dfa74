"""Value linking: words of the question that stand in the data."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from groundplan.reading.blank import Blank
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.names import fit
from groundplan.reading.similarity.words import Word, split, stems
from groundplan.sources.shape import Column, Table

_LONGEST_VALUE = 7
_SHORTEST = 3
"""Values of fewer letters are linked only as they are written: `TX`, not `tx`."""
ALIKE = 88.0
_LOOKUPS = 60


@dataclass(frozen=True)
class Value:
    """Words `start` to `end` (excluded) are a value of a column."""

    table: str
    column: Column
    value: str
    start: int
    end: int
    score: float

    @property
    def gain(self) -> float:
        """How many words it explains, weighed as column links are."""
        return (self.end - self.start) * self.score + 0.5 * self.score

    @property
    def span(self) -> range:
        """The places of its words."""
        return range(self.start, self.end)


@dataclass(frozen=True)
class Index:
    """The values of a table by their stems, and by each single stem."""

    whole: dict[tuple[str, ...], tuple[tuple[Column, str], ...]]
    single: dict[str, tuple[tuple[Column, str], ...]]
    texts: dict[str, tuple[Column, str]]


@lru_cache(maxsize=256)
def index(table: Table) -> Index:
    """All kept values of a table, ready for lookup."""
    whole: dict[tuple[str, ...], list[tuple[Column, str]]] = {}
    single: dict[str, list[tuple[Column, str]]] = {}
    texts: dict[str, tuple[Column, str]] = {}
    for column in table.columns:
        for value in column.values:
            parts = stems(value[:120])
            if not parts or len(parts) > _LONGEST_VALUE:
                continue
            whole.setdefault(parts, []).append((column, value))
            texts.setdefault(value.lower(), (column, value))
            for part in set(parts) if len(parts) > 1 else ():
                single.setdefault(part, []).append((column, value))
    frozen = {key: tuple(found) for key, found in whole.items()}
    return Index(frozen, {key: tuple(found) for key, found in single.items()}, texts)


def link_values(
    words: Sequence[Word],
    blank: Blank,
    quoted: Sequence[range],
    common: frozenset[str],
    everyday: frozenset[str],
) -> list[Value]:
    """Every window that is a value, whole, or by a part for names.

    Stems in `common` say something else in this question; those in `everyday` might in any, and are no part of a name.
    """
    tables = blank.tables
    found: list[Value] = []
    for table in tables:
        found += _whole(words, table, quoted, common)
        found += _coded(words, table)
        found += _parts(words, table, everyday)
    taken = {at for value in found for at in value.span}
    found += _misspelled(words, tables, taken, everyday)
    found += _looked_up(words, blank, taken, quoted, common)
    return found


def _whole(words: Sequence[Word], table: Table, quoted: Sequence[range], common: frozenset[str]) -> Iterable[Value]:
    known = index(table).whole
    for start in range(len(words)):
        window: list[str] = []
        for end in range(start + 1, min(start + 2 * _LONGEST_VALUE, len(words)) + 1):
            if words[end - 1].is_word:
                window.append(words[end - 1].stem)
            elif end - 1 == start:
                break
            else:
                continue
            for column, value in known.get(tuple(window), ()):
                if _introduced(words, start, column, value) or _trusted(
                    words[start:end], value, any(start in span for span in quoted), common
                ):
                    yield Value(table.name, column, value, start, end, 1.0)


def _introduced(words: Sequence[Word], start: int, column: Column, value: str) -> bool:
    """`sex is F`: even one letter is a value right after its column."""
    before = [w for w in words[max(0, start - 3) : start] if w.lower not in ("is", "are", "of", "=", "the", "'", '"')]
    parts = [p for p in split(column.name) if p.is_word]
    named = bool(before) and any(fit(before[-1].lower, before[-1].stem, p.lower, p.stem) for p in parts)
    return named and words[start].text == value


def _coded(words: Sequence[Word], table: Table) -> Iterable[Value]:
    """`female` for F."""
    known = index(table).texts
    for at, word in enumerate(words):
        for code in lexicon().codes.get(lexicon().irregular.get(word.lower, word.lower), ()):
            if code in known and known[code][0].distinct <= 3:
                yield Value(table.name, *known[code], at, at + 1, 0.9)


def _trusted(said: Sequence[Word], value: str, quoted: bool, common: frozenset[str]) -> bool:
    """Short or everyday words count as values only when written as they stand in the data."""
    text = " ".join(word.text for word in said)
    if quoted:
        return True
    if len(said) > 1:
        return not all(word.stem in common for word in said)
    word = said[0]
    if word.lower in lexicon().fillers or (word.text.isdecimal() and len(word.text) < 3):
        return False
    if len(word.lower) < _SHORTEST:
        return text == value and value.isupper() and len(value) > 1
    return word.stem not in common


def _parts(words: Sequence[Word], table: Table, common: frozenset[str]) -> Iterable[Value]:
    """`curry` for Stephen Curry: a word that only one value of one column has."""
    known = index(table).single
    for at, word in enumerate(words):
        owners = known.get(word.stem, ())
        if len(owners) == 1 and len(word.lower) >= 4 and word.stem not in common and word.lower.isalpha():
            column, value = owners[0]
            size = sum(1 for part in split(value) if part.is_word)
            if size <= 3 and column.role == "categorical" and word.lower not in lexicon().fillers:
                yield Value(table.name, column, value, at, at + 1, 0.75 if size == 2 else 0.65)


def _misspelled(
    words: Sequence[Word], tables: Sequence[Table], taken: set[int], common: frozenset[str]
) -> Iterable[Value]:
    for at, word in enumerate(words):
        if at in taken or len(word.lower) < 6 or word.stem in common or word.lower in lexicon().fillers:
            continue
        for table in tables:
            texts = index(table).texts
            hit = process.extractOne(word.lower, texts.keys(), scorer=fuzz.ratio, score_cutoff=ALIKE)
            if hit and hit[0][0] == word.lower[0]:
                column, value = texts[hit[0]]
                yield Value(table.name, column, value, at, at + 1, 0.8)


def _looked_up(
    words: Sequence[Word], blank: Blank, taken: set[int], quoted: Sequence[range], common: frozenset[str]
) -> Iterable[Value]:
    """Columns too big for the profile are asked for whole values."""
    windows: dict[str, tuple[int, int]] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + 4, len(words)) + 1):
            said = words[start:end]
            inside = any(start in span for span in quoted)
            if start in taken or not said[0].is_word or not said[-1].is_word or len(windows) >= _LOOKUPS:
                break
            if inside or _trusted(said, "", False, common):
                windows.setdefault(_phrase(said), (start, end))
    tables = {table.name: table for table in blank.tables}
    for cell in blank.find(tuple(windows)) if windows else ():
        where = windows.get(cell.value.lower())
        column = tables[cell.table].column(cell.column) if cell.table in tables else None
        if where and column:
            yield Value(cell.table, column, cell.value, *where, 1.0)


def _phrase(said: Sequence[Word]) -> str:
    """The words as they were written, with their spaces."""
    out = said[0].lower
    for before, word in itertools.pairwise(said):
        out += (" " if word.start > before.end else "") + word.lower
    return out
