"""What keeps words of a question from being taken for names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.tokens import flat
from groundplan.language.russian.translit import russian
from groundplan.packs.knowledge.nouns import Domain, Link
from groundplan.packs.knowledge.registry.forms import base, cut
from groundplan.values.likeness import edits
from groundplan.values.match import Match
from groundplan.values.words import ASKING, folded, stem

SHORTEST_FUZZY = 5
"""Shorter names are never guessed at: Java is not JavaScript, Go is not Google."""
SURE_FUZZY = 0.68
"""One error in five letters, two in ten."""
SURE_LEMMA = 0.8
PLAIN_FUZZY = 7
"""Letters of a word in small Latin letters that may be a misspelled name; shorter ones are words."""
_CODE = 2
"""Letters of a name that is one only as it is written, in a text of its own letters."""


class Guards:
    """Guards for one domain, whose own words (films, directors) are names only where nothing else is."""

    def __init__(self, domain: Domain | None) -> None:
        self._domain = domain

    def fits(self, match: Match, text: str, bare: bool) -> bool:
        """Whether a stretch may be the name that the value index takes it for."""
        said = text[match.start : match.end]
        if match.how == "fuzzy":
            return _guessable(said, match)
        if shared_stem(match):
            return bare or _misspelled(said, match.value)
        return bare or match.how == "exact" or not _everyday(said, match.value, text)

    def named(self, links: Sequence[Link]) -> list[Link]:
        """The links without words of the domain in small letters, unless there are no others."""
        proper = [link for link in links if not self._common(link)]
        return proper or list(links)

    def _common(self, link: Link) -> bool:
        meant = link.name if link.how == "fuzzy" else link.said
        return link.said.islower() and _plain(meant) in self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        """How the domain calls its types and relations."""
        if not self._domain:
            return frozenset()
        lists = [said for type in self._domain.types.values() for said in (type.called, type.says)]
        lists += [said for one in self._domain.relations.values() for said in (one.says, one.inverse)]
        phrases = (phrase for said in lists for phrases in said.values() for phrase in phrases)
        return frozenset(map(_plain, phrases))


def _plain(phrase: str) -> str:
    """A phrase by the bases of its words."""
    return " ".join(base(word) if russian(word) else stem(word) for word in folded(phrase))


def shared_stem(match: Match) -> bool:
    """Whether it is only the beginning that agrees: `writing` and writer."""
    return match.how == "lemma" and match.score < SURE_LEMMA


def _misspelled(said: str, name: str) -> bool:
    """Whether a Cyrillic word of no dictionary is the name but for a letter or two and its ending: `Кубернетисе`."""
    if not russian(said) or parses(said)[0].known or " " in said or min(len(said), len(name)) < PLAIN_FUZZY:
        return False
    one, other = cut(flat(said)), cut(flat(name))
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other) <= edits(min(len(one), len(other)))


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
