"""A number or a column of the question that nothing in the form says: an answer would pass over it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from groundplan.contracts import Doubt
from groundplan.language.numbers import read_numbers
from groundplan.language.words import split
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.conditions import Page, Reading
from groundplan.reading.embedded.matches import NAMED, NAMED_ALONE, NONE, header_marks, named_by
from groundplan.reading.embedded.percents import as_percent
from groundplan.reading.embedded.pieces import pieces, words_of
from groundplan.reading.embedded.revise import said_labels
from groundplan.reading.embedded.sheet import Field
from groundplan.reading.embedded.unheld import told_part

_ALONE = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d+)*(?![\w:/-])")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_COMPUTED = ("sum", "avg", "median", "min", "max")
_DATE = frozenset(("date", "day", "time"))
_AVERAGED = {("agg", "avg"), ("agg", "median")}
_MEASURED = re.compile(r"\W{0,2}\d")
_FEW = 100
"""Values of a column that people may be taken to know: among many, any word is one of them by chance."""
_AS_IT_STANDS = ("exact", "case", "accent")
_AHEAD = {"forecast", "change"}


def unread_number(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`took more than 7 days to ship`: no condition, limit or window has the 7; how far ahead to look is no number."""
    if page.prior is not None or reading.form.having or _AHEAD & set(reading.form.analysis):
        return None
    read = [(stretch.start, stretch.end) for condition in reading.conditions for stretch in condition.said]
    known = {*_numbers(reading.form.model_dump(mode="json")), *_numbers(_named(page))}
    words, values = read_numbers(split(page.question))
    for at, value in values.items():
        word, taken = words[at], any(start <= words[at].start < end for start, end in read)
        if not taken and value not in known and _ALONE.search(page.question, word.start, word.end + 1):
            if as_percent(page.question, value):
                return told_part(page, word.text.rstrip("% "), _figure(page, reading))
            return Doubt(
                kind="refuse", message=f"'{word.text}' limits nothing that was understood{_next(page, word.text)}"
            )
    return None


def _figure(page: Page, reading: Reading) -> str:
    """The column that a part of a whole may be of: the one that is computed, or one that is named."""
    marks, named = _marks(page), [shown.name for shown in page.sheet.fields if shown.column.role == "numeric"]
    computed = [metric.column for metric in reading.form.metrics if metric.column in named]
    said = [name for name in named if NAMED in marks[name] or NAMED_ALONE in marks[name]]
    return str(next(iter([*computed, *said, *named]), "the number of rows"))


def _named(page: Page) -> list[str]:
    """Headers, and the cells that the question speaks of."""
    said = {link.value for link in page.links}
    return [*(shown.column.name for shown in page.sheet.fields), *(v for v in page.sheet.values if v in said)]


