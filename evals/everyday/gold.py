"""Runs the SQL of every question over the tables and writes the rows into questions.jsonl; `--check` only compares."""

from __future__ import annotations

import json
import sys
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
from shapes import digest

HERE = Path(__file__).parent
QUESTIONS = HERE / "questions.jsonl"
MOST_ROWS = 60


def connect() -> duckdb.DuckDBPyConnection:
    """Every table under its file's name; one thread, so that sums of floats come out the same."""
    connection = duckdb.connect(config={"threads": 1})
    for path in sorted((HERE / "tables").glob("*.csv")):
        connection.execute(f"CREATE TABLE {path.stem} AS SELECT * FROM read_csv_auto('{path.as_posix()}')")
    return connection


def cell(value: Any) -> Any:
    """A value as JSON holds it: dates as ISO text, figures with six decimals."""
    if isinstance(value, Decimal | float):
        return round(float(value), 6)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return value


def rows_of(connection: duckdb.DuckDBPyConnection, sql: str, gold: dict[str, Any]) -> list[list[Any]]:
    """The result: as ordered where order was asked for, else sorted, so that the file stays the same."""
    rows = [[cell(value) for value in row] for row in connection.execute(sql).fetchall()]
    if "ORDER BY" not in sql:
        rows.sort(key=lambda row: json.dumps(row, default=str))
    return rows


def filled(connection: duckdb.DuckDBPyConnection, gold: dict[str, Any]) -> dict[str, Any]:
    """The gold with the rows that its SQL gives now."""
    if gold["status"] != "answered":
        return gold
    rows = rows_of(connection, gold["sql"], gold)
    new = {**gold, "rows": digest(gold["shape"], rows) if "shape" in gold else rows}
    if len(new["rows"]) > MOST_ROWS:
        raise SystemExit(f"{len(new['rows'])} rows, at most {MOST_ROWS}: {gold['sql']}")
    if "also_sql" in gold:
        new["also_rows"] = [rows_of(connection, sql, gold) for sql in gold["also_sql"]]
    return new


def main(check: bool) -> int:
    """0 when the file holds what the SQL gives, or has been written."""
    lines = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    connection = connect()
    new = [{**line, "gold": filled(connection, line["gold"])} for line in lines]
    stale = [line["id"] for line, fresh in zip(lines, new, strict=True) if line != fresh]
    if check:
        print(f"{len(lines)} questions, stale: {', '.join(stale) or 'none'}")
        return 1 if stale else 0
    QUESTIONS.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in new), "utf-8")
    print(f"{len(lines)} questions, {len(stale)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
