"""Rows that are no data: the header said again, and sums of other rows; and labels that stand once for many rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from groundplan.sources import duck
from groundplan.sources.cells import MISSING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WORD = (
    r"((grand|sub|career|season|overall|all[- ]?time|net|gross)?[\s-]*totals?|sum|career|overall"
    r"|total (général|general)"
    r"|average|mean|avg\.?|mittelwert|durchschnitt|среднее|moyenne|media"
    r"|all( \w+)?|alle( \w+)?|все( \w+)?"
    r"|всего|итого|итог|общий итог|gesamt(summe|ergebnis)?|(zwischen)?summe|insgesamt|totale|somme|suma)"
)
LABEL = re.compile(rf"\W*{WORD}\W*", re.IGNORECASE)
"""What the label of a row of sums says, whole."""
PARTLY = rf"(?i)\W*({WORD}([\s:,-]+\S.*)?|\S.*[\s:,-]{WORD})\W*"
"""What it may say beside: `North total`, `Total for May`; then its figures must add up."""
LEAST = 2
"""Rows above that make a sum, and columns that make a header."""
MOST = 1_000_000
"""In tables with more rows, nobody writes the sums below."""
NEAR = 0.005
"""Sums of rounded figures differ by little."""
CANDIDATES = 2_000
BLANK = 0.3
"""The share of the first column that is blank where each of its labels stands for the rows below it."""
DIGITS = 6
"""Of the figures that are sums, for a row without a word for it."""
AMOUNT = r"[^\pL]*[0-9][^\pL]*|[^\pL]*[0-9][^\pL]*\pL{1,3}"
PLACE = "__place"


@dataclass(frozen=True)
class Kept:
    """The rows that are data."""

    relation: str
    notes: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


Ask = Callable[[str], list[Any]]


def without_furniture(connection: DuckDBPyConnection, relation: str, types: Mapping[str, str], drawn: bool) -> Kept:
    """The relation without repeated headers and sums; `drawn` by people, labels may stand once for many."""

    def ask(query: str) -> list[Any]:
        return connection.execute(query).fetchall()

    rows = ask(f"SELECT count(*) FROM {relation}")[0][0]
    if len(types) < LEAST or not LEAST < rows <= MOST:
        return Kept(relation)
    numbered = f"(SELECT *, row_number() OVER () AS {PLACE} FROM {relation})"
    again = _headers(ask, numbered, types)
    sums, labels = _sums(ask, numbered, types, rows, again, drawn)
    kept, notes, left_out = relation, [], {}
    if again:
        left_out["repeated header"] = len(again)
        notes.append(f"{len(again)} {'row' if len(again) == 1 else 'rows'} that repeat the header left out")
    if sums:
        left_out["total"] = len(sums)
        notes.append(_said(sums, labels, rows))
    first = next(iter(types))
    outside = ", ".join(map(str, sorted({*again, *sums}))) or "0"
    if drawn and types[first] == "VARCHAR" and _once(ask, numbered, first, outside):
        column = duck.name(first)
        down = (
            f"SELECT * REPLACE (last_value({column} IGNORE NULLS) OVER (ORDER BY {PLACE}) AS {column}) FROM {numbered}"
        )
        kept = f"(SELECT * EXCLUDE ({PLACE}) FROM ({down} WHERE {PLACE} NOT IN ({outside})) ORDER BY {PLACE})"
        notes.append(f"labels of {first!r} stand once for the rows below them and were filled in")
    elif again or sums:
        kept = f"(SELECT * EXCLUDE ({PLACE}) FROM {numbered} WHERE {PLACE} NOT IN ({outside}))"
    return Kept(kept, tuple(notes), left_out)


def _said(sums: Sequence[int], labels: Sequence[str], rows: int) -> str:
    label = next(filter(None, labels), "")
    if len(sums) > 1:
        such = f", such as {label!r}," if label else ""
        return f"{len(sums)} rows{such} sum up others and are left out"
    which = "the last row" if sums[0] == rows else f"row {sums[0]}"
    summed = "the rows above it" if sums[0] == rows else "others"
    return f"{which}{f', {label!r},' if label else ''} sums up {summed} and is left out"


def _headers(ask: Ask, numbered: str, types: Mapping[str, str]) -> list[int]:
    """A header among the rows makes every column text, as files that were put one below the other have it."""
    if any(type != "VARCHAR" for type in types.values()):
        return []
    same = " AND ".join(f"coalesce(trim({duck.name(name)}), '') = {duck.text(name)}" for name in types)
    return [place for (place,) in ask(f"SELECT {PLACE} FROM {numbered} WHERE {same}")]


def _sums(
    ask: Ask, numbered: str, types: Mapping[str, str], rows: int, again: Sequence[int], drawn: bool
) -> tuple[list[int], list[str]]:
    """The places of rows that sum up others, and their labels."""
    texts = [name for name, type in types.items() if type == "VARCHAR"]
    picked = ", ".join(map(_shown, types, types.values()))
    words = [f"regexp_full_match({duck.name(name)}, {duck.text(PARTLY)})" for name in texts]
    last = [f"{PLACE} = {rows}"] if drawn else []
    if not words + last:
        return [], []
    found = ask(f"SELECT {PLACE}, {picked} FROM {numbered} WHERE {' OR '.join([*words, *last])} LIMIT {CANDIDATES}")
    found = [row for row in found if row[0] not in again]
    if not found:
        return [], []
    figures = _figures(ask, numbered, types)
    candidates = [_Candidate(row[0], dict(zip(types, row[1:], strict=True)), figures, texts) for row in found]
    if any(one.said for one in candidates):  # a last row without a word is a sum only where no other row is
        candidates = [one for one in candidates if one.said]
    chosen = _by_blocks(ask, numbered, figures, candidates, rows, again)
    worded = [one for one in candidates if one.whole and one not in chosen]
    if len(worded) > 1 and _by_groups(ask, numbered, types, figures, worded):
        chosen += worded
    if len(chosen) >= rows / 2:
        return [], []
    chosen.sort(key=lambda one: one.place)
    return [one.place for one in chosen], [one.label for one in chosen]


class _Candidate:
    """A row that may be a sum: its label, its figures, and whether its other labels are blank."""

    def __init__(self, place: int, cells: Mapping[str, Any], figures: Sequence[str], texts: Sequence[str]) -> None:
        labels = {name: str(cells[name]).strip() for name in texts if name not in figures and cells[name] is not None}
        said = [(name, text) for name, text in labels.items() if re.fullmatch(PARTLY, text)]
        self.place = place
        self.column, self.label = said[0] if said else ("", "")
        self.whole = bool(LABEL.fullmatch(self.label))
        others = [text for name, text in labels.items() if name != self.column and text.lower() not in MISSING]
        self.alone = not others
        self.lonely = len([name for name in texts if name not in figures]) < LEAST
        self.figures = {name: number for name in figures if (number := _number(cells[name])) is not None}
        self.said = bool(said)


def _by_blocks(
    ask: Ask, numbered: str, figures: Sequence[str], candidates: Sequence[_Candidate], rows: int, again: Sequence[int]
) -> list[_Candidate]:
    """Those whose figures are the sums of the rows since the one before, or of all rows."""
    places = [one.place for one in candidates]
    outside = ", ".join(map(str, [*places, *again]))
    summed = ", ".join(f"sum({_read(name)})" for name in figures)
    block = f"len(list_filter([{', '.join(map(str, places))}], lambda x: x < {PLACE}))"
    blocks: dict[int, list[float]] = {}
    counts: dict[int, int] = {}
    if figures:
        query = f"SELECT {block}, {summed}, count(*) FROM {numbered} WHERE {PLACE} NOT IN ({outside}) GROUP BY 1"
        found = ask(query)
        blocks = {row[0]: [value or 0.0 for value in row[1:-1]] for row in found}
        counts = {row[0]: row[-1] for row in found}
    nothing = [0.0] * len(figures)
    whole = [sum(column) for column in zip(*blocks.values(), strict=True)] if blocks else nothing
    chosen, so_far = [], nothing
    for at, one in enumerate(candidates):
        here = blocks.get(at, nothing)
        so_far = [a + b for a, b in zip(so_far, here, strict=True)]
        number = max(sum(counts.values()), 1)
        means = [value / number for value in whole]
        fits = max(_fit(one, figures, sums) for sums in (here, so_far, whole, means))
        half = 2 * fits >= len([value for value in one.figures.values() if value])
        if one.said:
            sound = (one.whole and (fits >= 1 or (one.alone and not one.lonely))) or (fits >= 1 and half and one.alone)
        else:
            sound = (
                one.place == rows
                and rows > 3
                and half
                and fits >= 1
                and (one.alone or _digits(one, figures, whole) >= DIGITS)
            )
        if sound:
            chosen.append(one)
    return chosen


def _digits(one: _Candidate, figures: Sequence[str], sums: Sequence[float]) -> int:
    """How much it says that the figures of a row are sums: small numbers may be so by chance."""
    near = ((one.figures.get(name), total) for name, total in zip(figures, sums, strict=True))
    return sum(len(str(int(abs(value)))) for value, total in near if value and abs(total - value) <= NEAR * abs(value))


def _fit(one: _Candidate, figures: Sequence[str], sums: Sequence[float]) -> int:
    near = ((one.figures.get(name), total) for name, total in zip(figures, sums, strict=True) if one.figures.get(name))
    return sum(value is not None and abs(total - value) <= NEAR * abs(value) for value, total in near)


def _by_groups(
    ask: Ask, numbered: str, types: Mapping[str, str], figures: Sequence[str], candidates: Sequence[_Candidate]
) -> bool:
    """Whether "Total" is a label among others whose figures add up to its own, group by group."""
    column = max({one.column for one in candidates}, key=lambda name: sum(one.column == name for one in candidates))
    places = ", ".join(str(one.place) for one in candidates)
    others = [name for name in types if name != column and name not in figures]
    others += [name for name in figures if _few(ask, numbered, name)]
    values = [name for name in figures if name not in others]
    if not others or not values:
        return False
    grouped = ", ".join(map(duck.name, others))
    tests = ", ".join(
        f"count(*) FILTER (t{at} <> 0 AND abs(s{at} - t{at}) <= {NEAR} * abs(t{at})), "
        f"count(*) FILTER (t{at} <> 0 AND s{at} <> 0)"
        for at in range(len(values))
    )
    summed = ", ".join(
        f"sum({_read(name)}) FILTER ({PLACE} NOT IN ({places})) AS s{at}, "
        f"sum({_read(name)}) FILTER ({PLACE} IN ({places})) AS t{at}"
        for at, name in enumerate(values)
    )
    found = ask(f"SELECT {tests} FROM (SELECT {summed} FROM {numbered} GROUP BY {grouped})")[0]
    return any(equal >= 0.8 * all_ and all_ > 1 for equal, all_ in zip(found[::2], found[1::2], strict=True))


def _few(ask: Ask, numbered: str, name: str) -> bool:
    """Years and such: numbers that come again and again."""
    count, kinds = ask(f"SELECT count({duck.name(name)}), count(DISTINCT {duck.name(name)}) FROM {numbered}")[0]
    return bool(kinds * 2 <= count and kinds < 200)


def _figures(ask: Ask, numbered: str, types: Mapping[str, str]) -> list[str]:
    """Columns of numbers, written however."""
    typed = [
        name for name, type in types.items() if re.match(r"U?(BIG|SMALL|TINY|HUGE)?INT|DOUBLE|FLOAT|DECIMAL", type)
    ]
    texts = [name for name, type in types.items() if type == "VARCHAR"]
    if not texts:
        return typed
    tests = ", ".join(
        f"count(*) FILTER (regexp_full_match({cell}, '{AMOUNT}')) "
        f">= 0.6 * count(nullif(trim({cell}), '')) AND count({cell}) > 0"
        for cell in map(duck.name, texts)
    )
    fits = ask(f"SELECT {tests} FROM {numbered}")[0]
    found = {*typed, *(name for name, fit in zip(texts, fits, strict=True) if fit)}
    return [name for name in types if name in found]


def _once(ask: Ask, numbered: str, first: str, outside: str) -> bool:
    """Whether each label of the first column stands once, over blank cells."""
    column = f"nullif(trim({duck.name(first)}), '')"
    inside = f"{numbered} WHERE {PLACE} NOT IN ({outside})"
    rows, filled, kinds, head = ask(
        f"SELECT count(*), count({column}), count(DISTINCT {column}), "
        f"bool_or({column} IS NOT NULL AND {PLACE} = (SELECT min({PLACE}) FROM {inside})) FROM {inside}"
    )[0]
    if rows < 4 or rows - filled < BLANK * rows or kinds < 2 or not head:
        return False
    labels = ask(f"SELECT {column} FROM {numbered} WHERE {column} IS NOT NULL AND {PLACE} NOT IN ({outside}) LIMIT 50")
    return bool(kinds == filled and not any(_number(label) is not None for (label,) in labels))


def _shown(column: str, type: str) -> str:
    """A moment with a zone as text: DuckDB makes it a value of a library that may not be there."""
    return f"CAST({duck.name(column)} AS VARCHAR)" if type.endswith("WITH TIME ZONE") else duck.name(column)


def _read(name: str) -> str:
    """The number in a cell, without currency and thousands marks; brackets are a minus."""
    text = f"CAST({duck.name(name)} AS VARCHAR)"
    comma = f"regexp_replace({text}, '^([^.]*),([0-9]{{1,2}})$', '\\1.\\2')"
    figure = f"regexp_replace(regexp_replace({comma}, '^\\s*\\(', '-'), '[^-0-9.]', '', 'g')"
    return f"coalesce(TRY_CAST({figure} AS DOUBLE), 0)"


def _number(cell: Any) -> float | None:
    """The figure of a cell; None where it holds none."""
    if cell is None or isinstance(cell, bool) or re.search(r"[^\W\d_]{4}", str(cell)):
        return None
    text = re.sub(r"^([^.]*),(\d{1,2})$", r"\1.\2", str(cell).strip())
    text = re.sub(r"[^-0-9.]", "", re.sub(r"^\(", "-", text))
    try:
        return float(text)
    except ValueError:
        return None
