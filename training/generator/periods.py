"""Periods: the words for a stretch of time, and how they stand in a sentence."""

from __future__ import annotations

import random
from collections.abc import Callable

from .grammar import Filler, Phrases, Unsayable, load
from .tables import Col

SORTS = ("at", "rel", "span")
WEIGHTS = (42, 24, 34)


class Period(str):
    """The words of a period; `sort` says how they join a sentence.

    at (in 2023), rel (last year), span (since May), beside (2023 vs 2024).
    """

    sort: str = "at"
    long: bool = False  # a year and more


def make_period(column: Col, rng: random.Random, lang: str, sort: str = "") -> Period | None:
    """Words for a period within the column's years; None where the language has none."""
    phrases = load(lang)
    if phrases is None:
        return None
    sort = sort or rng.choices(SORTS, WEIGHTS)[0]
    try:
        words = " ".join(phrases.render(f"period.{sort}", rng, _slots(column, rng, phrases)).split())
    except Unsayable:
        return None
    made = Period(words)
    made.sort = sort.partition("_")[0]
    made.long = any(word in words for word in phrases.words("year_words"))
    return made


def _slots(column: Col, rng: random.Random, phrases: Phrases) -> dict[str, Filler]:
    years = [int(str(each)[:4]) for each in column.values if str(each)[:4].isdigit()] or [2023]
    first, last = min(years), max(years)
    year = rng.randint(first, last)
    later = rng.randint(year + 1, max(last, year + 1) + 1)
    month = rng.randrange(12)
    other = (month + rng.randint(1, 5)) % 12
    quarters = sorted(rng.sample("1234", 2))
    return {
        "year": str(year),
        "year2": str(later),
        "yy": f"{year % 100:02d}",
        "quarter": str(rng.randint(1, 4)),
        "early": quarters[0],
        "late": quarters[1],
        "day": str(rng.randint(1, 28)),
        "day2": str(rng.randint(1, 28)),
        "month": _month(phrases, min(month, other)),
        "month2": _month(phrases, max(month, other)),
        "days": str(rng.choice((7, 10, 14, 30, 60, 90, 100))),
        "few": str(rng.choice((2, 3, 4, 5, 6, 8, 12, 18, 24))),
        "date": f"{year}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}",
        "mm": f"{rng.randint(1, 12):02d}",
    }


def _month(phrases: Phrases, place: int) -> Callable[[str], str]:
    def named(form: str) -> str:
        names = phrases.words(f"months.{form or 'base'}")
        if len(names) != 12:
            raise Unsayable(form)
        return names[place]

    return named
