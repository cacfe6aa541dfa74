"""Domain files: what tables are about, how people name their columns, and questions written by hand."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from .meanings import NOTHING, Meaning, raw_file, with_meanings

FOLDER, KEPT = Path(__file__).parent / "domains", Path(__file__).parent / "kept"
"""Tables to learn from, and tables that are only measured with."""
TYPES = ("text", "number", "integer", "date", "datetime", "boolean")
KINDS = ("sum", "avg", "year", "name", "group", "code", "free", "time", "date", "flag")
COLUMN_KEYS = frozenset(
    (
        *("name", "also", "says", "asks", "verbs", "who", "type", "kind", "unit", "values", "value_says"),
        *("high", "low", "true_as", "false_as", "true", "false", "note", "links"),
    )
)
TABLE_KEYS = frozenset(["table", "title", "lang", "row", "rows", "columns", "questions", "people"])


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column as its domain file describes it."""

    name: str
    type: str
    kind: str
    also: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    high: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    who: bool = False
    unit: str = ""
    values: tuple[Any, ...] = ()
    value_says: dict[str, tuple[str, ...]] = field(default_factory=dict)
    true_as: tuple[str, ...] = ()
    false_as: tuple[str, ...] = ()
    true: Any = True
    false: Any = False
    cases: dict[str, tuple[str, ...]] = field(default_factory=dict)  # says_gen and the like, key "gen"
    means: Meaning = NOTHING

    @property
    def numeric(self) -> bool:
        return self.type in ("number", "integer")

    @property
    def dated(self) -> bool:
        return self.type in ("date", "datetime")


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """One table of a domain file."""

    name: str
    title: str
    lang: str
    row: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    questions: tuple[dict[str, Any], ...]
    cases: dict[str, tuple[str, ...]]  # rows_gen and the like, key "rows.gen"
    file: str


@cache
def raw_files(folder: Path) -> dict[str, Any]:
    """The parsed content of every domain file by file name; a file that is no YAML maps to its error."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            found[path.name] = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
        except yaml.YAMLError as error:
            found[path.name] = error
    return found


@cache
def load(folder: Path) -> tuple[Domain, ...]:
    """Every sound table of every domain file; a broken entry is left out (`--check` names it)."""
    found = []
    for name, content in raw_files(folder).items():
        for raw in content if isinstance(content, list) else []:
            try:
                found.append(domain(raw, name))
            except (KeyError, TypeError, ValueError, AttributeError):
                continue
    return tuple(found)


def domain(raw: dict[str, Any], file: str) -> Domain:
    """The table that one entry of a domain file describes."""
    lang = str(raw.get("lang", "en"))
    said = raw_file(file).get(str(raw["table"])) or {}
    cases = {key.replace("_", ".", 1): words(value) for key, value in raw.items() if key.startswith(("row_", "rows_"))}
    return Domain(
        name=str(raw["table"]),
        title=str(raw.get("title", "")),
        lang=lang,
        row=words(raw["row"]),
        rows=words(raw["rows"]),
        columns=tuple(column(each) for each in with_meanings(raw["columns"], said)),
        questions=tuple(raw.get("questions") or ()),
        cases=cases,
        file=file,
    )


def column(raw: dict[str, Any]) -> Column:
    """The column that one entry of `columns` describes."""
    kind, kept = str(raw["kind"]), str(raw["type"])
    boolean = kept == "boolean"
    return Column(
        name=str(raw["name"]),
        type=kept,
        kind=kind,
        **{key: words(raw.get(key)) for key in ("also", "says", "asks", "verbs", "high", "low")},
        who=bool(raw.get("who", False)),
        unit=str(raw.get("unit") or ""),
        values=tuple(
            plain(each, kept) for each in raw.get("values") or ((True, False) if boolean else ()) if each is not None
        ),
        value_says={str(key): words(value) for key, value in (raw.get("value_says") or {}).items()},
        true_as=words(raw.get("true_as")),
        false_as=words(raw.get("false_as")),
        true=raw.get("true", True if boolean else "Y"),
        false=raw.get("false", False if boolean else "N"),
        cases={key.removeprefix("says_"): words(value) for key, value in raw.items() if key.startswith("says_")},
        means=raw.get("means", NOTHING),
    )


def words(value: Any) -> tuple[str, ...]:
    """A list of strings from a list, one string or nothing."""
    if value is None:
        return ()
    return tuple(str(each) for each in value) if isinstance(value, list) else (str(value),)


def plain(value: Any, kind: str) -> Any:
    """A sample value as JSON can hold it, of the column's type."""
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value) if kind in ("text", "date", "datetime") and value is not None else value
