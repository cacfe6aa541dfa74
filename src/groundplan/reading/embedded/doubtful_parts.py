"""Parts of a question that nothing in the form says, or that were only guessed: an answer would pass over them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from groundplan.contracts import Doubt
from groundplan.language.words import split
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.page import Condition, Page, Reading
from groundplan.reading.embedded.question_words import named_by, pieces, words_of

_DIGITS = re.compile(r"\d+(?:\.\d+)?")

_FEW = 100
"""Values of a column that people may be taken to know: among many, any word is one of them by chance."""

_AS_IT_STANDS = ("exact", "case", "accent")

_SURE, _TIED = 0.7, 0.9
"""How likely a cell must be that no word spells, and how likely another, by comparison, that may as well be meant."""
_COUNTED = 0.95
"""How likely more conditions must be said than were found; of 1,320 questions none that was read right comes to it."""
_LIKELY, _MAYBE = 0.5, 0.05
"""How likely a condition must be to be taken, and a column to be told as the one that may be meant: of 31 conditions
of 1,320 questions that were less likely one was right."""
_NAMED = 6
_OPS = ("=", "!=", "in", "not_in")


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


def _numbers(held: Any) -> Iterator[float]:
    """Every number in a value, its dates and names included."""
    if isinstance(held, dict | list):
        for each in held.values() if isinstance(held, dict) else held:
            yield from _numbers(each)
    elif held is not None and not isinstance(held, bool):
        yield from map(float, _DIGITS.findall(str(held)))


"""How likely a group must be that no word of the question names: of 36 that were less likely 8 were right."""


def unsure_value(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`head bumps in the gym` over Playground, Sports hall, Canteen: the likeliest of them may still be another."""
    before = page.prior.filters if page.prior else ()
    for condition in reading.conditions:
        new = [limit for limit in condition.filters if limit not in before and limit.op in _OPS]
        values = [value for limit in new for value in (limit.value if isinstance(limit.value, list) else [limit.value])]
        unspelt = [str(value) for value in values if not _spelt(page, condition, str(value))]
        odds = _odds(page, condition)
        if any(_is_guess(value, odds, len(values)) or _is_none(value, page, condition) for value in unspelt):
            return _asked(page, condition, odds)
    return None


def unsure_condition(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`took more than 7 days to arrive` over units and revenue: nothing says which of them the number is of."""
    before = page.prior.filters if page.prior else ()
    for condition in reading.conditions:
        new = [limit for limit in condition.filters if limit not in before]
        if new and condition.sure < _LIKELY:
            return _which_column(page, condition)
    return None


def missed_condition(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """`how many are still unresolved` over Open and Closed: surely a condition, and no column was found for it."""
    odds = page.scores.choices["filters"]
    if page.prior is not None or float(odds[len(reading.conditions) + 1 :].sum()) < _COUNTED:
        return None
    found = " and ".join(sorted({limit.column for c in reading.conditions for limit in c.filters}))
    beside = f"beside {found} " if found else ""
    message = f"the question limits the rows {beside}by something that no column was found for"
    return Doubt(kind="refuse", message=f"{message}; {_said_plainly(page)}")


def _which_column(page: Page, condition: Condition) -> Doubt:
    """The columns that may be limited, likeliest first."""
    said = " ".join(stretch.text for stretch in condition.said)
    odds = {page.field(at).name: 1.0 - float(page.scores.ops[at][0]) for at in range(1, len(page.sheet.columns))}
    first = page.field(condition.place).name
    others = [name for name in sorted(odds, key=lambda name: -odds[name]) if name != first and odds[name] >= _MAYBE]
    names = tuple([first, *others][:_NAMED])
    unclear = f"it is not clear which column {said!r} limits" if said else "it is not clear which column is limited"
    if len(names) > 1:
        return Doubt(kind="clarify", message=f"{unclear}; say which one is meant", choices=names)
    return Doubt(kind="refuse", message=f"{unclear}, perhaps {first!r}; {_said_plainly(page)}")


def _said_plainly(page: Page) -> str:
    """What to type instead."""
    held = [(shown.name, shown.column.values[0]) for shown in page.sheet.fields if shown.column.values]
    return f"name the column and the value, such as '{held[0][0]} is {held[0][1]}'" if held else "name the column"


def _odds(page: Page, condition: Condition) -> dict[str, float]:
    """Of the cells of a column of text that are shown to the encoder, likeliest first."""
    if page.field(condition.place).column.type != "text":
        return {}
    own = {
        value: float(odds)
        for value, odds, owner in zip(page.sheet.values, page.scores.cells, page.sheet.owners, strict=True)
        if owner == condition.place
    }
    return dict(sorted(own.items(), key=lambda pair: -pair[1]))


def _spelt(page: Page, condition: Condition, value: str) -> bool:
    """Whether words of the question were linked to the value: by its letters, its forms, an abbreviation, a code."""
    name = page.field(condition.place).column.name
    return any(link.column == name and link.value == value for link in page.links)


def _is_guess(value: str, odds: dict[str, float], many: int) -> bool:
    if value not in odds:
        return False
    others = [odd for other, odd in odds.items() if other != value]
    return odds[value] < _SURE or (many == 1 and max(others, default=0.0) > _TIED * odds[value])


def _is_none(value: str, page: Page, condition: Condition) -> bool:
    """Whether it is none of the values of a column that are all known."""
    column = page.field(condition.place).column
    known = column.type == "text" and 0 < column.distinct == len(column.values)
    return known and value not in map(str, column.values)


def _asked(page: Page, condition: Condition, odds: dict[str, float]) -> Doubt:
    """The likeliest values first; a wide table shows the encoder few of them, so that the others follow."""
    said, shown = " ".join(stretch.text for stretch in condition.said), page.field(condition.place)
    what = f"{said!r} is no value" if said else "no word of the question is a value"
    likely = [value for value in odds if not _is_none(value, page, condition)]  # one of the question before may be
    choices = tuple(dict.fromkeys([*likely, *map(str, shown.column.values)]))[:_NAMED]
    message = f"{what} of {shown.name!r} as it stands; say which one is meant"
    return Doubt(kind="clarify", message=message, choices=choices, said=said, about=shown.name)
