"""Which rows count after an edit: conditions in the place of others, beside them, or taken off; periods that move."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any

from groundplan.language.lexicon import lexicon
from groundplan.query.language import parts as p
from groundplan.reading.constructions.conditions import conditions
from groundplan.reading.constructions.marks import Mark
from groundplan.reading.constructions.page import Unreadable
from groundplan.reading.constructions.roles import Condition
from groundplan.reading.constructions.things import Thing
from groundplan.reading.edits.change import Change
from groundplan.reading.edits.parts import all_of, dated, rebuilt, subject, tests_of

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_KNOWN = {4: ("year",), 7: tuple(_MONTHS), 10: (*_MONTHS, "week", "day")}
"""By how much a period can move, by the letters that it is written in."""


def taken_off(change: Change) -> None:
    """Conditions that no longer hold rows: all, those of time, or those on a field that is named; a key likewise."""
    tests, page = tests_of(change.query), change.page
    if change.says("unheld"):
        change.set(keep=change.query.keep if tests else None)
        tests = []
    if change.says("undated"):
        tests = [test for test in tests if not dated(test)]
    freed: dict[Mark, Mark | None] = {
        mark: None for mark in page.roles.mentioned if any(cue.kind == "any" for cue in change.cues)
    }
    freed |= {one.mark: one.denied for one in page.roles.conditions if one.kind == "missing"}
    for mark, denied in freed.items():
        name = subject(p.Missing(of=page.reached(mark, "field", "relation", "dataset").path))
        page.used.remove(mark)
        left = [test for test in tests if subject(test) != name]
        keys = tuple(key for key in change.query.by if subject(p.Missing(of=key.of)) != name)
        if left == tests and keys == change.query.by:
            continue
        page.heard(mark, denied)
        page.roles.mentioned = [one for one in page.roles.mentioned if one is not mark]
        page.roles.conditions = [one for one in page.roles.conditions if one.mark is not mark]
        change.says("any", "filter")
        change.set(by=change.query.by if left != tests else keys)
        tests = left
    change.set(where=all_of(tests))


def shifted(change: Change) -> None:
    """The period before, or after, the one that was asked for."""
    cue, tests = change.says("earlier", "later"), tests_of(change.query)
    if cue is None:
        return
    if not any(map(dated, tests)):
        raise Unreadable("the question before is of no period")
    count = -1 if cue.kind == "earlier" else 1
    moved = [rebuilt(test, lambda part: _moved(part, cue.unit, count)) if dated(test) else test for test in tests]
    change.set(where=all_of(moved))


def _moved(part: Any, unit: str, count: int) -> Any:
    if isinstance(part, p.Period):
        return part.model_copy(update={"text": _later(part.text, unit, count)})
    if isinstance(part, p.Now) and part.unit != unit:
        raise Unreadable(f"no {unit} can be told from {part.unit}s")
    if isinstance(part, p.Now):
        end = None if part.end is None else part.end + count
        return part.model_copy(update={"start": part.start + count, "end": end})
    return part


def _later(text: str, unit: str, count: int) -> str:
    """A period so many units later, as fine as it was said; the end of a month stays one."""
    if "T" in text:
        date_part, _, time = text.partition("T")
        return f"{_later(date_part, unit, count)}T{time}"
    if unit not in _KNOWN.get(len(text), ()) or "Q" in text:
        raise Unreadable(f"{text} has no {unit} beside it")
    day = date.fromisoformat(f"{text}-01-01"[:10])
    if unit not in _MONTHS:
        return (day + timedelta(count * (7 if unit == "week" else 1))).isoformat()
    year, month = divmod(day.year * 12 + day.month - 1 + count * _MONTHS[unit], 12)
    last = monthrange(year, month + 1)[1]
    ends = len(text) == 10 and (day + timedelta(1)).day == 1
    return date(year, month + 1, last if ends else min(day.day, last)).isoformat()[: len(text)]


def held(change: Change) -> list[Any]:
    """The conditions that the words say; a bare number is held against what one was before, or the figure of groups."""
    roles, query = change.page.roles, change.query
    bare = [one for one in roles.conditions if one.kind == "compare" and one.of is None and query.by]
    for one in bare:
        if len(one.mark.numbers) > 1:
            raise Unreadable("a figure of groups takes one limit at a time")
        right, said = p.Value(value=one.mark.numbers[0]), change.page.said(one.mark)
        change.set(having=p.Compare(left=query.columns[0].of, op=one.mark.label, right=right, said=said))
    roles.conditions = [_against(change, one) for one in roles.conditions if one not in bare]
    made = conditions(change.page)
    if any(isinstance(part, p.Missing) and subject(part) == p.THIS for test in made for part in p.walked(test)):
        raise Unreadable("a row itself is never missing")
    return [_in_year(change, test, made) for test in made]


def _against(change: Change, one: Condition) -> Condition:
    page, query = change.page, change.query
    lefts = [test.left for test in tests_of(query) if isinstance(test, (p.Compare, p.Between)) and not dated(test)]
    fields = [page.scope.walk(page.base, left.steps) for left in lefts if isinstance(left, p.Path)]
    amounts = [walk for walk in fields if walk.field and walk.field.role == "measure"]
    if one.kind != "compare" or one.of is not None or not amounts or query.by:
        return one
    thing = Thing("field", amounts[0].at.name, amounts[0].field.name if amounts[0].field else "")
    return replace(one, of=Mark(one.mark.start, one.mark.end, "thing", things=(thing,)))


def _in_year(change: Change, test: Any, made: list[Any]) -> Any:
    """A month without a year is one of the year that is asked for beside it, or was before."""
    said = " ".join(change.page.asked.text[start:end].lower() for start, end in test.said)
    beside = [one for one in made if one is not test and dated(one)] or tests_of(change.query)
    years = {part.text[:4] for one in beside for part in p.walked(one) if isinstance(part, p.Period)}
    if not dated(test) or len(years) != 1 or not {*said.split()} & {*lexicon().months} or re.search(r"\d", said):
        return test
    year = years.pop()
    return rebuilt(test, lambda part: p.Period(text=year + part.text[4:]) if isinstance(part, p.Period) else part)


def merge(change: Change, tests: list[Any]) -> None:
    """Each condition in the place of those on the same field, inside figures too; else beside the others."""
    wider, before, said = bool(tests) and change.says("add") is not None, tests_of(change.query), list[Any]()
    for test in tests:
        alike = [one for one in before if subject(one) == subject(test) != "" and not _both(one, test)]
        inside = rebuilt(change.query, partial(_inside, test))
        if inside is not change.query and not alike:
            change.query = inside
            continue
        said.append(_either(alike[0], test) if wider and len(alike) == 1 else test)
        before = [one for one in before if one not in alike]
    change.set(where=all_of([*before, *said]))


def _inside(test: Any, part: Any) -> Any:
    """A figure with the condition in the place of its own on the same field."""
    if isinstance(part, p.Figure) and part.where is not None and subject(part.where) == subject(test):
        return part.model_copy(update={"where": test})
    rate = isinstance(part, p.Figure) and part.fn == "rate" and subject(part.of[0]) == subject(test)
    return part.model_copy(update={"of": (test,)}) if rate else part


def _both(one: Any, test: Any) -> bool:
    """Whether both conditions on one field are meant: another value that is left out, a limit on the other side."""
    if isinstance(test, p.Not):
        values = [{part.value for part in p.walked(each) if isinstance(part, p.Value)} for each in (one, test)]
        return isinstance(one, p.Not) or not values[0] or not values[0] <= values[1]
    ops = [part.op[0] for part in (one, test) if isinstance(part, p.Compare)]
    return sorted(ops) == ["<", ">"]


def _either(one: Any, other: Any) -> Any:
    """Two conditions on values of one field as one."""
    plain = all(isinstance(test, p.Among) or (isinstance(test, p.Compare) and test.op == "=") for test in (one, other))
    if not plain or dated(one):
        return p.AnyOf(tests=(one, other))
    values = [test.values if isinstance(test, p.Among) else (test.right,) for test in (one, other)]
    return p.Among(left=one.left, values=(*values[0], *values[1]), said=other.said)
