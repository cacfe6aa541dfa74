"""Column names to words, and how well a word of the question fits a word of a name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import fuzz

from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.words import Word, split, stem
from groundplan.sources.shape import Column, Table

EXACT, SYNONYM, SHORTENED, SLIP, LOOSE = 1.0, 0.85, 0.8, 0.8, 0.7
_WEAK, _OWN = 0.35, 0.3


@dataclass(frozen=True)
class Part:
    """One word of a column's name, and how much it tells that column from others."""

    word: str
    stem: str
    weight: float


@dataclass(frozen=True)
class Name:
    """A column with its name taken apart."""

    table: str
    column: Column
    parts: tuple[Part, ...]
    own: frozenset[str] = frozenset()
    """Stems of the table's name."""
    telling: frozenset[str] = frozenset()
    """Everyday words, such as `date`, that no other column of the table has in its name."""

    @property
    def weight(self) -> float:
        """What a full match weighs."""
        return sum(part.weight for part in self.parts)

    @property
    def head(self) -> Part | None:
        """What the column is: `sales` in net_sales_usd, `amt` in dr_amt; None where the name ends in a label."""
        last = self.parts[-1] if self.parts else None
        if last and last.word in lexicon().unit_marks and len(self.parts) > 1:
            last = self.parts[-2]
        return last if last and last.weight != _WEAK else None

    @property
    def phrase(self) -> str:
        """The name as a person would say it."""
        return " ".join(part.word for part in self.parts)


@lru_cache(maxsize=256)
def names(table: Table) -> tuple[Name, ...]:
    """The columns of a table, taken apart."""
    own = {word.stem for word in split(table.name) if word.is_word}
    plain = [_name(table.name, column, own) for column in table.columns]
    counts = Counter(stem for name in plain for stem in {part.stem for part in name.parts})
    return tuple(replace(name, own=frozenset(own), telling=_telling(name, counts)) for name in plain)


def _telling(name: Name, counts: Counter[str]) -> frozenset[str]:
    return frozenset(p.stem for p in name.parts if p.stem in _telling_words(name.column) and counts[p.stem] == 1)


def _telling_words(column: Column) -> frozenset[str]:
    return lexicon().telling_time if column.role == "temporal" else lexicon().telling


def _name(table: str, column: Column, own: set[str]) -> Name:
    found = [word for word in split(column.name) if word.is_word]
    words = [w for w in found if w.lower not in ("of", "the", "in", "and") and len(w.lower) > 1] or found
    alone = len(words) == 1
    return Name(table, column, tuple(Part(w.lower, w.stem, 1.0 if alone else _weight(w, own)) for w in words))


def _weight(word: Word, own: set[str]) -> float:
    if word.stem in own or any(_shortens(word.lower, name) for name in own):
        return _OWN
    return _WEAK if word.lower in lexicon().generic or len(word.lower) == 1 else 1.0


@lru_cache(maxsize=65_536)
def fit(said: str, said_stem: str, part: str, part_stem: str) -> float:
    """How well a word said fits a word of a name: 1 for the same, 0 for nothing in common."""
    if said_stem == part_stem:
        return EXACT
    if said_stem in _related(part):
        return SYNONYM
    if _shortens(part, said):
        return SHORTENED
    if said[0] >= "а" and fuzz.ratio(_transliterated(said_stem), part_stem) >= 80:
        return SLIP
    if min(len(said), len(part)) >= 5 and fuzz.ratio(said_stem, part_stem) >= 84 and said[0] == part[0]:
        return SLIP
    if _same_root(said_stem, part_stem):
        return SLIP
    return LOOSE if said_stem in _akin(part) else 0.0


@lru_cache(maxsize=4096)
def _related(part: str) -> frozenset[str]:
    return frozenset(stem(word) for word in lexicon().synonyms.get(part, ()))


@lru_cache(maxsize=4096)
def _akin(part: str) -> frozenset[str]:
    return frozenset(stem(word) for word in lexicon().loose.get(part, ()))


def _same_root(one: str, two: str) -> bool:
    """`nominee` and `nominated`, `member` and `membership`: a long beginning in common."""
    shorter = min(len(one), len(two))
    common = next((i for i in range(shorter) if one[i] != two[i]), shorter)
    longer = one if len(one) > len(two) else two
    return common >= 4 and common >= shorter - 1 and longer[common:] in lexicon().suffixes


@lru_cache(maxsize=65_536)
def _shortens(short: str, long: str) -> bool:
    """`acc` shortens account, `qty` quantity, `dt` date: a beginning, or letters in order without inner vowels."""
    if len(short) >= len(long) - 1 or len(short) < 2 or short[0] != long[0] or not short.isalpha():
        return len(short) == 2 and len(long) == 4 and short == _skeleton(long)
    if len(short) >= 3 and long.startswith(short):
        return len(short) * 3 >= len(long)
    if short[-1] in "aeiou":
        return False
    if any(c in "aeiou" for c in short[1:-1]) and not long.startswith(short[:-1]):
        return False
    return len(short) * 4 >= len(long) and (len(short) > 2 or short == _skeleton(long)[:2]) and _in_order(short, long)


def _skeleton(word: str) -> str:
    return word[0] + "".join(c for c in word[1:] if c not in "aeiouy")


def _in_order(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


def _transliterated(word: str) -> str:
    return "".join(lexicon().latin.get(letter, letter) for letter in word)
