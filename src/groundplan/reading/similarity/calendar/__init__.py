"""The calendar as people say it: days, months, quarters, seasons, and parts of them."""

from groundplan.reading.similarity.calendar.points import point_at
from groundplan.reading.similarity.calendar.text import Point, Text, read_text

__all__ = ["Point", "Text", "point_at", "read_text"]
