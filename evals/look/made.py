"""A file and its truth: a column knows what stands in the file and what it means."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from random import Random
from typing import Any


@dataclass(frozen=True)
class Column:
    """`shown` is written into the file, `true` is what a careful analyst reads there."""

    name: str
    type: str
    shown: list[Any]
    true: list[Any]
    also: tuple[str, ...] = ()  # other fair names
    other: tuple[dict[str, Any], ...] = ()  # other fair readings of the whole column


@dataclass(frozen=True)
class Made:
    """One file: its bytes, its troubles, and the tables that are really in it."""

    file: str
    content: bytes
    kinds: tuple[str, ...]
    tables: list[dict[str, Any]]
    expect: str = "read"
    more: dict[str, Any] = field(default_factory=dict)

    def truth(self) -> dict[str, Any]:
        line = {"id": self.file.rpartition(".")[0], "file": self.file, "kinds": list(self.kinds)}
        return {**line, "expect": self.expect, "tables": self.tables, **self.more}


def plain(value: Any) -> Any:
    """A value as the truth holds it: moments with a zone in UTC, everything else as JSON has it."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S") + ("Z" if value.tzinfo else "")
    return value.isoformat() if isinstance(value, date) else value


def column(
    name: str,
    type: str,
    values: Iterable[Any],
    write: Callable[[Any], Any] = str,
    *,
    marks: Mapping[int, Any] | None = None,
    odd: Mapping[int, str] | None = None,
    also: Iterable[str] = (),
    other: Iterable[dict[str, Any]] = (),
) -> Column:
    """A column; `marks` are rows with a sign for missing, `odd` rows with a cell that is no such value."""
    values, instead, strange = list(values), dict(marks or {}), dict(odd or {})
    shown, true = [], []
    for row, value in enumerate(values):
        shown.append(instead[row] if row in instead else strange[row] if row in strange else write(value))
        true.append(None if row in instead else {"odd": strange[row]} if row in strange else plain(value))
    bare = re.sub(r"\s*[(\[].*?[)\]]", "", name).strip()
    fair = [one for one in dict.fromkeys([bare, *also]) if one and one != name]
    return Column(name, type, shown, true, tuple(fair), tuple(other))


def text(name: str, values: Iterable[str], **more: Any) -> Column:
    return column(name, "text", values, **more)


def number(name: str, values: Iterable[float], write: Callable[[Any], Any] = str, **more: Any) -> Column:
    return column(name, "number", values, write, **more)


def day(name: str, values: Iterable[date], write: Callable[[Any], Any] = str, **more: Any) -> Column:
    return column(name, "date", values, write, **more)


def moment(name: str, values: Iterable[datetime], write: Callable[[Any], Any] = str, **more: Any) -> Column:
    return column(name, "moment", values, write, **more)


def reading(type: str, values: Iterable[Any]) -> dict[str, Any]:
    """Another fair reading of a column."""
    return {"type": type, "values": [plain(value) for value in values]}


def years(name: str, values: Sequence[int], **more: Any) -> Column:
    """A year is a number, a label, or the first day of it."""
    other = (reading("text", map(str, values)), reading("date", (date(year, 1, 1) for year in values)))
    return number(name, values, other=other, **more)


def table(columns: Sequence[Column], name: str = "*", **more: Any) -> dict[str, Any]:
    """The truth about one table; `left_out` counts rows that are no data, by what they are."""
    held: dict[str, Any] = {}
    for one in columns:
        key = one.name if one.name not in held else f"{one.name}#{len(held) + 1}"
        held[key] = {"type": one.type, "values": one.true}
        held[key] |= {"also": list(one.also)} if one.also or key != one.name else {}
        held[key] |= {"or": list(one.other)} if one.other else {}
    return {"name": name, "rows": [len(columns[0].true)], "columns": held, "left_out": more.pop("left_out", {}), **more}


def rows(columns: Sequence[Column]) -> list[list[Any]]:
    """The data rows as they stand in the file."""
    return [list(row) for row in zip(*(one.shown for one in columns), strict=True)]


def grid(columns: Sequence[Column]) -> list[list[Any]]:
    """The header and the data rows."""
    return [[one.name for one in columns], *rows(columns)]


def delimited(lines: Iterable[Sequence[Any]], mark: str = ",", encoding: str = "utf-8", end: str = "\n") -> bytes:
    """Rows as a delimited file; an empty row is an empty line."""
    written = io.StringIO()
    writer = csv.writer(written, delimiter=mark, lineterminator=end)
    for line in lines:
        if line:
            writer.writerow(["" if cell is None else cell for cell in line])
        else:
            written.write(end)
    return written.getvalue().encode(encoding)


def spread(draw: Random, count: int, marks: Sequence[Any]) -> dict[int, Any]:
    """Rows, none of them the first or the last, that get one of these marks each."""
    return dict(zip(draw.sample(range(1, count - 1), len(marks)), marks, strict=True))
