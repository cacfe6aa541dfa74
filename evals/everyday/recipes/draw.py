"""Draws that several tables share: a weighted pick, a skewed amount, a day, a gap."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from math import cos, pi
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def pick(random: Random, weighted: dict[Item, float]) -> Item:
    """One key, as often as its weight says."""
    return random.choices(list(weighted), list(weighted.values()))[0]


def skewed(random: Random, middle: float, spread: float = 0.4, digits: int = 1) -> float:
    """An amount around `middle` with a long tail to the right."""
    return round(middle * random.lognormvariate(0, spread), digits)


def around(random: Random, middle: float, spread: float, low: float, high: float, digits: int = 0) -> float:
    """A bell around `middle`, cut at both ends; an int where no digits are asked for."""
    value = min(max(random.gauss(middle, spread), low), high)
    return round(value, digits) if digits else round(value)


def day(random: Random, first: date, last: date) -> date:
    """Any day from first to last."""
    return first + timedelta(days=random.randrange((last - first).days + 1))


def moment(random: Random, on: date, hours: dict[int, float]) -> datetime:
    """A minute of that day, in hours as likely as they weigh."""
    return datetime.combine(on, time(pick(random, hours), random.randrange(60)))


def summer(on: date) -> float:
    """1 in the middle of July, 0 in the middle of January."""
    return (1 - cos(2 * pi * (on.timetuple().tm_yday - 15) / 365)) / 2


def gap(random: Random, value: Item, chance: float) -> Item | None:
    """The value, or nothing with that chance."""
    return None if random.random() < chance else value


def months(first: date, count: int) -> list[date]:
    """The first days of `count` months."""
    return [date(first.year + (first.month - 1 + n) // 12, (first.month - 1 + n) % 12 + 1, 1) for n in range(count)]
