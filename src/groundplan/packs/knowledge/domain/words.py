"""A relation's name -> how people speak of it, and what they call the things at its ends."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.nouns import NodeType, Relation, Said

_PIECES = re.compile(r"[A-ZА-ЯЁ]+(?![a-zа-яё])|[A-ZА-ЯЁ]?[a-zа-яё]+|\d+")
_SMALL = frozenset(re.findall(r"\w+", "has have is are was were in of by to at for the a an on from with"))


@cache
def lexicon() -> dict[str, Any]:
    """What common relation words mean, from `relations.yaml`."""
    import yaml

    found: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "relations.yaml").read_text("utf-8"))
    return found


def pieces(relation: str) -> list[str]:
    """The words of a name: `starred_actors`, `releaseYear`, `http://x.org/has-genre` -> genre's last part."""
    return [word.casefold() for word in _PIECES.findall(re.split(r"[/#]", relation.rstrip("/#"))[-1])] or [relation]


def content(relation: str) -> list[str]:
    """The words that say something: without `has`, `in`, `by`."""
    return [word for word in pieces(relation) if word not in _SMALL] or pieces(relation)


def spoken(name: str, source: str, target: str) -> Relation:
    """The relation with the words of its name and those that people use for them."""
    phrase, words = " ".join(pieces(name)), content(name)
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
    if not ending:
        found = lexicon()["item"]
        return "item", NodeType(called=found["called"], says=found["says"])
    words = content(ending[0])
    words[-1] = singular(words[-1])
    phrase = " ".join(words)
    says: Said = {"en": (words[-1], plural(words[-1]))} if len(words) > 1 else {}
    return "_".join(words), NodeType(called={"en": (phrase, plural(phrase))}, says=says)


def _kind(starting: list[str], ending: list[str]) -> str | None:
    """The known kind that most relations speak for; one in three must."""
    scores: dict[str, int] = {}
    for kind, about in lexicon()["kinds"].items():
        hits = sum(bool({*pieces(one)} & {*about["has"]}) for one in starting)
        scores[kind] = hits + 2 * sum(bool({*pieces(one)} & {*about["is"]}) for one in ending)
    best = max(scores, key=lambda kind: scores[kind])
    return best if scores[best] >= max(1, (len(starting) + 2 * len(ending)) / 4) else None


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
