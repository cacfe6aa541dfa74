"""Names of people."""

from __future__ import annotations

from random import Random

FIRST = ["Ada", "Bruno", "Clara", "Dario", "Edith", "Frank", "Greta", "Hugo", "Irma", "Jonas", "Karin", "Lars"]
LAST = ["Abel", "Bohm", "Cole", "Dietz", "Ernst", "Fuchs", "Gross", "Haas", "Iller", "Jung", "Kern", "Lang", "Moor"]


def people(draw: Random, count: int) -> list[str]:
    """Names of people, each of them once; two tables have few in common."""
    every = [f"{first} {middle}. {last}" for first in FIRST for middle in "BDKMR" for last in LAST]
    return draw.sample(every, count)
