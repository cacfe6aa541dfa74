"""Nodes -> an index that finds their names in a text: whole words, any case form, the longest first; nothing fuzzy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

from groundplan.packs.knowledge.graph.store import GraphStore
from groundplan.packs.knowledge.verify.word_forms import Word, bare, forms, ordinary, split

Key = tuple[str, ...]


class Mention(NamedTuple):
    """Words of a text that name one thing, or several of the same name."""

    owners: frozenset[str]
    start: int
    end: int
    said: str
    sure: bool
    """Written as a name; an ordinary word in small letters may be just that word."""


@dataclass(frozen=True)
class _Name:
    words: tuple[str, ...]
    owner: str
    cased: bool
    """Of one ordinary or very short word: found only as it is written."""


class NameIndex:
    """Names by the beginning of their first two words."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        self._names: dict[Key, list[_Name]] = {}
        for owner, name in named:
            words = tuple(bare(name))
            if words:
                cased = len(words) == 1 and name != name.lower()
                self._names.setdefault(tuple(map(_key, words[:2])), []).append(_Name(words, owner, cased))

    def find(self, text: str) -> tuple[Mention, ...]:
        """The longest names, none inside another, in the order of the text."""
        words = split(text)
        found: list[Mention] = []
        at = 0
        while at < len(words):
            length, owners = self._longest(words, at)
            if length:
                span = words[at : at + length]
                said = text[span[0].start : span[-1].end]
                found.append(Mention(frozenset(owners), span[0].start, span[-1].end, said, _sure(span)))
            at += max(length, 1)
        return tuple(found)

    def _longest(self, words: Sequence[Word], at: int) -> tuple[int, set[str]]:
        best = 0
        owners: set[str] = set()
        for name in self._near(words, at):
            if len(name.words) >= best and _is(name, words[at : at + len(name.words)]):
                if len(name.words) > best:
                    best, owners = len(name.words), set()
                owners.add(name.owner)
        return best, owners

    def _near(self, words: Sequence[Word], at: int) -> Iterator[_Name]:
        firsts = {_key(form) for form in words[at].forms}
        seconds = {_key(form) for form in words[at + 1].forms} if at + 1 < len(words) else set()
        for first in firsts:
            yield from self._names.get((first,), ())
            for second in seconds:
                yield from self._names.get((first, second), ())


_INDEXES: WeakKeyDictionary[GraphStore, NameIndex] = WeakKeyDictionary()


def index_of(graph: GraphStore) -> NameIndex:
    """The names and aliases of every node of a graph; made once a graph."""
    if graph not in _INDEXES:
        nodes = graph.nodes()
        _INDEXES[graph] = NameIndex(
            (node.id, name) for node in nodes for name in {node.name, *node.names.values(), *node.aliases}
        )
    return _INDEXES[graph]


def _key(word: str) -> str:
    """A Russian word by its beginning, which cases leave as it is."""
    return word[:3] if "Ѐ" <= word[:1] <= "ӿ" else word


def _is(name: _Name, words: Sequence[Word]) -> bool:
    if len(words) < len(name.words) or not all(map(_same, name.words, words)):
        return False
    if not name.cased or words[0].capital:
        return True
    return len(name.words[0]) > 3 and not ordinary(name.words[0])


def _same(name: str, word: Word) -> bool:
    if name in word.forms:
        return True
    return (
        "Ѐ" <= name[:1] <= "ӿ" and _key(name) in {_key(form) for form in word.forms} and bool(forms(name) & word.forms)
    )


def _sure(span: Sequence[Word]) -> bool:
    return any(word.capital or any(map(str.isdigit, word.said)) or not ordinary(word.said) for word in span)
