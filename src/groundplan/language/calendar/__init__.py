"""The calendar as people say it: days, months, quarters, seasons, parts of them, and what comes round again."""

from groundplan.language.calendar.periods import Period, read_periods
from groundplan.language.calendar.recurring import Recurring, recurring, without
from groundplan.language.calendar.text import Days, Point
from groundplan.language.calendar.vocabulary import vocabulary

__all__ = [
    "Days",
    "Period",
    "Point",
    "Recurring",
    "read_periods",
    "recurring",
    "vocabulary",
    "without",
]
