"""Scores -> the conditions of a form: for each column the operator, and the value that cells or words give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.language.names import fit
from groundplan.language.stems import stem
from groundplan.language.units import measured, of_another_kind, vague
from groundplan.reading.embedded.cells_named import LISTED, ONE, Naming, held_to
from groundplan.reading.embedded.columns import flag, kind_of
from groundplan.reading.embedded.page import Condition, Page, Stretch
from groundplan.reading.embedded.question_words import pieces, words_of
from groundplan.reading.embedded.scores import OPS
from groundplan.reading.embedded.values_said import (
    after_phrase,
    amounts_in,
    chosen,
    dated,
    dates,
    how_many,
    likeliest_word,
    linked,
    part_of,
    stretches,
    unique,
)
from groundplan.reading.formed.form import Filter, alternatives, flattened
from groundplan.sources.shape import Column

_TEXT = ("contains", "not_contains", "starts_with", "ends_with")

_EITHER = ("=", "!=", "in", "not_in", "is_null", "not_null")

_COMPARED = (">", ">=", "<", "<=", "between", "period")

_MAY = {
    "text": (*_EITHER, *_TEXT), "boolean": ("=", "!=", "is_null", "not_null"), "integer": (*_EITHER, *_COMPARED),
    "number": (*_EITHER, *_COMPARED), "date": (*_EITHER, *_COMPARED), "datetime": (*_EITHER, *_COMPARED),
}  # fmt: skip
"""What a column of each type may be held to."""

_LIKELY = 0.2
"""How likely a cell must be to be taken before words that are no cell."""

_UNSAID = {"=": 0, "!=": 0, ">": 0, "<": 0, ">=": 1}
"""What a figure is held to where no number is said: `without a tip`, `delayed ones`, `with an oscar`."""

_BOTH = 0.9
"""How likely a column must be limited to share the words of its value with another."""


def conditions(page: Page) -> list[Condition]:
    """As many conditions as the model counts, on the columns that are likeliest limited.

    Words limit one column: of two that claim the same words, the likelier has them, unless both are surely limited
    ("found in Ashby and rehomed there too").
    """
    limited = 1.0 - page.scores.ops[:, 0]
    ranked = sorted(range(1, len(page.sheet.columns)), key=lambda at: -float(limited[at]))
    many = how_many([float(limited[at]) for at in ranked], page.scores.choices["filters"])
    found: list[Condition] = []
    for place in ranked[: many + 3]:
        if limited[place] < 0.05 or len(found) >= many:
            break
        condition = likeliest_condition(page, place)
        sure = float(limited[place]) >= _BOTH  # those found before it are likelier still
        if condition and (sure or not any(overlap(condition, other) for other in found)):
            found.append(condition)
    return in_order(page, found)


def in_order(page: Page, found: Sequence[Condition]) -> list[Condition]:
    """As the question says them: by the words of their values, else by those that name their columns."""
    return sorted(found, key=lambda condition: _begins(page, condition))


def _begins(page: Page, condition: Condition) -> int:
    if condition.said:
        return condition.said[0].start
    parts = [(word, stem(word)) for word in words_of(page.field(condition.place).column.name) if word[0].isalpha()]
    said = [piece for piece in pieces(page.question) if piece.read[0].isalpha()]
    named = [piece.start for piece in said if any(fit(piece.read, piece.stems[-1], *part) for part in parts)]
    return min(named, default=len(page.question))


def overlap(one: Condition, two: Condition) -> bool:
    """Said by the same words, or of the same value, where no words are told apart."""
    if one.said and two.said:
        return any(a.start < b.end and b.start < a.end for a in one.said for b in two.said)
    values = [{str(f.value).lower() for f in c.filters if isinstance(f.value, str)} for c in (one, two)]
    return bool(values[0] & values[1])


def _ranked(odds: Any, kind: str) -> list[tuple[str, float]]:
    """The likeliest operators of those that a column of this type may be held to."""
    order = sorted((at for at in range(1, len(OPS)) if OPS[at] in _MAY[kind]), key=lambda at: -odds[at])[:3]
    return [(OPS[at], float(odds[at])) for at in order]


def likeliest_condition(page: Page, place: int) -> Condition | None:
    """What a column is held to if it is held to anything; None where no value can be read for it."""
    return condition_at(page, place, _ranked(page.scores.ops[place], page.field(place).column.type))


def condition_at(page: Page, place: int, ranked: Sequence[tuple[str, float]]) -> Condition | None:
    """The likeliest condition on a column that a value can be found for."""
    said = tuple(stretches(page.scores.tags[place], page.sheet, page.question))
    kept = _kept(page, page.field(place).name)
    if kept and not said:
        return Condition(place, kept, 1.0 - float(page.scores.ops[place][0]))
    for op, sure in ranked:
        if op in ("is_null", "not_null") and sure < min(_LIKELY, ranked[0][1]):
            continue
        if not said and op in _TEXT:
            said = tuple(after_phrase(op, page.question, page.book))
        elif not said and op in _COMPARED:
            said = tuple(likeliest_word(page.scores.tags[place], page.sheet, page.question))
        filters = _filters(page, place, op, said)
        if filters:
            return Condition(place, filters, max(sure, 1.0 - float(page.scores.ops[place][0])), said)
    return None


def _filters(page: Page, place: int, op: str, said: Sequence[Stretch]) -> tuple[Filter, ...]:
    shown = page.field(place)
    name, column = shown.name, shown.column
    if op in ("is_null", "not_null"):
        return (Filter(column=name, op=op),)
    if op in _TEXT:
        return tuple(Filter(column=name, op=op, value=part_of(s.text, column)) for s in said if s.text)
    if column.type in ("date", "datetime"):
        found = dates(page.question, column, op, said, page.book)
        return tuple(each.model_copy(update={"column": name}) for each in found) or _kept(page, name)
    if column.type in ("integer", "number"):
        return _numeric(page, name, column, op, said) or _kept(page, name)
    return _named(page, place, op, said) or _kept(page, name)


def joined(page: Page, limits: Sequence[Condition]) -> dict[str, Any]:
    """The `filters` and the `join` of a form with these conditions, which stand in the order of the question."""
    plain = unique([f for c in limits for f in c.filters])
    if len(plain) < 2 or page.scores.best("join")[0] == "and":
        return flattened([plain])
    if len(limits) < 3:
        return flattened([list(part) for c in limits for part in _apart(c)])
    odds = [float(page.scores.role("alternative")[c.place]) for c in limits[1:]]
    enough = min(0.5, max(odds))  # `or` is said somewhere, so that one of them at least is joined by it
    joins = ["or" if each >= enough else "and" for each in odds]
    parts = alternatives([_either(c) for c in limits], ["and", *joins])
    return flattened([[f for filters in part for f in filters] for part in parts])


def _apart(condition: Condition) -> list[tuple[Filter, ...]]:
    """What `or` may stand between: several texts of one column; not a period and the weekdays in it."""
    dated = any(f.part for f in condition.filters)
    return [condition.filters] if dated else [(one,) for one in condition.filters]


def _either(condition: Condition) -> tuple[Filter, ...]:
    """Several texts that one column is held to, as one filter: any of them will do."""
    first = condition.filters[0]
    if len(condition.filters) == 1 or any(f.part for f in condition.filters):
        return condition.filters
    return (first.model_copy(update={"value": [f.value for f in condition.filters]}),)


def _kept(page: Page, name: str) -> tuple[Filter, ...]:
    """After a question before, a condition whose value is not said anew is the one before."""
    return tuple(f for f in page.prior.filters if f.column == name) if page.prior else ()


def _numeric(page: Page, name: str, column: Column, op: str, said: Sequence[Stretch]) -> tuple[Filter, ...]:
    if said and of_another_kind(page.question[said[0].start :], column.name):
        return ()
    values = amounts_in(said, page.question, column.name)
    small = kind_of(column) == "year" and all(v < 1000 for v in values)  # `the 90s`
    found = dated(page.question, column, "period", said, page.book) if op == "period" or small else None
    if found:
        return (found.model_copy(update={"column": name}),)
    if not values:
        unsaid = (
            op in _UNSAID and kind_of(column) != "year" and not any(vague(s.text) or measured(s.text) for s in said)
        )
        return (Filter(column=name, op=op, value=_UNSAID[op]),) if unsaid else ()
    if op == "period":
        op = "between" if len(values) > 1 else "="
    if op == "between" and len(values) > 2:
        op = "in"
    if op == "between":
        low_high = sorted(values)[:1] + sorted(values)[-1:]
        return (Filter(column=name, op="between", value=low_high),) if len(values) > 1 else ()
    if op in LISTED and len(values) > 1:
        return (Filter(column=name, op=LISTED[op], value=values),)
    return (Filter(column=name, op=ONE.get(op, op), value=values[0]),)


def _as_said(value: str, said: Sequence[Stretch], column: Column) -> str:
    """The value that was picked, unless the words say another one of the column, or a number, and nothing of it."""
    words = {stem(word) for word in words_of(said[0].text)}
    if words & {stem(word) for word in words_of(value)}:
        return value
    others = [other for other in column.values if words and words <= {stem(word) for word in words_of(other)}]
    return others[0] if len(others) == 1 else said[0].text if said[0].text.isdecimal() else value


def _named(page: Page, place: int, op: str, said: Sequence[Stretch]) -> tuple[Filter, ...]:
    """Cells that were picked, else the cells or the words that the stretches say."""
    shown = page.field(place)
    picked = [value for value, _ in chosen(page.scores.cells, page.sheet, place)]
    if op in ("=", "!=") and len(said) < 2:
        picked = picked[:1]
    picked = [_as_said(value, said, shown.column) for value in picked] if len(picked) == 1 == len(said) else picked
    if not picked:
        likely = [value for value, _ in chosen(page.scores.cells, page.sheet, place, _LIKELY)][:1]
        found = [linked(s.text, shown.column) for s in said if s.text]
        picked = unique([v for v in found if v]) or likely or unique([s.text for s in said if s.text])
    if not picked or op not in LISTED:
        return ()
    if shown.column.type == "boolean":
        truth = picked[0].lower() in ("true", "yes", "1")
        return (Filter(column=shown.name, op=ONE[op], value=truth),)
    picked = [flag(shown.column).get(value, value) for value in picked]
    return (held_to(Naming(shown.name, shown.column, page.question, said, page.links), op, picked),)
