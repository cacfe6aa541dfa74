"""Amounts that a question says, in the unit of a column: `over two hours` on runtime_min is 120."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from groundplan.language.numbers import ordinal, plain, read_numbers
from groundplan.language.words import Word, split
from groundplan.plan import folder

_EXACT = re.compile(r"(?<![\w.])-?(?:\.\d+|\d+(?:\.\d+)?[eE]-?\d+)")
"""Numbers as a programmer writes them."""
_MEASURES = frozenset(("time", "length", "weight", "volume", "calendar", "power", "data", "energy"))
_METRES = re.compile(r"(\d+(?:\.\d+)?) ?m")
"""Of a column of lengths, `53.3m` is no million."""
_LEADING = re.compile(r"[1-9]\d*(?:\.\d+)?(?![\d,])")
_LETTERS = re.compile("[A-Za-z]{2,}")
_OWNING = re.compile("['’]s?$")


@dataclass(frozen=True)
class Amount:
    """A number that is said, and the characters that say it."""

    value: int | float
    start: int
    end: int


@lru_cache(maxsize=1)
def _known() -> dict[str, Any]:
    raw: dict[str, Any] = folder.load(Path(__file__).with_name("units.yaml"))
    units = {
        word: (group, float(raw["sizes"][unit]))
        for group, members in raw["units"].items()
        for unit, words in members.items()
        for word in words
    }
    keys = {word: unit for members in raw["units"].values() for unit, words in members.items() for word in words}
    return {
        **raw,
        "units": units,
        "keys": keys,
        "articles": frozenset(raw["articles"]),
        "doubtful": frozenset(raw["doubtful"]),
    }


def unit_words() -> frozenset[str]:
    """Every word for a unit."""
    return frozenset(_known()["units"])


def unit_key(word: str) -> str:
    """The unit that a word surely is: `minutes` is `min`."""
    return "" if word in _known()["doubtful"] else str(_known()["keys"].get(word, ""))


def vague(text: str) -> bool:
    """Whether a word speaks of an amount without telling it: `many`."""
    return any(word.lower in _known()["vague"] for word in split(text))


def measured(text: str) -> bool:
    """Whether one of a unit is said, whatever a column is kept in: `a week`."""
    words = [word.lower for word in split(text)]
    return any(one in _known()["articles"] and unit in _known()["units"] for one, unit in pairwise(words))


def ordinals(text: str) -> list[int]:
    """The numbers that a text says as a place: `second`."""
    return [place for word in split(text) if (place := ordinal(word))]


@lru_cache(maxsize=4096)
def unit_of(header: str) -> tuple[str, float]:
    """The group and the size of the unit that a header names last; an empty group where it names none."""
    whole = [part.strip("()[].%").lower() for part in header.replace("_", " ").replace("(", " ").split()]
    apart = [word.lower for word in split(header.replace("_", " ")) if word.is_word]
    scale = next((_known()["scales"][word] for word in reversed(whole[1:]) if word in _known()["scales"]), None)
    return _last_unit(whole) or (("scale", float(scale)) if scale else None) or _last_unit(apart) or ("", 1.0)


def _last_unit(words: Sequence[str]) -> tuple[str, float] | None:
    for at, word in reversed(list(enumerate(words))):
        if word in _known()["units"] and (at or word not in _known()["doubtful"]):
            group, size = _known()["units"][word]
            return str(group), float(size)
    return None


def of_another_kind(text: str, header: str) -> bool:
    """Whether the first number of a text has a unit that the figures of a column cannot be in: `20 minutes` of km."""
    own = unit_of(header)[0]
    words, values = read_numbers(split(_one_word(text)))
    at = min(values, default=len(words)) + 1
    said = words[at].lower if at < len(words) and len(words[at].text) > 2 else ""
    group = _known()["units"].get(said, ("",))[0]
    return own in _MEASURES and group in _MEASURES and own != group


def amounts(text: str, header: str = "") -> list[Amount]:
    """Every number that a text says, in order, in the unit of the header: `10k`, `a million`, `.7`, `half an hour`."""
    text = _one_word(text)
    exact = [Amount(plain(float(m.group())), *m.span()) for m in _EXACT.finditer(text)]
    spoken = _spoken(_EXACT.sub(lambda m: " " * len(m.group()), text), header)
    return sorted([*exact, *spoken], key=lambda amount: amount.start)


def _one_word(text: str) -> str:
    """The text with its units in small letters: `MWh` is one word, not two."""
    return _LETTERS.sub(lambda m: m.group().lower() if m.group().lower() in _known()["units"] else m.group(), text)


def _spoken(text: str, header: str) -> list[Amount]:
    read, values = read_numbers(split(text))
    words = [replace(word, lower=_OWNING.sub("", word.lower)) for word in read]  # an hour's wait
    found: list[tuple[Amount, float]] = []
    at = 0
    while at < len(words):
        amount, factor, taken = _amount(words, values, at, unit_of(header))
        found += [(amount, factor)] if amount else []
        at += taken
    return [_as_the_next(text, found, at) for at in range(len(found))]


def _as_the_next(text: str, found: Sequence[tuple[Amount, float]], at: int) -> Amount:
    """`between 1 and 3 minutes`: the first is in minutes, too; `30 to 40k`: the first is in thousands, too."""
    amount, factor = found[at]
    if factor != 1.0 or at + 1 == len(found):
        return amount
    following, unit = found[at + 1]
    between = text[amount.end : following.start].strip().lower()
    if between not in _known()["joints"]:
        return amount
    times = unit if unit != 1.0 else _scale(text, amount, following)
    return replace(amount, value=plain(round(amount.value * times, 9)))


def _scale(text: str, amount: Amount, following: Amount) -> float:
    """What `k` or `million` multiplies the second number by, where the first is a plain and smaller one."""
    digits = _LEADING.match(text[following.start : following.end])
    if not digits or not text[amount.start : amount.end].isdigit():
        return 1.0
    scale = following.value / float(digits.group())
    return scale if scale >= 1000 and amount.value < float(digits.group()) else 1.0


def _amount(
    words: Sequence[Word], values: dict[int, float], at: int, unit: tuple[str, float]
) -> tuple[Amount | None, float, int]:
    """The amount that begins at a word, what its unit multiplied it by, and how many words it takes."""
    value, taken = _number(words, values, at, unit)
    if value is None:
        return None, 1.0, 1
    if unit[0] == "length" and (metres := _METRES.fullmatch(words[at].text)):
        return Amount(plain(float(metres[1]) / unit[1]), words[at].start, words[at].end), 1.0, 1
    factor = 1.0
    amount = Amount(value, words[at].start, words[max(at, at + taken - 1)].end)
    said = words[at + taken].lower if at + taken < len(words) else ""
    if said in _known()["figures"] and 2 < value < 10:
        return replace(amount, value=10 ** (int(value) - 1), end=words[at + taken].end), 1.0, taken + 1
    group, size = _known()["units"].get(said, ("", 1.0))
    unit = _meant(unit, group)
    if group and group == unit[0]:
        factor, taken = size / unit[1], taken + 1
        amount = replace(amount, value=amount.value * factor, end=words[at + taken - 1].end)
        if _says(words, at + taken, "and", "a", "half"):
            amount, taken = replace(amount, value=amount.value + 0.5 * factor), taken + 3
    elif unit[0] == "scale" and any(letter.isalpha() for letter in words[at].text) and amount.value >= unit[1]:
        amount = replace(amount, value=amount.value / unit[1])
    signed = -amount.value if _negative(words, at) else amount.value
    return replace(amount, value=plain(round(signed, 9))), factor, taken


def _meant(unit: tuple[str, float], group: str) -> tuple[str, float]:
    """The unit of a column; `m` is metres, but months beside `years` and minutes beside `hours`."""
    other = _known()["doubles"].get(group) if unit == _known()["units"]["m"] else None
    return _known()["units"][other] if other else unit


def _number(
    words: Sequence[Word], values: dict[int, float], at: int, unit: tuple[str, float]
) -> tuple[float | None, int]:
    """A number in digits or words; `a million`, `half a million`, and `an hour` where hours can be meant."""
    word, known = words[at].lower, _known()
    if at in values:
        part = known["parts"].get(words[at + 1].lower) if at + 1 < len(words) else None
        value, taken = _whole(words, values, at + 2, unit) if part else (None, 0)
        if part and value is not None:
            return values[at] * part * value, taken + 2
        return (values[at] + 0.5, 4) if _says(words, at + 1, "and", "a", "half") else (values[at], 1)
    if word == "not" and (_says(words, at + 1, "one") or _says(words, at + 1, "a", "single")):
        return 0.0, 2 if at + 1 in values else 3
    if word in known["parts"] and at + 1 < len(words):
        value, taken = _whole(words, values, at + 1, unit)
        return (value * known["parts"][word], taken + 1) if value is not None else (None, 1)
    if word in known["alone"]:
        return float(known["alone"][word]), 1
    if word in known["bare"] and unit[0] and known["units"][word][0] == unit[0] and at - 1 not in values:
        return 1.0, 0
    skipped = 2 if at + 1 < len(words) and words[at + 1].lower in known["whole"] else 1
    following = words[at + skipped].lower if at + skipped < len(words) else ""
    if word in known["articles"] and following in known["alone"]:
        return float(known["alone"][following]), skipped + 1
    group = known["units"].get(following, ("",))[0]
    if word in known["articles"] and unit[0] and group == _meant(unit, group)[0]:
        return 1.0, skipped
    return None, 1


def _whole(
    words: Sequence[Word], values: dict[int, float], at: int, unit: tuple[str, float]
) -> tuple[float | None, int]:
    """What `half` or `a quarter of` is taken of: `a million`, `an hour`."""
    skipped = int(_says(words, at, "of"))
    following = words[at + skipped].lower if at + skipped < len(words) else ""
    if following not in _known()["articles"] and (skipped or following not in _known()["magnitudes"]):
        return None, 1
    value, taken = _number(words, values, at + skipped, unit)
    return value, taken + skipped


def _says(words: Sequence[Word], at: int, *said: str) -> bool:
    return tuple(word.lower for word in words[at : at + len(said)]) == said


def _negative(words: Sequence[Word], at: int) -> bool:
    """`-70`, but not `40-60` and not `top-5`."""
    if at == 0 or words[at - 1].lower != "-" or words[at - 1].end != words[at].start:
        return False
    return at == 1 or words[at - 2].end < words[at - 1].start
