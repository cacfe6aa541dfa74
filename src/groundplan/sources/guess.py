"""What a text column may hold, to be held against every cell: numbers, amounts, units, dates as people write them."""

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
    LEADING_ZERO,
    NOTED,
    QUARTER,
    SIGNED,
    WEEK,
    CellKind,
    cell_kind,
    is_amount,
    likely_kinds,
    measured,
    said,
    signs,
    unit_of,
    without_note,
)
from groundplan.sources.dates import foreign_months, in_english, likely_formats

READINGS: dict[CellKind, str] = {"integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "date": "DATE",
                                 "datetime": "TIMESTAMP"}  # fmt: skip
PATTERNS: dict[CellKind, str] = {
    "integer": rf"\s*{ABOUT}{SIGNED}\d{{1,18}}{NOTED}\s*", "amount": AMOUNT, "european": EUROPEAN, "clock": CLOCK,
    "date": r"\s*\d{4}-\d{2}-\d{2}\s*",
    "number": r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", "quarter": QUARTER, "week": WEEK,
}  # fmt: skip
PLAIN = r"\s*[-+]?(0|[1-9]\d{0,17})\s*"
FIGURES = ("integer", "number", "amount", "european", "measured", "clock")
SECONDS = ("s", "sec", "seconds")
LASTING = re.compile(
    r"(^|[\W_])(duration|length|elapsed|run_?time|lap|split|took|talk|hold|wait|waiting|handling|spent|pace|downtime"
    r"|длительность|продолжительность)($|[\W_])",
    re.IGNORECASE,
)
"""Names of what lasts: 00:53:41 of anything else may be a time of day."""
FEW = 10
LEAST = 0.5
"""The share of the sample that a kind must fit, to be tried on every cell."""
_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Guess:
    """What a text column may hold."""

    column: str
    kind: CellKind
    example: str = ""
    formats: tuple[str, ...] = ()
    """How its dates are written, where they are not written as ISO has it."""
    months: tuple[tuple[str, str], ...] = ()
    """Words for months in another language, and the English ones."""
    units: tuple[str, ...] = ()
    """The names of the unit behind every number."""
    sign: str = ""
    """The currency, or the per cent sign, in its cells."""
    either: str = ""
    """A cell of which nothing tells whether its mark is one of thousands or of decimals, if all are so."""
    plain: bool = False
    """Whether whole numbers are written with digits alone: told much sooner than other ways to write them."""

    @property
    def name(self) -> str:
        """What the column is called: with the unit that its cells no longer show."""
        said = {word.lower() for word in _WORD.split(self.column)}
        shown = not self.units or {unit.lower() for unit in self.units} & said
        return self.column if shown else f"{self.column} ({self.units[0]})"

    @property
    def unit(self) -> str:
        """What its figures count."""
        return self.units[0] if self.units else self.sign

    @property
    def figures(self) -> bool:
        """Whether it holds numbers, not dates."""
        return self.kind in FIGURES

    @property
    def reading(self) -> str:
        """The expression that reads it so; NULL where a cell does not fit."""
        column = duck.name(self.column)
        whole = f"regexp_full_match({column}, {duck.text(self._pattern)}) AND " if self._pattern else ""
        if self.kind in ("amount", "european", "integer") and not self.plain:
            whole += f"NOT regexp_matches({column}, {duck.text('^' + LEADING_ZERO)}) AND "
        if self.kind == "measured" or not whole:
            return self._cast if not whole else f"CASE WHEN {whole}true THEN {self._cast} END"
        return f"CASE WHEN {whole}true THEN {self._cast} END"

    @property
    def _pattern(self) -> str:
        if self.plain or self.formats:
            return PLAIN if self.plain else ""
        return measured(self.units) if self.kind == "measured" else PATTERNS.get(self.kind, "")

    @property
    def _cast(self) -> str:
        column = duck.name(self.column)
        bare = f"regexp_replace(replace({column}, '\u2212', '-'), {duck.text(f'^{ABOUT}|{NOTED}$')}, '', 'g')"
        if self.formats:
            return _moment(_english(column, self.months), self.formats, READINGS[self.kind])
        if self.kind == "measured":
            return f"TRY_CAST(replace(regexp_extract({bare}, '[-+]?[0-9][0-9,]*([.][0-9]+)?'), ',', '') AS DOUBLE)"
        if self.kind == "clock":
            return _seconds(column)
        if self.kind == "zoned":
            return f"CAST(TRY_CAST(trim({column}) AS TIMESTAMPTZ) AS TIMESTAMP)"
        if self.kind in ("quarter", "week"):
            return _start(column, self.kind)
        if self.kind in READINGS:
            noted = self.kind == "integer" and not self.plain
            return f"TRY_CAST({bare if noted else f'trim({column})'} AS {READINGS[self.kind]})"
        point = f"replace(replace({bare}, '.', ''), ',', '.')" if self.kind == "european" else bare
        minus = f"regexp_replace({point}, '^(.*[0-9].*)-$', '-\\1')"
        figure = f"regexp_replace(regexp_replace(replace({minus}, '(', '-'), '[а-я]+[.]', ''), '[^-0-9.]', '', 'g')"
        return f"TRY_CAST({figure} AS DOUBLE)"


