"""What finds each kind of span among the words of a question."""

from __future__ import annotations

from groundplan.language.finders.asked import Asked, Found
from groundplan.language.finders.cues import cues
from groundplan.language.finders.dates import dates
from groundplan.language.finders.names import names, quoted
from groundplan.language.finders.numbers import numbers
from groundplan.language.finders.rest import rest

__all__ = ["Asked", "Found", "cues", "dates", "names", "numbers", "quoted", "rest"]
