"""Ways in which figures and dates are written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

NARROW, HARD = "\u202f", "\u00a0"  # the two spaces that do not break
ENGLISH = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
RUSSIAN = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]
GERMAN = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
]


def figure(digits: int, thousands: str = ",", point: str = ".") -> Callable[[float], str]:
    """A writer of figures with these marks."""

    def write(value: float) -> str:
        return f"{value:,.{digits}f}".translate({ord(","): thousands, ord("."): point})

    return write


def bracketed(value: float) -> str:
    """Dollars, what is negative in brackets."""
    return f"(${-value:,.2f})" if value < 0 else f"${value:,.2f}"


def trailing(value: float) -> str:
    """As an old ledger prints it: the minus stands behind."""
    return f"{abs(value):,.2f}{'-' if value < 0 else ''}"


def lakh(value: float) -> str:
    """Rupees: three digits, then groups of two."""
    whole, _, cents = f"{value:.2f}".partition(".")
    head, tail = whole[:-3], whole[-3:]
    groups = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return "₹" + ",".join([*groups, tail]) + "." + cents


def named(months: list[str], pattern: str) -> Callable[[date], str]:
    """A writer of dates: `{d}`, `{month}`, `{mon}` (three letters), `{y}` and `{yy}`."""

    def write(when: date) -> str:
        month = months[when.month - 1]
        return pattern.format(d=when.day, month=month, mon=month[:3], y=when.year, yy=f"{when.year % 100:02d}")

    return write


def days(draw: Random, count: int, first: date, span: int, ordered: bool = True) -> list[date]:
    """Dates within a span of days, no two the same where there is room."""
    steps = draw.sample(range(span), count) if count <= span else [draw.randrange(span) for _ in range(count)]
    return [first + timedelta(step) for step in (sorted(steps) if ordered else steps)]


def amounts(draw: Random, count: int, low: float, high: float, digits: int = 2) -> list[float]:
    """Figures between two bounds, rounded as they will be written."""
    found = [round(draw.uniform(low, high), digits) for _ in range(count)]
    return found if digits else [int(value) for value in found]


def picks(draw: Random, count: int, items: list[str] | str) -> list[str]:
    """Words drawn from a list, every word at least once where there is room."""
    words = items.split() if isinstance(items, str) else items
    found = [*words, *(draw.choice(words) for _ in range(count - len(words)))][:count]
    draw.shuffle(found)
    return found
