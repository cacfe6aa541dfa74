"""Films and football."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from recipes.draw import around, day, gap, pick, skewed
from recipes.leisure import FIRST, LAST

KINDS = {
    "Drama": 5.0,
    "Comedy": 4.0,
    "Action": 3.0,
    "Thriller": 2.5,
    "Horror": 1.8,
    "Animation": 1.5,
    "Documentary": 1.5,
}
DIRECTORS = (
    "Ada Holm",
    "Omar Farouk",
    "Lena Brandt",
    "Kenji Sato",
    "Rosa Vidal",
    "Igor Petrov",
    "Amara Diallo",
    "Paul Quinn",
    "Mei Zhang",
    "Tess Moran",
)
LANGUAGES = {
    "USA": "English",
    "UK": "English",
    "France": "French",
    "Japan": "Japanese",
    "Spain": "Spanish",
    "India": "Hindi",
}
TEAMS = {
    "Rovers": 1.5, "United": 1.9, "Albion": 1.2, "Wanderers": 1.0, "City": 1.7,
    "Athletic": 1.3, "Town": 0.9, "Harriers": 1.1, "Dynamo": 1.4,
}  # fmt: skip


def film_catalogue(random: Random) -> Iterator[dict[str, Any]]:
    """360 made-up films."""
    made: set[str] = set()
    while len(made) < 360:
        name = f"{random.choice(FIRST)} {random.choice(LAST)}" + pick(
            random, {"": 5.0, " II": 1.0, " Returns": 1.0, " at Dawn": 2.0, " Street": 1.5, " Blues": 1.0}
        )
        if name not in made:
            made.add(name)
            yield film(random, name, day(random, date(2019, 1, 4), date(2024, 12, 27)))


def film(random: Random, name: str, on: date) -> dict[str, Any]:
    kind = pick(random, KINDS)
    country = pick(random, {"USA": 6.0, "UK": 2.5, "France": 2.0, "Japan": 1.5, "Spain": 1.2, "India": 1.6})
    cost = skewed(random, {"Action": 70, "Animation": 60, "Documentary": 3}.get(kind, 18), 0.6)
    critics = around(random, 74 if kind == "Documentary" else 61, 15, 12, 99)
    home = round(cost * random.lognormvariate(0, 0.7) * (0.5 + critics / 100), 1)
    return {
        "Title": name,
        "ReleaseDate": on,
        "Genre": kind,
        "Director": random.choice(DIRECTORS),
        "Country": country,
        "Language": LANGUAGES[country],
        "Runtime (min)": around(random, 108, 16, 71, 190),
        "Age Rating": pick(random, {"U": 2.0, "PG": 3.0, "12": 3.0, "15": 3.0, "18": 1.5}),
        "Budget ($m)": gap(random, cost, 0.06),
        "Domestic Gross ($m)": home,
        "World Gross ($m)": round(home * random.uniform(1.2, 3.1), 1),
        "Critic Score": critics,
        "Audience Score": gap(random, around(random, critics * 0.6 + 26, 9, 15, 99), 0.05),
        "Awards": int(skewed(random, critics / 60, 0.8, 0)),
        "On Streaming": random.random() < 0.55,
    }


def football_season(random: Random) -> Iterator[dict[str, Any]]:
    """Three seasons in which every team meets every other twice."""
    for year in (2021, 2022, 2023):
        pairs = [(home, away) for home in TEAMS for away in TEAMS if home != away]
        random.shuffle(pairs)
        matchday = 0
        while pairs:
            matchday += 1
            for home, away in first_round(pairs):
                pairs.remove((home, away))
                yield match(random, year, matchday, home, away)


def first_round(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The first pairs in which no team stands twice."""
    taken: list[tuple[str, str]] = []
    for pair in pairs:
        if not set(pair) & {team for other in taken for team in other}:
            taken.append(pair)
    return taken


def match(random: Random, year: int, matchday: int, home: str, away: str) -> dict[str, Any]:
    on = date(year, 8, 14) + timedelta(days=13 * (matchday - 1) + random.randrange(2))
    scored, conceded = goals(random, TEAMS[home] * 1.15), goals(random, TEAMS[away] * 0.85)
    return {
        "match_date": on,
        "season": f"{year}/{(year + 1) % 100}",
        "matchday": matchday,
        "home_team": home,
        "away_team": away,
        "home_goals": scored,
        "away_goals": conceded,
        "result": "home win" if scored > conceded else "away win" if scored < conceded else "draw",
        "home_shots": scored + around(random, 10, 4, 1, 25),
        "away_shots": conceded + around(random, 8, 3, 1, 22),
        "yellow_cards": around(random, 3.6, 1.8, 0, 10),
        "red_cards": pick(random, {0: 8.0, 1: 1.3, 2: 0.2}),
        "attendance": gap(random, int(skewed(random, 9000 * TEAMS[home], 0.2, 0)), 0.03),
        "referee": random.choice(("K. Novak", "S. Adeyemi", "L. Bauer", "D. Costa", "J. Wren")),
        "on_tv": random.random() < 0.36,
        "kickoff": pick(random, {"12:30": 1.5, "15:00": 6.0, "17:30": 2.0, "20:00": 2.5}),
    }


def goals(random: Random, expected: float) -> int:
    """How many of twelve chances went in."""
    return [random.random() < expected / 12 for _ in range(12)].count(True)
