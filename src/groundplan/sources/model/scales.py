"""Values that are steps of a scale: from disagree to agree, P1 to P4, S to XL, age bands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from groundplan.sources.model.header import lists

MOST = 30
"""Values that a scale has at most."""
_BAND = re.compile(
    r"(?P<under>under|below|less than|up to|until|<=?|до|unter|moins de)?"
    r"\s*[$€£]?(?P<low>\d[\d,]*(\.\d+)?)(?P<scale>k|m)?"
    r"\s*(?:(?:-|–|—|to|bis|до|\.\.)\s*[$€£]?(?P<high>\d[\d,]*(\.\d+)?)(k|m)?"
    r"|(?P<over>\+|and over|or more|and above|plus|or over|und mehr|и более))?"
    r"(?P<unit>\s*[^\W\d]{1,12}){0,2}",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(over|above|more than|>=?|более|свыше|über)\s*[$€£]?(\d[\d,]*(\.\d+)?)(k|m)?(\s*[^\W\d]{1,12}){0,2}",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"(?P<word>[^\W\d]+)[\s_.-]?(?P<number>\d{1,2})")


def ordered(values: Sequence[str]) -> tuple[str, ...]:
    """The values from the lowest to the highest, or nothing where they are no scale; others are left out."""
    outside = lists()["outside"]
    inside = [value for value in values if value.strip().lower() not in outside]
    if not 2 < len(inside) <= MOST:
        return ()
    return _words(inside) or _bands(inside) or _levels(inside)


def _words(values: Sequence[str]) -> tuple[str, ...]:
    """Those that a known scale has, in its order; at least three, and all."""
    said = {value: _plain(value) for value in values}
    for scale in lists()["scales"]:
        places = {word: at for at, word in enumerate(scale)}
        if all(text in places for text in said.values()) and len(set(said.values())) == len(values):
            return tuple(sorted(values, key=lambda value: places[said[value]]))
    return _numbered(values)


def _plain(value: str) -> str:
    """Without a number or letter in front: `2 - Low`, `b) often`."""
    return re.sub(r"^\W*(\d{1,2}|[a-h])\s*[-.):=]+\s*", "", value.strip().lower())


def _numbered(values: Sequence[str]) -> tuple[str, ...]:
    """`1 - Low`, `2 - Medium`: they say their order themselves."""
    found = {value: re.match(r"\W*(\d{1,2})\s*[-.):=]\s*\D", value) for value in values}
    if not all(found.values()):
        return ()
    numbers = {value: int(match[1]) for value, match in found.items() if match}
    return tuple(sorted(values, key=lambda value: numbers[value])) if len(set(numbers.values())) == len(values) else ()


def _bands(values: Sequence[str]) -> tuple[str, ...]:
    """`18-24`, `under 18`, `65+`."""
    places: dict[str, tuple[float, float]] = {}
    spans = 0
    for value in values:
        text = value.strip()
        over, band = _OVER.fullmatch(text), _BAND.fullmatch(text)
        if over:
            places[value] = (_number(over[2], over[4]), 1.0)
        elif band and (band["high"] or band["over"] or band["under"]):
            spans += bool(band["high"])
            low = _number(band["low"], band["scale"])
            places[value] = (low, 0.0) if not band["under"] else (low, -1.0)
        else:
            return ()
    return tuple(sorted(values, key=lambda value: places[value])) if spans else ()


def _number(text: str, scale: str | None) -> float:
    return float(text.replace(",", "")) * {"k": 1e3, "m": 1e6}.get((scale or "").lower(), 1.0)


def _levels(values: Sequence[str]) -> tuple[str, ...]:
    """`P1` to `P4`, `Level 2`, `Grade 3`: one word, numbers from 0 or 1 on without a gap."""
    found = [match for value in values if (match := _LEVEL.fullmatch(value.strip()))]
    numbers = sorted(int(match["number"]) for match in found)
    one = len(found) == len(values) and len({match["word"].lower() for match in found}) == 1
    if not one or not numbers or numbers[0] > 1 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return ()
    return tuple(sorted(values, key=lambda value: int(re.sub(r"\D", "", value))))
