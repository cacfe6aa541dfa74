"""The declared model of the mirror, and the tables that follow from it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset, SourceModel
from groundplan.plan import folder
from groundplan.sources import duck
from groundplan.sources.model.model_file import read_model

FOLDER = Path(__file__).parent
SQL = {"text": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "date": "DATE",
       "datetime": "TIMESTAMP"}  # fmt: skip
MORE = {
    "commits": ("parents", "message_ids"),
    "merge_requests": ("message_ids", "shas"),
    "notes": ("by_system",),
    "projects": ("keys",),
}
"""Columns of the mirror that no question sees: links are made from them when it is opened."""
IDENTITIES = ("id", "name", "email", "username", "bot")
"""People as each source knows them; who is who is settled when the mirrors are opened."""


@lru_cache(maxsize=1)
def model() -> SourceModel:
    """What a mirror holds."""
    return read_model((FOLDER / "mirror.yaml").read_text("utf-8"), "mirror.yaml")


@lru_cache(maxsize=1)
def words() -> dict[str, Any]:
    """The words of this pack."""
    return dict(folder.load(FOLDER / "words.yaml"))


@lru_cache(maxsize=1)
def version() -> str:
    """Other columns make another mirror."""
    return hashlib.sha256(repr([(name, columns(name)) for name in names()]).encode()).hexdigest()[:16]


def names() -> tuple[str, ...]:
    """The tables of a mirror."""
    return (*(one.name for one in model().datasets), "identities")


def columns(table: str) -> dict[str, str]:
    """The columns of a table with their types."""
    if table == "identities":
        return {name: "BOOLEAN" if name == "bot" else "VARCHAR" for name in IDENTITIES}
    dataset = _dataset(table)
    own = {field.name: SQL[field.type] for field in dataset.fields}
    return {**own, **dict.fromkeys(MORE.get(table, ()), "VARCHAR")}


def created(schema: str, table: str) -> str:
    """The statement that makes a table."""
    listed = ", ".join(f"{duck.name(name)} {kind}" for name, kind in columns(table).items())
    return f"CREATE TABLE IF NOT EXISTS {duck.name(schema, table)} ({listed})"


def _dataset(name: str) -> Dataset:
    found = model().dataset(name)
    assert found is not None, name
    return found
