"""A base and its truth: tables, how they are stored, and which facts and relations hold."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

Row = dict[str, Any]
Fact = dict[str, Any]


@dataclass(frozen=True)
class Base:
    """`relations` are `"from column,column -> to column,column"`; a `=` for the arrow: either way round is fair.

    `keys`, `names` and `times` hold what is certain of a table; a table of several files is written by `parts`.
    A table may have several fair names, with a bar between them.
    """

    source: str
    tables: Mapping[str, list[Row]]
    relations: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    keys: Mapping[str, list[list[str]]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    times: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    parts: Mapping[str, Callable[[Row], str]] = field(default_factory=dict)
    parquet: bool = False
    declared: bool = False
    mark: str = ","

    def truth(self) -> list[Fact]:
        """The facts, one relation each among them, and the line that lists every relation."""
        found: list[Fact] = []
        for name, rows in self.tables.items():
            found.append({"kind": "rows", "dataset": fair(name), "value": [len(rows)]})
        found += [{"kind": "key", "dataset": fair(name), "value": value} for name, value in self.keys.items()]
        found += [{"kind": "name_field", "dataset": fair(name), "value": [v]} for name, v in self.names.items()]
        found += [{"kind": "main_time", "dataset": fair(name), "value": [v]} for name, v in self.times.items()]
        found += [as_fact(relation) for relation in self.relations]
        found += self.facts
        every = [as_entry(relation) for relation in self.relations]
        last = {"kind": "all_relations", "value": every, "free": [as_entry(relation) for relation in self.free]}
        stem = self.source.partition(".")[0]
        ids = [*(f"{stem}-{n:02d}" for n in range(1, len(found) + 1)), f"{stem}-all"]
        return [{"id": one, "source": self.source, **fact} for one, fact in zip(ids, [*found, last], strict=True)]


def made(count: int, **columns: Callable[[int], Any] | Sequence[Any]) -> list[Row]:
    """Rows; a column is a list of values or makes its value from the row's number."""
    return [{name: c(n) if callable(c) else c[n] for name, c in columns.items()} for n in range(count)]


def gaps(draw: Random, rows: list[Row], column: str, share: float) -> list[Row]:
    """The same rows with some of a column's values gone."""
    return [{**row, column: None} if draw.random() < share else row for row in rows]


def fair(name: str) -> list[str]:
    return name.split("|")


def sides(relation: str) -> list[tuple[list[str], list[str]]]:
    """Both ends of a relation: fair names of the table, and its columns."""
    ends = relation.replace(" = ", " -> ").split(" -> ")
    return [(fair(table), columns.split(",")) for table, _, columns in (end.partition(" ") for end in ends)]


def as_fact(relation: str) -> Fact:
    (left, left_columns), (right, right_columns) = sides(relation)
    found: Fact = {"kind": "relation", "from": left, "from_columns": left_columns}
    found |= {"to": right, "to_columns": right_columns}
    return found | ({"either": True} if " = " in relation else {})


def as_entry(relation: str) -> list[Any]:
    """A relation as the line of all relations holds it; a fifth item says that either way is fair."""
    (left, left_columns), (right, right_columns) = sides(relation)
    plain = [one[0] if len(one) == 1 else one for one in (left, right)]
    return [plain[0], left_columns, plain[1], right_columns, *(["either"] if " = " in relation else [])]


def write(base: Base, folder: Path) -> None:
    """The base as files in a folder of its own, or as one database file."""
    path = folder / base.source
    path.unlink(missing_ok=True) if path.suffix else path.mkdir(exist_ok=True)
    if path.suffix == ".sqlite":
        into_sqlite(base, path)
    elif path.suffix == ".duckdb":
        into_duckdb(base, path)
    else:
        for name, rows in base.tables.items():
            files: dict[str, list[Row]] = {}
            for row in rows:
                files.setdefault(base.parts[name](row) if name in base.parts else name, []).append(row)
            for stem, held in files.items():
                into_file(base, path / stem, held)


def into_file(base: Base, path: Path, rows: list[Row]) -> None:
    if base.parquet:
        pq.write_table(pa.Table.from_pylist(rows), path.with_name(f"{path.name}.parquet"))
        return
    with path.with_name(f"{path.name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=base.mark, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows(["" if value is None else value for value in row.values()] for row in rows)


def kind_of(rows: list[Row], column: str) -> str:
    """The type that a database is told for a column."""
    value = next((row[column] for row in rows if row[column] is not None), "")
    kinds = {bool: "BOOLEAN", int: "INTEGER", float: "DOUBLE", datetime: "TIMESTAMP", date: "DATE"}
    return kinds.get(type(value), "VARCHAR")


def definition(base: Base, table: str) -> str:
    """The statement that makes a table; keys and references only where the base declares them."""
    rows = base.tables[table]
    parts = [f'"{column}" {kind_of(rows, column)}' for column in rows[0]]
    if base.declared and table in base.keys:
        parts.append(f"PRIMARY KEY ({quoted(base.keys[table][0])})")
        for relation in base.relations:
            (left, columns), (right, others) = sides(relation)
            if left == [table]:
                parts.append(f'FOREIGN KEY ({quoted(columns)}) REFERENCES "{right[0]}" ({quoted(others)})')
    return f'CREATE TABLE "{table}" ({", ".join(parts)})'


def quoted(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def into_sqlite(base: Base, path: Path) -> None:
    connection = sqlite3.connect(path)
    for table, rows in base.tables.items():
        connection.execute(definition(base, table))
        marks = ", ".join("?" for _ in rows[0])
        values = [[str(v) if isinstance(v, date) else v for v in row.values()] for row in rows]
        connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', values)
    connection.commit()
    connection.close()


def into_duckdb(base: Base, path: Path) -> None:
    connection = duckdb.connect(str(path), config={"threads": 1})
    for table, rows in base.tables.items():
        connection.execute(definition(base, table))
        held = pa.Table.from_pylist(rows)
        connection.register("held", held)
        connection.execute(f'INSERT INTO "{table}" SELECT * FROM held')
        connection.unregister("held")
    connection.close()
