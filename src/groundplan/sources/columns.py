"""How each column of a relation is read: what most of its cells are decides its type, never a single one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from groundplan.sources import duck
from groundplan.sources.cells import MISSING, ODD, is_trace
from groundplan.sources.counting import Counted, count_cells
from groundplan.sources.dates import swapped, two_ways
from groundplan.sources.guess import Guess, guesses
from groundplan.sources.labels import Labels, labels
from groundplan.sources.mixtures import mixture
from groundplan.sources.numbers_as_dates import second_look

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SAMPLE = 200
MANY = 5_000
FEW = 2
"""In more rows, cells that mostly come again in the sample are grouped before they are looked at."""
MOSTLY = 0.95
"""The share of the cells that are neither blank nor a mark, to be of one type."""
ENOUGH = 9
"""Cells of one type beside which a single other one is let pass, however few there are."""
SHORT = 8
MARKS = 3
"""Unknown marks: texts up to this length that come again, at most so many of them, among figures."""
LISTED = 40
PLAIN = {
    "BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UBIGINT", "UINTEGER", "USMALLINT", "UTINYINT",
    "DOUBLE", "FLOAT", "BOOLEAN", "DATE", "TIMESTAMP", "VARCHAR",
}  # fmt: skip
CODES = re.compile(
    r"(^|[_\W])(id|zip|postcode|postal|phone|tel|fax|code|isbn|ssn|sku|version|ver|iban|ean|upc|barcode|vin|passport|account|acct|версия)s?($|[_\W\d])",
    re.IGNORECASE,
)
"""Names whose digits are no quantity, however they are written."""


@dataclass(frozen=True)
class Read:
    """One column: the expression that reads it, and what was found among its cells."""

    column: str
    sql: str = ""
    """None: as it stands."""
    name: str = ""
    figures: bool = False
    """Whether that expression gives numbers."""
    unit: str = ""
    marks: Mapping[str, int] = field(default_factory=dict)
    odd: Mapping[str, int] = field(default_factory=dict)
    separator: str = ""
    notes: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """What the column is called from here on."""
        return self.name or self.column


def read_columns(connection: DuckDBPyConnection, relation: str, types: Mapping[str, str]) -> list[Read]:
    """A reading for each column, in their order."""

    def rows(query: str) -> list[Any]:
        return connection.execute(query).fetchall()

    texts = [name for name, type in types.items() if type == "VARCHAR"]
    found = _texts(rows, relation, texts)
    found |= {
        name: Read(name, made, figures="DOUBLE" in made) for name, type in types.items() if (made := _plain(name, type))
    }
    numeric = [
        found.get(name, Read(name))
        for name, type in types.items()
        if type in PLAIN - {"VARCHAR", "BOOLEAN", "DATE", "TIMESTAMP"} or (name in found and found[name].figures)
    ]
    found |= {read.column: read for read in second_look(rows, relation, numeric)}
    return [found.get(name, Read(name)) for name in types]


def _texts(rows: Callable[[str], list[Any]], relation: str, names: Sequence[str]) -> dict[str, Read]:
    if not names:
        return {}
    total, cells = _sample(rows, relation, names)
    tried = {name: _tried(name, seen) for name, seen in cells.items()}
    poor = {name for name, seen in cells.items() if total > MANY and FEW * len(set(seen)) <= len(seen)}
    counts = count_cells(rows, relation, {name: _first(found) for name, found in tried.items()}, poor)
    left = {name: found for name, found in tried.items() if found[1:] and not counts[name].all_fit}
    for name, more in (count_cells(rows, relation, left, poor) if left else {}).items():
        counts[name] = replace(counts[name], fits={**counts[name].fits, **more.fits})
    continental = _continental(counts)
    read = {name: _decided(rows, relation, name, tried[name], counts[name], continental) for name in names}
    # marks must be counted in all cells, what cuts lists and how labels are spelled shows in some
    rest = {name: name in poor or total <= MANY or bool(counts[name].missing) for name in names if read[name] is None}
    worded = labels(rows, relation, rest)
    return {name: read[name] or _as_text(name, counts[name], worded[name], cells[name]) for name in names}


def _tried(name: str, cells: Sequence[str]) -> list[Guess]:
    """Codes are whole numbers, if anything but text."""
    found = guesses(name, cells)
    return [guess for guess in found if guess.kind == "integer" and not guess.example] if CODES.search(name) else found


def _first(tried: Sequence[Guess]) -> Sequence[Guess]:
    """The likeliest guess; of dates, with the one that takes the day for the month."""
    formats = tried[0].formats if tried else ()
    return [guess for guess in tried[:1]] + [
        guess for guess in tried[1:] if formats and guess.formats[:1] == (swapped(formats[0]),)
    ]


def _sample(rows: Callable[[str], list[Any]], relation: str, names: Sequence[str]) -> tuple[int, dict[str, list[str]]]:
    """How many rows there are; of each column the first cells, and some from all over."""
    picked = ", ".join(map(duck.name, names))
    total = rows(f"SELECT count(*) FROM {relation}")[0][0]
    step = max(total // SAMPLE, 1)
    numbered = f"SELECT {picked}, row_number() OVER () AS __place FROM {relation}"
    spread = rows(f"SELECT * EXCLUDE (__place) FROM ({numbered}) WHERE __place <= {SAMPLE} OR __place % {step} = 0")
    columns: Sequence[Sequence[Any]] = list(zip(*spread, strict=True)) or [()] * len(names)
    return total, {name: [cell for cell in column if cell] for name, column in zip(names, columns, strict=True)}


def _continental(counts: Mapping[str, Counted]) -> bool:
    """Whether decimal commas stand in another column, so that 1.250 is a thousand and more."""
    for counted in counts.values():
        fits = {guess.kind: n for guess, n in counted.fits.items()}
        if fits.get("european", 0) > max(fits.get("amount", 0), fits.get("number", 0), fits.get("integer", 0)):
            return True
    return False


def _decided(
    rows: Callable[[str], list[Any]],
    relation: str,
    name: str,
    tried: Sequence[Guess],
    counted: Counted,
    continental: bool,
) -> Read | None:
    """The guess that the most cells fit, if hardly any is left over."""
    best = max(tried, key=lambda guess: counted.fits.get(guess, 0), default=None)
    if best and continental and best.kind in ("number", "amount"):
        cell = duck.name(name)
        thousands = f"regexp_full_match({cell}, '.*[0-9][.][0-9]{{3}}[^0-9.,]*')"
        points = f"count(*) FILTER ({cell} LIKE '%.%' AND NOT {thousands})"
        other = next((guess for guess in tried if guess.kind == "european"), None)
        if other and not rows(f"SELECT {points} FROM {relation}")[0][0]:
            fits = rows(f"SELECT count({other.reading}) FROM {relation}")[0][0]
            best, counted = other, replace(counted, fits={**counted.fits, other: fits})
    if best is None or not counted.fits[best]:
        return None
    if best.kind == "measured" and _named(rows, relation, best, counted):
        return None
    fits = counted.fits[best]
    left = _left(rows, relation, best) if fits < counted.filled else {}
    known = {cell: n for cell, n in left.items() if cell.lower() in MISSING - ODD}
    marks = known if CODES.search(name) else {**known, **_unknown_marks(left, fits, counted.filled)}
    odd = counted.filled - fits - sum(marks.values())
    strange = odd - sum(n for cell, n in left.items() if is_trace(cell) and cell not in marks)
    if strange > (1 - MOSTLY) * (fits + odd) and not (strange == 1 and fits >= ENOUGH):
        return None
    if odd and (CODES.search(name) or best.kind in ("boolean", "measured")):
        return None
    cells = {cell: n for cell, n in left.items() if cell not in marks}
    notes = _told(best, marks, cells, odd, tried, counted)
    return Read(name, best.reading, best.name, best.figures, best.unit, marks, cells, notes=tuple(notes))


def _named(rows: Callable[[str], list[Any]], relation: str, guess: Guess, counted: Counted) -> bool:
    """A few amounts that come again and again are names: '5 km' and '10 km' of races."""
    column = duck.name(guess.column)
    return bool(rows(f"SELECT count(DISTINCT {column}) < least(10, count({column}) / 2) FROM {relation}")[0][0])


def _left(rows: Callable[[str], list[Any]], relation: str, guess: Guess) -> dict[str, int]:
    """The cells that do not fit, the most frequent first."""
    column = duck.name(guess.column)
    unfit = f"trim({column}) <> '' AND ({guess.reading}) IS NULL"
    return dict(
        rows(
            f"SELECT trim({column}), count(*) FROM {relation} WHERE {unfit} "
            f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {LISTED}"
        )
    )


def _unknown_marks(left: Mapping[str, int], fits: int, filled: int) -> dict[str, int]:
    """Short texts that come again among figures or dates: `DNF`, `pending`."""
    found = {
        cell: n
        for cell, n in left.items()
        if n > 1 and 1 < len(cell) <= SHORT and not any(map(str.isdigit, cell)) and cell.lower() not in MISSING | ODD
    }
    few = len(found) <= MARKS and sum(found.values()) <= 0.3 * filled and fits >= 0.5 * filled
    return found if few else {}


def _as_text(name: str, counted: Counted, worded: Labels, cells: Sequence[str]) -> Read:
    """Text without space around it, with nothing where it says that there is nothing."""
    column = duck.name(name)
    sql = f"nullif(trim({column}), '')" if counted.ragged else column
    if worded.marks:
        listed = ", ".join(map(duck.text, worded.marks))
        sql = f"CASE WHEN trim({column}) NOT IN ({listed}) THEN {sql} END"
    if worded.spellings:
        cases = " ".join(f"WHEN {duck.text(way)} THEN {duck.text(to)}" for way, to in worded.spellings.items())
        sql = f"CASE {sql} {cases} ELSE {sql} END"
    mixed = "" if CODES.search(name) or worded.separator else mixture(name, cells)
    notes = [*worded.notes(name), *([mixed] if mixed else [])]
    return Read(name, "" if sql == column else sql, marks=worded.marks, separator=worded.separator, notes=tuple(notes))


def _told(
    guess: Guess, marks: Mapping[str, int], left: Mapping[str, int], odd: int, tried: Sequence[Guess], counted: Counted
) -> list[str]:
    """What a person should know of a column that is read so."""
    notes = [two_ways(guess.column, guess.formats[0])] if _two_ways(guess, tried, counted) else []
    if guess.example:
        called = f" and called {guess.name!r}" if guess.name != guess.column else ""
        notes.append(f"{guess.column!r} holds amounts such as {guess.example!r}, read as numbers{called}")
    if guess.either:
        thousands = ("." in guess.either) == (guess.kind == "european")
        read, other = ("thousands", "decimals") if thousands else ("decimals", "thousands")
        notes.append(f"figures of {guess.column!r} such as {guess.either!r} may be {other}, too; read as {read}")
    if missing := sum(marks.values()):
        cells = "1 cell" if missing == 1 else f"{missing:,} cells"
        such = next(iter(marks))
        notes.append(f"{cells} of {guess.column!r} without a value, such as {such!r}, counted as missing")
    if odd:
        cells, are = ("1 cell", "is") if odd == 1 else (f"{odd:,} cells", "are")
        such = ", ".join(map(repr, list(left)[:3]))
        kind = "number" if guess.figures else "date"
        what = f"no {kind}" if odd == 1 else f"no {kind}s"
        notes.append(f"{cells} of {guess.column!r} {are} {what} and left out: {such}")
    return notes


def _two_ways(guess: Guess, tried: Sequence[Guess], counted: Counted) -> bool:
    """Days and months that nothing tells apart."""
    if not guess.formats or swapped(guess.formats[0]) == guess.formats[0]:
        return False
    other = swapped(guess.formats[0])
    return any(each.formats[:1] == (other,) and counted.fits.get(each, 0) == counted.fits[guess] for each in tried)


def _plain(name: str, type: str) -> str | None:
    """An expression of a type that every tool knows, or None if it is one already."""
    column = duck.name(name)
    if type in PLAIN:
        return None
    if type == "JSON":
        return f"({column} ->> '$')"
    if type.startswith(("DECIMAL", "HUGEINT", "UHUGEINT")):
        return f"CAST({column} AS DOUBLE)"
    if type.startswith("TIMESTAMP"):
        return f"CAST({column} AS TIMESTAMP)"
    return f"CAST({column} AS VARCHAR)"
