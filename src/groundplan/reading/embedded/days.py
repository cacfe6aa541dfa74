"""Weekdays and hours that no condition has taken up: `in 2023 but only on weekends`, `average wait at night`."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.calendar.recurring import Recurring, recurring
from groundplan.language.stems import stem
from groundplan.reading.embedded.conditions import Condition, Page
from groundplan.reading.embedded.dates import within
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.revise import said_labels

"""How sure a condition is that was read by its words alone."""


def unheld(page: Page, found: Sequence[Condition]) -> list[Recurring]:
    """The days and hours that a question holds its rows to, that no condition is said by and that are no value."""
    if said_labels(page) & {("grain", "weekday"), ("grain", "hour")}:
        return []  # they are what it tells apart
    said = [stretch for condition in found for stretch in condition.said]
    left = [each for each in recurring(page.question) if each.cued and not within(each, said)]
    return [each for each in left if not _is_a_value(page, each)]


def _is_a_value(page: Page, each: Recurring) -> bool:
    """A column of its own says so: `night` where shifts are day and night, `overnight` beside overnight_stays."""
    words = {stem(word) for word in words_of(page.question[each.start : each.end])}
    columns = [shown.column for shown in page.sheet.fields]
    said = [column.name for column in columns] + [
        v for column in columns if column.type == "text" for v in column.values
    ]
    return any(words & {stem(word) for word in words_of(text)} for text in said)
