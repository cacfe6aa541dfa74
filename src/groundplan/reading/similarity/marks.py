"""A question with everything marked in it: labels, columns, values, numbers. Nothing is decided here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from groundplan.reading.blank import Blank
from groundplan.reading.similarity.columns import Link, link
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.names import names
from groundplan.reading.similarity.numbers import read_numbers
from groundplan.reading.similarity.phrases import Match, Phrasebook
from groundplan.reading.similarity.values import Value, link_values
from groundplan.reading.similarity.words import Word, clean, split, stems
from groundplan.sources.shape import Table

_QUOTED = re.compile(r"\"([^\"]{1,120})\"|“([^”]{1,120})”|«([^»]{1,120})»|(?<!\w)'([^']{1,120})'(?!\w)")
_BOUNDARY = frozenset({",", ".", ";", "?", "!", ":"})
LABELLING = frozenset({"chart", "agg", "grain", "order", "limit", "superlative", "operator", "role", "derive", "sort"})
"""Slots whose words, where they say a label, are no values."""
_SURE = 0.9
_FIRM = frozenset({"chart", "order", "grain", "derive"})
"""Slots whose phrasings of two words and more are never part of a column's or a value's name."""


@dataclass(frozen=True)
class Marks:
    """The words, and what each of them may mean."""

    text: str
    words: tuple[Word, ...]
    numbers: dict[int, float]
    quoted: tuple[range, ...]
    matches: tuple[Match, ...]
    links: tuple[Link, ...]
    rivals: dict[int, tuple[Link, ...]]
    values: tuple[Value, ...]
    tables: tuple[Table, ...]
    nouns: frozenset[str] = frozenset()
    """Stems of the tables' names: what the rows are."""
    used: set[int] = field(default_factory=set)
    """Words whose meaning has been taken; the parts of the reader add to it as they go."""

    def labels(self, *slots: str) -> list[Match]:
        """The phrasings found for these slots, in order."""
        return [match for match in self.matches if match.slot in slots]

    @property
    def claimed(self) -> set[int]:
        """The places of all words that name a column or are a value."""
        return {at for link in self.links for at in link.span} | {at for value in self.values for at in value.span}

    def free(self, span: Iterable[int]) -> bool:
        """Whether no word of the span is used."""
        return self.used.isdisjoint(span)

    def near(self, one: int, two: int, extra: frozenset[str] = frozenset()) -> bool:
        """Whether only fillers stand from place `one` up to place `two`."""
        between = self.words[one:two]
        passed = lexicon().fillers | extra | self.nouns
        return one <= two and all(w.lower in passed or w.stem in self.nouns for w in between)

    def clause(self, at: int) -> range:
        """The stretch between punctuation marks around a place."""
        low = at
        while low > 0 and self.words[low - 1].lower not in _BOUNDARY:
            low -= 1
        high = at
        while high < len(self.words) and self.words[high].lower not in _BOUNDARY:
            high += 1
        return range(low, high)

    def said(self, span: Sequence[int]) -> str:
        """The words of a span as they were written."""
        return self.text[self.words[span[0]].start : self.words[span[-1]].end] if len(span) else ""


Matches = tuple[Match, ...]


def mark(text: str, blank: Blank, book: Phrasebook) -> Marks:
    """Find everything that the words may mean."""
    text = clean(text)
    words, numbers = read_numbers(split(text))
    words = words[:300]
    tables = blank.tables
    own = _stems_of_names(tables)
    matches = book.find(words, own, frozenset(numbers))
    quoted = tuple(_quoted(text, words))
    firm = frozenset(at for m in matches if m.slot in _FIRM and m.size > 1 for at in range(m.start, m.end))
    linked = link(words, tables, _barred(firm, quoted))
    meant = {words[at].stem for m in matches if m.slot in LABELLING for at in range(m.start, m.end)}
    values = link_values(words, blank, quoted, own | meant, own | book.vocabulary)
    links, chosen = _settled(linked.links, [v for v in values if firm.isdisjoint(v.span)])
    links = tuple(c for c in links if not _qualifies(c, links, matches, words))
    named = frozenset(at for c in links if len(c.span) > 1 and c.score >= _SURE for at in c.span)
    matches = _without_names(book.find(words, own, frozenset(numbers), named), matches, named)
    whole = [m for m in matches if m.slot in ("derive", "limit", "analysis") and m.size > 1]
    kept = tuple(m for m in matches if not _swallowed(m, links, chosen) and not _inside(m, whole))
    return Marks(text, words, numbers, quoted, kept, links, linked.rivals, chosen, tables, _nouns(tables))


