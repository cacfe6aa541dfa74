"""Holidays that fall on another day each year."""

from __future__ import annotations

from datetime import date, timedelta

from dateutil.easter import EASTER_ORTHODOX, easter

_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6


def moving(name: str, year: int) -> date:
    """The day of a holiday in a year."""
    if name == "orthodox_easter":
        return easter(year, EASTER_ORTHODOX)
    if name in ("easter", "good_friday", "easter_monday"):
        return easter(year) + timedelta(days={"easter": 0, "good_friday": -2, "easter_monday": 1}[name])
    if name == "mothers_day":
        return _weekday(date(year, 5, 1), _SUNDAY, 2)
    days = {"thanksgiving": 0, "black_friday": 1, "cyber_monday": 4}[name]
    return _weekday(date(year, 11, 1), _THURSDAY, 4) + timedelta(days=days)


def _weekday(first: date, weekday: int, number: int) -> date:
    """The so-manieth weekday from a day on."""
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))
