"""Faults of a model as reader, made by rule from right answers: which of them the account and the roles find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from made_faults import Others, faults
from workshops import ORCHARD_QUESTIONS, SHOP_QUESTIONS, orchard, repair_shops

from groundplan.embed import best_embedder
from groundplan.errors import QueryError
from groundplan.packs.tables import pack
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language.read import read
from groundplan.reading.accounted import Accounts
from groundplan.reading.constructions.marks import marked
from groundplan.reading.modelled.held import ModelledReading
from groundplan.tabular.reader import blank

REPAIRS = Others(
    ("cost", "hours"), ("brand", "status"),
    {"brand": ("Alder", "Birk", "Corvo"), "status": ("closed", "waiting", "scrapped")}, "hours < 7",
)  # fmt: skip
SHOPS = Others(("repairs.cost", "repairs.hours"), ("town", "manager"), {"town": ("Lund", "Malmo")}, 'town = "Malmo"')
HARVESTS = Others(
    ("kilos", "crates"), ("variety", "picker", "spoiled"),
    {"variety": ("Cox", "Boskoop", "Elstar"), "picker": ("Ina", "Jorg", "Mia")}, 'spoiled = "yes"',
)  # fmt: skip
MADE = 200
"""Faults at least: as many as a reader is held to."""


@dataclass
class Held:
    """A source, and what holds queries to the words over it."""

    source: Any
    reading: ModelledReading

    def found(self, text: str, query: str) -> tuple[str, ...]:
        """What is wrong with a query of the question: what cannot be computed is refused before it is held to words."""
        known, today, made = self.reading.accounts.sayable(), date(2023, 12, 31), read(query)
        try:
            steps_of(made, self.source.understood, today)
        except QueryError as refused:
            return (refused.code,)
        return self.reading.faults(made, marked(text, known), known.scope, today, refused=False)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Held]]:
    folder = tmp_path_factory.mktemp("made")
    embedder = best_embedder()
    opened = {
        made.__name__: pack.sources.open((made(folder / made.__name__),), folder / "cache", None)
        for made in (repair_shops, orchard)
    }
    yield {
        name: Held(one, ModelledReading(Accounts(one, blank(one), embedder), None))  # type: ignore[arg-type]
        for name, one in opened.items()
    }
    for one in opened.values():
        one.close()


def made() -> list[tuple[str, str, str]]:
    """The source, the question and a query that gets it wrong."""
    found = [("orchard", text, fault) for text, right in ORCHARD_QUESTIONS.items() for fault in faults(right, HARVESTS)]
    for text, right in SHOP_QUESTIONS.items():
        others = SHOPS if right.startswith("shops:") else REPAIRS
        found += [("repair_shops", text, fault) for fault in faults(right, others)]
    return found


def test_there_are_faults_enough() -> None:
    assert len(made()) >= MADE


def test_each_is_found(held: dict[str, Held]) -> None:
    passed = [(text, fault) for source, text, fault in made() if not held[source].found(text, fault)]
    assert not passed, "\n".join(f"{text}: {fault}" for text, fault in passed)


def test_of_the_right_answers_none_is_refused(held: dict[str, Held]) -> None:
    right = {("orchard", *one) for one in ORCHARD_QUESTIONS.items()} | {
        ("repair_shops", *one) for one in SHOP_QUESTIONS.items()
    }
    assert not [(text, found) for source, text, query in right if (found := held[source].found(text, query))]
