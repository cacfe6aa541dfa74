"""Russian words -> their dictionary forms."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from groundplan.language.russian.tokens import flat, split

if TYPE_CHECKING:
    from collections.abc import Iterator


class Parse(NamedTuple):
    """One way to parse a word form: its dictionary form and what its ending says."""

    lemma: str
    part: str
    marks: frozenset[str]
    own: str
    known: bool


@cache
def _analyzer() -> Any:
    return import_module("pymorphy3").MorphAnalyzer()  # 0.1 s and 15 MB: only for questions with Cyrillic letters


@lru_cache(maxsize=20_000)
def parses(word: str) -> tuple[Parse, ...]:
    """The parses of one word form, likeliest first, without doubles."""
    return tuple(dict.fromkeys(_parses(word)))


def _parses(word: str) -> Iterator[Parse]:
    for parse in _analyzer().parse(word.lower()):
        tag = parse.tag
        yield Parse(flat(parse.normal_form), str(tag.POS or ""), frozenset(tag.grammemes), _own(parse), parse.is_known)


def _own(parse: Any) -> str:
    """The first form of a participle or a superlative, which its lemma is not: `оплачены` -> `оплаченный`."""
    if parse.tag.POS in ("PRTF", "PRTS"):
        first = parse.inflect({"PRTF", "nomn", "masc", "sing"})
    elif "Supr" in parse.tag:
        first = parse.inflect({"nomn", "masc", "sing"})
    else:
        return ""
    return flat(first.word) if first else ""


def lemma(word: str) -> str:
    """The likeliest dictionary form in small letters, ё as е: `отделам` -> `отдел`."""
    found = parses(word)
    return found[0].lemma if found else flat(word)


def lemmas(text: str) -> tuple[str, ...]:
    """The dictionary forms of the Russian words of a text; other words and numbers in small letters, signs left out."""
    tokens = [token for token in split(text) if token.kind != "sign"]
    return tuple(lemma(token.said) if token.kind == "word" else token.said.lower() for token in tokens)


def inflected(words: str, *marks: str, like: str = "") -> str:
    """The first word in another form, its gender that of a noun where one is given: `группа` in `datv` is `группе`."""
    first, _, rest = words.partition(" ")
    gender = _analyzer().parse(like.split()[0])[0].tag.gender if like else None
    found = _analyzer().parse(first)[0].inflect({*marks, *([gender] if gender else [])}) if first else None
    return f"{found.word if found else first} {rest}".strip()
