"""What a declared domain tells the gate: whom the base is about, and which words ask for its types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from groundplan.language.russian import lemma, russian
from groundplan.packs.knowledge.memory.question_parts import words_of

if TYPE_CHECKING:
    from groundplan.packs.knowledge.nouns import Domain, Said


def resident_pronouns(domain: Domain | None, tongue: str) -> frozenset[str]:
    """Pronouns by which the domain calls the one node of a type, with their other forms: `он`, `he, his, him`."""
    if domain is None:
        return frozenset()
    called = {word for type in domain.types.values() if type.single for word in _words((type.says,), tongue)}
    groups = ({"he", "him", "his", "himself"}, {"she", "her", "hers", "herself"}, {"он", "его"}, {"она", "ее"})
    return frozenset(word for group in groups if group & called for word in group)


def resident_relations(domain: Domain, tongue: str) -> frozenset[str]:
    """Words for relations of the one whom the base is about."""
    single = {name for name, type in domain.types.items() if type.single}
    said = [
        words
        for relation in domain.relations.values()
        if {relation.source, relation.target} & single
        for words in (relation.says, relation.inverse)
    ]
    return _words(said, tongue) - words_of(tongue).get("closed", frozenset())


def said_types(domain: Domain, tongue: str) -> frozenset[str]:
    """Words for the types of the domain and for their categories."""
    said = [words for type in domain.types.values() if not type.single for words in (type.called, type.says)]
    said += [words for type in domain.types.values() for words in type.categories.values()]
    return _words(said, tongue)


def _words(said: Iterable[Said], tongue: str) -> frozenset[str]:
    found = {word for words in said for phrase in words.get(tongue, ()) for word in phrase.lower().split()}
    return frozenset(lemma(word) if russian(word) else word for word in found if len(word) > 1)
