"""Headers in two rows, in plain text and with merged cells."""

from __future__ import annotations

from datetime import date
from random import Random

from cells import amounts, days, picks
from made import Column, Made, day, delimited, number, rows, table, text, years
from sheets import workbook


def both(group: str, name: str, values: list[float], **more: object) -> Column:
    """A column under a group: named by both words, in either order."""
    return number(f"{group} {name}", values, also=[f"{name} {group}", f"{group}*{name}"], **more)  # type: ignore[arg-type]


def swim_courses(draw: Random) -> Made:
    count = 17
    columns = [
        text("Pool", picks(draw, count, ["Westbad", "Lido", "Schulbad", "Hallenbad Mitte"])),
        text("Course", [f"SC-{n}" for n in range(71, 71 + count)]),
        *(both("Children", name, amounts(draw, count, 3, 30, 0), write=int) for name in ("places", "taken")),
        *(both("Adults", name, amounts(draw, count, 3, 30, 0), write=int) for name in ("places", "taken")),
    ]
    head = [["Pool", "Course", "Children", None, "Adults", None], [None, None, "places", "taken", "places", "taken"]]
    merged = ["A1:A2", "B1:B2", "C1:D1", "E1:F1"]
    content = workbook({"Courses": [*head, *rows(columns)]}, {"Courses": merged})
    return Made("swim_courses.xlsx", content, ("two_row_header", "merged_cells"), [table(columns, ["courses", "*"])])


def bridge_counts(draw: Random) -> Made:
    count = 28
    columns = [
        text("site", picks(draw, count, ["North bridge", "Weir", "Toll house"])),
        day("counted on", days(draw, count, date(2024, 2, 5), 100)),
        *(both("morning", name, amounts(draw, count, 20, 900, 0)) for name in ("cars", "bikes")),
        *(both("evening", name, amounts(draw, count, 20, 900, 0)) for name in ("cars", "bikes")),
    ]
    head = [["", "", "morning", "", "evening", ""], ["site", "counted on", "cars", "bikes", "cars", "bikes"]]
    return Made("bridge_counts.csv", delimited([*head, *rows(columns)]), ("two_row_header",), [table(columns)])


def museum_years(draw: Random) -> Made:
    """Years above two measures: as it stands, or one row for each museum and year."""
    houses = [
        "Tin Works",
        "Harbour Museum",
        "Mill on the Ouse",
        "Toy Attic",
        "Glass House",
        "Railway Shed",
        "Fort Anne",
    ]
    count, span = len(houses), (2021, 2022, 2023)
    found = {(y, what): amounts(draw, count, 900, 64000, 0) for y in span for what in ("visits", "shop sales")}
    columns = [
        text("museum", houses),
        *(both(str(y), what, values, write=int) for (y, what), values in found.items()),
    ]
    long = [
        text("museum", [house for house in houses for _ in span]),
        years("year", [y for _ in houses for y in span], also=["*"]),
        *(
            number(what, [found[y, what][n] for n in range(count) for y in span], also=[what + "*"])
            for what in ("visits", "shop sales")
        ),
    ]
    head = [["museum", *(y if what == "visits" else None for y, what in found)], [None, *(what for _, what in found)]]
    content = workbook({"Sheet1": [*head, *rows(columns)]}, {"Sheet1": ["A1:A2", "B1:C1", "D1:E1", "F1:G1"]})
    melted = table(long, unordered=True, key=["museum", "year"])
    kinds = ("two_row_header", "merged_cells", "wide")
    return Made("museum_years.xlsx", content, kinds, [table(columns)], more={"alternatives": [[melted]]})


RECIPES = (swim_courses, bridge_counts, museum_years)
