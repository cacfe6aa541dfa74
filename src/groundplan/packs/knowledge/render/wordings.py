"""The renderer's words: wordings by language, plural forms, nouns for types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from groundplan.plan.folder import load


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
