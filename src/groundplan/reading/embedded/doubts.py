"""Scores -> a doubt: when to ask which column is meant, and when to say that the data cannot answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from groundplan.contracts import Doubt
from groundplan.language.calendar.recurring import Recurring, recurring
from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.lexicon import lexicon
from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.columns import name_beside
from groundplan.reading.embedded.conditions import likeliest_condition
from groundplan.reading.embedded.doubtful_parts import (
    missed_condition,
    unread_value,
    unsure_condition,
    unsure_value,
)
from groundplan.reading.embedded.page import Condition, Page, Reading, Stretch, said_labels
from groundplan.reading.embedded.question_words import Piece, begins, pieces, said_stems, words_of
from groundplan.reading.embedded.scores import CHOICES
from groundplan.reading.embedded.unsaid_parts import unsaid_part
from groundplan.reading.embedded.values_said import period_around, stretches, within
from groundplan.reading.missing_column import holdings, missing_column
from groundplan.reading.time_columns import has_parts
from groundplan.sources.shape import Column

REFUSED, UNCLEAR = 0.03, 0.008
"""How likely a question must be no question for this data, or fit two columns: found on tables kept aside."""

KNOWN = 2 * REFUSED
"""The same for a question of which every word is known to the data."""

SHORT = 0.5
"""The same for one that named two columns of the data, of which little may be left: `projects` alone has 0.1."""

_NAMED = 12

_SHORT = 3
"""A word of so few letters may begin a header by chance."""

_DATED = frozenset(("date", "day", "time", "dt", "at", "on", "ts"))

_CHOICE, _OTHER = 0.25, 0.02
"""How likely a column must be to be named beside two that fit, and the second of these to be asked about: of six
questions with a less likely one five were clear, and read right."""

_INSTEAD = (
    "say it in dates, such as 'in March 2024' or 'last 30 days', or in days and hours, "
    "such as 'on weekends' or 'before 9am'"
)

_LIMITED = 0.7
"""How likely a date must be limited to be missed where it is not."""

Doubting = Callable[[Page, Reading, Blank], Doubt | None]


def _no_table(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    told = "there is no table to ask; name a file or a database"
    return None if blank.tables else Doubt(kind="refuse", message=told)


def _empty_question(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    told = f"the question is empty; {holdings(blank.tables)}"
    return None if page.sheet.spans else Doubt(kind="refuse", message=told)


def _two_columns_fit(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    odds = _status(page)
    asked = odds["clarify"] >= UNCLEAR and odds["clarify"] >= odds["refused"]
    return _choice(page, reading) if asked else None


def _no_column_answers(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    odds = _status(page)["refused"]
    return _refusal(page, reading, blank, odds) if odds >= (SHORT if page.comparison else REFUSED) else None


def _status(page: Page) -> dict[str, float]:
    return dict(zip(CHOICES["status"], map(float, page.scores.choices["status"]), strict=True))


def _unread_period(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`on weekends`, `overnight`: dates are limited by words that are no period; an answer would pass over them."""
    for at, shown in enumerate(page.sheet.fields, 1):
        if shown.column.role != "temporal" or 1.0 - float(page.scores.ops[at][0]) < _LIMITED:
            continue
        said = stretches(page.scores.tags[at], page.sheet, page.question)
        unread = likeliest_condition(page, at) is None
        lost = said if unread else [each for each in said if _recurs(each, shown.column, page)]
        words = f"'{' '.join(each.text for each in lost)}'" if lost else "what the question says of the time"
        if lost or unread:
            return Doubt(kind="refuse", message=f"{words} is no period that {shown.name} can be held to; {_INSTEAD}")
    return None


