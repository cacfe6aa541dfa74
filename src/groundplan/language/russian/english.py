"""English word forms for glosses: plural, past, more and most."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_HISSING = re.compile(r"(s|x|z|ch|sh)$")
_WITH_Y = re.compile(r"[^aeiou]y$")


@cache
def _irregular() -> dict[str, dict[str, str]]:
    """Kind of form -> word -> form, for the words that no rule makes."""
    found: dict[str, dict[str, str]] = {}
    for line in files("groundplan.language.russian").joinpath("forms.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, form = line.partition(": ")
            kind, _, word = name.partition(" ")
            found.setdefault(kind, {})[word] = form
    return found


def plural(gloss: str) -> str:
    """The gloss of a noun in the plural, by its last word: `order` -> `orders`, `pay day` -> `pay days`."""
    head, _, last = gloss.rpartition(" ")
    return f"{head} {_plural(last)}".strip()


def _plural(word: str) -> str:
    if found := _irregular()["plural"].get(word):
        return found
    if word in _irregular()["same"] or word.endswith(("ics", "ware", "ings")):
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word
    if _HISSING.search(word):
        return word + "es"
    return word[:-1] + "ies" if _WITH_Y.search(word) else word + "s"


def past(gloss: str) -> str:
    """The gloss of a verb as a past form, by its first word: `pay` -> `paid`, `sign up` -> `signed up`."""
    first, _, rest = gloss.partition(" ")
    return f"{_past(first)} {rest}".strip()


def _past(word: str) -> str:
    if found := _irregular()["past"].get(word):
        return found
    if word in _irregular()["doubled"]:
        return f"{word}{word[-1]}ed"
    if word.endswith("e"):
        return word + "d"
    return word[:-1] + "ied" if _WITH_Y.search(word) else word + "ed"


def more(gloss: str) -> str:
    """The gloss of an adjective compared: `cheap` -> `cheaper`, `expensive` -> `more expensive`."""
    return _degree(gloss, "more", "er")


def most(gloss: str) -> str:
    """The gloss of an adjective at its height: `cheap` -> `cheapest`, `expensive` -> `most expensive`."""
    return _degree(gloss, "most", "est")


def _degree(gloss: str, word: str, ending: str) -> str:
    if found := _irregular()[word].get(gloss):
        return found
    return f"{_stem(gloss)}{ending}" if gloss in _irregular()["short"] else f"{word} {gloss}"


def _stem(word: str) -> str:
    if word in ("big", "hot", "thin"):
        return word + word[-1]
    return word[:-1] if word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word
