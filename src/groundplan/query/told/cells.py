"""Cells for people: figures with their units, periods by name, codes by what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset, Field
from groundplan.plan import folder
from groundplan.query.language import parts as p
from groundplan.query.periods import DAYS

Words = Mapping[str, Any]
PER_CENT = "%%"
"""The unit of a share, which is told as per cent."""
_CAMEL = re.compile(r"(?<=[a-zа-я0-9])(?=[A-ZА-Я])")
_MIDNIGHT = re.compile(r"T00:00(:00(\.0+)?)?$")
_PERIOD = re.compile(r"(\d{4})(?:-(?:Q(\d)|W\d\d|(\d\d)))?")


@lru_cache(maxsize=1)
def lists() -> Words:
    """The templates by language, and what belongs to all of them."""
    return dict(folder.load(Path(__file__).with_name("words.yaml")))


def language_of(text: str) -> str:
    """The language that a question is asked in."""
    return "ru" if any("Ѐ" <= letter <= "ӿ" for letter in text) else "en"


def said_in(form: Mapping[str, Any]) -> str:
    """The language of a form's question, if that is known; else of its query."""
    return str(form.get("language") or language_of(form["query"]))


def spoken(named: Field | Dataset, language: str) -> str:
    """What people call it: without underscores, in the language of the question if there is such a name."""
    own = [one for one in (named.name, *named.synonyms) if language_of(one) == language]
    return blanks(own[0] if own else named.name)


def blanks(name: str) -> str:
    """`startStation` and `start_station` are written with a blank."""
    return _CAMEL.sub(" ", name).replace("_", " ").strip()


def number(held: float) -> str:
    """A figure with thousands apart, and two decimals at most."""
    if float(held).is_integer() and abs(held) < 1e15:
        return f"{int(held):,}"
    return f"{held:,.2f}".rstrip("0").rstrip(".") if abs(held) >= 0.01 else f"{held:.3g}"


def figure(held: Any, unit: str, words: Words) -> str:
    """A figure with its unit; anything else as a cell."""
    if not isinstance(held, (int, float)) or isinstance(held, bool):
        return cell(held, words)
    if unit == PER_CENT:
        return f"{number(100 * held)} %"
    if unit in lists()["before"]:
        return f"{'-' if held < 0 else ''}{unit}{number(abs(held))}"
    return f"{number(held)} {unit}".strip()


def cell(held: Any, words: Words) -> str:
    """A cell as it is read: of a number no thousands, as it may be a year or a key."""
    if held is None:
        return str(words["empty"])
    if isinstance(held, bool):
        return str(words["truth"][str(held).lower()])
    if isinstance(held, (int, float)):
        return f"{held:g}" if abs(held) < 1e6 else number(held)
    return _MIDNIGHT.sub("", str(held)).replace("T", " ") if str(held)[:4].isdigit() else str(held)


def period(written: str, words: Words) -> str:
    """`2024-03` is March 2024."""
    found = _PERIOD.fullmatch(written)
    if found and found[2]:
        return str(words["quarter"].format(quarter=found[2], year=found[1]))
    if found and found[3]:
        return str(words["month"].format(month=words["months"][int(found[3]) - 1], year=found[1]))
    return cell(written, words)


def _month(held: str, words: Words, _: Any) -> str:
    return period(held[:7], words)


def _quarter(held: str, words: Words, _: Any) -> str:
    return period(f"{held[:4]}-Q{(int(held[5:7]) + 2) // 3}", words)


def _bin(held: str, words: Words, part: p.Taken) -> str:
    low, size = float(held), part.size or 1
    return str(words["bin_of"].format(low=number(low), high=number(low + size)))


_TAKEN: dict[str, Callable[[str, Words, Any], str]] = {
    "year": lambda held, words, _: held[:4],
    "quarter": _quarter,
    "month": _month,
    "week": lambda held, words, _: str(words["week"].format(day=held[:10])),
    "decade": lambda held, words, _: str(words["decade"].format(year=held[:4])),
    "month_of_year": lambda held, words, _: str(words["months"][int(float(held)) - 1]),
    "weekday": lambda held, words, _: str(words["days"][DAYS.index(held)]) if held in DAYS else held,
    "bin": _bin,
}


def taken(held: Any, part: p.Taken, words: Words) -> str:
    """A part of a date as it is called: March 2024, Monday."""
    told = _TAKEN.get(part.part)
    return told(str(held), words, part) if told and held is not None else cell(held, words)
