"""Nodes -> a registry that finds them by name: exact, then lemma, then transliteration, then guarded fuzzy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal

from groundplan.language.russian import keys, russian
from groundplan.language.russian.lemmas import parses
from groundplan.language.whole import folded
from groundplan.packs.knowledge.nouns import Link, Node
from groundplan.packs.knowledge.registry.forms import base, spellings, without_tails
from groundplan.packs.knowledge.registry.parts import Part, Parts
from groundplan.values.find import find
from groundplan.values.index import ValueIndex
from groundplan.values.match import Match
from groundplan.values.speech import speech
from groundplan.values.words import ASKING

How = Literal["exact", "lemma", "translit", "fuzzy", "kin", "part"]
_HOW: dict[str, How] = {
    "exact": "exact", "case": "exact", "accent": "exact", "lemma": "lemma", "plural": "lemma", "translit": "translit",
    "fuzzy": "fuzzy",
}  # fmt: skip
"""Ways of the value index that name a node; a part or initials of a name do not."""
_ORDER = {"exact": 0, "lemma": 1, "translit": 2, "fuzzy": 3, "kin": 4, "part": 5}
_CLOSE = 0.02
"""Scores so close are equally good."""
_MARGIN = 0.08
"""A guess that another comes so near to is ambiguous."""
_MOST = 5
"""Nodes that a name may mean by a part of it."""
SHORTEST_FUZZY = 5
"""Shorter names are never guessed at: Java is not JavaScript, Go is not Google."""
SURE_FUZZY = 0.68
"""One error in five letters, two in ten."""
PLAIN_FUZZY = 7
"""Letters of a word in small Latin letters that may be a misspelled name; shorter ones are words."""
_CODE = 2
"""Letters of a name that is one only as it is written, in a text of its own letters."""


class EntityRegistry:
    """Every name of every node. What is ambiguous comes back with its rivals; nothing is guessed."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._nodes = {node.id: node for node in nodes}
        self._owners: dict[str, list[str]] = {}
        for node in self._nodes.values():
            for name in dict.fromkeys((node.name, *node.names.values(), *node.aliases)):
                if name.strip():
                    owners = self._owners.setdefault(name, [])
                    if node.id not in owners:
                        owners.append(node.id)

    @cached_property
    def _index(self) -> ValueIndex:
        return ValueIndex.of((("", "", name) for name in self._owners), lemma=base, keys=keys)

    @cached_property
    def _parts(self) -> Parts:
        return Parts(self._owners)

    def link(self, text: str) -> tuple[Link, ...]:
        """The nodes a text names, in its order: the longest names, none inside another."""
        taken: list[Link] = []
        for found in sorted(self.candidates(text), key=_best):
            if not any(found.start < other.end and other.start < found.end for other in taken):
                taken.append(found)
        return tuple(sorted(taken, key=lambda found: found.start))

    def lookup(self, name: str) -> tuple[Link, ...]:
        """The nodes a bare name may mean, the best first, rivals one by one; by a part of a name only if need be."""
        found = [one for link in sorted(self._candidates(name, bare=True), key=_best) for one in self._apart(link)]
        whole = [link for link in found if _covers(link, name)]
        weak = [] if whole else [self._partly(part, name) for part in self._parts.find(name)[:_MOST]]
        return _once([*whole, *weak, *found])

    def candidates(self, text: str) -> tuple[Link, ...]:
        """Every stretch that is a name, overlapping ones, too; one link a stretch, with its rivals."""
        return self._candidates(text, bare=False)

    def _candidates(self, text: str, bare: bool) -> tuple[Link, ...]:
        spans: dict[tuple[int, int], list[Match]] = {}
        for match in self._matches(text):
            if match.how in _HOW and _fits(match, text, bare):
                spans.setdefault((match.start, match.end), []).append(match)
        return tuple(self._linked(text, start, end, matches) for (start, end), matches in spans.items())

    def _matches(self, text: str) -> Sequence[Match]:
        """Stretches that are names in any form; other names of countries and the like are none."""
        if text.isascii():
            return find(self._index.store, self._index.speech, text, 8)
        return find(self._index.store, speech(base, spellings), without_tails(text), 8)

    def _linked(self, text: str, start: int, end: int, matches: list[Match]) -> Link:
        first = min(matches, key=lambda m: (_ORDER[_HOW[m.how]], -m.score))
        how = _HOW[first.how]
        margin = _MARGIN if how == "fuzzy" else _CLOSE
        peers = [m for m in matches if _HOW[m.how] == how and m.score >= first.score - margin]
        ids = list(dict.fromkeys(id for m in peers for id in self._owners[m.value]))
        ids.sort(key=lambda id: all(self._nodes[id].name != m.value for m in peers))
        return self._link(ids[0], text[start:end], start, end, first.score, how, tuple(ids[1:]))

    def _link(
        self, id: str, said: str, start: int, end: int, score: float, how: How, rivals: tuple[str, ...] = ()
    ) -> Link:
        node = self._nodes[id]
        return Link(
            node=id,
            type=node.type,
            name=node.name,
            start=start,
            end=end,
            said=said,
            score=score,
            how=how,
            rivals=rivals,
        )

    def _partly(self, part: Part, name: str) -> Link:
        return self._link(part.node, name, 0, len(name), part.score, part.how)

    def _apart(self, link: Link) -> Iterator[Link]:
        for id in (link.node, *link.rivals):
            yield self._link(id, link.said, link.start, link.end, link.score, link.how)


def _fits(match: Match, text: str, bare: bool) -> bool:
    """Whether a stretch may be the name that the value index takes it for."""
    said = text[match.start : match.end]
    if match.how == "fuzzy":
        return _guessable(said, match)
    return bare or match.how == "exact" or not _everyday(said, match.value, text)


def _guessable(said: str, match: Match) -> bool:
    """Long enough, alike enough, and no word of any dictionary."""
    if min(len(said), len(match.value)) < SHORTEST_FUZZY or match.score < SURE_FUZZY:
        return False
    if russian(said):
        return not all(parses(word)[0].known for word in folded(said) if russian(word))
    return len(said) >= PLAIN_FUZZY or not said.islower()


def _everyday(said: str, name: str, text: str) -> bool:
    """Whether small letters make it a word of the question: `go` in English is no Go, in Russian it is."""
    if not said.islower() or name.islower() or russian(text) != russian(said):
        return False
    return len(name) <= _CODE or said in ASKING


def _covers(link: Link, text: str) -> bool:
    """Whether no letter or digit of the text is outside the link."""
    return not any(map(str.isalnum, text[: link.start] + text[link.end :]))


def _once(links: Iterable[Link]) -> tuple[Link, ...]:
    """Each node once, where it is best."""
    found: dict[str, Link] = {}
    for link in links:
        found.setdefault(link.node, link)
    return tuple(found.values())


def _best(link: Link) -> tuple[int, int, float]:
    return (link.start - link.end, _ORDER[link.how], -link.score)
