"""forbidden: guesses, advice to ask somebody else, remarks on what was not found; by lemma."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from groundplan.packs.knowledge.verify.known import Known, Said
from groundplan.packs.knowledge.verify.word_forms import Word, data, forms, split

GAP = 3
"""Words that `*` may stand for."""
Phrase = tuple[frozenset[str] | None, ...]


def forbidden(said: Said, known: Known) -> Iterator[str]:
    """Each phrase that the facts themselves do not hold."""
    kinds = ("always",) if _absence_asked(known) else ("always", "absence")
    for unit in said.units:
        for kind in kinds:
            for told, phrase in _phrases(kind):
                if (found := _found(phrase, split(unit.text))) and not _held(phrase, known):
                    words = unit.text[found[0].start : found[-1].end]
                    yield f"{words!r} has no place in an answer ({told}); leave it out"


def _absence_asked(known: Known) -> bool:
    asked = {*data("forbidden")["asked"][known.plan.language]}
    question = {form for word in split(known.brief.goal) for form in word.forms}
    return not known.facts.found or known.plan.info_need == "yes_no" or bool(question & asked)


@lru_cache
def _phrases(kind: str) -> tuple[tuple[str, Phrase], ...]:
    """Russian first words are lemmas as they stand; English ones are compared by stem."""
    listed = data("forbidden")[kind]
    return tuple(
        (told, tuple(None if word == "*" else forms(word) for word in told.replace("-", " ").split()))
        for language in ("ru", "en")
        for told in listed[language]
    )


def _found(phrase: Phrase, words: Sequence[Word]) -> Sequence[Word]:
    """The words that are the phrase, or nothing."""
    for at, word in enumerate(words):
        if phrase[0] and word.forms & phrase[0] and (end := _ends(phrase[1:], words, at + 1)):
            return words[at:end]
    return ()


def _ends(rest: Phrase, words: Sequence[Word], at: int) -> int:
    """Where the rest of a phrase ends, or 0."""
    if not rest:
        return at
    if rest[0] is None:
        return next((end for skip in range(GAP + 1) if (end := _ends(rest[1:], words, at + skip))), 0)
    return _ends(rest[1:], words, at + 1) if at < len(words) and words[at].forms & rest[0] else 0


def _held(phrase: Phrase, known: Known) -> bool:
    texts = [text for held in known.held for text in (held.item.name, held.item.text)]
    return any(_found(phrase, split(text)) for text in texts)
