"""Cells that hold several things."""

from __future__ import annotations

import json
from datetime import date
from random import Random

from cells import amounts, days, picks
from made import Column, Made, column, day, delimited, grid, number, table, text


def several(draw: Random, count: int, items: str, most: int, least: int = 1) -> list[list[str]]:
    """Lists of different lengths, each thing once in a list; every list of things recurs."""
    words = items.split()
    return [draw.sample(words, draw.randrange(least, most + 1)) for _ in range(count)]


def filled(name: str, values: list[list[str]], mark: str) -> Column:
    """A list column; an empty cell is an empty list or nothing."""
    return column(name, "list", values, mark.join)


def recipes_box(draw: Random) -> Made:
    count = 44
    columns = [
        number("recipe", [800 + n for n in range(count)]),
        text("course", picks(draw, count, "starter main dessert")),
        filled("allergens", several(draw, count, "gluten milk egg nuts celery soy", 4, 0), ";"),
        number("minutes", amounts(draw, count, 10, 140, 0)),
    ]
    return Made("recipes_box.csv", delimited(grid(columns)), ("lists",), [table(columns)])


def volunteers(draw: Random) -> Made:
    """Commas with a space, in quoted cells, beside a text that only has commas."""
    count = 50
    names = [
        f"{last}, {first}"
        for last in ["Abbot", "Brook", "Clay", "Dean", "Ember"]
        for first in ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ike", "Jo"]
    ]
    columns = [
        text("volunteer", names),
        filled("languages", several(draw, count, "English German Polish Arabic Turkish Hindi", 3), ", "),
        filled("days", several(draw, count, "Mon Tue Wed Thu Fri Sat", 4), ", "),
        number("hours", amounts(draw, count, 1, 30, 1)),
    ]
    return Made("volunteers.csv", delimited(grid(columns)), ("lists", "commas_in_text"), [table(columns)])


def plant_shop(draw: Random) -> Made:
    count = 60
    columns = [
        text("sku", [f"PL-{n:04d}" for n in range(3, 3 + count)]),
        filled("flowers in", several(draw, count, "March April May June July August", 3), "|"),
        day("in stock since", days(draw, count, date(2024, 1, 4), 200)),
        number("price", amounts(draw, count, 2, 48, 2)),
    ]
    return Made("plant_shop.csv", delimited(grid(columns)), ("lists",), [table(columns)])


def hiking_routes(draw: Random) -> Made:
    """Arrays of JSON in the cells of a delimited file."""
    count = 40
    tags = several(draw, count, "lake summit forest hut ridge gorge", 4)
    columns = [
        text("route", [f"HR{n}" for n in range(count)]),
        column("tags", "list", tags, json.dumps),
        number("km", amounts(draw, count, 3, 31, 1)),
    ]
    return Made("hiking_routes.csv", delimited(grid(columns), "\t"), ("lists", "delimiter"), [table(columns)])


RECIPES = (recipes_box, volunteers, plant_shop, hiking_routes)
