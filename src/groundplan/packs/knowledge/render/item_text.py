"""Item -> the words after its name: short facts as one run, list entries apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import Item

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_PERIOD = re.compile(r"(?:[^\W\d]{1,9}\.? ){0,2}(?:19|20)\d\d(?: – (?:[^\W\d]{3,9} )?(?:19|20)\d\d)?")
"""A month and a year, two of them, or `с сентября 2023`."""
_REFERENCE = re.compile(r"\s?\[\d+(?:\s*[,–-]\s*\d+)*\]")


def parts(item: Item) -> tuple[list[str], list[str]]:
    """Short facts that the name does not say already, and list entries."""
    lines = [line.strip() for line in item.text.splitlines() if line.strip()]
    if len(lines) > 1 and not ("; " in lines[0] or _YEAR.search(lines[0])):
        return [], lines  # a list without facts before it
    short = [part.strip() for part in lines[0].split("; ")] if lines else []
    name = item.name.casefold()
    return [part for part in short if part and part.rstrip(".").casefold() not in name], lines[1:]


def line(item: Item, words: Mapping[str, Any]) -> str:
    """Name and short facts: `Kafka — шина событий`."""
    short, _ = parts(item)
    if not short:
        return item.name
    told = run(short)
    return str(words["spell" if is_period(told) else "item"].format(name=item.name, told=told))


def run(short: Sequence[str]) -> str:
    """Short facts joined by `; `, whole sentences each by itself."""
    said = ""
    for part in short:
        whole = part.endswith((".", "!", "?")) and part[0].isupper()
        said += ("" if not said else " " if said.endswith((".", "!", "?")) else ". " if whole else "; ") + part
    return said[:-1] if said.endswith(".") and "." not in said[:-1] else said


def entries(item: Item) -> list[str]:
    """The entries of its lists."""
    return parts(item)[1]


def dated(item: Item) -> list[str]:
    """Those of its short facts that are a date or a period."""
    return [part for part in parts(item)[0] if _YEAR.search(part) and len(part.split()) <= 6]


def is_period(text: str) -> bool:
    """Whether a text is a date or a period and nothing else."""
    return _PERIOD.fullmatch(text) is not None


def plain(text: str) -> str:
    """A passage's text without reference marks and line breaks: they mean nothing outside of it."""
    return " ".join(_REFERENCE.sub("", text).split())