def unread_column(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`average length`, which holds text: a count, or another figure of which no word is said, would stand for it."""
    form = reading.form
    if page.prior is not None or form.derive or not form.metrics:
        return None
    marks = _marks(page)
    figures = [m.column for m in form.metrics if m.column and m.agg in _COMPUTED]
    unsaid = [name for name in figures if set(marks[name]) <= {NONE}]
    asked = bool(unsaid) if figures else bool(said_labels(page) & _AVERAGED)
    used = {*figures, *form.group_by, *(f.column for f in form.filters), *([form.time.column] if form.time else [])}
    left = [shown for shown in page.sheet.fields if shown.name not in used and set(marks[shown.name]) == {NAMED_ALONE}]
    amounts = [(shown, sample) for shown in left for sample in shown.column.samples[:1] if _text_amount(shown, sample)]
    if not asked or not amounts:
        return None
    shown, sample = amounts[0]
    held = f"{shown.name!r} holds text, such as {sample!r}, that nothing can be computed from"
    return Doubt(kind="refuse", message=f"{held}; figures are {_figures(page)}")


def unread_date(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`first sale date by region`: rows are counted, and a date that is named stands nowhere."""
    form = reading.form
    rows = bool(form.metrics) and all(m.column is None and m.agg == "count" for m in form.metrics)
    if page.prior is not None or not rows or form.derive or form.time or not form.group_by:
        return None
    marks, used = _marks(page), {*form.group_by, *(f.column for f in form.filters)}
    for shown in page.sheet.fields:
        dated = shown.column.role == "temporal" and _DATE & set(words_of(shown.column.name))
        whole = NAMED_ALONE in marks[shown.name] and set(marks[shown.name]) <= {NAMED, NAMED_ALONE}
        if dated and whole and shown.name not in used:
            message = f"{shown.name!r} is named, and nothing that was understood has to do with it"
            instead = f"ask, for example, for 'earliest {shown.name} by {form.group_by[0]}'"
            return Doubt(kind="refuse", message=f"{message}; {instead}")
    return None


def _marks(page: Page) -> dict[str, list[int]]:
    """How the words of each header are found in the question."""
    headers = [words_of(shown.column.name) for shown in page.sheet.fields]
    found = named_by(pieces(page.question), headers)
    return {shown.name: header_marks(headers[at], at, found) for at, shown in enumerate(page.sheet.fields)}


def _text_amount(shown: Field, sample: Any) -> bool:
    return shown.column.type == "text" and bool(_MEASURED.match(str(sample)))


def unread_value(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """A value of the data, said as it stands, that asks for nothing else and that no condition has."""
    if page.prior is not None:
        return None
    few = {shown.column.name: shown.column.distinct for shown in page.sheet.fields if 0 < shown.column.distinct <= _FEW}
    held, spans = reading.form.model_dump_json().lower(), _spoken_for(page, reading)
    for link in page.links:
        taken = any(start < link.end and link.start < end for start, end in spans)
        if taken or link.column not in few or link.how not in _AS_IT_STANDS:
            continue
        said = {other.value for other in page.links if other.column == link.column}
        whole = link.column in reading.form.group_by and len(said) == few[link.column]  # `night vs day` is by tariff
        if not whole and link.value.lower() not in held:
            value = f"{page.question[link.start : link.end]!r} is a value of {link.column}"
            instead = f"say, for example, '{link.column} is {link.value}'"
            message = f"{value}, and nothing that was understood is held to it; {instead}"
            return Doubt(kind="refuse", message=message)
    return None


def _spoken_for(page: Page, reading: Reading) -> list[tuple[int, int]]:
    """What conditions are said by, what may name a header, and what asks for a chart, an order and the like."""
    read = [(stretch.start, stretch.end) for condition in reading.conditions for stretch in condition.said]
    held = {(limit.column, str(limit.value)) for limit in reading.form.filters}
    read += [(link.start, link.end) for link in page.links if (link.column, link.value) in held]
    said, words = pieces(page.question), split(page.question)
    found = named_by(said, [words_of(shown.column.name) for shown in page.sheet.fields])
    headed = [(piece.start, piece.end) for piece, named in zip(said, found, strict=True) if any(named)]
    asking = page.book.find(words, frozenset(), frozenset())
    return [*read, *headed, *((words[match.start].start, words[match.end - 1].end) for match in asking)]


def _figures(page: Page) -> str:
    return ", ".join(shown.name for shown in page.sheet.fields if shown.column.role == "numeric")


def _next(page: Page, number: str) -> str:
    """What to type instead; a year that no column holds is left out."""
    if _YEAR.fullmatch(number):
        return "; name the column that holds the year, or ask without it"
    figure = next((shown.name for shown in page.sheet.fields if shown.column.role == "numeric"), None)
    return f"; name the column that it is about, such as '{figure} over {number}'" if figure else ""


def _numbers(held: Any) -> Iterator[float]:
    """Every number in a value, its dates and names included."""
    if isinstance(held, dict | list):
        for each in held.values() if isinstance(held, dict) else held:
            yield from _numbers(each)
    elif held is not None and not isinstance(held, bool):
        yield from map(float, _DIGITS.findall(str(held)))
