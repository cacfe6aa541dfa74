"""A Russian question after others -> what speaks for and against a follow-up, in figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from groundplan.language.russian.lemmas import Parse, parses
from groundplan.language.russian.translit import russian
from groundplan.packs.knowledge.memory.question_parts import Features, QuestionParts, Word, flag, has, spread, words_of

_VERBS = frozenset(("VERB", "INFN", "PRTS", "GRND", "PRED"))
_NOMINAL = frozenset(("NOUN", "NPRO"))
_SMALL = frozenset(("PREP", "CONJ", "PRCL", "INTJ"))


class Token(NamedTuple):
    """A word with its likeliest reading."""

    word: Word
    lemma: str
    part: str
    marks: frozenset[str]
    parses: tuple[Parse, ...]


def features(asked: QuestionParts) -> Features:
    """Named figures of a question; each is at most about 1."""
    every = [_token(word) for word in asked.words]
    tokens = _without_such(every)
    lemmas = [token.lemma for token in tokens]
    lists = words_of("ru")
    found: Features = {"bias": 1.0, "defines": flag(len(tokens) < len(every))}
    for kind in ("third", "owned", "demonstrative", "there", "then", "more", "you", "switch"):
        found[kind] = flag(has(lemmas, lists[kind]))
    found |= _pointing(tokens)
    found |= _names(asked, tokens)
    found |= _shape(tokens, lemmas)
    found |= _shared(asked, tokens)
    return found


def _token(word: Word) -> Token:
    if not russian(word.text):
        return Token(word, word.lower, "NOUN" if not word.lower.isdigit() else "NUMB", frozenset(), ())
    found = parses(word.text)
    first = found[0]
    return Token(word, first.lemma, first.part, first.marks, found)


def _without_such(tokens: Sequence[Token]) -> list[Token]:
    """Without `такой` after a word that asks: `что такое`, `кто такая` point to nothing."""
    asking = words_of("ru")["asking"]
    return [
        token for at, token in enumerate(tokens)
        if not (token.lemma == "такой" and at and tokens[at - 1].lemma in asking)
    ]  # fmt: skip


def _pointing(tokens: Sequence[Token]) -> Features:
    """Words that point back, unless what they point to is in the same question."""
    lists = words_of("ru")
    back = lists["third"] | lists["owned"] | lists["demonstrative"]
    first = next((at for at, token in enumerate(tokens) if token.word.named), len(tokens))
    places = [at for at, token in enumerate(tokens) if token.lemma in back and not _dated(tokens[at : at + 2])]
    elided = [
        at for at, token in enumerate(tokens)
        if token.lemma in lists["other"] and not _noun(tokens[at + 1 : at + 3])
    ]  # fmt: skip
    compared = any(token.part == "COMP" or "Cmp2" in token.marks for token in tokens)
    return {
        "points before a name": flag(any(at < first for at in places)),
        "points after a name": flag(bool(places) and all(at > first for at in places)),
        "points and no name": flag(bool(places) and first == len(tokens)),
        "other without a noun": flag(bool(elided)),
        "other with a noun": flag(not elided and has((token.lemma for token in tokens), lists["other"])),
        "compared": flag(compared and first == len(tokens)),
    }


def _dated(tokens: Sequence[Token]) -> bool:
    """`В этом году` points to no word before."""
    return len(tokens) > 1 and tokens[0].lemma == "этот" and tokens[1].lemma in words_of("ru")["dated"]


def _noun(tokens: Sequence[Token]) -> bool:
    return any(token.part == "NOUN" for token in tokens)


def _names(asked: QuestionParts, tokens: Sequence[Token]) -> Features:
    names = [token for token in tokens if token.word.named or not russian(token.word.text)]
    digits = [token for token in tokens if token.word.lower[0].isdigit()]
    known = [token for token in names if token.word.lower in asked.before or token.lemma in asked.lemmas]
    return {
        "no name": flag(not names),
        "names": spread(len(names), 3),
        "name known": flag(bool(known)),
        "name new": flag(len(known) < len(names)),
        "quoted": flag(any(token.word.quoted for token in tokens)),
        "number": flag(bool(digits)),
    }


def _shape(tokens: Sequence[Token], lemmas: Sequence[str]) -> Features:
    lists = words_of("ru")
    full = [token for token in tokens if token.part not in _SMALL]
    common = [token for token in full if token.part == "NOUN" and not token.word.named and russian(token.word.text)]
    verbs = [token for token in full if token.part in _VERBS]
    subject = any("nomn" in one.marks and one.part in _NOMINAL for token in full for one in token.parses[:3])
    named = any(token.word.named or not token.parses for token in full)
    asked = [token for token in full if token.lemma in lists["asking"]]
    return {
        "length": spread(len(tokens), 10),
        "one word": flag(len(full) <= 1),
        "two words": flag(len(full) == 2),
        "three words": flag(len(full) == 3),
        "four words": flag(len(full) == 4),
        "long": flag(len(full) >= 6),
        "nouns": spread(len(common), 3),
        "no noun": flag(not common and not named),
        "one noun and no name": flag(len(common) == 1 and not named),
        "two nouns and no name": flag(len(common) >= 2 and not named),
        "no verb": flag(not verbs),
        "no verb and opens": flag(not verbs and bool(lemmas) and lemmas[0] in lists["opening"]),
        "no verb and does not ask": flag(not verbs and not asked),
        "verb and no subject": flag(bool(verbs) and not subject and not named),
        "verb and name": flag(bool(verbs) and named),
        "name and noun": flag(named and bool(common)),
        "name alone": flag(named and not common and not verbs),
        "opens": flag(bool(lemmas) and lemmas[0] in lists["opening"]),
        "asks": flag(bool(asked)),
        "imperative": flag(any("impr" in token.marks for token in verbs)),
        "imperative and no name": flag(any("impr" in token.marks for token in verbs) and not named),
        "adjective alone": flag(_lone_adjective(tokens)),
        "described": flag(any(token.part == "ADJF" and token.lemma not in _back() for token in tokens)),
    }


def _lone_adjective(tokens: Sequence[Token]) -> bool:
    """An adjective or a number of order whose noun is unsaid: `А из художественных?`, `Запись первого сохранилась?`."""
    return any(
        token.part == "ADJF" and token.lemma not in _back() and not _noun(tokens[at + 1 : at + 3])
        for at, token in enumerate(tokens)
    )


def _back() -> frozenset[str]:
    lists = words_of("ru")
    return lists["asking"] | lists["demonstrative"] | lists["owned"] | lists["you"]


def _shared(asked: QuestionParts, tokens: Sequence[Token]) -> Features:
    full = [token.lemma for token in tokens if token.part == "NOUN"]
    total = max(1, len(full))
    return {
        "share before": sum(lemma in asked.lemmas for lemma in full) / total,
        "share new": sum(lemma not in asked.lemmas for lemma in full) / total,
        "turns": spread(asked.turns, 6),
    }
