"""Written questions made many: other headers, other values, other letter case, typos."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

from .domains import FOLDER, Domain, load
from .filters import rounded
from .noise import typo
from .spans import mark, take_out
from .tables import Table
from .written import Fault, Written, read

LIMIT, HAVING = 4000, 4001
WIDTH = 16
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@cache
def written(lang: str, folder: Path = FOLDER) -> tuple[tuple[Domain, Written], ...]:
    """Every written question of a language with its table."""
    found = []
    for domain in load(folder):
        for raw in domain.questions if domain.lang == lang else ():
            try:
                found.append((domain, read(raw, domain)))
            except (Fault, KeyError, TypeError, ValueError, AttributeError, IndexError):
                continue
    return tuple(found)


def columns_of(form: dict[str, Any] | None) -> set[str]:
    """The columns that a form uses."""
    if form is None:
        return set()
    found = {each["column"] for each in form["metrics"]} | set(form["group_by"])
    found |= {each["column"] for each in form["filters"]} | set((form["derive"] or {}).get("of", ()))
    if form["time"]:
        found.add(form["time"]["column"])
    return (found | {form["per"], form["each"]}) - {None}


def renamed(form: dict[str, Any] | None, table: Table) -> dict[str, Any] | None:
    """The form with the headers of the concrete table."""
    if form is None:
        return None
    names = {column.spec.name: column.name for column in table.columns}
    derive = form["derive"]
    return {
        **form,
        "metrics": [{**each, "column": names.get(each["column"])} for each in form["metrics"]],
        "group_by": [names[each] for each in form["group_by"]],
        "time": {**form["time"], "column": names[form["time"]["column"]]} if form["time"] else None,
        "filters": [{**each, "column": names[each["column"]]} for each in form["filters"]],
        "derive": {**derive, "of": [names[each] for each in derive["of"]]} if derive else None,
        **{slot: names[form[slot]] for slot in ("per", "each") if form[slot]},
    }


def vary(
    item: Written, table: Table, rng: random.Random, swap: bool
) -> tuple[str, dict[str, Any] | None, dict[str, Any]]:
    """The question, its form and the words that say its values, after some changes."""
    text = _marked(item)
    form = item.form
    if text is None:
        return item.question, renamed(form, table), item.said
    if form is not None and swap and rng.random() < 0.55:
        text, form = _swapped(text, item, form, table, rng)
    if rng.random() < 0.08:
        text = typo(text, rng)
    if rng.random() < 0.2:
        text = text.lower()
    plain, found = take_out(text)
    filters = [
        [found.get(place * WIDTH + number) for number in range(len(words))]
        for place, words in enumerate(item.said["filters"])
    ]
    said = {"filters": filters, "limit": found.get(LIMIT), "having": found.get(HAVING)}
    return plain, renamed(form, table), said


def _marked(item: Written) -> str | None:
    """The question with marks around the words that say values; None when they overlap."""
    wanted = [
        (place * WIDTH + number, words)
        for place, each in enumerate(item.said["filters"])
        for number, words in enumerate(each)
    ]
    wanted += [(key, item.said[name]) for key, name in ((LIMIT, "limit"), (HAVING, "having")) if item.said[name]]
    spans: list[tuple[int, int, int]] = []
    for key, words in sorted(wanted, key=lambda each: -len(each[1])):
        start = _free(item.question, words, spans)
        if start is None:
            return None
        spans.append((start, start + len(words), key))
    text = item.question
    for start, end, key in sorted(spans, reverse=True):
        text = text[:start] + mark(key, text[start:end]) + text[end:]
    return text


def _free(text: str, words: str, spans: list[tuple[int, int, int]]) -> int | None:
    """Where the words stand, at word borders if they can, outside the spans."""
    places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text)]
    places += [match.start() for match in re.finditer(re.escape(words), text)]
    for start in places:
        if all(start >= end or start + len(words) <= begin for begin, end, _ in spans):
            return start
    return None


def _swapped(
    text: str, item: Written, form: dict[str, Any], table: Table, rng: random.Random
) -> tuple[str, dict[str, Any]]:
    """Other values in place of those that the question says as they stand."""
    specs = {column.spec.name: column for column in table.columns}
    filters = [dict(each) for each in form["filters"]]
    for place, condition in enumerate(filters):
        column, said = specs[condition["column"]], item.said["filters"][place]
        once = len(said) == 1 and text.lower().count(said[0].lower()) == 1
        if not once or isinstance(condition["value"], list):
            continue
        new: Any = None
        if (
            condition["op"] in ("=", "!=")
            and column.type == "text"
            and said[0].lower() == str(condition["value"]).lower()
        ):
            taken = {str(each["value"]) for each in filters} | {text.lower()}
            others = [
                each for each in column.values if str(each) not in taken and str(each).lower() not in text.lower()
            ]
            new = rng.choice(others) if others and column.kind != "flag" else None
        elif (
            condition["op"] == "period" and _YEAR.search(said[0]) and said[0].lower() == str(condition["value"]).lower()
        ):
            new = _other_years(str(condition["value"]), rng)
        elif condition["op"] in (">", ">=", "<", "<=") and said[0].isdigit() and column.kind in ("sum", "avg"):
            new = _other_number(condition["value"], rng)
        if new is None:
            continue
        text = _put(text, place * WIDTH, str(new).lower() if said[0].islower() else str(new))
        condition["value"] = new
    changed = {**form, "filters": filters}
    if form["limit"] and str(item.said["limit"]).isdigit() and form["limit"] > 1 and rng.random() < 0.6:
        changed["limit"] = rng.choice([each for each in (3, 4, 5, 6, 7, 8, 10, 12, 15, 20) if each != form["limit"]])
        text = _put(text, LIMIT, str(changed["limit"]))
    return text, changed


def _put(text: str, key: int, words: str) -> str:
    """The text with other words inside the mark."""
    before, _, after = text.partition(chr(0xE000 + key))
    return before + mark(key, words) + after.partition("\uf8ff")[2]


def _other_years(words: str, rng: random.Random) -> str:
    """The period moved by a few years."""
    shift = rng.choice((-3, -2, -1, 1))
    return _YEAR.sub(lambda match: str(int(match.group()) + shift), words)


def _other_number(value: Any, rng: random.Random) -> Any:
    made = rounded(float(value) * rng.uniform(0.4, 2.5), isinstance(value, int), rng)
    return made if isinstance(made, int) and made > 0 else None
