"""A header as words, and the word lists they are held against."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.plan import folder


@lru_cache(maxsize=1)
def lists() -> dict[str, Any]:
    """The word lists, each as a set but for those with an order or a meaning."""
    raw: dict[str, Any] = folder.load(Path(__file__).with_name("words.yaml"))
    return {name: frozenset(value) if _plain_list(value) else value for name, value in raw.items()}


def _plain_list(value: Any) -> bool:
    return isinstance(value, list) and not (value and isinstance(value[0], list))


@lru_cache(maxsize=10_000)
def header_words(name: str) -> tuple[str, ...]:
    """`startStationID` and `start_station_id` give start, station, id."""
    spaced = re.sub(r"(?<=[a-zа-я0-9])(?=[A-ZА-Я])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return tuple(re.findall(r"[^\W_]+", spaced.lower()))


def says(name: str, which: str) -> bool:
    """Whether a word of the header is in the list."""
    return not lists()[which].isdisjoint(header_words(name))


def same_word(one: str, other: str) -> bool:
    """Alike but for an ending of two letters, as number and case have it: patient and patienten."""
    if one == other or singular(one) == singular(other):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and len(long) - len(short) <= 2 and long.startswith(short[: max(len(short) - 1, 4)])


def names_dataset(words: Sequence[str], dataset: str) -> bool:
    """Whether the words are what one row of the dataset is called, whole or by its last word."""
    own = header_words(dataset)
    return any(noun and len(noun) == len(words) and all(map(same_word, words, noun)) for noun in (own, own[-1:]))


@lru_cache(maxsize=10_000)
def singular(word: str) -> str:
    """`categories` gives `category`, `boxes` `box`, `customers` `customer`."""
    for ending, single in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss")):
        if word.endswith(ending):
            return word.removesuffix(ending) + single
    return word.removesuffix("s") if len(word) > 3 else word


def without_key(name: str) -> tuple[str, ...]:
    """The words of a header without those that only say that it is a key: start, station."""
    words = [word for word in header_words(name) if word not in lists()["keys"]]
    return tuple(singular(word) for word in words)