def _no_hours(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`by hour`, `at night` of days: every day would be one hour."""
    time = reading.form.time
    days = [shown.name for shown in page.sheet.fields if shown.column.type == "date"]
    if time and time.grain == "hour" and time.column in days:
        return Doubt(kind="refuse", message=f"{time.column} holds days without a time of day; ask by day or by weekday")
    return _unheld_days(page, reading, days)


def _unheld_days(page: Page, reading: Reading, days: Sequence[str]) -> Doubt | None:
    """`average wait at night`, `in 2023 but only on weekends`: the rows would not be held to it."""
    left = unheld(page, reading.conditions)
    if not left:
        return None
    said = page.question[left[0].start : left[0].end]
    if any(has_parts(shown.column, left[0]) for shown in page.sheet.fields):
        return Doubt(kind="refuse", message=f"'{said}' limits nothing that was understood; {_INSTEAD}")
    if not days:
        return None
    held = {"hour": "days without a time of day", "weekday": "months"}[left[0].part]
    return Doubt(kind="refuse", message=f"{days[0]} holds {held}, so '{said}' cannot be told apart")


def _recurs(stretch: Stretch, column: Column, page: Page) -> bool:
    """`at night` of a day without hours, `weekdays and weekends`: what comes round again and no condition has in it."""
    known, question = vocabulary(), page.question
    again = recurring(question)
    if any(each.start < stretch.end and stretch.start < each.end and not has_parts(column, each) for each in again):
        return True
    said = [(word, word.lower.removesuffix("s")) for word in split(question[stretch.start : stretch.end])]
    days = [word for word, one in said if one in known.weekdays or known.units.get(one) == "weekend"]
    places = [Stretch(stretch.start + word.start, stretch.start + word.end, word.text) for word in days]
    unread = [place for place in places if not any(each.start <= place.start < each.end for each in again)]
    return any(period_around(question, [place], column, page.book) is None for place in unread)


def _refusal(page: Page, reading: Reading, blank: Blank, odds: float) -> Doubt | None:
    """Names the words that no column carries, where there are such; the encoder only knows that it is so."""
    if missing := _missing(page, reading, blank):
        return missing
    plain = Doubt(kind="refuse", message=f"no column answers this; {holdings(blank.tables)}")
    return plain if odds >= KNOWN else None


def _missing(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    read = [(link.start, link.end) for link in page.links]
    read += [(said.start, said.end) for condition in reading.conditions for said in condition.said]
    return missing_column(page.question, blank.tables, page.book, read)


def _choice(page: Page, reading: Reading) -> Doubt | None:
    """The columns that fit equally; two at least."""
    odds = page.scores.role("choice")
    ranked = sorted(range(1, len(page.sheet.columns)), key=lambda at: -float(odds[at]))
    picked = [at for number, at in enumerate(ranked) if number < 2 or odds[at] >= _CHOICE][:_NAMED]
    if len(picked) < 2 or odds[picked[1]] < _OTHER or len({page.field(at).table for at in picked}) > 1:
        return None  # columns of two tables are told apart by the table that is asked about
    if _one_is_said(page, picked) or _another_is_said(page, picked, reading):
        return None
    names = tuple(
        dict.fromkeys(name_beside(page.field(at), page.sheet.fields, said_stems(page.question)) for at in picked)
    )
    if len(names) < 2:
        return None  # a key and the name that stands for it
    listed = " or ".join(repr(name) for name in names)
    return Doubt(kind="clarify", message=f"the question fits {listed}; say which one is meant", choices=names)


def _telling(column: Column) -> list[str]:
    """The words of a header; that a date is one goes without saying."""
    words = [word for word in words_of(column.name) if word[0].isalnum()]
    told = [word for word in words if word not in _DATED] if column.role == "temporal" else words
    return told or words


def _one_is_said(page: Page, picked: list[int]) -> bool:
    """`average quantity` over quantity and net quantity: one is said by its whole name, but for a unit, no other is."""
    said, units = pieces(page.question), lexicon().unit_marks
    named = [_telling(page.field(at).column) for at in picked]
    bare = [
        [word for at, word in enumerate(words) if not at or (len(word) > 1 and word not in units and word.isalpha())]
        for words in named
    ]
    told = [[any(_says(piece, word) for piece in said) for word in words] for words in bare]
    heard = [
        [stem(word) for word, is_said in zip(*one, strict=True) if is_said] for one in zip(bare, told, strict=True)
    ]
    whole = [stems for stems, each in zip(heard, told, strict=True) if each and all(each)]
    return len(whole) == 1 and all(set(stems) <= set(whole[0]) for stems in heard)


def _another_is_said(page: Page, picked: list[int], reading: Reading) -> bool:
    """`total medals` over gold, silver, bronze and total: what was read is said by its whole name, no other is."""
    read = {metric.column for metric in reading.form.metrics}
    taken = [at for at in range(1, len(page.sheet.columns)) if page.field(at).name in read]
    figures = len(taken) == 1 and all(page.sheet.measured(at) for at in (*taken, *picked))
    return figures and taken[0] not in picked and _one_is_said(page, [*taken, *picked])


def _says(piece: Piece, word: str) -> bool:
    """A word of the question says one of a header, which may shorten it, `temp`, or end in its unit, `Elevationm`."""
    whole = len(piece.read) > _SHORT and word.startswith(piece.read)
    united = whole and word[len(piece.read) :] in lexicon().unit_marks
    return stem(word) in piece.stems or begins(word, piece.read) or united


DOUBTS: tuple[Doubting, ...] = (
    _no_table,
    _empty_question,
    _two_columns_fit,
    _no_column_answers,
    _unread_period,
    _no_hours,
    unread_value,
    unsaid_part,
    unsure_value,
    unsure_condition,
    missed_condition,
)
"""The first that has something to say is told: what the data has not before what was passed over, and that before what
is not sure."""


def doubt(page: Page, reading: Reading, blank: Blank, doubts: Sequence[Doubting] = DOUBTS) -> Doubt | None:
    """None when the question can be answered as it stands."""
    return next((found for each in doubts if (found := each(page, reading, blank))), None)


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
