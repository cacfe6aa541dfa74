"""Lines whose headers and values are longer than what people say of them: `val_accuracy`, `CC-200 Ops`."""

from __future__ import annotations

import copy
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from training.reader.codes import hint, rewrite

Line = dict[str, Any]
HEADERS, VALUES = 0.2, 0.15
"""Share of lines whose headers, and whose values, are made longer."""
_LONGEST = 24


@lru_cache(maxsize=1)
def _known() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("affixes.yaml").read_text("utf-8"))
    return found


def longer_values(line: Line, chance: random.Random) -> Line:
    """Text values that a condition names, and all others of their column, in one longer pattern or in several."""
    if chance.random() >= VALUES or not line.get("form") or line.get("history"):
        return line
    named = {f["column"] for f in line["form"]["filters"] if f["op"] in ("=", "!=", "in", "not_in")}
    columns = [c for c in line["table"]["columns"] if c["name"] in named and _may_grow(c)]
    if not columns:
        return line
    line = copy.deepcopy(line)
    hint(line)
    for column in (c for c in line["table"]["columns"] if c["name"] in {each["name"] for each in columns}):
        rewrite(line, column, _grown(column["values"], chance))
    return line


def _may_grow(column: dict[str, Any]) -> bool:
    texts = [str(value) for value in column["values"]]
    return column["type"] == "text" and len(texts) > 1 and all(2 < len(text) <= _LONGEST for text in texts)


def _grown(values: list[Any], chance: random.Random) -> dict[str, str]:
    """One pattern for the whole column, or each value its own."""
    one = chance.choice(_known()["values"]) if chance.random() < 0.5 else None
    names = {}
    for value in dict.fromkeys(map(str, values)):
        pattern = one or chance.choice(_known()["values"])
        number = chance.choice((2, 3, 7, 12, 16, 40, 100, 200, 300, 4090))
        names[value] = pattern.format(v=value, n=number) if chance.random() < 0.85 else value
    return names


def longer_headers(line: Line, chance: random.Random) -> dict[str, str]:
    """New names for some headers: a word of the table before several of them, an export's ending behind others."""
    columns = line["table"]["columns"]
    same = {column["name"]: column["name"] for column in columns}
    if chance.random() >= HEADERS:
        return same
    before = chance.choice([*_words(str(line["table"]["name"])), *_known()["before"]])
    share = chance.uniform(0.2, 0.8)
    for column in columns:
        name = column["name"]
        if chance.random() < share and len(name) <= _LONGEST and name.isascii():
            same[name] = _styled_like(name, before) if chance.random() < 0.5 else _ended(column, chance)
    return same


def _words(name: str) -> list[str]:
    return [word for word in name.lower().replace("-", "_").split("_") if word.isalpha() and word.isascii()]


def _styled_like(name: str, before: str) -> str:
    if "_" in name or name.islower():
        return f"{before}_{name}"
    if name.isupper():
        return f"{before.upper()}_{name}"
    return f"{before.capitalize()} {name}" if " " in name else before.capitalize() + name


def _ended(column: dict[str, Any], chance: random.Random) -> str:
    name, end = column["name"], chance.choice(_known()["headers"][column["type"]])
    if end in name.lower():
        return str(name)
    if name.isupper():
        return f"{name}_{end.upper()}"
    return f"{name} {end}" if " " in name else f"{name}_{end}"
