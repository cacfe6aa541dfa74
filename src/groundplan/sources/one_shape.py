"""Files of one shape, one a month or a region, are one table, with the file's name as a column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.sources import duck
from groundplan.sources.files import Raw
from groundplan.sources.names import table_name

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

EQUAL = 0.75
"""The share of columns that files of one name have in common."""
LEAST = 3
"""Files that are called otherwise, each with the same columns."""


def of_one_shape(connection: DuckDBPyConnection, raws: Sequence[Raw]) -> list[Raw]:
    """The tables, with those of one shape put below each other where the first of them stood."""
    if len(raws) < 2:
        return list(raws)
    columns = {raw.name: _columns(connection, raw) for raw in raws}
    left = list(raws)
    found: list[Raw] = []
    while left:
        first = left.pop(0)
        same = [first, *(other for other in left if _alike(first, other, columns))]
        same = same if len(same) > 1 else [first, *(other for other in left if _equal(first, other, columns))]
        named = len({_stem(raw.name) for raw in same}) == 1
        if len(same) > 1 and (named or len(same) >= LEAST):
            left = [raw for raw in left if raw not in same]
            others = [raw.name for raw in (*found, *left)]
            found.append(_together(connection, same, columns, others))
        else:
            found.append(first)
    return found


def _columns(connection: DuckDBPyConnection, raw: Raw) -> list[str]:
    return [name for name, *_ in connection.execute(f"DESCRIBE FROM {raw.relation}").fetchall()]


def _stem(name: str) -> str:
    """The name without numbers and months."""
    words = re.findall(r"[^\W\d_]+", name.lower())
    return " ".join(word for word in words if word not in vocabulary().months and not re.fullmatch(r"q|w|t", word))


def _alike(first: Raw, other: Raw, columns: dict[str, list[str]]) -> bool:
    here, there = set(columns[first.name]), set(columns[other.name])
    shared = len(here & there) >= EQUAL * max(len(here), len(there))
    numbered = first.name != other.name and _stem(first.name) == _stem(other.name)
    return shared and numbered and not first.keys and not other.keys and _apart(first, other)


def _equal(first: Raw, other: Raw, columns: dict[str, list[str]]) -> bool:
    """The same columns, more than a lookup has."""
    same = columns[first.name] == columns[other.name] and len(columns[first.name]) >= LEAST
    return same and not first.keys and not other.keys and _apart(first, other)


def _apart(first: Raw, other: Raw) -> bool:
    """Whether they are two files, or two sheets of a workbook."""
    return first.label != other.label or (bool(first.sheet and other.sheet) and first.sheet != other.sheet)


def _together(
    connection: DuckDBPyConnection, raws: Sequence[Raw], columns: dict[str, list[str]], others: Sequence[str]
) -> Raw:
    low, high = min(raw.name.lower() for raw in raws), max(raw.name.lower() for raw in raws)
    common = next((at for at, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    stem = re.sub(r"[\d_]+$", "", raws[0].name[:common]).strip("_")
    label, kind = _label(raws)
    name = stem if len(stem) > 2 else _stem(raws[0].name).replace(" ", "_") or "rows"
    name = table_name(Path(label).stem, ()) if kind == "sheet" and name == "rows" else name
    name = table_name(name, others)
    taken = {column.lower() for raw in raws for column in columns[raw.name]}
    file = kind if kind not in taken else f"{kind}_name"
    parts = [f"SELECT {duck.text(raw.name)} AS {file}, * FROM {raw.relation}" for raw in raws]
    ours = all(duck.ours(raw.relation) for raw in raws)
    held = any(raw.relation == duck.name(duck.RAW, name) for raw in raws)
    target = duck.name(duck.RAW if ours else duck.BESIDE, f"{name}_all" if held else name)
    connection.execute(f"CREATE {'TABLE' if ours else 'VIEW'} {target} AS {' UNION ALL BY NAME '.join(parts)}")
    if ours:
        for raw in raws:
            connection.execute(f"DROP TABLE {raw.relation}")
    left_out: dict[str, int] = {}
    for raw in raws:
        for what, rows in raw.left_out.items():
            left_out[what] = left_out.get(what, 0) + rows
    note = f"{len(raws)} {kind}s of one shape, {label}, are one table {name!r}; {file!r} names the {kind} of a row"
    notes = (*(note for raw in raws for note in raw.notes), note)
    return replace(
        raws[0], name=name, relation=target, label=label, notes=notes, left_out=left_out, title="",
        files=tuple(path for raw in raws for path in raw.files),
    )  # fmt: skip


def _label(raws: Sequence[Raw]) -> tuple[str, str]:
    """What they are called together, and what each of them is."""
    if len({raw.label for raw in raws}) == 1:
        return raws[0].label, "sheet"
    return f"{raws[0].label} to {raws[-1].label}", "file"
