"""Column headers as people and exports spell them, and the words inside a header."""

from __future__ import annotations

import random
import re
from functools import cache

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPLIT = re.compile(r"[\s_\-./]+")
_UNITS = {
    "dollars": ("usd", "$"),
    "euros": ("eur", "EUR"),
    "percent": ("pct", "%"),
    "minutes": ("min",),
    "hours": ("hrs", "h"),
}
_SHORT = {
    **{"quantity": "qty", "number": "no", "amount": "amt", "account": "acct", "balance": "bal", "average": "avg"},
    **{"price": "px", "percent": "pct", "department": "dept", "customer": "cust", "date": "dt", "count": "cnt"},
    **{
        "address": "addr",
        "name": "nm",
        "code": "cd",
        "category": "cat",
        "total": "tot",
        "region": "rgn",
        "manager": "mgr",
    },
    **{
        "employee": "emp",
        "product": "prod",
        "status": "stat",
        "description": "desc",
        "transaction": "txn",
        "year": "yr",
    },
}


@cache
def parts(header: str) -> tuple[str, ...]:
    """The words of a header in lower case.

    >>> parts("NetSales_usd")
    ('net', 'sales', 'usd')
    """
    cut = _CAMEL.sub(" ", header)
    cut = re.sub(r"[()$%#\"']", " ", cut)
    return tuple(word.lower() for word in _SPLIT.split(cut) if word)


@cache
def spelled(header: str) -> str:
    """The header as a person would type its words: "net sales usd"."""
    return " ".join(parts(header)) or header.lower()


def renamed(words: str, unit: str, rng: random.Random) -> str:
    """A mechanical header for the words: snake_case, camelCase, Title Case, UPPER, abbreviations, a unit behind."""
    found = [word for word in _SPLIT.split(words) if word]
    style = rng.randrange(8)
    if style >= 5:
        found = [shortened(word) for word in found]
    if unit in _UNITS and rng.random() < 0.35:
        found.append(_UNITS[unit][0])
    if style in (0, 5):
        return "_".join(found).lower()
    if style == 1:
        return found[0].lower() + "".join(word.capitalize() for word in found[1:])
    if style == 2:
        return " ".join(word.capitalize() for word in found)
    if style in (3, 6):
        return "_".join(found).upper()
    if style == 4:
        return "".join(word.capitalize() for word in found)
    return "_".join(found).capitalize()


@cache
def shortened(word: str) -> str:
    """A usual abbreviation, or the word without inner vowels: "balance" -> "bal", "salary" -> "slry"."""
    if word.lower() in _SHORT:
        return _SHORT[word.lower()]
    if len(word) < 6 or not word.isascii():
        return word
    return word[0] + re.sub(r"[aeiou]", "", word[1:])[:5]
