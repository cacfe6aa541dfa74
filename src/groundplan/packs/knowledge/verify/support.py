"""support: sentences whose words are mostly not in the facts they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from groundplan.packs.knowledge.render.item_text import small, wordings
from groundplan.packs.knowledge.verify.amounts import amounts
from groundplan.packs.knowledge.verify.answer_units import Unit
from groundplan.packs.knowledge.verify.known import Known, Said, recall, vocabulary
from groundplan.packs.knowledge.verify.word_forms import data, general, split

LEAST = 0.5
"""K-precision: the share of a sentence's own words that the facts must hold; set on the development answers."""
APART, SURE = 0.3, 0.95
"""So much better, and so well, another item must carry a sentence to be the one it was taken from."""
FEW = 2
"""So few words of its own are not measured, unless none of them is known."""


def support(said: Said, known: Known) -> Iterator[str]:
    """Each sentence, bullet or row that is not carried by what was found, or by another item than it names."""
    for unit in said.units:
        own = _own(unit, said, known, general())
        if unit.kind == "heading" or not own:
            continue
        share = recall(own, _words(unit, said, known))
        if share < LEAST and (len(own) > FEW or (share == 0 and unit.kind != "sentence")):
            yield f"{unit.text[:80]!r} is not supported by the facts; say only what they say"
        elif (other := _better(unit, said, known)) is not None:
            yield f"{unit.text[:80]!r} tells what the facts say of {known.held[other].item.name!r}"


def _better(unit: Unit, said: Said, known: Known) -> int | None:
    """The place of an item that a sentence about another one was taken from; here general words count as well."""
    scope = said.scope(unit)
    if len(scope) != 1 or len(known.held) == 1:
        return None
    own = _own(unit, said, known, _small())
    share = recall(own, known.held[min(scope)].words | known.asked_words)
    for at, held in enumerate(known.held) if share <= 1 - APART else ():
        if at not in scope and recall(own, held.words | known.asked_words) >= max(share + APART, SURE):
            return at
    return None


def _words(unit: Unit, said: Said, known: Known) -> frozenset[str]:
    scope = said.scope(unit)
    held = [known.held[at].words for at in scope] if scope else [known.words]
    return known.asked_words.union(_wordings(known.plan.language), *held)


def _own(unit: Unit, said: Said, known: Known, without: frozenset[str]) -> list[frozenset[str]]:
    """The words that claim something: none of those left out, no figures, no known names: they are judged elsewhere."""
    named = [(m.start, m.end) for m in said.mentions(unit.text) if m.owners & known.nodes and m.sure]
    named += [(amount.start, amount.end) for amount in amounts(unit.text)]
    return [
        word.forms
        for word in split(unit.text)
        if not word.number
        and not word.address
        and not word.forms & without
        and not word.forms & {*data("numbers")["percent"]}
        and not any(start <= word.start and word.end <= end for start, end in named)
    ]


@lru_cache
def _small() -> frozenset[str]:
    return vocabulary((*small("ru"), *small("en")))


@lru_cache
def _wordings(language: str) -> frozenset[str]:
    """The renderer's own words."""
    return vocabulary(text for text in wordings(language).values() if isinstance(text, str))