def guesses(name: str, cells: Sequence[str]) -> list[Guess]:
    """What some cells look like; whole numbers are tried as such before they are tried as amounts."""
    values = sorted(said(cells))
    kinds, found = likely_kinds(values, LEAST), []
    amounts = bool({"amount", "european"} & set(kinds))
    fitting = [value for value in values if is_amount(value)] if amounts else []
    if "integer" in kinds or ("amount" in kinds and cell_kind(map(without_note, fitting)) == "integer"):
        example = _example("integer", [value for value in values if re.fullmatch(PATTERNS["integer"], value)])
        found += [] if example else [Guess(name, "integer", plain=True)]
        found.append(Guess(name, "integer", example))
    for kind in kinds:
        if kind in ("amount", "european"):
            sign = next(iter(signs(values)), "")
            found.append(Guess(name, kind, _example(kind, fitting), sign=sign, either=_either(values)))
        elif kind == "clock" and _lasts(name, values):
            found.append(Guess(name, kind, _example(kind, values), units=SECONDS))
        elif kind == "measured":
            found.append(Guess(name, kind, _example(kind, values), units=unit_of(values, LEAST)))
        elif kind not in ("integer", "clock"):
            found.append(Guess(name, kind, either=_either(values) if kind == "number" else ""))
    whole = likely_kinds(values, 1.0)
    return [*found, *(_dated(name, values) if not set(whole) - {"integer", "number", "amount", "european"} else ())]


def _dated(name: str, cells: Sequence[str]) -> list[Guess]:
    """Dates as people write them, by each way that reads most of them: a day over 12 may come later."""
    months = tuple(foreign_months(cells).items())
    ways = likely_formats([in_english(cell) for cell in cells] if months else cells)
    timed = [any("%H" in form or "%I" in form for form in way) for way in ways]
    return [
        Guess(name, "datetime" if hours else "date", formats=way, months=months)
        for way, hours in zip(ways, timed, strict=True)
    ]


def _moment(column: str, formats: Sequence[str], type: str) -> str:
    """Each format by itself where one holds a zone: DuckDB gives another type then."""
    plain = [form for form in formats if "%z" not in form]
    listed = ", ".join(map(duck.text, plain))
    reads = [f"try_strptime(trim({column}), [{listed}])"] if plain else []
    reads += [f"CAST(try_strptime(trim({column}), {duck.text(form)}) AS TIMESTAMP)" for form in formats if "%z" in form]
    read = reads[0] if len(reads) == 1 else f"coalesce({', '.join(reads)})"
    sound = f"year({read}) BETWEEN 1000 AND 2999"
    if "%Y%m%d" in formats:
        sound += f" AND length(trim({column})) = 8"
    return f"CASE WHEN {sound} THEN CAST({read} AS {type}) END"


def _english(column: str, months: Sequence[tuple[str, str]]) -> str:
    """The same as `in_english` does, as an expression."""
    if not months:
        return column
    plain = f"regexp_replace(lower(trim({column})), '^([0-9]{{1,2}})[.] *', '\\1 ')"
    for word, month in sorted(months, key=lambda pair: -len(pair[0])):
        found, made = duck.text(rf"(^|[^\pL]){word}[.]?"), duck.text(rf"\1{month}")
        plain = f"regexp_replace({plain}, {found}, {made})"
    return f"trim(regexp_replace({plain}, ' *(г[.]|года|год|г)$', ''))"


def _start(column: str, kind: CellKind) -> str:
    """The first day of a quarter or of a week."""
    year = f"TRY_CAST(regexp_extract({column}, '([0-9]{{4}})', 1) AS INTEGER)"
    if kind == "quarter":
        number = f"TRY_CAST(coalesce(nullif(regexp_extract({column}, '[QКкqT]([1-4])', 1), ''), '1') AS INTEGER)"
        return f"make_date({year}, ({number} - 1) * 3 + 1, 1)"
    number = f"regexp_extract({column}, 'W([0-9]{{2}})', 1)"
    return f"CAST(try_strptime({year} || '-' || {number} || '-1', '%G-%V-%u') AS DATE)"


def _lasts(name: str, cells: Sequence[str]) -> bool:
    """Whether a clock counts what something took."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return bool(LASTING.search(spaced)) or any(
        cell.split(":")[0].isdigit() and int(cell.split(":")[0]) > 23 for cell in cells if ":" in cell
    )


def _seconds(column: str) -> str:
    """1:02:11 and 59:30 as seconds."""
    part = f"TRY_CAST(string_split(trim({column}), ':')[{{}}] AS DOUBLE)"
    first, second, third = (part.format(place) for place in (1, 2, 3))
    return f"coalesce({first} * 3600 + {second} * 60 + {third}, {first} * 60 + {second})"


def _example(kind: CellKind, cells: Sequence[str]) -> str:
    """The cell with the most that is no digit, where cells are more than plain numbers."""
    rough = [cell for cell in cells if not re.fullmatch(r"-?\d+(\.\d+)?", cell)]
    if kind not in ("amount", "european", "measured", "clock", "integer") or not rough:
        return ""
    return max(rough, key=lambda cell: sum(not letter.isdigit() for letter in cell))


def _either(cells: Sequence[str]) -> str:
    """Of 1.500, 2.250 and 3.125 the first: thousands, or decimals written with three places."""
    found = [cell for cell in cells if re.fullmatch(r"[-+]?[1-9]\d{0,2}[.,]\d{3}", cell)]
    return found[0] if len(found) == len(cells) > 2 else ""
