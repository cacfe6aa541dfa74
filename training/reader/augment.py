"""Lines made new: other headers, other values, other columns around, other tables' columns in place of these."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from typing import Any

from groundplan.language.stems import stem
from groundplan.language.words import split
from training.reader.affix import longer_headers, longer_values
from training.reader.codes import recoded

Line = dict[str, Any]
SHOWN_VALUES = 30
NAMING = ("per", "each")
"""Slots of a form that name a column."""


def varied(line: Line, donors: Sequence[Line], random: random.Random) -> Line:
    """The same question over a table that looks otherwise; `donors` are columns of other tables."""
    line = copy.deepcopy(recoded(line, random))
    columns = line["table"]["columns"]
    if line["source"] == "charts" and not line.get("history") and random.random() < 0.45:
        _transplant(line, donors, random)
    if random.random() < 0.5:
        _swap_values(line, random)
    line = lengthened(line, random)
    columns = line["table"]["columns"]
    _thin(line, random)
    if random.random() < 0.25:
        _shuffle(columns, random)
    if random.random() < 0.3:
        _restyle(line, random)
    if random.random() < 0.12:
        line["table"]["name"] = random.choice(("data", "table", "export", "sheet1", "dataset", "records"))
    if random.random() < 0.15:
        line["question"] = line["question"].lower()
    if random.random() < 0.2:
        line["question"] = line["question"].rstrip("?. ")
    return line


def lengthened(line: Line, random: random.Random) -> Line:
    """Headers and values made longer than what is said of them."""
    line = copy.deepcopy(longer_values(line, random))
    _rename(line, longer_headers(line, random))
    return line


def _shuffle(columns: list[Line], random: random.Random) -> None:
    """In another order; dates and figures keep theirs, which says which one is the main one."""
    before = list(columns)
    random.shuffle(columns)
    for types in (("date", "datetime"), ("integer", "number")):
        places = [at for at, column in enumerate(columns) if column["type"] in types]
        own = [column for column in before if column["type"] in types]
        for at, column in zip(places, own, strict=True):
            columns[at] = column


def used(line: Line) -> set[str]:
    """Every column that the forms of a line name."""
    names: set[str] = set(line.get("choices") or ())
    for form in (line.get("form"), (line.get("history") or {}).get("form")):
        if form:
            names |= {m["column"] for m in form["metrics"] if m["column"]} | set(form["group_by"])
            names |= {f["column"] for f in form["filters"]} | set((form["derive"] or {}).get("of", ()))
            names |= {form["time"]["column"]} if form["time"] else set()
            names |= {form[slot] for slot in NAMING if form.get(slot)}
    return names


def _thin(line: Line, random: random.Random) -> None:
    """Drops columns that the question does not need, and shows fewer values of the others."""
    keep, columns = used(line), line["table"]["columns"]
    if line["status"] == "answered" and random.random() < 0.35:
        chance = random.uniform(0.3, 1.0)
        columns[:] = [c for c in columns if c["name"] in keep or random.random() < chance]
    needed = {str(v).lower() for f in _filters(line) for v in _listed(f["value"])}
    for column in columns:
        if column["type"] == "text" and len(column["values"]) > SHOWN_VALUES:
            said = [v for v in column["values"] if str(v).lower() in needed]
            column["values"] = [*said, *random.sample(column["values"], SHOWN_VALUES)]
        random.shuffle(column["values"])


def _filters(line: Line) -> list[dict[str, Any]]:
    return [f for form in (line.get("form"), (line.get("history") or {}).get("form")) if form for f in form["filters"]]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _restyle(line: Line, random: random.Random) -> None:
    """Every header in one other style: snake_case, camelCase, CAPS, Title Case."""
    style = random.choice(("snake", "camel", "caps", "title", "plain"))
    _rename(line, {c["name"]: _styled(c["name"], style) for c in line["table"]["columns"]})


def _styled(name: str, style: str) -> str:
    words = [w.text for w in split(name.replace("_", " "))]
    if style == "snake":
        return "_".join(w.lower() for w in words)
    if style == "caps":
        return "_".join(w.upper() for w in words)
    if style == "camel":
        return "".join(w.capitalize() for w in words)
    return " ".join(w.capitalize() if style == "title" else w.lower() for w in words)


def _rename(line: Line, names: dict[str, str]) -> None:
    if len(set(names.values())) < len(names) or "" in names.values():
        return
    for column in line["table"]["columns"]:
        column["name"] = names[column["name"]]
    line["choices"] = [names.get(name, name) for name in line.get("choices") or ()]
    for form in (line.get("form"), (line.get("history") or {}).get("form")):
        if form:
            _rename_form(form, names)


def _rename_form(form: dict[str, Any], names: dict[str, str]) -> None:
    for part in (*form["metrics"], *form["filters"], *([form["time"]] if form["time"] else [])):
        if part["column"]:
            part["column"] = names.get(part["column"], part["column"])
    form["group_by"] = [names.get(name, name) for name in form["group_by"]]
    if form["derive"] and form["derive"].get("of"):
        form["derive"]["of"] = [names.get(name, name) for name in form["derive"]["of"]]
    form.update({slot: names.get(form[slot], form[slot]) for slot in NAMING if form.get(slot)})


def _swap_values(line: Line, random: random.Random) -> None:
    """Another value of the same column, in the question and in the form, where it is said word for word."""
    if line.get("history") or not line.get("form"):
        return
    columns = {c["name"]: c for c in line["table"]["columns"]}
    for condition in line["form"]["filters"]:
        column = columns.get(condition["column"])
        if column and column["type"] == "text" and condition["op"] in ("=", "!=") and len(column["values"]) > 1:
            other = str(random.choice(column["values"]))
            _replace_value(line, condition, other)


def _replace_value(line: Line, condition: dict[str, Any], other: str) -> None:
    said = re.findall(rf"(?<!\w){re.escape(str(condition['value']))}(?!\w)", line["question"])
    if len(said) == 1 and 0 < len(other) < 40:
        line["question"] = line["question"].replace(said[0], other)
        condition["value"] = other
        line["said"] = {}


def _transplant(line: Line, donors: Sequence[Line], random: random.Random) -> None:
    """Columns of the question become columns of another table, in the header and in the words."""
    form = line.get("form")
    if not form:
        return
    columns = {c["name"]: c for c in line["table"]["columns"]}
    for name in sorted(used(line)):
        column, donor = columns[name], random.choice(donors)
        taken = {c["name"].lower() for c in line["table"]["columns"]}
        if donor["type"] != column["type"] or donor["name"].lower() in taken or random.random() < 0.2:
            continue
        places = _mentions(line["question"], name)
        if not places or not _revalued(line, name, donor, random):
            continue
        words = " ".join(w.lower for w in split(donor["name"].replace("_", " ")))
        for start, end in reversed(_mentions(line["question"], name)):
            line["question"] = line["question"][:start] + words + line["question"][end:]
        column["values"] = list(donor["values"])
        column["name"] = donor["name"]
        _rename_form(form, {name: donor["name"]})
        line["said"] = {}


def _mentions(question: str, name: str) -> list[tuple[int, int]]:
    """Where the whole header is said, by stems."""
    want = [w.stem for w in split(name.replace("_", " ")) if w.is_word]
    words = [w for w in split(question.replace("_", " ")) if w.is_word]
    found = []
    for at in range(len(words) - len(want) + 1):
        if want and [w.stem for w in words[at : at + len(want)]] == want:
            found.append((words[at].start, words[at + len(want) - 1].end))
    return found


def _revalued(line: Line, name: str, donor: Line, random: random.Random) -> bool:
    """The values of its conditions follow the column; False where one is not said word for word."""
    for condition in line["form"]["filters"]:
        if condition["column"] == name and donor["type"] == "text" and condition["op"] in ("=", "!=", "in", "not_in"):
            if condition["op"] in ("in", "not_in") or not donor["values"]:
                return False
            before = condition["value"]
            _replace_value(line, condition, str(random.choice(donor["values"])))
            if condition["value"] == before:
                return False
    return stem(name) != ""
