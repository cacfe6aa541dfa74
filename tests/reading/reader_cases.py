"""The cases of the reader: their tables, and blanks with the pack's own labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from groundplan.language.labels import labels
from groundplan.reading.blank import Blank
from groundplan.reading.over_tables import INTENTS
from groundplan.sources.shape import Column, Key, Table

CASES = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))

LABELS = labels()


def table(name: str) -> Table:
    """A table of the cases, by name."""
    raw = CASES["tables"][name]
    columns = tuple(
        Column(name=column, **{**facts, "values": tuple(facts.get("values", ()))})
        for column, facts in raw["columns"].items()
    )
    return Table(name=name, columns=columns, rows=raw["rows"], keys=tuple(Key(**key) for key in raw.get("keys", ())))


def blank(names: Sequence[str], prior: dict[str, Any] | None = None) -> Blank:
    """The blank form over these tables."""
    tables = tuple(table(name) for name in names)
    return Blank(intents=INTENTS, labels=LABELS, tables=tables, prior=prior)
