"""A table as it was read -> the view a question sees: plain types, amounts as numbers, written dates as dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.packs.tables.sources import duck
from groundplan.packs.tables.sources.cells import (
    ABOUT,
    AMOUNT,
    EUROPEAN,
    MISSING,
    NOTED,
    SIGNED,
    CellKind,
    cell_kind,
    without_note,
)
from groundplan.packs.tables.sources.dates import date_formats, swapped, two_ways
from groundplan.packs.tables.sources.furniture import without_furniture

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SAMPLE = 200
PLAIN = {
    "BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UBIGINT", "UINTEGER", "USMALLINT", "UTINYINT",
    "DOUBLE", "FLOAT", "BOOLEAN", "DATE", "TIMESTAMP", "VARCHAR",
}  # fmt: skip
CODES = re.compile(r"(^|[_\W])(id|zip|postcode|postal|phone|tel|fax|code|isbn|ssn|sku)s?($|[_\W\d])", re.IGNORECASE)
"""Names whose digits are no quantity, however they are written."""
READINGS: dict[CellKind, str] = {"integer": "BIGINT", "date": "DATE", "datetime": "TIMESTAMP"}
PATTERNS: dict[CellKind, str] = {"amount": AMOUNT, "european": EUROPEAN, "integer": rf"\s*{ABOUT}{SIGNED}\d+{NOTED}\s*"}
"""What a cell must look like besides: a cast alone would round 0.5 and take any digits for an amount."""


@dataclass(frozen=True)
class Guess:
    """What a text column may hold, to be held against every cell."""

    column: str
    kind: CellKind
    example: str = ""
    format: str = ""
    """How its dates are written, where they are not written as ISO has it."""

    @property
    def reading(self) -> str:
        """The expression that reads it so; NULL where a cell does not fit."""
        column = duck.name(self.column)
        if self.format:
            moment = f"try_strptime(trim({column}), {duck.text(self.format)})"
            return f"CAST({moment} AS {READINGS[self.kind]})"
        bare = f"regexp_replace(replace({column}, '\u2212', '-'), {duck.text(f'^{ABOUT}|{NOTED}$')}, '', 'g')"
        if self.kind == "zoned":
            return f"CAST(TRY_CAST({column} AS TIMESTAMPTZ) AS TIMESTAMP)"
        if self.kind in READINGS:
            return f"TRY_CAST({bare if self.kind == 'integer' else column} AS {READINGS[self.kind]})"
        point = f"replace(replace({bare}, '.', ''), ',', '.')" if self.kind == "european" else bare
        return f"TRY_CAST(regexp_replace(replace({point}, '(', '-'), '[^-0-9.]', '', 'g') AS DOUBLE)"


def present(connection: DuckDBPyConnection, relation: str, view: str, label: str) -> list[str]:
    """Makes the view; gives what a person should know of it."""
    columns = [(name, type) for name, type, *_ in connection.execute(f"DESCRIBE FROM {relation}").fetchall()]
    changed = {name: made for name, type in columns if (made := _plain(name, type))}
    kept = without_furniture(connection, relation, dict(columns))
    read, told = _numbers(connection, kept.relation, [name for name, type in columns if type == "VARCHAR"])
    shown = ", ".join(f"{made} AS {duck.name(name)}" for name, made in {**changed, **read}.items())
    replace = f" REPLACE ({shown})" if shown else ""
    connection.execute(f"CREATE VIEW {duck.name('main', view)} AS SELECT *{replace} FROM {kept.relation}")
    notes = [*kept.notes, *told]
    nested = [name for name, type in columns if type.endswith(("]", ")")) and not type.startswith(("DECIMAL", "ENUM"))]
    notes += [f"nested values of {', '.join(map(repr, nested))} are shown as text"] if nested else []
    return [f"{label}: {note}" for note in notes]


def _plain(name: str, type: str) -> str | None:
    """An expression of a type that every tool knows, or None if it is one already."""
    column = duck.name(name)
    if type in PLAIN:
        return None
    if type.startswith(("DECIMAL", "HUGEINT", "UHUGEINT")):
        return f"CAST({column} AS DOUBLE)"
    if type.startswith("TIMESTAMP"):
        return f"CAST({column} AS TIMESTAMP)"
    return f"CAST({column} AS VARCHAR)"


def _numbers(connection: DuckDBPyConnection, relation: str, texts: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Text columns that hold numbers or ISO dates throughout, with the expression that reads each."""
    guesses = _guesses(connection, relation, texts)
    if not guesses:
        return {}, []
    tests = [count for guess in guesses for count in _counts(guess)]
    counts = connection.execute(f"SELECT {', '.join(tests)} FROM {relation}").fetchall()[0]
    read: dict[str, str] = {}
    notes: list[str] = []
    fitting = [(guess, missing) for guess, misfits, missing in zip(guesses, counts[::2], counts[1::2], strict=True)
               if not misfits]  # fmt: skip
    for guess, missing in fitting:
        if guess.column in read:
            continue
        read[guess.column] = guess.reading
        notes += _two_ways(guess, [other for other, _ in fitting])
        if guess.example:
            notes.append(f"{guess.column!r} holds amounts such as {guess.example!r}, read as numbers")
        if missing:
            cells = "1 cell" if missing == 1 else f"{missing} cells"
            notes.append(f"{cells} of {guess.column!r} without a value, such as 'n/a', counted as missing")
    return read, notes


