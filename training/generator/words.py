"""Words for columns, rows and values: fillers of the slots of templates."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .domains import Domain
from .grammar import Filler, Phrases, Unsayable
from .headers import spelled
from .tables import Col

IMPLIED = 0.4  # how often a column is said by what it means, where such words are known


def column_words(column: Col, rng: random.Random, phrases: Phrases, header: float = 0.1) -> Callable[[str], str]:
    """A filler for a column; `header`: the odds of words from the header instead of `says`."""
    place = rng.randrange(len(column.says))
    typed = rng.random() < header and not column.worded
    raw = typed and rng.random() < 0.3
    noun = rng.choice(column.spec.means.nouns) if column.spec.means.nouns and rng.random() < IMPLIED else ""

    def say(form: str) -> str:
        if form == "header" and not column.worded:
            return column.name
        if typed and form in ("", "plural"):
            return column.name if raw else spelled(column.name)
        base = noun or column.says[place]
        if not form:
            return base
        given = column.spec.cases.get(form)
        index = column.spec.says.index(base) if base in column.spec.says else -1
        if given and 0 <= index < len(given):
            return given[index]
        made = phrases.plural(base) if form == "plural" else None
        if made is None:
            raise Unsayable(form)
        return made

    return say


def row_slots(domain: Domain, rng: random.Random) -> dict[str, Filler]:
    """Fillers for `row` and `rows`."""
    place = rng.randrange(len(domain.rows))

    def say(which: str) -> Callable[[str], str]:
        base = domain.row if which == "row" else domain.rows

        def form(name: str) -> str:
            found = domain.cases.get(f"{which}.{name}") if name else base
            if not found or place >= len(found):
                raise Unsayable(name)
            return found[place]

        return form

    return {"row": say("row"), "rows": say("rows")}


def value_words(column: Col, value: Any, rng: random.Random, more: float = 0.4) -> str:
    """Words for a text value: as it stands, or as `value_says` has it (odds `more`)."""
    found = column.spec.value_says.get(str(value))
    if found and rng.random() < more:
        return rng.choice(found)
    return str(value)


def flag_words(column: Col, value: Any, rng: random.Random) -> str:
    """Words for the truth or the untruth of a flag."""
    found = column.spec.true_as if value == column.spec.true else column.spec.false_as
    if not found:
        raise Unsayable("flag")
    return rng.choice(found)
