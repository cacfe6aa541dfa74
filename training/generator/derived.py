"""Figures of two columns that have a name of their own (a conversion rate, a lead time): `derived/`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from .forms import Draft, Metric
from .parts import dates, grain, groups, usual
from .tables import Table

FOLDER = Path(__file__).parent / "derived"
KINDS = ("ratio", "difference", "duration")


@dataclass(frozen=True, slots=True)
class Named:
    """A figure that two columns give, and what people call it."""

    kind: str
    of: tuple[str, str]
    says: tuple[str, ...]
    asks: tuple[str, ...]


@cache
def raw_file(name: str) -> dict[str, list[dict[str, Any]]]:
    """Table -> figures, of the file beside a domain file; nothing where there is none."""
    path = FOLDER / name
    if not path.exists():
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader) or {}


@cache
def named(file: str, table: str) -> tuple[Named, ...]:
    """The figures of one table."""
    found = raw_file(file).get(table) or ()
    return tuple(
        Named(str(each["kind"]), (str(each["of"][0]), str(each["of"][1])), _words(each, "says"), _words(each, "asks"))
        for each in found
    )


def _words(raw: dict[str, Any], key: str) -> tuple[str, ...]:
    return tuple(str(each) for each in raw.get(key) or ())


def derived_name(table: Table, rng: random.Random) -> Draft | None:
    """A figure said by its name: alone, by group, over time, or the group that leads."""
    places = {column.spec.name: column for column in table.columns}
    known = [each for each in named(table.domain.file, table.domain.name) if set(each.of) <= set(places)]
    if not known:
        return None
    found = rng.choice(known)
    first, second = places[found.of[0]], places[found.of[1]]
    metrics = (Metric(first, usual(first)), Metric(second, usual(second)))
    if usual(first) != usual(second):
        metrics = (Metric(first, "sum"), Metric(second, "sum"))
    draft = Draft(
        "derived", ("total",), (Metric(None, "avg"),) if found.kind == "duration" else metrics, derive=found.kind,
        of=(first, second), extra={"derived": found},
    )  # fmt: skip
    return _placed(draft, table, rng)


def _placed(draft: Draft, table: Table, rng: random.Random) -> Draft:
    roll, group, time = rng.random(), groups(table, rng), dates(table, rng)
    if roll < 0.5 and group:
        return draft.change(family="derived_by", analysis=("compare",), group=group)
    if roll < 0.65 and group:
        order = "desc" if rng.random() < 0.7 else "asc"
        return draft.change(family="derived_rank", analysis=("rank",), group=group, sort=("metric", order), limit=1)
    if roll < 0.8 and time and draft.derive != "duration":
        return draft.change(family="derived_time", analysis=("trend",), time=time, grain=grain(time, rng))
    return draft


def faults(file: str, columns: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What is wrong in a file, given the tables of its domain file and their columns."""
    for table, found in raw_file(file).items():
        if table not in columns:
            yield f"{table}: no such table"
            continue
        for each in found:
            if each.get("kind") not in KINDS or not each.get("says"):
                yield f"{table}: {each.get('kind')!r} is none of {', '.join(KINDS)}, or nothing is said"
            yield from (f"{table}: no column {name!r}" for name in each.get("of") or () if name not in columns[table])
            if len(each.get("of") or ()) != 2:
                yield f"{table}: {each.get('of')!r} are not two columns"
