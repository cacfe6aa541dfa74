"""A relation's name -> how people speak of it, what it arrives at, and what they call the things at its ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from groundplan.language.russian import lemma
from groundplan.language.russian.lemmas import parses
from groundplan.packs.knowledge.nouns import NodeType, Relation, Said

_PIECES = re.compile(r"[A-ZА-ЯЁ]+(?![a-zа-яё])|[A-ZА-ЯЁ]?[a-zа-яё]+|\d+")
_SMALL = frozenset(re.findall(r"\w+", "has have is are was were in of by to at for the a an on from with"))
_VERBS = frozenset(("VERB", "INFN", "PRTS", "PRTF", "GRND"))


class Ends(NamedTuple):
    """The words for what a relation arrives at, and whether others tell the relation itself."""

    target: tuple[str, ...]
    told: bool


@cache
def lexicon() -> dict[str, Any]:
    """What common relation words mean, from `relations.yaml`."""
    from groundplan.plan.folder import load

    found: dict[str, Any] = load(Path(__file__).parent / "relations.yaml")
    return found


def pieces(relation: str) -> list[str]:
    """The words of a name: `starred_actors`, `releaseYear`, `http://x.org/has-genre` -> genre's last part."""
    return [word.casefold() for word in _PIECES.findall(re.split(r"[/#]", relation.rstrip("/#"))[-1])] or [relation]


def content(relation: str) -> list[str]:
    """The words that say something: without `has`, `in`, `by`."""
    return [word for word in pieces(relation) if word not in _SMALL] or pieces(relation)


@lru_cache(maxsize=1_024)
def ends(relation: str) -> Ends:
    """`park` of `found_in_park`, nothing of `managed_by`, both words of `release_year`."""
    words = pieces(relation)
    if any(re.search("[а-яё]", word) for word in words):
        return _russian(words)
    small = {*lexicon()["prepositions"].split()}
    places = [at for at, word in enumerate(words) if word in small and at]
    first = next((word for word in words if word not in _SMALL), words[0])
    acts = first in lexicon()["verbs"].split() or (first.endswith("ed") and len(first) > 4)
    if places and first in words[: places[-1]]:
        return Ends(tuple(words[places[-1] + 1 :]), True)
    if acts:
        behind = words[words.index(first) + 1 :]
        return Ends(tuple(word for word in behind if word not in _SMALL), True)
    plain = content(relation)
    compound = len(plain) > 1 and first in lexicon()["kinds"]  # `product_kind` is a kind
    return Ends(tuple(plain[compound:]), False)


def _russian(words: Sequence[str]) -> Ends:
    """The last noun behind a verb; else all, beginning with the noun that heads them: `год начала`."""
    kinds = [parses(word)[0] for word in words]
    nouns = [(at, kind.lemma) for at, kind in enumerate(kinds) if kind.part == "NOUN"]
    if not any(kind.part in _VERBS for kind in kinds):
        return Ends((nouns[0][1], *words[nouns[0][0] + 1 :]) if nouns else tuple(words), False)
    return Ends((nouns[-1][1],) if nouns else (), True)


def spoken(name: str, source: str, target: str) -> Relation:
    """The relation with the words of its name and those that people use for them."""
    phrase, words = " ".join(pieces(name)), _own(name, source)
    russian = "ru" if re.search("[а-яё]", phrase) else "en"
    says: dict[str, list[str]] = {russian: [phrase, " ".join(words)]}
    inverse: dict[str, list[str]] = {russian: [phrase if phrase.endswith(" by") else f"{' '.join(words)} of"]}
    for word in words:
        role = lexicon()["roles"].get(word, {})
        for found, part in ((says, "says"), (inverse, "inverse")):
            for language, more in role.get(part, {}).items():
                found.setdefault(language, []).extend(more)
        says[russian].append(word)
    return Relation(source=source, target=target, says=_once(says), inverse=_once(inverse))


def named(starting: Iterable[str], ending: Iterable[str]) -> tuple[str, NodeType]:
    """A name and words for the type whose nodes are subjects and objects of these relations."""
    starting, ending = list(starting), list(ending)
    kind = _kind(starting, ending)
    if kind:
        found = lexicon()["kinds"][kind]
        return kind, NodeType(called=found["called"], says=found.get("says", {}))
    nouns = [noun for noun in (ends(one).target for one in ending) if noun]
    if nouns:
        return _called(max(nouns, key=lambda noun: sum(one[0] == noun[-1] for one in map(content, starting))))
    found = lexicon()["item"]
    name = "_".join(content(ending[0])) if ending else "item"
    return name, NodeType(called=found["called"], says=found["says"])


def _called(words: Sequence[str]) -> tuple[str, NodeType]:
    """A type by its noun: `park`, `release year`, `отдел`."""
    if re.search("[а-яё]", words[0]):
        phrase = " ".join(words)
        return "_".join(words), NodeType(called={"ru": (phrase,)}, says={"ru": (words[0],)} if len(words) > 1 else {})
    last = singular(words[-1])
    phrase = " ".join([*words[:-1], last])
    says: Said = {"en": (last, plural(last))} if len(words) > 1 else {}
    return phrase.replace(" ", "_"), NodeType(called={"en": (phrase, plural(phrase))}, says=says)


def _own(name: str, source: str) -> list[str]:
    """The content words of a relation, without the type it starts from: `country` of `city_country`."""
    words = content(name)
    if len(words) > 1 and singular(words[0]) in {source, *_names(source)}:
        return words[1:]
    return words


def _names(kind: str) -> set[str]:
    """What a known kind is called, one of it."""
    about = lexicon()["kinds"].get(kind, {})
    lists = [*about.get("called", {}).values(), *about.get("says", {}).values()]
    return {kind, *(words[0] for words in lists), *(word for words in lists[1:] for word in words)} if about else set()


def _kind(starting: list[str], ending: list[str]) -> str | None:
    """The known kind that most relations speak for; one in three must."""
    scores: dict[str, int] = {}
    for kind, about in lexicon()["kinds"].items():
        has, named = {*about["has"]}, {*about["is"]}
        hits = sum(bool(_bases(one) & has) for one in starting)
        hits += sum(2 for one in starting if len(content(one)) > 1 and singular(content(one)[0]) in _names(kind))
        scores[kind] = hits + 2 * sum(bool(_arriving(one) & named) for one in ending)
    best = max(scores, key=lambda kind: scores[kind])
    return best if scores[best] >= max(1, (len(starting) + 2 * len(ending)) / 4) else None


def _bases(relation: str) -> set[str]:
    """The words of a relation and the bases of the Russian ones."""
    words = pieces(relation)
    return {*words, *(lemma(word) for word in words if re.search("[а-яё]", word))}


def _arriving(relation: str) -> set[str]:
    """The words that may tell what a relation arrives at: not the type that a compound begins with."""
    words, found = content(relation), ends(relation)
    if found.told and found.target:
        return {*found.target}
    compound = len(words) > 1 and not found.told and singular(words[0]) in lexicon()["kinds"]
    return _bases(relation) - ({words[0]} if compound else set())


def singular(word: str) -> str:
    """An English noun, one of it."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def plural(word: str) -> str:
    """An English noun, several of it."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "sh", "ch")) else "s")


def _once(words: dict[str, Any]) -> Said:
    return {language: tuple(dict.fromkeys(found)) for language, found in words.items()}
