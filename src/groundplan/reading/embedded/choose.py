"""Readings in the order they are believed: a form under which no row is left loses to the next best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundplan.query.form import Filter
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Condition, Page, Reading
from groundplan.reading.embedded.decode import decode, with_filters
from groundplan.reading.embedded.rules import RULES, Rules
from groundplan.reading.embedded.said import linked

TRIED = 8
"""Alternatives that are run."""


def chosen_reading(page: Page, blank: Blank, rules: Rules = RULES) -> Reading:
    """The likeliest reading under which the data has rows; the likeliest of all where none has."""
    first = decode(page, rules=rules)
    if not first.form.filters or _rows(blank, first):
        return first
    tried = sorted(_others(page, first), key=lambda reading: -reading.sure["filters"])[:TRIED]
    return next((reading for reading in tried if _rows(blank, reading)), first)


def _rows(blank: Blank, reading: Reading) -> bool:
    """Whether rows are left, as far as can be told."""
    return blank.meeting(reading.form) is not False


def _others(page: Page, first: Reading) -> Iterator[Reading]:
    """Every reading with one condition changed: its column, its value, or gone."""
    for at, condition in enumerate(first.conditions):
        rest = [*first.conditions[:at], *first.conditions[at + 1 :]]
        for other in (*_elsewhere(page, condition), *_loosened(condition)):
            yield with_filters(first, [*rest, other], page)
        if rest and condition.sure < 0.7:
            yield with_filters(replace(first, sure={**first.sure}), rest, page)


def _elsewhere(page: Page, condition: Condition) -> Iterator[Condition]:
    """The same words as a value of another column."""
    op = condition.filters[0].op
    if op not in ("=", "!=") or condition.filters[0].part:
        return
    for place, shown in enumerate(page.sheet.fields, 1):
        if place == condition.place or shown.column.type != "text":
            continue
        for stretch in condition.said:
            near = [
                m.value
                for m in page.links
                if m.column == shown.column.name and m.start < stretch.end and stretch.start < m.end
            ]
            value = near[0] if near else linked(stretch.text, shown.column)
            if value:
                sure = 0.5 * (1.0 - float(page.scores.ops[place][0])) + 0.1
                yield Condition(place, (Filter(column=shown.name, op=op, value=value),), sure, condition.said)


def _loosened(condition: Condition) -> Iterator[Condition]:
    """`= york` as contains: the words may be a part of the value."""
    first = condition.filters[0]
    if first.op in ("=", "!=") and isinstance(first.value, str) and not first.part:
        loose = first.model_copy(update={"op": "contains" if first.op == "=" else "not_contains"})
        yield replace(condition, filters=(loose,), sure=0.4 * condition.sure)
