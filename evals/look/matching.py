"""When a cell, a column and a table that were read are the true ones. Standard library only."""

from __future__ import annotations

import fnmatch
import json
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Line = dict[str, Any]
NEAR_SECONDS = 0.1  # a day number with six decimals knows its time no better


@dataclass(frozen=True)
class Miss:
    """One difference; `column` as it was read where it is about cells, and how many of them differ."""

    what: str
    column: str = ""
    cells: int = 0


def fold(text: Any, keep: str = "") -> str:
    """Case, accents, punctuation and spaces do not count."""
    plain = unicodedata.normalize("NFKD", str(text)).casefold()
    return "".join(sign for sign in plain if sign.isalnum() or sign in keep)


def called(name: str, fair: Sequence[str]) -> bool:
    """Whether a name is one of the fair ones; a star stands for anything."""
    return any(fnmatch.fnmatchcase(fold(name), fold(one, "*")) for one in fair)


def seconds(value: Any) -> float | None:
    """A date or a moment as seconds; without a zone it is taken for UTC, a date for its midnight."""
    if not isinstance(value, str) or not re.match(r"\d{4}-\d\d-\d\d", value):
        return None
    try:
        found = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def tidy(value: Any) -> str:
    """A text without what nobody sees: spaces around it, and how its lines end."""
    return re.sub(r"\s+", " ", str(value)).strip()


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def same_list(true: list[Any], read: Any) -> bool:
    if not true:
        return read in (None, "", [])
    return isinstance(read, list) and [tidy(one) for one in read] == [tidy(one) for one in true]


def same_cell(kind: str, true: Any, read: Any) -> bool:
    """Whether a cell was read as what it is."""
    if isinstance(read, float) and math.isnan(read):
        read = None
    if isinstance(true, dict):  # an odd cell: nothing, or its text
        return read is None or read == [] or tidy(read) == tidy(true["odd"])
    if kind == "list":
        return same_list(true or [], read)
    if true is None or read is None:
        return (true is None and read in (None, "")) or (true == "" and read is None)
    if kind == "number":
        return is_number(read) and math.isclose(true, read, rel_tol=1e-9, abs_tol=1e-12)
    if kind in ("date", "moment"):
        ours, theirs = seconds(true), seconds(read)
        return ours is not None and theirs is not None and abs(ours - theirs) < NEAR_SECONDS
    if kind == "flag":
        return isinstance(read, bool | int) and read in (0, 1) and bool(read) is true
    return not isinstance(read, bool | float | list) and tidy(true) == tidy(read)


def readings(column: Line) -> Iterator[tuple[str, list[Any]]]:
    """Every fair reading of a column."""
    yield column["type"], column["values"]
    for other in column.get("or", []):
        yield other["type"], other["values"]


def differing(column: Line, read: Sequence[Any], absent: Sequence[int] = ()) -> list[int]:
    """The rows in which a column differs from the fair reading that is nearest to it."""
    best = None
    for kind, values in readings(column):
        pairs = enumerate(zip(values, read, strict=True))
        found = [n for n, (true, cell) in pairs if n not in absent and not same_cell(kind, true, cell)]
        best = found if best is None or len(found) < len(best) else best
    return best or []


def key_text(kind: str, value: Any) -> Any:
    """What a cell of a key is known by."""
    if kind in ("date", "moment"):
        return seconds(value)
    return tidy(float(value)) if kind == "number" and is_number(value) else tidy(value)


def aligned(truth: Line, read: dict[str, list[Any]], pairs: dict[str, str]) -> list[int | None] | None:
    """For each true row the row of the reader with the same key; None when keys repeat or are not there."""
    ours, theirs = [], []
    for name in truth["key"]:
        if name not in pairs:
            return None
        cells = read[pairs[name]]
        ways = list(readings(truth["columns"][name]))
        kind, values = max(
            ways, key=lambda way: len({key_text(way[0], v) for v in way[1]} & {key_text(way[0], c) for c in cells})
        )
        ours.append([key_text(kind, v) for v in values])
        theirs.append([key_text(kind, c) for c in cells])
    places = {row: n for n, row in enumerate(zip(*theirs, strict=True))}
    if len(places) < len(theirs[0]):
        return None
    found = [places.get(row) for row in zip(*ours, strict=True)]
    return found if len(set(found) - {None}) == len(places) else None


def named_alike(truth: Line, read: dict[str, list[Any]]) -> dict[str, str]:
    """Each true column and the column that was read for it, by name; by cells where several have a fair name."""
    pairs: dict[str, str] = {}
    for exact in (True, False):
        for name, column in truth["columns"].items():
            if name in pairs:
                continue
            fair = [name.split("#")[0]] if exact else [name.split("#")[0], *column.get("also", [])]
            free = [one for one in read if one not in pairs.values() and called(one, fair)]
            if not free or (exact and "#" in name):
                continue
            pairs[name] = min(free, key=lambda one: distance(column, read[one], truth.get("unordered", False)))
    return pairs


def distance(column: Line, read: list[Any], unordered: bool) -> int:
    """How far a column is from the true one, cell by cell, or by what occurs in it where the order is free."""
    if unordered:
        return min(
            len({key_text(kind, v) for v in values} ^ {key_text(kind, c) for c in read})
            for kind, values in readings(column)
        )
    return len(differing(column, read)) if len(read) == len(column["values"]) else len(read) + 1


def compared(truth: Line, read: Line) -> list[Miss]:
    """How a table that was read differs from the true one."""
    cells: dict[str, list[Any]] = read["columns"]
    pairs = named_alike(truth, cells)
    misses = [Miss(f"no column {name!r}") for name in truth["columns"] if name not in pairs]
    for name in sorted(set(cells) - set(pairs.values())):
        if any(cell not in (None, "") for cell in cells[name]) and not called(name, truth.get("free_columns", [])):
            misses.append(Miss(f"column {name!r} is not there"))
    count = len(next(iter(cells.values()), []))
    if count not in truth["rows"]:
        return [*misses, Miss(f"{count} rows instead of {' or '.join(map(str, truth['rows']))}")]
    places: list[int | None] | None = list(range(count))
    if truth.get("unordered"):
        places = aligned(truth, cells, pairs)
        if places is None:
            return [*misses, Miss("the rows cannot be matched by their keys")]
    absent = {n for n, place in enumerate(places or []) if place is None}
    for name, column in truth["columns"].items():
        if name in pairs:
            misses += in_cells(
                name, column, cells[pairs[name]], pairs[name], places or [], absent, truth.get("key", [])
            )
    return misses


def in_cells(
    name: str,
    column: Line,
    read: list[Any],
    as_read: str,
    places: Sequence[int | None],
    absent: set[int],
    key: list[str],
) -> list[Miss]:
    """The differences of one column; a row may be absent where it holds nothing but its key."""
    cells = [None if place is None else read[place] for place in places]
    rows = differing(column, cells, sorted(absent) if name in key else ())
    if not rows:
        return []
    true = column["values"][rows[0]]
    first = f"row {rows[0] + 1}: {json.dumps(cells[rows[0]], ensure_ascii=False)}"
    instead = json.dumps(true, ensure_ascii=False)
    return [Miss(f"{as_read!r}: {len(rows)} cells, first {first} instead of {instead}", as_read, len(rows))]
