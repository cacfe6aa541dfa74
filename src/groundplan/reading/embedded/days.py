"""Weekdays and hours that no condition has taken up: `in 2023 but only on weekends`, `average wait at night`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from groundplan.language.calendar.recurring import Recurring, recurring
from groundplan.language.stems import stem
from groundplan.reading.embedded.conditions import Condition, Page, in_order
from groundplan.reading.embedded.dates import within
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.revise import said_labels
from groundplan.reading.embedded.said import Stretch
from groundplan.reading.time_columns import has_parts, parts_held

_READ = 0.6
"""How sure a condition is that was read by its words alone."""


def with_days(page: Page, found: Sequence[Condition]) -> list[Condition]:
    """The conditions, and what they have left of the days and hours that a question says."""
    left = unheld(page, found)
    every = list(found)
    for each in left:
        every = _added(page, every, each)
    return in_order(page, every) if left else every


def unheld(page: Page, found: Sequence[Condition]) -> list[Recurring]:
    """The days and hours that a question holds its rows to, that no condition is said by and that are no value."""
    if said_labels(page) & {("grain", "weekday"), ("grain", "hour")}:
        return []  # they are what it tells apart
    said = [stretch for condition in found for stretch in condition.said]
    left = [each for each in recurring(page.question) if each.cued and not within(each, said)]
    return [each for each in left if not _is_a_value(page, each)]


def _added(page: Page, found: Sequence[Condition], each: Recurring) -> list[Condition]:
    """On the dates that are limited already, else on those that are likeliest limited or shown."""
    places = [at for at, shown in enumerate(page.sheet.fields, 1) if has_parts(shown.column, each)]
    if not places:
        return list(found)
    taken = [condition for condition in found if condition.place in places]
    odds = page.scores.role("time") - page.scores.ops[:, 0]
    place = taken[0].place if taken else max(places, key=lambda at: float(odds[at]))
    shown = page.field(place)
    filters = (parts_held(shown.column, each).model_copy(update={"column": shown.name}),)
    said = (Stretch(each.start, each.end, page.question[each.start : each.end]),)
    if not taken:
        return [*found, Condition(place, filters, _READ, said)]
    whole = replace(taken[0], filters=(*taken[0].filters, *filters), said=(*taken[0].said, *said))
    return [whole if condition is taken[0] else condition for condition in found]


def _is_a_value(page: Page, each: Recurring) -> bool:
    """A column of its own says so: `night` where shifts are day and night, `overnight` beside overnight_stays."""
    words = {stem(word) for word in words_of(page.question[each.start : each.end])}
    columns = [shown.column for shown in page.sheet.fields]
    said = [column.name for column in columns] + [
        v for column in columns if column.type == "text" for v in column.values
    ]
    return any(words & {stem(word) for word in words_of(text)} for text in said)
