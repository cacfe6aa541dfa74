"""Column linking: which words of the question name which column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.names import EXACT, LOOSE, SHORTENED, SYNONYM, Name, fit, names
from groundplan.reading.similarity.words import Word
from groundplan.sources.shape import Column, Table

LEAST = 0.5
"""The share of a name, by weight, that must be said."""
_SKIPPED = frozenset({"of", "the", "in", "a", "an", "their", "-", "'", "."})
_NUMBERING = frozenset({"number", "numbers", "num", "no", "code", "count"})
"""`number of films` counts films; only after a noun does `number` mean its id."""
_WIDEST = 8


@dataclass(frozen=True)
class Link:
    """Words `start` to `end` (excluded) name a column."""

    table: str
    column: Column
    start: int
    end: int
    score: float
    """How much of the name was said, and how exactly: 1 is the whole name, word for word."""
    gain: float
    """How many words it explains, weighed; the link that explains most is taken first."""

    @property
    def span(self) -> range:
        """The places of its words."""
        return range(self.start, self.end)


@dataclass(frozen=True)
class Linked:
    """The links taken, and for each of them the columns that would have fitted as well."""

    links: tuple[Link, ...]
    rivals: dict[int, tuple[Link, ...]]


def link(words: Sequence[Word], tables: Sequence[Table], barred: frozenset[int] = frozenset()) -> Linked:
    """The best links that do not overlap; words in `barred` belong to something else."""
    candidates = [c for table in tables for name in names(table) for c in _candidates(words, name, barred)]
    candidates.sort(key=lambda c: (-c.gain, -c.score, c.column.role == "identifier", c.start))
    taken: set[int] = set()
    kept: list[Link] = []
    rivals: dict[int, tuple[Link, ...]] = {}
    for candidate in candidates:
        if taken.isdisjoint(candidate.span):
            taken.update(candidate.span)
            kept.append(candidate)
            rivals[candidate.start] = tuple(_rivals(candidate, candidates))
    return Linked(tuple(sorted(kept, key=lambda c: c.start)), rivals)


def _rivals(link: Link, candidates: Iterable[Link]) -> Iterable[Link]:
    for other in candidates:
        same_words = other.start < link.end and link.start < other.end
        if same_words and other.column.name != link.column.name and other.gain >= link.gain - 0.08:
            yield other


def _candidates(words: Sequence[Word], name: Name, barred: frozenset[int]) -> Iterable[Link]:
    for start in range(len(words)):
        if start in barred or not words[start].is_word or words[start].lower in lexicon().fillers:
            continue
        candidate = _initials(words, start, name) or _from(words, start, name, barred)
        if candidate and candidate.score >= LEAST:
            yield candidate


def _from(words: Sequence[Word], start: int, name: Name, barred: frozenset[int]) -> Link | None:
    """The longest run from `start` in which every word says another part of the name."""
    if len(name.parts) > 1 and words[start].lower == "".join(part.word for part in name.parts):
        return Link(name.table, name.column, start, start + 1, EXACT, gain=1.7)
    left = list(name.parts)
    weight, explained, end = 0.0, 0.0, start
    for at in range(start, min(start + _WIDEST, len(words))):
        word = words[at]
        if at in barred:
            break
        if word.lower in _SKIPPED and at > start:
            continue
        best = max(left, key=lambda p: fit(word.lower, word.stem, p.word, p.stem), default=None)
        how = fit(word.lower, word.stem, best.word, best.stem) if best and word.is_word else 0.0
        if word.stem in name.own and how < EXACT:
            continue  # `customer name`, `pets by type`: what the rows are is part of no name unless it stands there
        if not best or how == 0.0 or (at == start and how < EXACT and word.lower in _NUMBERING):
            break
        left.remove(best)
        weight, explained, end = weight + best.weight * how, explained + how, at + 1
    if not explained:
        return None
    alone = end == start + 1 and (words[start].stem in name.telling or _says_head(words[start], name))
    score = max(weight / name.weight, LEAST if alone else 0.0)
    return Link(
        name.table,
        name.column,
        start,
        end,
        score,
        gain=explained + 0.6 * score + (0.2 if words[start].stem in name.own else 0.0),
    )


def _says_head(word: Word, name: Name) -> bool:
    """`revenue` for net_sales_usd: what is measured is said, and only its kind is left out."""
    head = name.head
    if head is None or name.column.role != "numeric" or word.lower in lexicon().idle or word.stem in name.own:
        return False
    return fit(word.lower, word.stem, head.word, head.stem) >= (LOOSE if len(head.word) > 2 else SYNONYM)


def _initials(words: Sequence[Word], start: int, name: Name) -> Link | None:
    """`first name` is said for Fname: the initial of one word, then the next word whole."""
    if start + 1 >= len(words):
        return None
    one, two = words[start], words[start + 1]
    said = "".join(part.word for part in name.parts)
    whole = next((p for p in name.parts if p.stem == two.stem), None)
    joined = one.lower[0] + two.lower
    if said == joined or (whole and said == joined):
        return Link(name.table, name.column, start, start + 2, SHORTENED + 0.1, gain=2.4)
    if said == one.lower + two.lower:
        return Link(name.table, name.column, start, start + 2, EXACT, gain=2.6)
    return None
