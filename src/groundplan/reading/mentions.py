"""What a text names of the data: columns by words of their headers, and values, as places among its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundplan.language.lexicon import lexicon
from groundplan.language.names import fit
from groundplan.language.words import Word, split, stems
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.question_words import link
from groundplan.sources.shape import Column, Table

_LEAST = 0.5
"""The share of a header, by weight, that must be said."""
_OWN, _WEAK = 0.3, 0.35
"""The weights of a word that says what the rows are, and of one that says a unit or a kind."""
_LONGEST = 8


@dataclass(frozen=True)
class Mention:
    """Words `start` to `end` (excluded) name a column."""

    column: Column
    start: int
    end: int
    share: float
    """How much of the header they say, and how well."""

    @property
    def span(self) -> range:
        """The places of its words."""
        return range(self.start, self.end)


def columns_named(words: Sequence[Word], tables: Sequence[Table], barred: frozenset[int]) -> tuple[Mention, ...]:
    """The longest mentions that do not overlap; words in `barred` say something else."""
    found = [each for table in tables for column in table.columns for each in _named(words, column, table, barred)]
    taken: set[int] = set()
    kept = []
    for each in sorted(found, key=lambda m: (m.start - m.end, -m.share, m.start)):
        if taken.isdisjoint(each.span):
            taken.update(each.span)
            kept.append(each)
    return tuple(sorted(kept, key=lambda m: m.start))


def _named(words: Sequence[Word], column: Column, table: Table, barred: frozenset[int]) -> Iterator[Mention]:
    header = {word: _weight(word, table) for word in split(column.name) if word.is_word}
    for start, word in enumerate(words):
        if start in barred or not word.is_word or word.lower in lexicon().fillers:
            continue
        left, said, end = dict(header), 0.0, start
        for at in range(start, min(start + _LONGEST, len(words))):
            best = max(left, key=lambda part: _fit(words[at], part), default=None)
            if at in barred or best is None or not (good := _fit(words[at], best)):
                break
            said, end = said + good * left.pop(best), at + 1
        if said and said >= _LEAST * sum(header.values()):
            yield Mention(column, start, end, said / sum(header.values()))


def _weight(word: Word, table: Table) -> float:
    """How much a word of a header tells its column from others."""
    if word.stem in stems(table.name):
        return _OWN
    return _WEAK if word.lower in lexicon().generic else 1.0


def _fit(word: Word, part: Word) -> float:
    return fit(word.lower, word.stem, part.lower, part.stem)


def values_named(text: str, words: Sequence[Word], blank: Blank) -> frozenset[int]:
    """The places of the words that are a value of the data, or a part of one."""
    found = [*link(text, blank.tables), *blank.linked(text)]
    return frozenset(at for at, word in enumerate(words) for m in found if m.start <= word.start and word.end <= m.end)