def _stems_of_names(tables: Sequence[Table]) -> frozenset[str]:
    of_columns = {part.stem for table in tables for name in names(table) for part in name.parts}
    return frozenset(of_columns | {stem for table in tables for stem in stems(table.name)})


def _nouns(tables: Sequence[Table]) -> frozenset[str]:
    return frozenset(stem for table in tables for stem in stems(table.name))


def _quoted(text: str, words: Sequence[Word]) -> Iterable[range]:
    for match in _QUOTED.finditer(text):
        inside = [i for i, w in enumerate(words) if w.start > match.start() and w.end < match.end()]
        if inside:
            yield range(inside[0], inside[-1] + 1)


def _barred(firm: frozenset[int], quoted: Sequence[range]) -> frozenset[int]:
    """Words that no column is looked for in: quotations, and phrases that are surely labels."""
    return firm | {at for span in quoted for at in span}


def _settled(links: Sequence[Link], values: Sequence[Value]) -> tuple[tuple[Link, ...], tuple[Value, ...]]:
    """Columns and values that claim the same words: the one that explains more stays."""
    ranked: list[Link | Value] = sorted([*links, *values], key=lambda c: (-c.gain, isinstance(c, Value)))
    taken: set[int] = set()
    kept: list[Link | Value] = []
    for claim in ranked:
        same = any(isinstance(k, Value) and isinstance(claim, Value) and k.span == claim.span for k in kept)
        if taken.isdisjoint(claim.span) or same:
            taken.update(claim.span)
            kept.append(claim)
    kept.sort(key=lambda c: c.start)
    return tuple(k for k in kept if isinstance(k, Link)), tuple(k for k in kept if isinstance(k, Value))


def _qualifies(link: Link, links: Sequence[Link], matches: Sequence[Match], words: Sequence[Word]) -> bool:
    """`total quantity` over a column `total`, `product category` over `product`: the first word qualifies the next."""
    following = next((c for c in links if c.start == link.end), None)
    if following is None or link.end - link.start > 1:
        return False
    figure = any(m.slot == "agg" and (m.start, m.end) == (link.start, link.end) for m in matches)
    own = words[link.start].stem in stems(link.table) and following.table == link.table
    return own or (figure and following.column.role == "numeric")


def _without_names(masked: Matches, plain: Matches, named: frozenset[int]) -> Matches:
    """Labels beside the names; only a grain may stand inside one, as in `each year` over the column Year."""
    return (*masked, *(m for m in plain if m.slot == "grain" and named & set(range(m.start, m.end))))


def _inside(match: Match, longer: Sequence[Match]) -> bool:
    """`average` in `moving average` is no aggregate of its own."""
    if match.slot not in ("agg", "superlative"):
        return False
    return any(w.start <= match.start < w.end and w.size > match.size for w in longer)


def _swallowed(match: Match, links: Sequence[Link], values: Sequence[Value]) -> bool:
    """A label inside a longer name or value is part of that name: `number of` in number_of_platforms."""
    if match.slot in ("grain", "outside"):  # `void` may be a status, and is an order all the same
        return False
    span = range(match.start, match.end)
    claims: list[Link | Value] = [*links, *values]
    return match.slot != "sort" and any(set(span) <= set(claim.span) for claim in claims)
