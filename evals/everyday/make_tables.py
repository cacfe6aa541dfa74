"""Writes the tables of the suite, the same ones every time: `python make_tables.py [FOLDER]`."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from recipes import leisure, public, shows, trade, transport

Rows = Iterator[dict[str, Any]]

RECIPES: dict[str, Callable[[Random], Rows]] = {
    "air_quality": public.air_quality,
    "bike_trips": transport.bike_trips,
    "building_energy": public.building_energy,
    "bus_delays": transport.bus_delays,
    "coffee_tills": trade.coffee_tills,
    "exam_results": public.exam_results,
    "film_catalogue": shows.film_catalogue,
    "football_season": shows.football_season,
    "hospital_waits": public.hospital_waits,
    "household_budget": trade.household_budget,
    "library_loans": leisure.library_loans,
    "market_sales": trade.market_sales,
    "museum_visitors": leisure.museum_visitors,
    "national_parks": leisure.national_parks,
}


def text(value: Any) -> str:
    """A cell as it stands in the file: empty for missing, lower-case for a truth value."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def write(folder: Path) -> None:
    """Every table, each with a seed of its own, so that changing one leaves the others alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, recipe in RECIPES.items():
        rows = list(recipe(Random(f"everyday {name}")))
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(rows[0])
            writer.writerows([text(value) for value in row.values()] for row in rows)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "tables")
