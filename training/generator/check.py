"""`python -m training.generator --check`: one line a fault of the domain files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import derived, meanings
from .domains import COLUMN_KEYS, FOLDER, KEPT, KINDS, TABLE_KEYS, TYPES, Domain, domain, raw_files
from .written import Fault, read

KIND_TYPES = {
    "sum": ("number", "integer"),
    "avg": ("number", "integer"),
    "year": ("integer", "number"),
    "time": ("date", "datetime"),
    "date": ("date", "datetime"),
    "flag": ("boolean", "text", "integer"),
}


def faults() -> Iterator[str]:
    """Every fault of every domain file, as `file: table: what is wrong`."""
    for name, content in _files():
        if isinstance(content, Exception):
            yield f"{name}: is no YAML: {' '.join(str(content).split())}"
        elif not isinstance(content, list):
            yield f"{name}: must be a list of tables"
        else:
            for raw in content:
                title = raw.get("table", "?") if isinstance(raw, dict) else "?"
                yield from (f"{name}: {title}: {each}" for each in _table(raw, name))
            tables = {str(raw.get("table")): _named(raw) for raw in content if isinstance(raw, dict)}
            yield from (f"meanings/{name}: {each}" for each in meanings.faults(name, tables))
            yield from (f"derived/{name}: {each}" for each in derived.faults(name, tables))


def _files() -> Iterator[tuple[str, Any]]:
    """The domain files, and those kept out of training under `kept/`."""
    yield from raw_files(FOLDER).items()
    yield from ((f"kept/{name}", content) for name, content in raw_files(KEPT).items())


def _named(raw: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {str(each.get("name")): each for each in raw.get("columns") or () if isinstance(each, dict)}


def counts() -> dict[str, int]:
    """How many tables and written questions there are."""
    tables = [raw for _, content in _files() if isinstance(content, list) for raw in content]
    questions = sum(len(raw.get("questions") or ()) for raw in tables if isinstance(raw, dict))
    return {"tables": len(tables), "questions": questions}


def _table(raw: Any, file: str) -> Iterator[str]:
    if not isinstance(raw, dict):
        yield "a table must be a mapping"
        return
    for key in raw:
        if key not in TABLE_KEYS and not str(key).startswith(("row_", "rows_")):
            yield f"unknown key {key!r}"
    for key in ("table", "title", "row", "rows", "columns"):
        if not raw.get(key):
            yield f"has no {key!r}"
    if len(raw.get("row") or ()) != len(raw.get("rows") or ()):
        yield "'row' and 'rows' differ in length"
    names: set[str] = set()
    for each in raw.get("columns") or ():
        yield from _column(each, names)
    try:
        made = domain(raw, file)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        yield f"cannot be read: {error!r}"
        return
    yield from _questions(made)


def _column(raw: Any, names: set[str]) -> Iterator[str]:
    if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
        yield f"column {str(raw)[:60]!r} has no text under 'name' (quote numbers)"
        return
    name = raw["name"]
    if name in names:
        yield f"two columns named {name!r}"
    names.add(name)
    for key in raw:
        if key not in COLUMN_KEYS and not str(key).startswith("says_"):
            yield f"{name}: unknown key {key!r}"
    if raw.get("type") not in TYPES:
        yield f"{name}: unknown type {raw.get('type')!r}; known: {', '.join(TYPES)}"
    if raw.get("kind") not in KINDS:
        yield f"{name}: unknown kind {raw.get('kind')!r}; known: {', '.join(KINDS)}"
    elif raw.get("type") not in KIND_TYPES.get(raw["kind"], TYPES):
        yield f"{name}: kind {raw['kind']} does not go with type {raw.get('type')}"
    if not raw.get("says"):
        yield f"{name}: has no 'says'"
    yield from (f"{name}: {each}" for each in _values(raw))


def _values(raw: dict[str, Any]) -> Iterator[str]:
    values, kind = raw.get("values") or [], raw.get("type")
    if not isinstance(values, list):
        yield "'values' is no list"
        return
    if not values and kind != "boolean":
        yield "has no 'values'"
    if kind == "text" and any(isinstance(each, bool) for each in values):
        yield "a text value reads as true or false: quote yes, no, on, off"
    if kind in ("number", "integer") and any(isinstance(each, bool | str) for each in values):
        yield "a value is no number"
    known = {str(each) for each in values}
    for value in raw.get("value_says") or {}:
        if str(value) not in known:
            yield f"value_says for {value!r}, which is not among the values"
    if raw.get("kind") == "flag" and not (raw.get("true_as") and raw.get("false_as")):
        yield "a flag needs true_as and false_as"
    if raw.get("kind") == "flag" and kind != "boolean" and not ("true" in raw and "false" in raw):
        yield "a flag that is no boolean needs the keys true and false"


def _questions(made: Domain) -> Iterator[str]:
    seen: set[str] = set()
    for raw in made.questions:
        text = raw.get("q") if isinstance(raw, dict) else raw
        try:
            read(raw, made)
        except Fault as fault:
            yield f"{text!r}: {fault}"
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            yield f"{text!r}: cannot be read: {error!r}"
        if text in seen:
            yield f"{text!r}: is there twice"
        seen.add(str(text))
