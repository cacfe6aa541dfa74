"""names: names of the base or of anything else that neither the facts nor the question hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from groundplan.packs.knowledge.verify.answer_units import Unit
from groundplan.packs.knowledge.verify.known import Known, Said
from groundplan.packs.knowledge.verify.word_forms import Word, data, forms, ordinary, proper, split

_INNER = re.compile(r"[^\W\d_][^\W_]*[A-ZА-ЯЁ\d]|[+#]")
_OPENS = re.compile(r"(?:^|[:.!?…|])\W*$")
"""What stands before the first word of a sentence, a cell, or the words after a colon."""


def names(said: Said, known: Known) -> Iterator[str]:
    """First the base's own names, then whatever is written as a name; whole words only, no likeness."""
    told: set[str] = set()
    for unit in said.units:
        for name in (*_foreign(unit, said, known), *_unknown(unit, said, known), *_addresses(unit, said, known)):
            if name.casefold() not in told:
                told.add(name.casefold())
                yield f"the name {name!r} is not in the facts there"


def _addresses(unit: Unit, said: Said, known: Known) -> Iterator[str]:
    """Links, mail addresses and handles are an item's own."""
    scope = said.scope(unit)
    held = known.asked_words.union(*(known.held[at].words for at in scope)) if scope else known.words
    yield from (word.said for word in split(unit.text) if word.address and not word.forms & held)


def _foreign(unit: Unit, said: Said, known: Known) -> Iterator[str]:
    for mention in said.mentions(unit.text):
        told = all(word.forms & known.told_words for word in split(mention.said))
        if mention.sure and not mention.owners & known.nodes and not told:
            yield mention.said


def _unknown(unit: Unit, said: Said, known: Known) -> Iterator[str]:
    words = split(unit.text)
    suspects = [word for at, word in enumerate(words) if _suspect(word, at, words, unit.text, known)]
    named = [(m.start, m.end) for m in said.mentions(unit.text) if m.owners & known.nodes] if suspects else []
    yield from (
        word.said for word in suspects if not any(start <= word.start and word.end <= end for start, end in named)
    )


def _suspect(word: Word, at: int, words: Sequence[Word], text: str, known: Known) -> bool:
    if word.number or word.address or word.forms & known.words or word.forms & _allowed(known.plan.language):
        return False
    if word.said[:1].isdigit() and not word.capital:
        return False  # 25k, 3rd: a figure
    foreign = known.plan.language == "ru" and not word.cyrillic
    if foreign and not (word.said.islower() and ordinary(word.said)):
        return True
    if not word.capital:
        return False
    if not _OPENS.search(text[: word.start]):
        return True
    if word.cyrillic:
        return proper(word.said)
    return not ordinary(word.said) and bool(_INNER.search(word.said) or _listed(at, words, text))


def _listed(at: int, words: Sequence[Word], text: str) -> bool:
    """Whether a first word stands alone or opens a list of names: `Redis, Kafka`."""
    if at + 1 == len(words):
        return True
    after = words[at + 1]
    return text[words[at].end : after.start].strip() == "," and after.capital


def _allowed(language: str) -> frozenset[str]:
    return frozenset(form for word in data("general")["capitals"][language] for form in forms(word))
