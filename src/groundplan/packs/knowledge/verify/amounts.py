"""Text -> the numbers and dates it tells, in one notation: 7 лет and семь лет, 25 тысяч and 25,000."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.numbers import number_words
from groundplan.packs.knowledge.verify.words import data, forms

_TOKEN = re.compile(
    r"(?P<iso>(?<!\d)(?:19|20)\d\d-\d\d(?:-\d\d)?(?!\d))"
    r"|(?P<dotted>(?<![\d.])(?:\d{1,2}[./])?\d{1,2}[./](?:19|20)\d\d(?![\d.]\d))"
    r"|(?P<number>(?<![\w.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d)"
    r"|(?<![\d.,])\d+(?:[.,]\d+)?)"
    r"|(?P<word>[^\W\d_]+)|(?P<percent>%)|(?P<dash>[–—-])|(?P<other>\S)"
)
_BETWEEN = frozenset({"до", "to", "по", "until"})
_ONE = frozenset({"one", "один"})
_NONE = (None, None, None)


class Amount(NamedTuple):
    """A number or a date as a text tells it."""

    said: str
    start: int
    end: int
    value: float | None = None
    percent: bool = False
    date: tuple[int | None, int | None, int | None] = _NONE
    """Year, month, day, each where it is told."""
    after: frozenset[str] = frozenset()
    """Forms of the next word."""


class _Token(NamedTuple):
    kind: str
    said: str
    start: int
    end: int


@lru_cache(maxsize=4_000)
def amounts(text: str) -> tuple[Amount, ...]:
    """Every number and date, in order."""
    tokens = [_Token(m.lastgroup or "", m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    found: list[Amount] = []
    at = 0
    while at < len(tokens):
        amount, taken = _at(tokens, at, text)
        if amount:
            found.append(amount)
        at += max(taken, 1)
    return _ranges(found, text)


def _at(tokens: Sequence[_Token], at: int, text: str) -> tuple[Amount | None, int]:
    token = tokens[at]
    if token.kind in ("iso", "dotted"):
        return _made(token, token, text, date=_date(token.said)), 1
    dated, taken = _by_month(tokens, at, text)
    if dated:
        return dated, taken
    if token.kind == "number" and not _in_name(token, text):
        return _number(tokens, at, text)
    return _worded(tokens, at, text) if token.kind == "word" else (None, 1)


def _date(said: str) -> tuple[int | None, int | None, int | None]:
    numbers = [int(part) for part in re.split(r"[-./]", said)]
    year, *rest = numbers if numbers[0] > 31 else numbers[::-1]
    return year, rest[0] if rest else None, rest[1] if len(rest) > 1 else None


def _in_name(token: _Token, text: str) -> bool:
    """Whether digits are part of a name: `GPT-4`, `S3`, `p95`; `25k` and `x6` are numbers."""
    before = text[max(token.start - 2, 0) : token.start]
    if before[-1:].isalpha():
        return before[-1:] not in "xх×" or before[-2:-1].isalnum()
    return before[-1:] == "-" and before[:1].isalpha() and before[:1].isascii()


def _by_month(tokens: Sequence[_Token], at: int, text: str) -> tuple[Amount | None, int]:
    """`28 октября 2024`, `October 28, 2024`, `октябрь 2024`, `в октябре`."""
    day = _day(tokens[at])
    month_at = at + 1 if day else at
    if month_at >= len(tokens) or not (month := _month(tokens[month_at])):
        return None, 1
    end = month_at + 1
    if not day and end < len(tokens) and (day := _day(tokens[end])):
        end += 1
    year_at = end + 1 if end < len(tokens) and tokens[end].said == "," else end
    year = _year(tokens[year_at]) if year_at < len(tokens) else None
    end = year_at + 1 if year else end
    if not year and not day and tokens[month_at].said.lower() in ("may", "march", "мая"):
        return None, 1  # a verb, or a name
    return _made(tokens[at], tokens[end - 1], text, date=(year, month, day)), end - at


def _day(token: _Token) -> int | None:
    return int(token.said) if token.kind == "number" and token.said.isdigit() and 0 < int(token.said) < 32 else None


def _year(token: _Token) -> int | None:
    return int(token.said) if token.kind == "number" and re.fullmatch(r"(?:19|20)\d\d", token.said) else None


def _month(token: _Token) -> int | None:
    return vocabulary().months.get(token.said.lower()) if token.kind == "word" else None


def _number(tokens: Sequence[_Token], at: int, text: str) -> tuple[Amount | None, int]:
    said = tokens[at].said
    grouped = re.fullmatch(r"\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+", said)
    value = float(re.sub(r"[ ,\u00a0\u202f]", "", said) if grouped else said.replace(",", "."))
    scale, taken = _scale(tokens, at + 1)
    return _ended(tokens, at, at + taken, value * scale, text), 1 + taken


def _scale(tokens: Sequence[_Token], at: int) -> tuple[float, int]:
    if at < len(tokens) and tokens[at].kind == "word":
        for form in forms(tokens[at].said):
            if form in number_words().scales:
                return float(number_words().scales[form]), 1
    return 1.0, 0


def _ended(tokens: Sequence[_Token], first: int, last: int, value: float, text: str) -> Amount:
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    words = forms(after.said) if after and after.kind == "word" else frozenset()
    percent = bool(after and (after.kind == "percent" or words & {*data("numbers")["percent"]}))
    return _made(tokens[first], tokens[last], text, value=value, percent=percent, after=words)


def _worded(tokens: Sequence[_Token], at: int, text: str) -> tuple[Amount | None, int]:
    """`семь`, `twenty-five`, `сто двадцать тысяч`, `вдвое`, `шестикратный`."""
    held = _inside(tokens[at].said)
    if held is not None:
        return _made(tokens[at], tokens[at], text, value=held), 1
    total = current = 0.0
    low, last, end = float("inf"), at - 1, at
    while end < len(tokens) and tokens[end].kind in ("word", "dash"):
        scale, _ = _scale(tokens, end)
        value = 1.0 if end == at and _one_of(tokens, at) else _value(tokens[end].said)
        joint = tokens[end].kind == "dash" or tokens[end].said.lower() in ("and", "и")
        if value is not None and value < low:
            current, low, last = current + value, _below(value), end
        elif scale == 100 and 0 < current < 10:
            current, low, last = current * 100, 100, end
        elif scale > 1 and last >= at:
            total, current, low, last = total + current * scale, 0.0, scale, end
        elif not (joint and last >= at):
            break
        end += 1
    return (_ended(tokens, at, last, total + current, text), last - at + 1) if last >= at else (None, 1)


def _one_of(tokens: Sequence[_Token], at: int) -> bool:
    """`one hundred`: before a scale, one is a number."""
    return _scale(tokens, at + 1)[1] == 1 and bool(forms(tokens[at].said) & _ONE)


def _below(value: float) -> float:
    """What may still be added to a number word: after twenty less than ten, after five nothing."""
    return 100 if value >= 100 else 10 if value >= 20 and value % 10 == 0 else 0


@lru_cache(maxsize=20_000)
def _value(word: str) -> float | None:
    known = {**number_words().cardinals, **number_words().collective}
    return next((float(known[form]) for form in forms(word) if form in known and form not in _ONE), None)


@lru_cache(maxsize=20_000)
def _inside(word: str) -> float | None:
    known = data("numbers")
    for form in forms(word):
        if form in known["times"]:
            return float(known["times"][form])
        for back in known["backs"]:
            if form.endswith(back) and form[: -len(back)] in known["fronts"]:
                return float(known["fronts"][form[: -len(back)]])
    low = word.lower()
    return _value(low[:-4]) if low.endswith("fold") else None


def _made(
    first: _Token, last: _Token, text: str, value: float | None = None, percent: bool = False,
    date: tuple[int | None, int | None, int | None] = _NONE, after: frozenset[str] = frozenset(),
) -> Amount:  # fmt: skip
    return Amount(text[first.start : last.end], first.start, last.end, value, percent, date, after)


def _ranges(found: Sequence[Amount], text: str) -> tuple[Amount, ...]:
    """`с 14 до 3 %`: the first is a percentage, too."""
    made = list(found)
    for at in range(len(made) - 1, 0, -1):
        between = text[made[at - 1].end : made[at].start].strip().lower()
        if made[at].percent and made[at - 1].value is not None and (between in _BETWEEN or between in ("–", "-", "—")):
            made[at - 1] = made[at - 1]._replace(percent=True)
    return tuple(made)


class Amounts:
    """All the amounts of some texts, to hold others against."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = [amount for text in texts for amount in amounts(text)]
        self.values = {amount.value for amount in found if amount.value is not None}
        self.percents = {amount.value for amount in found if amount.percent}
        self.dates = {amount.date for amount in found if amount.date != _NONE}
        self.values |= {float(date[0]) for date in self.dates if date[0]}

    def entail(self, said: Amount) -> bool:
        """Whether a told amount follows: the same value, or a date told more coarsely."""
        if said.date != _NONE:
            return any(_follows(said.date, known) for known in self.dates)
        return said.value in (self.percents if said.percent else self.values)


def _follows(said: Sequence[int | None], known: Sequence[int | None]) -> bool:
    return all(told is None or told == held for told, held in zip(said, known, strict=True))
