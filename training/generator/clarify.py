"""Questions that two columns fit equally well, and their counterparts where only one column fits."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from .domains import Column
from .filters import make_filter
from .forms import Draft, Metric
from .grammar import Phrases
from .headers import renamed
from .meanings import NOTHING
from .parts import COUNT, analyses, groups, metric, usual
from .tables import Col, Table, settle

CLASSES = {"sum": "number", "avg": "number", "group": "text", "time": "date", "date": "date"}


@dataclass(frozen=True, slots=True)
class Twins:
    """A word and the columns that it fits."""

    word: str
    columns: list[Col]


def twins(table: Table, rng: random.Random, phrases: Phrases) -> Twins | None:
    """Columns of the table that share a word, or a column split in two; None when the table has neither."""
    found = natural(table, phrases)
    if found and rng.random() < 0.7:
        return rng.choice(found)
    return split(table, rng, phrases)


def natural(table: Table, phrases: Phrases) -> list[Twins]:
    """Columns of one class whose words have the same head noun, which none of them has as its own word."""
    place = 0 if phrases.raw.get("head") == "first" else -1
    never = phrases.words("never_twins")
    heads: dict[tuple[str, str], list[Col]] = {}
    owned: set[str] = set()
    for column in table.columns:
        kind = CLASSES.get(column.kind)
        owned.update(word.lower() for word in column.spec.says)
        for head in {word.lower().split()[place] for word in column.spec.says if " " in word} if kind else ():
            heads.setdefault((kind or "", head), []).append(column)
    rows = {word.lower() for word in (*table.domain.row, *table.domain.rows)}
    return [
        Twins(head, columns)
        for (_, head), columns in heads.items()
        if len(columns) in (2, 3) and head not in owned and head not in rows and head not in never and len(head) > 2
    ]


def split(table: Table, rng: random.Random, phrases: Phrases) -> Twins | None:
    """The table with one column made two, such as ship_city and bill_city."""
    options = []
    for pair in phrases.raw.get("pairs") or ():
        for column in table.columns:
            head = next((word for word in column.spec.says if word in pair["heads"]), "")
            if head and column.kind in CLASSES:
                options.append((column, head, pair["prefixes"]))
    if not options:
        return None
    column, head, prefixes = rng.choice(options)
    made = []
    style = rng.random()
    for short, long in prefixes:
        says = (f"{long} {head}", f"{short} {head}") if short != long else (f"{long} {head}",)
        header = (
            f"{short}_{head}" if style < 0.4 else renamed(f"{rng.choice((short, long))} {head}", column.spec.unit, rng)
        )
        spec: Column = replace(column.spec, name=header, says=says, asks=(), verbs=(), cases={}, means=NOTHING)
        values = column.values if column.spec.type == "text" else list(column.values)
        made.append(
            Col(header, spec, list(values), says, column.type, "date" if column.kind == "time" else column.kind)
        )
    place = table.columns.index(column)
    if len({each.name.lower() for each in (*table.columns, *made)}) < len(table.columns) + 2:
        return None
    table.columns[place : place + 1] = made
    settle(table)
    return Twins(head, made)


def ask(found: Twins, table: Table, rng: random.Random) -> Draft | None:
    """A draft that names the columns only by the word they share."""
    first = found.columns[0]
    cases = _cases(first, found.word)
    spec = replace(first.spec, says=(found.word,), asks=(), verbs=(), cases=cases, high=(), means=NOTHING)
    kind = "date" if CLASSES.get(first.kind) == "date" else first.kind
    fake = Col(first.name, spec, first.values, (found.word,), first.type, kind, worded=True)
    if CLASSES[first.kind] == "number":
        return _numeric(fake, table, rng)
    if CLASSES[first.kind] == "date":
        measured = metric(table, rng, 0.5) or COUNT
        return Draft("trend", analyses(measured, "trend"), (measured,), time=fake, grain="unknown")
    if rng.random() < 0.25:
        condition = make_filter(fake, rng, table.lang, "=")
        return Draft("count", ("count",), (COUNT,), filters=(condition,)) if condition else None
    measured = metric(table, rng, 0.4) or COUNT
    if rng.random() < 0.3 and measured.column:
        return Draft("rank_one", ("rank",), (measured,), (fake,), sort=("metric", "desc"), limit=1)
    return Draft("compare", analyses(measured, "compare"), (measured,), (fake,))


def _cases(column: Col, word: str) -> dict[str, tuple[str, ...]]:
    """The word forms of a head noun that comes first, cut from those of the column."""
    place = next((number for number, each in enumerate(column.spec.says) if each.lower().startswith(f"{word} ")), None)
    if place is None:
        return {}
    forms = column.spec.cases.items()
    return {
        form: (words[place].split()[0],) for form, words in forms if place < len(words) and not form.startswith("which")
    }


def _numeric(fake: Col, table: Table, rng: random.Random) -> Draft | None:
    group = groups(table, rng)
    measured = Metric(fake, usual(fake))
    roll = rng.random()
    if roll < 0.25 or not group:
        return Draft("total", ("total",), (measured,))
    if roll < 0.4:
        return Draft("distribution", ("distribution",), (Metric(fake, "none"),))
    if roll < 0.6:
        return Draft("rank_one", ("rank",), (measured,), group, sort=("metric", "desc"), limit=1)
    return Draft("compare", analyses(measured, "compare"), (measured,), group)


def leave_one(found: Twins, table: Table) -> None:
    """Takes the other columns out of the table, so that the word fits one column."""
    for column in found.columns[1:]:
        table.columns.remove(column)
    settle(table)
