"""Rows that sum up others: told by a word for it and by their figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from groundplan.plan import folder
from groundplan.sources import duck
from groundplan.sources.cells import MISSING


def _word() -> str:
    """Every word for a row of sums, as a pattern."""
    known = folder.load(Path(__file__).with_name("row_words.yaml"))
    before, totals, rest, every = (_any(known[name]) for name in ("before_totals", "totals", "sums", "all"))
    return rf"({before}?[\s-]*{totals}|{rest}|{every}( \w+)?)"


def _any(words: Sequence[str]) -> str:
    return f"({'|'.join(re.escape(word) for word in words)})"


WORD = _word()
LABEL = re.compile(rf"\W*{WORD}\W*", re.IGNORECASE)
"""What the label of a row of sums says, whole."""
PARTLY = re.compile(rf"\W*({WORD}([\s:,-]+\S.*)?|\S.*[\s:,-]{WORD})\W*", re.IGNORECASE)
"""What it may say beside: `North total`, `Total for May`; then its figures must add up."""
BETWEEN = "\x1f"
SAID = (
    rf"(?i)(^|{BETWEEN})[^0-9A-Za-z_{BETWEEN}]*{WORD}([^0-9A-Za-z_]|$)"
    rf"|[\s:,-]{WORD}[^0-9A-Za-z_{BETWEEN}]*({BETWEEN}|$)"
)
"""Finds every row with such a label, and some more, in one look at its cells."""
LEAST = 2
"""Columns of labels beside which a row of sums is alone with its word."""
NEAR = 0.005
"""Sums of rounded figures differ by little."""
CANDIDATES = 2_000
SEVERAL = 20
SAMPLE = 200
DIGITS = 6
"""Of the figures that are sums, for a row without a word for it."""
AMOUNT = re.compile(r"[\W\d_]*[0-9][\W\d_]*([^\W\d_]{1,3})?")
FIGURE = re.compile(r"U?(BIG|SMALL|TINY|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*")
PLACE = "__place"

Ask = Callable[[str], list[Any]]


def sums(
    ask: Ask, numbered: str, types: Mapping[str, str], rows: int, again: Sequence[int], drawn: bool
) -> tuple[list[int], list[str]]:
    """The places of rows that sum up others, and their labels; `drawn` by people, the last may have none."""
    texts = [name for name, type in types.items() if type == "VARCHAR"]
    found = [row for row in _rows(ask, numbered, types, texts, rows, drawn) if row[0] not in again]
    if not found:
        return [], []
    figures = _figures(ask, numbered, types, rows)
    candidates = [_Candidate(row[0], dict(zip(types, row[1:], strict=True)), figures, texts) for row in found]
    if any(one.said for one in candidates):  # a last row without a word is a sum only where no other row is
        candidates = [one for one in candidates if one.said]
    chosen = _by_blocks(ask, numbered, types, figures, candidates, rows, again)
    worded = [one for one in candidates if one.whole and one not in chosen]
    if len(worded) > 1 and _by_groups(ask, numbered, types, figures, worded):
        chosen += worded
    if len(chosen) >= rows / 2 and not all(one.adds_up for one in chosen):
        return [], []
    chosen.sort(key=lambda one: one.place)
    return [one.place for one in chosen], [one.label for one in chosen]


def _rows(
    ask: Ask, numbered: str, types: Mapping[str, str], texts: Sequence[str], rows: int, drawn: bool
) -> list[Sequence[Any]]:
    """The place and the cells of every row with a word for a sum, and of the last."""
    tests = [f"{PLACE} = {rows}"] if drawn else []
    if texts:
        joined = ", ".join(map(duck.name, texts))
        tests.append(f"regexp_matches(concat_ws({duck.text(BETWEEN)}, {joined}), {duck.text(SAID)})")
    if not tests:
        return []
    picked = ", ".join(map(_shown, types, types.values()))
    found = ask(f"SELECT {PLACE}, {picked} FROM {numbered} WHERE {' OR '.join(tests)} LIMIT {CANDIDATES}")
    at = [place for place, type in enumerate(types.values(), start=1) if type == "VARCHAR"]
    return [row for row in found if (drawn and row[0] == rows) or any(_said(row[place]) for place in at)]


def _said(cell: str | None) -> bool:
    return cell is not None and PARTLY.fullmatch(cell) is not None


class _Candidate:
    """A row that may be a sum: its label, its figures, and whether its other labels are blank."""

    def __init__(self, place: int, cells: Mapping[str, Any], figures: Sequence[str], texts: Sequence[str]) -> None:
        labels = {name: str(cells[name]).strip() for name in texts if name not in figures and cells[name] is not None}
        said = [(name, text) for name, text in labels.items() if _said(text)]
        self.place = place
        self.column, self.label = said[0] if said else ("", "")
        self.whole = bool(LABEL.fullmatch(self.label))
        others = [text for name, text in labels.items() if name != self.column and text.lower() not in MISSING]
        self.alone = not others
        self.lonely = len([name for name in texts if name not in figures]) < LEAST
        self.figures = {name: figure for name in figures if (figure := number(cells[name])) is not None}
        self.said = bool(said)
        self.adds_up = False
        """Whether its figures were found to be the sums of others."""


def _by_blocks(
    ask: Ask,
    numbered: str,
    types: Mapping[str, str],
    figures: Sequence[str],
    candidates: Sequence[_Candidate],
    rows: int,
    again: Sequence[int],
) -> list[_Candidate]:
    """Those whose figures are the sums of the rows since the one before, or of all rows."""
    told = [name for name in figures if any(one.figures.get(name) for one in candidates)]
    blocks, number = _blocks(ask, numbered, types, told, [one.place for one in candidates], again) if told else ({}, 1)
    nothing = [0.0] * len(told)
    whole = [sum(column) for column in zip(*blocks.values(), strict=True)] if blocks else nothing
    means = [value / number for value in whole]
    chosen, so_far = [], nothing
    for at, one in enumerate(candidates):
        here = blocks.get(at, nothing)
        so_far = [a + b for a, b in zip(so_far, here, strict=True)]
        fits = max(_fit(one, told, sums) for sums in (here, so_far, whole, means))
        half = 2 * fits >= len([value for value in one.figures.values() if value])
        if one.said:
            sound = (one.whole and (fits >= 1 or (one.alone and not one.lonely))) or (fits >= 1 and half and one.alone)
        else:
            sound = (
                one.place == rows
                and rows > 3
                and half
                and fits >= 1
                and (one.alone or _digits(one, told, whole) >= DIGITS)
            )
        one.adds_up = fits >= 1 and half
        if sound:
            chosen.append(one)
    return chosen


def _blocks(
    ask: Ask,
    numbered: str,
    types: Mapping[str, str],
    figures: Sequence[str],
    places: Sequence[int],
    again: Sequence[int],
) -> tuple[dict[int, list[float]], int]:
    """The sums of the rows between these places, by how many of them stand above, and how many rows there are."""
    outside = ", ".join(map(str, [*places, *again]))
    summed = ", ".join(f"sum({_read(name, types[name])})" for name in figures)
    above = " + ".join(f"({PLACE} > {place})::INT" for place in places)
    source = f"{numbered} WHERE {PLACE} NOT IN ({outside})"
    if len(places) > SEVERAL:
        above = "__above"
        so_far = f"sum(({PLACE} IN ({', '.join(map(str, places))}))::INT) OVER (ORDER BY {PLACE})"
        source = f"(SELECT *, {so_far} AS {above} FROM {numbered}) WHERE {PLACE} NOT IN ({outside})"
    found = ask(f"SELECT {above}, {summed}, count(*) FROM {source} GROUP BY 1")
    blocks = {int(row[0]): [value or 0.0 for value in row[1:-1]] for row in found}
    return blocks, max(sum(row[-1] for row in found), 1)


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
        f"sum({_read(name, types[name])}) FILTER ({PLACE} NOT IN ({places})) AS s{at}, "
        f"sum({_read(name, types[name])}) FILTER ({PLACE} IN ({places})) AS t{at}"
        for at, name in enumerate(values)
    )
    found = ask(f"SELECT {tests} FROM (SELECT {summed} FROM {numbered} GROUP BY {grouped})")[0]
    return any(equal >= 0.8 * all_ and all_ > 1 for equal, all_ in zip(found[::2], found[1::2], strict=True))


def _few(ask: Ask, numbered: str, name: str) -> bool:
    """Years and such: numbers that come again and again."""
    count, kinds = ask(f"SELECT count({duck.name(name)}), count(DISTINCT {duck.name(name)}) FROM {numbered}")[0]
    return bool(kinds * 2 <= count and kinds < 200)


def _figures(ask: Ask, numbered: str, types: Mapping[str, str], rows: int) -> list[str]:
    """Columns of numbers, written however; of texts the first rows are looked at, and some from all over."""
    texts = [name for name, type in types.items() if type == "VARCHAR"]
    found = {name for name, type in types.items() if FIGURE.fullmatch(type)}
    if texts:
        picked, step = ", ".join(map(duck.name, texts)), max(rows // SAMPLE, 1)
        seen = ask(f"SELECT {picked} FROM {numbered} WHERE {PLACE} <= {SAMPLE} OR {PLACE} % {step} = 0")
        found |= {name for name, cells in zip(texts, zip(*seen, strict=True), strict=True) if _hold_figures(cells)}
    return [name for name in types if name in found]


def _hold_figures(cells: Sequence[str | None]) -> bool:
    filled = [cell for cell in cells if cell is not None and cell.strip()]
    return bool(filled) and sum(AMOUNT.fullmatch(cell) is not None for cell in filled) >= 0.6 * len(filled)


def _shown(column: str, type: str) -> str:
    """A moment with a zone as text: DuckDB makes it a value of a library that may not be there."""
    return f"CAST({duck.name(column)} AS VARCHAR)" if type.endswith("WITH TIME ZONE") else duck.name(column)


def _read(name: str, type: str) -> str:
    """The number in a cell, without currency and thousands marks; brackets are a minus."""
    cell = duck.name(name)
    if type != "VARCHAR":
        return f"coalesce(CAST({cell} AS DOUBLE), 0)"
    comma = f"regexp_replace({cell}, '^([^.]*),([0-9]{{1,2}})$', '\\1.\\2')"
    figure = f"regexp_replace(regexp_replace({comma}, '^\\s*\\(', '-'), '[^-0-9.]', '', 'g')"
    plain = f"regexp_full_match({cell}, '-?[0-9]+([.][0-9]+)?')"
    return f"coalesce(CASE WHEN {plain} THEN TRY_CAST({cell} AS DOUBLE) ELSE TRY_CAST({figure} AS DOUBLE) END, 0)"


def number(cell: Any) -> float | None:
    """The figure of a cell; None where it holds none."""
    if cell is None or isinstance(cell, bool) or re.search(r"[^\W\d_]{4}", str(cell)):
        return None
    text = re.sub(r"^([^.]*),(\d{1,2})$", r"\1.\2", str(cell).strip())
    text = re.sub(r"[^-0-9.]", "", re.sub(r"^\(", "-", text))
    try:
        return float(text)
    except ValueError:
        return None
