"""Numbers as people type them: 5000, 5,000, 5k, five."""

from __future__ import annotations

import random
import re
from typing import Any

_EN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_RU = ("один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять")
NUMBER_WORDS: dict[str, dict[int, str]] = {
    "en": {
        **dict(enumerate(_EN, start=1)),
        **{15: "fifteen", 20: "twenty", 25: "twenty-five", 30: "thirty", 50: "fifty", 100: "a hundred"},
        **{1000: "a thousand", 1000000: "a million"},
    },
    "ru": {
        **dict(enumerate(_RU, start=1)),
        **{15: "пятнадцать", 20: "двадцать", 50: "пятьдесят", 100: "сто", 1000: "тысяча", 1000000: "миллион"},
    },
}
_THOUSANDS = {"en": ("k", "k", "K", " thousand"), "ru": ("к", " тыс", " тыс.")}
_MILLIONS = {"en": ("m", " million", "M"), "ru": (" млн", "млн")}
_SCALES = {"k": 1e3, "m": 1e6, "mln": 1e6, "million": 1e6, "thousand": 1e3, "bn": 1e9, "тыс": 1e3, "млн": 1e6}
_TYPED = re.compile(r"(?<![\w.])(-?\d[\d,]*(?:\.\d+)?)\s?(k|mln|million|thousand|m|bn|тыс|млн)?(?![\w])", re.IGNORECASE)
_SPACED = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)")


def say_number(value: float, rng: random.Random, lang: str = "en") -> str:
    """The number in one of the ways that people type it; most often digits as they are."""
    roll = rng.random()
    whole = float(value).is_integer()
    if whole and abs(value) >= 1000:
        number = int(value)
        if roll < 0.22 and number % 1000000 == 0:
            return f"{number // 1000000}{rng.choice(_MILLIONS[lang])}"
        if roll < 0.22 and number % 100 == 0 and number < 1000000:
            return f"{number / 1000:g}{rng.choice(_THOUSANDS[lang])}"
        if roll < 0.45 and not 1900 <= number <= 2100:
            return f"{number:,}" if lang == "en" else f"{number:,}".replace(",", " ")
    if whole and roll < 0.1 and lang == "en" and int(value) in NUMBER_WORDS[lang]:
        return NUMBER_WORDS[lang][int(value)]
    return plain_number(value)


def plain_number(value: float) -> str:
    """The number in digits, without a trailing `.0`."""
    return str(int(value)) if float(value).is_integer() else f"{value:.10g}"


def number_in(value: Any, text: str) -> str | None:
    """The substring of the text that says the number, however it is typed."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    for match in _SPACED.finditer(text):
        if float(match.group().replace(" ", "")) == value:
            return match.group()
    for match in _TYPED.finditer(text):
        if abs(_amount(match) - value) < 1e-9 * max(1.0, abs(value)):
            return match.group()
    for words in NUMBER_WORDS.values():
        word = words.get(int(value)) if float(value).is_integer() else None
        found = re.search(rf"\b{word}\b", text, re.IGNORECASE) if word else None
        if found:
            return found.group()
    plain = re.search(rf"(?<!\d){re.escape(plain_number(value))}(?!\d)", text)
    return plain.group() if plain else None


def _amount(match: re.Match[str]) -> float:
    scale = (match.group(2) or "").lower()
    return round(float(match.group(1).replace(",", "")) * _SCALES.get(scale, 1.0), 9)
