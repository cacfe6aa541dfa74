"""The follow-up gate: whether a question stands alone or leans on what was said before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from groundplan.contracts import Question
from groundplan.language.lexicon import lexicon
from groundplan.language.russian import lemma, russian
from groundplan.language.russian.lemmas import parses
from groundplan.packs.knowledge.memory import english
from groundplan.packs.knowledge.memory import russian as cyrillic
from groundplan.packs.knowledge.memory.question_parts import Features, QuestionParts, Word, parts_of, words_of
from groundplan.packs.knowledge.nouns import Domain, Link, language_of
from groundplan.plan.folder import load

FOLDER = Path(__file__).parent
PLAIN = {
    "follow_up": "it cannot be understood without the question before",
    "independent": "nothing in it points back to what was said before",
}
CLEAR = 0.5
_BACK = ("pronoun first", "demonstrative alone", "points before a name", "there")
_SMALL = frozenset(("PREP", "CONJ", "PRCL"))
_NAME = {"ru": "Имя", "en": "Name"}


def follow_up(question: Question, source: Any) -> tuple[bool, str]:
    """Whether a question leans on what was said before, and why in one sentence; independent unless it is clear."""
    if not any(turn.role == "user" for turn in question.history):
        return False, "there is no question before it"
    tongue, domain = language_of(question.text), getattr(source, "domain", None)
    links = _links(question.text, source)
    asked = _named(parts_of(question), links, _pronouns(domain, tongue), tongue)
    found = features(asked, tongue)
    back = any(found.get(name) for name in _BACK)
    if links and not (rest := _rest(asked, links, tongue)):
        return True, f"it only names {links[0].name} and leaves the rest to the question before"
    if links and not back and _asks(rest, asked, tongue):
        return False, f"it names {links[0].name} and says what it asks about"
    if found.get("there"):
        return True, "it points back to a place or time said before"
    if links and back:
        return True, "a word in it points back to what was said before"
    likely, reason = judged(found, tongue)
    return likely > CLEAR, reason


def _pronouns(domain: Domain | None, tongue: str) -> frozenset[str]:
    """Pronouns by which the domain calls the one node of a type, with their other forms: `он`, `he, his, him`."""
    single = [type for type in domain.types.values() if type.single] if domain else []
    called = {word for type in single for phrase in type.says.get(tongue, ()) for word in phrase.lower().split()}
    return frozenset(word for one in called for word in lexicon().pronouns.get(one, ()))


def _links(text: str, source: Any) -> Sequence[Link]:
    registry = getattr(source, "registry", None)
    return [link for link in registry.link(text) if link.how != "fuzzy"] if registry else ()


def _named(asked: QuestionParts, links: Sequence[Link], pronouns: frozenset[str], tongue: str) -> QuestionParts:
    """The question with names of the registry marked, and a name for a pronoun that means whom the base is about."""
    words = [replace(word, named=word.named or _inside(word, links)) for word in asked.words]
    if pronouns:
        before = [None, *words]
        words = [
            _person(word, tongue) if _keys(word) & pronouns and not _within(lead, word, tongue) else word
            for lead, word in zip(before, words, strict=False)
        ]
    return replace(asked, words=tuple(words))


def _within(lead: Word | None, word: Word, tongue: str) -> bool:
    """Whether something is said to be in or on what a pronoun means, which is then no person: `на нём`."""
    inside = words_of(tongue).get("inside", frozenset())
    return bool(lead and lead.lower in inside and "loct" in {mark for one in parses(word.text) for mark in one.marks})


def _person(word: Word, tongue: str) -> Word:
    return replace(word, text=_NAME[tongue], lower=_NAME[tongue].lower(), capital=True, named=True)


def _key(word: Word) -> str:
    return lemma(word.text) if russian(word.text) else word.lower


def _keys(word: Word) -> frozenset[str]:
    """A word, or all its dictionary forms: `ним` is of он and of они."""
    return frozenset(one.lemma for one in parses(word.text)) if russian(word.text) else frozenset((word.lower,))


def _inside(word: Word, links: Sequence[Link]) -> bool:
    return any(link.start <= word.start < link.end for link in links)


def _rest(asked: QuestionParts, links: Sequence[Link], tongue: str) -> list[Word]:
    """The words besides names that say something: none in `А в Aston?`, in `What about Kafka?`."""
    bare = words_of(tongue)["bare"] | words_of(tongue)["opening"]
    rest = [word for word in asked.words if not _inside(word, links) and _key(word) not in bare]
    return [word for word in rest if not (russian(word.text) and parses(word.text)[0].part in _SMALL)]


def _asks(rest: Sequence[Word], asked: QuestionParts, tongue: str) -> bool:
    """Whether the words besides the names say what is asked: a noun, or a verb that opens no continuation."""
    if tongue == "en":
        return any(word.lower not in words_of("en")["closed"] for word in rest)
    parts = {parses(word.text)[0].part for word in rest if russian(word.text) and not word.named}
    opens = _key(asked.words[0]) in words_of("ru")["opening"]
    return "NOUN" in parts or ("VERB" in parts and not opens) or (len(rest) > 1 and not opens)


@cache
def weights(language: str) -> Features:
    """The weight of every feature, for a language."""
    found: Features = json.loads((FOLDER / "weights.json").read_text("utf-8"))[language]
    return found


@cache
def _reasons() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = load(FOLDER / "words.yaml")["reasons"]
    return found


def features(asked: QuestionParts, language: str) -> Features:
    """What speaks for and against a follow-up, in figures."""
    return cyrillic.features(asked) if language == "ru" else english.features(asked)


def judged(found: Features, language: str) -> tuple[float, str]:
    """The likelihood of a follow-up, from 0 to 1, and the reason for the likelier answer in a sentence."""
    known = weights(language)
    parts = {name: value * known[name] for name, value in found.items() if value and name in known}
    total = sum(parts.values())
    decision, sign = ("follow_up", 1) if total > 0 else ("independent", -1)
    told = _reasons()[decision]
    best = max((name for name in parts if name in told), key=lambda name: sign * parts[name], default="")
    return 1 / (1 + exp(-total)), told[best] if best and sign * parts[best] > 0 else PLAIN[decision]
