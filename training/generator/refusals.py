"""Refused questions: what the table lacks, orders, opinions, chat, other topics."""

from __future__ import annotations

import random
from functools import cache

from .domains import Column, Domain
from .filters import pick_filters
from .forms import Draft
from .grammar import Filler, Phrases, Unsayable
from .headers import parts
from .parts import groups, metric
from .sentence import Sentence
from .spans import tidy
from .tables import Table
from .words import column_words

REASONS = ("missing", "order", "opinion", "off_topic", "chat", "predict")
WEIGHTS = (48, 20, 9, 14, 4, 5)


def refusal(table: Table, rng: random.Random, phrases: Phrases, domains: tuple[Domain, ...]) -> tuple[str, str] | None:
    """A question that the table cannot answer, with its family; None when none could be made."""
    reason = rng.choices(REASONS, WEIGHTS)[0]
    found, group = metric(table, rng, 0.0), groups(table, rng)
    word = foreign(table, rng, phrases, domains)
    if found is None or found.column is None or not group or word is None or not phrases.has(f"refuse.{reason}"):
        return None
    filters = pick_filters(table, rng, rng.choices((0, 1, 2), (45, 42, 13))[0])
    sentence = Sentence(Draft("refused", (), (found,), group, filters=filters), table, rng, phrases)
    sentence.rest = list(range(len(filters)))
    sentence.slots["column"] = column_words(rng.choice(table.columns), rng, phrases)
    sentence.slots["foreign"] = _filler(*word, phrases)
    try:
        return tidy(phrases.render(f"refuse.{reason}", rng, sentence.slots)), f"refused_{reason}"
    except Unsayable:
        return None


def _filler(word: str, column: Column | None, phrases: Phrases) -> Filler:
    def say(form: str) -> str:
        if not form:
            return word
        given = column.cases.get(form, ()) if column else ()
        place = column.says.index(word) if column else 0
        made = given[place] if place < len(given) else phrases.plural(word) if form == "plural" else None
        if made is None:
            raise Unsayable(form)
        return made

    return say


def foreign(
    table: Table, rng: random.Random, phrases: Phrases, domains: tuple[Domain, ...]
) -> tuple[str, Column | None] | None:
    """A word for a column of another table that no column, row or value of this one resembles."""
    known = _known(table)
    extra = phrases.words("foreign_extra")
    for _ in range(25):
        column = None
        if extra and rng.random() < 0.15:
            word = rng.choice(extra)
        else:
            column = rng.choice(rng.choice(domains).columns)
            if column.kind in ("flag", "code", "free") or not column.says:
                continue
            word = rng.choice(column.says)
        if not known & (_beginnings(word) | _related(domains).get(word.lower(), set())):
            return word, column
    return None


@cache
def _related(domains: tuple[Domain, ...]) -> dict[str, set[str]]:
    """For each word the beginnings of all words that some column has beside it."""
    found: dict[str, set[str]] = {}
    for domain in domains:
        for column in domain.columns:
            beginnings = set().union(*(_beginnings(word) for word in column.says))
            for word in column.says:
                found.setdefault(word.lower(), set()).update(beginnings)
    return found


def _beginnings(text: str) -> set[str]:
    return {word[:5] for word in text.lower().split() if len(word) > 2}


def _known(table: Table) -> set[str]:
    """The beginnings of all words that the table uses for itself."""
    found: set[str] = set(_about(table.domain))
    for column in table.columns:
        found.update(word[:5] for word in parts(column.name))
        found.update(word[:5] for text in column.spec.says for word in text.lower().split())
        found.update(word[:5] for value in column.values[:10] for word in str(value).lower().split())
    return found


@cache
def _about(domain: Domain) -> frozenset[str]:
    """The beginnings of the words for rows, title and all columns of the domain, dropped ones as well."""
    texts = [domain.title, *domain.row, *domain.rows]
    for column in domain.columns:
        texts += [*column.says, *column.asks, *column.verbs]
        texts += [" ".join(parts(each)) for each in (column.name, *column.also)]
    return frozenset(word[:5] for text in texts for word in text.lower().replace("_", " ").split())
