"""Lines whose values are written another way: countries as codes, codes as countries, while the question stays."""

from __future__ import annotations

import copy
import random
from functools import lru_cache
from typing import Any

from groundplan.language.whole import folded
from groundplan.values.aliases import things

Line = dict[str, Any]
CHANCE = 0.3
LETTERED = ("country", "language", "state", "currency")
"""Kinds that have codes of two or three letters; the others have one letter."""
KINDS = (*LETTERED, "sex", "size", "direction", "result")


def recoded(line: Line, chance: random.Random) -> Line:
    """The line with some columns of countries, sexes and so on written in another way."""
    ways: dict[int, dict[str, str]] = {}
    for at, column in enumerate(line["table"]["columns"]):
        if column["type"] == "text" and (known := _things(column["values"])) and chance.random() < CHANCE:
            names = _written(known, chance)
            if len(set(names.values())) == len(names):
                ways[at] = names
    if not ways:
        return line
    line = copy.deepcopy(line)
    hint(line)
    for at, names in ways.items():
        rewrite(line, line["table"]["columns"][at], names)
    return line


@lru_cache(maxsize=1)
def _by_name() -> dict[tuple[str, str], int]:
    """The number of a thing by its kind and a name."""
    return {
        (thing.kind, "".join(name)): at
        for at, thing in reversed(list(enumerate(things())))
        if thing.kind in KINDS
        for name in thing.names
    }


def _things(values: list[Any]) -> dict[str, int]:
    """For every value the thing it names, if all are of one kind and none is Cyrillic."""
    texts = [str(value) for value in values]
    if len(texts) < 2 or not all(text.isascii() for text in texts):
        return {}
    for kind in KINDS:
        found = {text: _by_name().get((kind, "".join(folded(text)))) for text in texts}
        if all(at is not None for at in found.values()):
            return {text: at for text, at in found.items() if at is not None}
    return {}


def _written(known: dict[str, int], chance: random.Random) -> dict[str, str]:
    """Each value by its first full name, or by its code of so many letters."""
    kind = things()[next(iter(known.values()))].kind
    letters = chance.choice((0, 2, 3) if kind in LETTERED else (0, 1))
    out = {}
    for value, at in known.items():
        names = ["".join(name) for name in things()[at].names if "".join(name).isascii()]
        codes = [name.upper() for name in names if len(name) == letters]
        full = [" ".join(name).title() for name in things()[at].names if len("".join(name)) > 3]
        pool = codes if letters else full
        out[value] = pool[0] if pool else value
    return out


def rewrite(line: Line, column: dict[str, Any], names: dict[str, str]) -> None:
    """Other values in a column and in the conditions on it."""
    column["values"] = [names[str(value)] for value in column["values"]]
    lower = {value.lower(): name for value, name in names.items()}
    for form in (line.get("form"), (line.get("history") or {}).get("form")):
        for condition in form["filters"] if form else ():
            if condition["column"] == column["name"] and condition["op"] in ("=", "!=", "in", "not_in"):
                value = condition["value"]
                new = [lower.get(str(v).lower(), v) for v in (value if isinstance(value, list) else [value])]
                condition["value"] = new if isinstance(value, list) else new[0]


def hint(line: Line) -> None:
    """Keeps the words that say each value: they are no longer the value itself."""
    if not line.get("form"):
        return
    known = (line.get("said") or {}).get("filters") or []
    hints = []
    for number, condition in enumerate(line["form"]["filters"]):
        value, said = condition["value"], known[number] if number < len(known) else []
        values = value if isinstance(value, list) else [value]
        hints.append([(said[at] if at < len(said) else None) or v for at, v in enumerate(values)])
    line["said"] = {**(line.get("said") or {}), "filters": [[v and str(v) for v in each] for each in hints]}
