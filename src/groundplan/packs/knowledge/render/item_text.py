"""Item -> the words after its name; and the renderer's own words: wordings by language, plural forms, nouns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from groundplan.contracts import Item
from groundplan.plan.folder import load

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


def _all() -> dict[str, Any]:
    loaded: dict[str, Any] = load(Path(__file__).with_name("wordings.yaml"))
    return loaded


def wordings(language: str) -> dict[str, Any]:
    """Every wording of a language, by name."""
    found: dict[str, Any] = _all()[language]
    return found


def small(language: str) -> frozenset[str]:
    """Words that say nothing of what a sentence is about."""
    return frozenset(_all()["small"][language])


def plural(n: int, forms: Sequence[str]) -> str:
    """The form that goes with a number: three forms are Russian, two English."""
    if len(forms) == 2:
        return forms[0] if n == 1 else forms[1]
    if n % 10 == 1 and n % 100 != 11:
        return forms[0]
    return forms[1] if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else forms[2]


def counted(n: int, types: Sequence[str], language: str, called: Mapping[str, Sequence[str]]) -> str:
    """`3 проекта`, `1 project`; "" where the things are of several types, or of one no word is known for."""
    if len(set(types)) != 1:
        return ""
    known = called.get(types[0]) or _all()["nouns"].get(types[0], {}).get(language)
    return f"{n} {plural(n, known)}" if known else ""
