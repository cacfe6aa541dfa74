"""An English question after others -> what speaks for and against a follow-up, in figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from groundplan.packs.knowledge.memory.question_parts import (
    Features,
    QuestionParts,
    content,
    flag,
    has,
    spread,
    words_of,
)

_PAST = re.compile(r"(?:ed|ing|s)$")
_QUOTED = re.compile(r"[\"“«][^\"”»]+[\"”»]")


def features(asked: QuestionParts) -> Features:
    """Named figures of a question; each is at most about 1."""
    lists = words_of("en")
    text = [word.lower for word in asked.words]
    found: Features = {"bias": 1.0}
    for kind in (
        "third",
        "it",
        "they",
        "demonstrative",
        "other",
        "more",
        "one",
        "then",
        "interesting",
        "you",
        "besides",
    ):
        found[kind] = flag(has(text, lists[kind]))
    found |= _pointing(asked, text)
    found |= _names(asked, text)
    found |= _shape(asked, text)
    found |= _shared(asked, text)
    for word in set(text) & lists["closed"]:
        found["w:" + word] = 1.0
    if text:
        found["first:" + (text[0] if text[0] in lists["closed"] | lists["opening"] else "open")] = 1.0
    return found


def _pointing(asked: QuestionParts, text: Sequence[str]) -> Features:
    """Words that point back, unless what they point to is in the same question."""
    lists = words_of("en")
    first = next((at for at, word in enumerate(asked.words) if word.named), len(text))
    pronouns = [at for at, word in enumerate(text) if word in lists["third"] | lists["it"] | lists["they"]]
    there = [at for at, word in enumerate(text) if word in lists["there"]]
    bare = [at for at in there if not has((*text[max(0, at - 1) : at], *text[at + 1 : at + 2]), lists["exist"])]
    alone = [
        at for at, word in enumerate(text)
        if word in lists["demonstrative"] and (at + 1 >= len(text) or text[at + 1] in lists["closed"])
    ]  # fmt: skip
    dated = any(has(text[at + 1 : at + 2], lists["dated"]) for at, word in enumerate(text) if word == "this")
    return {
        "pronoun first": flag(any(at < first for at in pronouns)),
        "pronoun after a name": flag(bool(pronouns) and all(at > first for at in pronouns)),
        "pronoun and no name": flag(bool(pronouns) and first == len(text)),
        "there": flag(bool(bare)),
        "demonstrative alone": flag(bool(alone)),
        "demonstrative and noun": flag(has(text, lists["demonstrative"]) and not alone and not dated),
        "other and no besides": flag(has(text, lists["other"]) and not has(text, lists["besides"])),
    }


def _names(asked: QuestionParts, text: Sequence[str]) -> Features:
    names = [word for word in asked.words if word.named]
    known = [word for word in names if word.lower in asked.before]
    return {
        "no name": flag(not names),
        "names": spread(len(names), 4),
        "one name": flag(len(names) == 1),
        "name known": flag(bool(known)),
        "name new": flag(len(known) < len(names)),
        "name like before": flag(any(word.lower in asked.names and not word.capital for word in asked.words)),
        "two names in a row": flag(any(a.named and b.named for a, b in pairwise(asked.words))),
        "owner": flag(any(word.named and word.owner for word in asked.words)),
        "quoted": flag(bool(_QUOTED.search(asked.text))),
        "number": flag(any(word.lower.isdigit() for word in asked.words)),
        "names alone": flag(bool(names) and len(content(text, "en")) <= len(names)),
    }


def _shape(asked: QuestionParts, text: Sequence[str]) -> Features:
    lists = words_of("en")
    own, the = content(text, "en"), [at for at, word in enumerate(text) if word == "the"]
    return {
        "length": spread(len(text), 12),
        "very short": flag(len(text) <= 3),
        "short": flag(len(text) <= 5),
        "long": flag(len(text) > 9),
        "content": spread(len(own), 6),
        "no content": flag(not own),
        "one word of content": flag(len(own) == 1),
        "definite": spread(sum(not _modified(asked, at) for at in the), 2),
        "definite of a name": spread(sum(_modified(asked, at) for at in the), 2),
        "opens": flag(bool(text) and text[0] in lists["opening"]),
        "what about": flag(has(text[:1], {"what", "how"}) and text[1:2] == ["about"]),
        "no verb": flag(not has(text, lists["be"]) and not any(_PAST.search(word) for word in own)),
        "asks first": flag(has(text[:1], lists["asking"])),
        "verb first": flag(has(text[:1], lists["be"])),
        "imperative": flag(has(text[:1], lists["imperative"])),
        "preposition at the end": flag(bool(text) and text[-1] in lists["preposition"]),
    }


def _modified(asked: QuestionParts, at: int) -> bool:
    """Whether a name or a number is near after `the`."""
    return any(word.named or word.lower.isdigit() for word in asked.words[at + 1 : at + 6])


def _shared(asked: QuestionParts, text: Sequence[str]) -> Features:
    own = content(text, "en")
    total = max(1, len(own))
    return {
        "share before": sum(word in asked.before for word in own) / total,
        "share last": sum(word in asked.last for word in own) / total,
        "share new": sum(word not in asked.before for word in own) / total,
        "any of the last": flag(has(own, asked.last)),
        "turns": spread(asked.turns, 6),
    }
