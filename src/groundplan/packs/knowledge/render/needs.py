"""Answers to `how many`, `is it so`, `when` and `how long`: told from the same facts, before any list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import Item
from groundplan.packs.knowledge.render.item_text import dated, line, plural
from groundplan.packs.knowledge.render.styles import Told

_MONTH_YEAR = re.compile(r"([^\W\d]+) ((?:19|20)\d\d)")


def count(told: Told) -> list[str]:
    """`3 проекта: …`; what is beyond the limit is counted, too."""
    return [told.said("counted", names=_names(told))]


def yes_no(told: Told) -> list[str]:
    """`Да: …`. There is no `no`: what a base does not hold may still be so."""
    items = told.shown.told
    if len(items) == 1 and not told.shown.hidden:
        return [told.words["yes"].format(names=line(items[0], told.words).rstrip("."))]
    return [told.words["yes"].format(names=_names(told))]


def when(told: Told) -> list[str] | None:
    """Each item with its dates; None where an item has none."""
    return _dates(told, [dated(item) for item in told.shown.told])


def how_long(told: Told) -> list[str] | None:
    """Each item with its period, and how long that is where it has ended."""
    return _dates(told, [[_with_length(part, told.words) for part in dated(item)] for item in told.shown.told])


def _names(told: Told) -> str:
    names = ", ".join(item.name for item in told.shown.told)
    return told.words["and_more"].format(names=names, x=told.shown.hidden) if told.shown.hidden else names


def _dates(told: Told, dates: Sequence[Sequence[str]]) -> list[str] | None:
    items = told.shown.told
    if not all(dates):
        return None
    lines = [_line(item, "; ".join(held), told.words) for item, held in zip(items, dates, strict=True)]
    if len(lines) == 1 and not told.shown.hidden:
        return [f"{lines[0]}."]
    return [told.said("lead"), "", *(f"- {line}" for line in (*lines, *told.more()))]


def _line(item: Item, told: str, words: Mapping[str, Any]) -> str:
    return str(words["item"].format(name=item.name, told=told))


def _with_length(period: str, words: Mapping[str, Any]) -> str:
    months = length(period, words)
    if not months:
        return period
    said = [(months // 12, words["year"]), (months % 12, words["month"])]
    told = " ".join(f"{n} {plural(n, forms)}" for n, forms in said if n)
    return str(words["length"].format(period=period, length=told))


def length(period: str, words: Mapping[str, Any]) -> int:
    """The months from the first to the last of a period, both counted; 0 where it has no two ends."""
    ends = [(int(year) * 12 + month) for word, year in _MONTH_YEAR.findall(period) if (month := _month(word, words))]
    return ends[1] - ends[0] + 1 if len(ends) == 2 and ends[1] >= ends[0] else 0


def _month(word: str, words: Mapping[str, Any]) -> int:
    return next((at for at, stem in enumerate(words["months"], 1) if word.casefold().startswith(stem)), 0)
