"""Runs the SQL of every question over the sources and writes the rows into questions.jsonl; `--check` only compares."""

from __future__ import annotations

import json
import sys
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb

HERE = Path(__file__).parent
QUESTIONS = HERE / "questions.jsonl"
# How a careful reader takes each file: which lines are rows, what a mark means, what is a date and what a figure.
VIEWS = {
    "hives": """SELECT "Hive No." hive, "Apiary / site" site, CAST(strptime("Insp. date", '%d.%m.%Y') AS DATE) AS "day",
        Inspector inspector, "Bee race" race, CAST("Colony strength (frames)" AS INT) frames,
        CAST(replace("Honey taken [kg]", ',', '.') AS DECIMAL(9,1)) honey,
        CAST(replace("Varroa /100 bees", ',', '.') AS DECIMAL(9,1)) varroa,
        CAST(replace("Temp. °C", ',', '.') AS DECIMAL(9,1)) temp, "Queen seen (Y/N)" queen,
        CAST(replace("Feed cost, €", ',', '.') AS DECIMAL(9,2)) feed
        FROM read_csv('{folder}/hive_inspections.csv', delim=';', skip=2, header=true, all_varchar=true)
        WHERE "Hive No." <> 'Total'""",
    "boats": "SELECT * FROM read_csv('{folder}/boats.csv', types={{'insured': 'VARCHAR'}})",
    "stays": "SELECT * FROM read_csv('{folder}/stays.csv', types={{'paid': 'VARCHAR', 'berth_fee': 'DECIMAL(9,2)'}})",
    "lost": """SELECT Ref ref, CAST(strptime("Found on", '%-d %b %Y') AS DATE) found, "Where found" place, Item item,
        Category category, nullif(Colour, 'unknown') colour,
        TRY_CAST(replace("Est. value", '£', '') AS DECIMAL(9,2)) worth,
        CAST(try_strptime("Claimed on", '%-d %b %Y') AS DATE) claimed, "Handed in by" finder
        FROM read_csv('{folder}/lost_property.csv', header=true, all_varchar=true)""",
    "people": """SELECT "Resp. ID" id, CAST(strptime("Submitted", '%m/%d/%Y') AS DATE) AS "day", "Age group" age,
        "Home city" city, string_split("Languages spoken", '; ') langs, string_split("Jobs done", ', ') jobs,
        CAST("Hours worked" AS DECIMAL(9,2)) AS hours, "I felt well trained" trained, "The food was good" food,
        "I would volunteer again" again, "How did you hear about us?" heard
        FROM read_csv('{folder}/festival_volunteers.csv', header=true, all_varchar=true)""",
    "events": "SELECT * FROM read_csv('{folder}/lift_log.csv', types={{'ts': 'TIMESTAMP'}})",
}


def connect() -> duckdb.DuckDBPyConnection:
    """Every source under a short name; one thread, so that sums come out the same."""
    connection = duckdb.connect(config={"threads": 1})
    for name, sql in VIEWS.items():
        connection.execute(f"CREATE TABLE {name} AS {sql.format(folder=(HERE / 'tables').as_posix())}")
    return connection


def cell(value: Any) -> Any:
    """A value as JSON holds it; a list holds names that are as fair."""
    if isinstance(value, list):
        return [cell(part) for part in value]
    if isinstance(value, Decimal | float):
        return round(float(value), 6)
    return value.isoformat() if isinstance(value, datetime | date) else value


def rows_of(connection: duckdb.DuckDBPyConnection, sql: str, ordered: bool) -> list[list[Any]]:
    """The result: as ordered where order was asked for, else sorted, so that the file stays the same."""
    rows = [[cell(value) for value in row] for row in connection.execute(sql).fetchall()]
    return rows if ordered else sorted(rows, key=lambda row: json.dumps(row))


def filled(connection: duckdb.DuckDBPyConnection, gold: dict[str, Any]) -> dict[str, Any]:
    """The gold with the rows that its SQL gives now."""
    if "sql" not in gold:
        return gold
    also = [rows_of(connection, sql, gold["ordered"]) for sql in gold.get("also_sql", [])]
    return {**gold, "rows": rows_of(connection, gold["sql"], gold["ordered"]), **({"also_rows": also} if also else {})}


def main(check: bool) -> int:
    """0 when the file holds what the SQL gives, or has been written."""
    lines = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    connection = connect()
    new = [{**line, "gold": filled(connection, line["gold"])} for line in lines]
    stale = [line["id"] for line, fresh in zip(lines, new, strict=True) if line != fresh]
    if not check:
        QUESTIONS.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in new), "utf-8")
    print(f"{len(lines)} questions, {'stale' if check else 'changed'}: {', '.join(stale) or 'none'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
