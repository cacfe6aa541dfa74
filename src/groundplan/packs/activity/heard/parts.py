"""Values, periods and conditions as the question language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from groundplan.language.calendar import Period
from groundplan.packs.activity.heard.page import Unreadable

LISTS = {"commits": "issue_ids", "merge_requests": "issue_ids"}
"""By what field rows name issues."""


def text(value: str) -> str:
    """A value as the question language writes it."""
    if '"' in value:
        raise Unreadable(f"{value!r} cannot be asked for")
    return f'"{value}"'


def within(time: str, period: Period) -> str:
    """A time within a period."""
    if period.low and period.high:
        named = _named(period.low, period.high)
        return f"{time} = {named}" if named else f"{time} in {period.low}..{period.high}"
    if period.low is None and period.high is None:
        raise Unreadable("the period is not understood")
    return f"{time} >= {period.low}" if period.low else f"{time} <= {period.high}"


def all_of(tests: Sequence[str]) -> str:
    """All of them."""
    return f" where {' and '.join(tests)}" if tests else ""


def _named(low: date, high: date) -> str:
    """A day, a month, a quarter or a year by its own name; else nothing."""
    if low == high:
        return low.isoformat()
    after = high + timedelta(days=1)
    if low.day != 1 or after.day != 1:
        return ""
    months = (after.year - low.year) * 12 + after.month - low.month
    if months == 12 and low.month == 1:
        return str(low.year)
    if months == 3 and low.month % 3 == 1:
        return f"{low.year}-Q{low.month // 3 + 1}"
    return f"{low:%Y-%m}" if months == 1 else ""
