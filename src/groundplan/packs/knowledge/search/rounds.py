"""Two rounds: what answers the question itself, then what the passages found lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from groundplan.packs.knowledge.search.passages import Entry, Found, PassageIndex, Query

CONSTANT = 2
"""Of reciprocal rank fusion. Small: a second round adds to scores, so the first places must stand apart."""
MEANING = 1.5
"""How much a place among the nearest vectors counts against one among the best words."""
SEEDS = 3
"""Passages of the first round whose names are followed."""
WIDEST_NAME = 20
"""A name that more passages hold leads nowhere in particular."""
MOST_LINKED = 200
LINK, REST, NEAR = 0.25, 0.5, 0.25
"""What makes a linked passage worth having: how rare the name is that links it, how much of the rest of the question
it explains, how near it is to the question itself."""
HIGHEST = 0.9
"""How high a link can lift a passage, where the best of the first round is at one: that one stays the first."""
TITLE = 1.5
"""The strength of a link to the passage that a name is the title of; that of any other shared name is below one."""

Scores = dict[str, float]


@dataclass(frozen=True)
class Asked:
    """The words of a question with how much each of them says."""

    rarity: Mapping[str, float]

    def rest(self, entry: Entry) -> dict[str, float]:
        """The words that a passage does not explain."""
        return {word: weight for word, weight in self.rarity.items() if word not in entry.words}

    def names(self, name: str) -> bool:
        """Whether the question itself says a name."""
        return all(word in self.rarity for word in name.split("_"))


def fused(by_word: Found, by_meaning: Found) -> Scores:
    """Two rankings as one by reciprocal rank, or one alone by its own scores; the best is at one."""
    if not by_word or not by_meaning:
        alone = by_word or by_meaning
        return {id: score / alone[0][1] for id, score in alone}
    scores: Scores = {}
    for found, weight in ((by_word, 1.0), (by_meaning, MEANING)):
        for place, (id, _) in enumerate(found, start=1):
            scores[id] = scores.get(id, 0.0) + weight / (CONSTANT + place)
    highest = max(scores.values())
    return {id: score / highest for id, score in scores.items()}


def asked(index: PassageIndex, words: Sequence[str]) -> Asked:
    """The words of a question that any passage has, with their inverse document frequencies."""
    count, spread = len(index), {word: index.spread(word) for word in dict.fromkeys(words)}
    return Asked({word: log(1 + (count - n + 0.5) / (n + 0.5)) for word, n in spread.items() if n})


def second_round(index: PassageIndex, asked: Asked, first: Scores, near: Found, limits: Query | None) -> Scores:
    """What passages gain by being linked to the best ones: by a name that the question does not say.

    Who led the association that published the journal? The journal's passage names the association; the association's
    own passage has the words that are still open.
    """
    closeness = _spread_out(near)
    best = sorted(first, key=lambda id: -first[id])[:SEEDS]
    seeds = [entry for id in best if (entry := index.entry(id))]
    strengths = [_strengths(index, asked, seed) for seed in seeds]
    linked = _linked(index, strengths, limits)
    gains: Scores = {}
    for seed, strength in zip(seeds, strengths, strict=True):
        for entry in linked:
            id, link = entry.id, _link(seed, entry, strength)
            if link:
                gain = first[seed.id] * _worth(asked, seed, entry, link, closeness.get(id, 0.0))
                gains[id] = max(gains.get(id, 0.0), min(gain, HIGHEST - first.get(id, 0.0)))
    return gains


def _worth(asked: Asked, seed: Entry, entry: Entry, link: float, closeness: float) -> float:
    """What a linked passage adds to the one it is linked to; less, the less of the question is still open."""
    rest = asked.rest(seed)
    opened = sum(rest.values())
    if not opened:
        return 0.0
    explained = sum(weight for word, weight in rest.items() if word in entry.words) / opened
    share = opened / sum(asked.rarity.values())
    return float(share**0.5 * (LINK * link + REST * explained + NEAR * closeness))


def _strengths(index: PassageIndex, asked: Asked, seed: Entry) -> Scores:
    """The names of a passage that the question does not say, each with how rare it is; 0 for those too common."""
    count = max(2, len(index))
    found: Scores = {}
    for name in seed.names:
        if not asked.names(name):
            spread = index.name_spread(name)
            found[name] = log(count / spread) / log(count) if 1 < spread <= WIDEST_NAME else 0.0
    return found


def _linked(index: PassageIndex, strengths: Sequence[Scores], limits: Query | None) -> list[Entry]:
    names = {name: max(one.get(name, 0.0) for one in strengths) for some in strengths for name in some}
    if not names:
        return []
    shared = [name for name, strength in names.items() if strength]
    ids = index.called(list(names), shared, MOST_LINKED, limits)
    return [entry for id in ids if (entry := index.entry(id))]


def _link(seed: Entry, entry: Entry, strength: Scores) -> float:
    if entry.id == seed.id:
        return 0.0
    if entry.key in strength:
        return TITLE
    return max((strength[name] for name in entry.names if name in strength), default=0.0)


def _spread_out(near: Found) -> Scores:
    """Scores from one, the nearest, to nought, the last of the list."""
    if not near:
        return {}
    highest, lowest = near[0][1], near[-1][1]
    width = (highest - lowest) or 1.0
    return {id: (score - lowest) / width for id, score in near}
