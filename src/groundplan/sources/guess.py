"""What a text column holds, if every cell says so: numbers, amounts, amounts in a unit, dates as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.sources import duck
from groundplan.sources.cells import (
    ABOUT,
    AMOUNT,
    CLOCK,
    EUROPEAN,
    MISSING,
    NOTED,
    SIGNED,
    CellKind,
    cell_kind,
    measured,
    unit_of,
    without_note,
)
from groundplan.sources.dates import date_formats, swapped, two_ways

Cells = Sequence[str | None]

READINGS: dict[CellKind, str] = {"integer": "BIGINT", "date": "DATE", "datetime": "TIMESTAMP"}
PATTERNS: dict[CellKind, str] = {
    "amount": AMOUNT, "european": EUROPEAN, "integer": rf"\s*{ABOUT}{SIGNED}\d+{NOTED}\s*", "clock": CLOCK,
}  # fmt: skip
SECONDS = ("s", "sec", "seconds")
LASTING = re.compile(
    r"(^|[\W_])(duration|length|elapsed|run_?time|lap|split|took|talk|hold|wait|waiting|handling|spent|pace|downtime"
    r"|длительность|продолжительность)($|[\W_])",
    re.IGNORECASE,
)
"""Names of what lasts: 00:53:41 of anything else may be a time of day."""
FEW = 10
_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Guess:
    """What a text column may hold, to be held against every cell."""

    column: str
    kind: CellKind
    example: str = ""
    format: str = ""
    """How its dates are written, where they are not written as ISO has it."""
    units: tuple[str, ...] = ()
    """The names of the unit behind every number."""

    @property
    def name(self) -> str:
        """What the column is called: with the unit that its cells no longer show."""
        said = {word.lower() for word in _WORD.split(self.column)}
        shown = not self.units or {unit.lower() for unit in self.units} & said
        return self.column if shown else f"{self.column} ({self.units[0]})"

    @property
    def reading(self) -> str:
        """The expression that reads it so; NULL where a cell does not fit."""
        column = duck.name(self.column)
        bare = f"regexp_replace(replace({column}, '\u2212', '-'), {duck.text(f'^{ABOUT}|{NOTED}$')}, '', 'g')"
        if self.format:
            return f"CAST(try_strptime(trim({column}), {duck.text(self.format)}) AS {READINGS[self.kind]})"
        if self.kind == "measured":
            return f"TRY_CAST(replace(regexp_extract({bare}, '[-+]?[0-9][0-9,]*([.][0-9]+)?'), ',', '') AS DOUBLE)"
        if self.kind == "clock":
            return _seconds(column)
        if self.kind == "zoned":
            return f"CAST(TRY_CAST({column} AS TIMESTAMPTZ) AS TIMESTAMP)"
        if self.kind in READINGS:
            return f"TRY_CAST({bare if self.kind == 'integer' else column} AS {READINGS[self.kind]})"
        point = f"replace(replace({bare}, '.', ''), ',', '.')" if self.kind == "european" else bare
        return f"TRY_CAST(regexp_replace(replace({point}, '(', '-'), '[^-0-9.]', '', 'g') AS DOUBLE)"

    @property
    def counts(self) -> tuple[str, str]:
        """Two counts: cells that do not fit, and cells that say "missing"."""
        column = duck.name(self.column)
        said = f"lower(trim({column})) IN ({', '.join(map(duck.text, sorted(MISSING)))})"
        misfits = f"count(*) FILTER ({column} IS NOT NULL AND NOT {said} AND NOT ({self._fits}))"
        if self.kind == "measured":  # a few amounts that come again and again are names: '5 km' and '10 km' of races
            misfits += f" + CAST(count(DISTINCT {column}) < least({FEW}, count({column}) / 2) AS INTEGER)"
        return misfits, f"count(*) FILTER ({said} AND trim({column}) <> '')"

    @property
    def _fits(self) -> str:
        """A cast alone would round 0.5, and take any digits for an amount."""
        column, read = duck.name(self.column), f"{self.reading} IS NOT NULL"
        pattern = measured(self.units) if self.kind == "measured" else PATTERNS.get(self.kind)
        if not pattern:
            return read
        whole = f"regexp_full_match({column}, {duck.text(pattern)})"
        if self.kind == "clock":
            return f"{read} AND {whole}"
        return f"{read} AND {whole} AND NOT regexp_matches({column}, '^[-+]?0[0-9]')"


def guesses(name: str, cells: Cells) -> list[Guess]:
    """What the first cells look like; whole numbers are tried as such before they are tried as amounts."""
    kind, found = cell_kind(cells), []
    if kind == "integer" or (kind == "amount" and cell_kind(map(without_note, cells)) == "integer"):
        found.append(Guess(name, "integer", _example(kind, cells)))
    if kind in ("integer", "number", "amount", "european"):
        found.append(Guess(name, "european" if kind == "european" else "amount", _example(kind, cells)))
    if kind in ("date", "datetime", "zoned"):
        found.append(Guess(name, kind))
    if kind == "clock" and _lasts(name, cells):
        found.append(Guess(name, kind, _example(kind, cells), units=SECONDS))
    if kind == "measured":
        found.append(Guess(name, kind, _example(kind, cells), units=unit_of(cells)))
    return [*found, *(_dated(name, cells) if kind == "text" else ())]


def _lasts(name: str, cells: Cells) -> bool:
    """Whether a clock counts what something took."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return bool(LASTING.search(spaced)) or any(int(cell.split(":")[0]) > 23 for cell in cells if cell and ":" in cell)


def _seconds(column: str) -> str:
    """1:02:11 and 59:30 as seconds."""
    part = f"TRY_CAST(string_split(trim({column}), ':')[{{}}] AS DOUBLE)"
    first, second, third = (part.format(place) for place in (1, 2, 3))
    return f"coalesce({first} * 3600 + {second} * 60 + {third}, {first} * 60 + {second})"


def told(guess: Guess, missing: int, fitting: Sequence[Guess]) -> list[str]:
    """What a person should know of a column that is read as it was guessed; `fitting` are all that every cell fits."""
    notes = [two_ways(guess.column, guess.format)] if _two_ways(guess, fitting) else []
    if guess.example:
        called = f" and called {guess.name!r}" if guess.name != guess.column else ""
        notes.append(f"{guess.column!r} holds amounts such as {guess.example!r}, read as numbers{called}")
    if missing:
        cells = "1 cell" if missing == 1 else f"{missing} cells"
        notes.append(f"{cells} of {guess.column!r} without a value, such as 'n/a', counted as missing")
    return notes


def _dated(name: str, cells: Cells) -> list[Guess]:
    """Dates as people write them, by each format that reads the first cells: a day over 12 may come later."""
    formats = date_formats([cell for cell in cells if cell])
    return [Guess(name, "datetime" if "%H" in form or "%I" in form else "date", format=form) for form in formats]


def _two_ways(guess: Guess, fitting: Sequence[Guess]) -> bool:
    """Days and months that nothing tells apart."""
    other = swapped(guess.format)
    return other != guess.format and any((each.column, each.format) == (guess.column, other) for each in fitting)


def _example(kind: CellKind, cells: Cells) -> str:
    """The cell with the most that is no digit, where cells are more than plain numbers."""
    if kind not in ("amount", "european", "measured", "clock"):
        return ""
    said = [cell for cell in cells if cell and cell.strip().lower() not in MISSING]
    return max(said, key=lambda cell: sum(not letter.isdigit() for letter in cell))
