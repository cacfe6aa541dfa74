"""The calendar as people say it: days, months, quarters, seasons, and parts of them."""

from groundplan.language.calendar.points import point_at
from groundplan.language.calendar.text import Point, Text, read_text

__all__ = ["Point", "Text", "point_at", "read_text"]