def _guesses(connection: DuckDBPyConnection, relation: str, texts: Sequence[str]) -> list[Guess]:
    """What the first cells look like; whole numbers are tried as such before they are tried as amounts."""
    names = [name for name in texts if not CODES.search(name)]
    if not names:
        return []
    picked = ", ".join(map(duck.name, names))
    rows = connection.execute(f"SELECT {picked} FROM {relation} LIMIT {SAMPLE}").fetchall()
    guesses: list[Guess] = []
    for name, cells in zip(names, zip(*rows, strict=True), strict=False):
        kind = cell_kind(cells)
        if kind == "integer" or (kind == "amount" and cell_kind(map(without_note, cells)) == "integer"):
            guesses.append(Guess(name, "integer", _example(kind, cells)))
        if kind in ("integer", "number", "amount", "european"):
            example = _example(kind, cells)
            guesses.append(Guess(name, "european" if kind == "european" else "amount", example))
        if kind in ("date", "datetime", "zoned"):
            guesses.append(Guess(name, kind))
        if kind == "text":
            guesses += _dated(name, cells)
    return guesses


def _dated(name: str, cells: Sequence[str | None]) -> list[Guess]:
    """Dates as people write them, by each format that reads the first cells: a day over 12 may come later."""
    formats = date_formats([cell for cell in cells if cell])
    return [Guess(name, "datetime" if "%H" in form or "%I" in form else "date", format=form) for form in formats]


def _two_ways(guess: Guess, fitting: Sequence[Guess]) -> list[str]:
    """Days and months that nothing tells apart."""
    other = swapped(guess.format)
    if other == guess.format or all((each.column, each.format) != (guess.column, other) for each in fitting):
        return []
    return [two_ways(guess.column, guess.format)]


def _example(kind: CellKind, cells: Sequence[str | None]) -> str:
    """The cell with the most that is no digit, where cells are more than plain numbers."""
    if kind not in ("amount", "european"):
        return ""
    said = [cell for cell in cells if cell and cell.strip().lower() not in MISSING]
    return max(said, key=lambda cell: sum(not letter.isdigit() for letter in cell))


def _counts(guess: Guess) -> tuple[str, str]:
    """Two counts: cells that do not fit, and cells that say "missing"."""
    column = duck.name(guess.column)
    said = f"lower(trim({column})) IN ({', '.join(map(duck.text, sorted(MISSING)))})"
    fits = f"{guess.reading} IS NOT NULL"
    if guess.kind in PATTERNS:
        pattern = duck.text(PATTERNS[guess.kind])
        fits += f" AND regexp_full_match({column}, {pattern}) AND NOT regexp_matches({column}, '^[-+]?0[0-9]')"
    return (
        f"count(*) FILTER ({column} IS NOT NULL AND NOT {said} AND NOT ({fits}))",
        f"count(*) FILTER ({said} AND trim({column}) <> '')",
    )
