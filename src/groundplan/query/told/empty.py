"""A time in which a source has nothing: said with the time that it covers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from groundplan.contracts import Finding
from groundplan.contracts.source_model import SourceModel
from groundplan.query.language import parts as p
from groundplan.query.periods import bounds, from_today
from groundplan.query.scope import Scope
from groundplan.query.told.in_words import Saying

_EVER = datetime.min, datetime.max


def empty_period(query: p.Query, model: SourceModel, today: date, language: str) -> Finding | None:
    """The first condition on a time that lies beside all the times that there are."""
    saying = Saying.of(query, Scope(model), language)
    for test in _conjuncts(query.where):
        known = _known(saying, test.left)
        start, end = _asked(test, today)
        if known and (end <= _moment(known[0]) or start.date() > _moment(known[1]).date()):
            said = {"rows": saying.rows_named, "period": saying.test(test), "low": known[0], "high": known[1]}
            return Finding(code="empty-period", message=saying.words["said"]["empty_period"].format(**said))
    return None


def _conjuncts(test: Any) -> Iterator[p.Compare | p.Between]:
    if isinstance(test, p.All):
        for each in test.tests:
            yield from _conjuncts(each)
    if isinstance(test, (p.Compare, p.Between)):
        yield test


def _known(saying: Saying, part: Any) -> tuple[str, str] | None:
    """The first and the last day of a time of these rows."""
    while isinstance(part, p.Taken) and part.part in p.GRAINS:
        part = part.of
    if not isinstance(part, p.Path) or saying.known(part):
        return None
    walked = saying.walked(part)
    field = walked.field if walked else None
    dated = field is not None and field.type in ("date", "datetime") and field.low and field.high
    return (str(field.low)[:10], str(field.high)[:10]) if field and dated else None


def _asked(test: p.Compare | p.Between, today: date) -> tuple[datetime, datetime]:
    """From when to when a condition asks; for ever where it cannot be told."""
    if isinstance(test, p.Between):
        return _covered(test.low, today)[0], _covered(test.high, today)[1]
    start, end = _covered(test.right, today)
    whole = {
        "=": (start, end),
        "<": (_EVER[0], start),
        "<=": (_EVER[0], end),
        ">": (end, _EVER[1]),
        ">=": (start, _EVER[1]),
    }
    return whole.get(test.op, _EVER)


def _covered(part: Any, today: date) -> tuple[datetime, datetime]:
    if isinstance(part, p.Period):
        return bounds(part.text)
    if isinstance(part, p.Now):
        return from_today(part.unit, part.start, part.end, today)
    year = isinstance(part, p.Value) and type(part.value) is int and 1000 <= part.value <= 9999
    return bounds(part.value) if year else _EVER


def _moment(day: str) -> datetime:
    return datetime.fromisoformat(day)
