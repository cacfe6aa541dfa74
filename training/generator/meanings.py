"""What people say when they mean a column but do not name it: `meanings/`, a file beside each domain file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "meanings"
KEPT = ("nouns", "most", "least", "tops", "bottoms", "links", "some", "zero", "gt", "ge", "lt", "le")
ADDED = ("asks", "verbs", "true_as", "false_as")  # more of what a domain file says itself
NUMBERED = ("gt", "ge", "lt", "le")
NUMBER = re.compile(r"\bN\b")
Raw = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Meaning:
    """Words for a figure, its extremes and conditions on it, and for how a row belongs to a value.

    `nouns`: for the figure. `most`, `least`: for rows. `tops`, `bottoms`: what a group with most or least of it does.
    `gt` ... `zero`: conditions that stand after the row. `links`: words between a row and a value.
    """

    nouns: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    least: tuple[str, ...] = ()
    tops: tuple[str, ...] = ()
    bottoms: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()
    gt: tuple[str, ...] = ()
    ge: tuple[str, ...] = ()
    lt: tuple[str, ...] = ()
    le: tuple[str, ...] = ()


NOTHING = Meaning()


@cache
def raw_file(name: str) -> dict[str, dict[str, Raw]]:
    """Table -> column -> what is said, of the file beside a domain file; nothing where there is none."""
    path = FOLDER / name
    if not path.exists():
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader) or {}


def with_meanings(columns: list[Raw], said: dict[str, Raw]) -> list[Raw]:
    """The columns of a domain file with what `meanings/` adds; a phrase that two columns claim belongs to neither."""
    taken = Counter(phrase for each in said.values() for phrase in set(_phrases(each)))
    taken.update({word.lower() for each in columns for word in _listed(each.get("says"))})
    return [_with(each, said.get(str(each["name"])) or {}, taken) for each in columns]


def _with(column: Raw, said: Raw, taken: Counter[str]) -> Raw:
    if not said:
        return {**column, "means": Meaning(links=tuple(_listed(column.get("links"))))}
    said = {**said, "links": [*_listed(column.get("links")), *_listed(said.get("links"))]}
    alone = {
        key: tuple(each for each in _listed(said.get(key)) if taken[each] < 2 and (key not in NUMBERED or _fits(each)))
        for key in (*KEPT, *ADDED)
    }
    known = {str(each) for each in column.get("values") or ()}
    says = {str(key): _listed(each) for key, each in (column.get("value_says") or {}).items()}
    for value, words in (said.get("values") or {}).items():
        if str(value) in known:
            says[str(value)] = [*says.get(str(value), ()), *(each for each in _listed(words) if taken[each] == 1)]
    added = {key: [*_listed(column.get(key)), *alone[key]] for key in ADDED if column.get(key) or alone[key]}
    return {**column, **added, "value_says": says, "means": Meaning(**{key: alone[key] for key in KEPT})}


def _fits(phrase: str) -> bool:
    return len(NUMBER.findall(phrase)) == 1


def _phrases(said: Raw) -> Iterator[str]:
    for key, found in said.items():
        for each in found.values() if key == "values" else [found]:
            yield from _listed(each)


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def faults(file: str, columns: dict[str, dict[str, Raw]]) -> Iterator[str]:
    """What is wrong in a file, given the tables of its domain file and their columns."""
    for table, said in raw_file(file).items():
        if table not in columns:
            yield f"{table}: no such table"
            continue
        for name, found in said.items():
            if name not in columns[table]:
                yield f"{table}: no column {name!r}"
                continue
            yield from (f"{table}: {name}: {each}" for each in _column_faults(found, columns[table][name]))


def _column_faults(said: Raw, column: Raw) -> Iterator[str]:
    for key in said:
        if key not in (*KEPT, *ADDED, "values"):
            yield f"unknown key {key!r}"
    for key in NUMBERED:
        yield from (f"{key}: {each!r} needs one N" for each in _listed(said.get(key)) if not _fits(each))
    known = {str(each) for each in column.get("values") or ()}
    yield from (f"{each!r} is no value" for each in said.get("values") or {} if str(each) not in known)
