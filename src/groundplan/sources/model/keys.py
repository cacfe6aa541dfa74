"""Which fields tell the rows of a dataset apart: one, or the fewest together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from groundplan.contracts.source_model import Field
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.header import header_words, lists, says, singular
from groundplan.sources.shape import Table

CHANCE = 30
"""So many times as many combinations as rows: that none comes twice then proves nothing."""
TRIED = 40


def unique_fields(table: Table, fields: Sequence[Field]) -> list[str]:
    """Fields without a blank in which no value stands twice, the likeliest key first."""
    if table.rows < 2:
        return []
    found = [field for field in fields if _unique(table, field)]
    return [field.name for field in sorted(found, key=lambda field: -_points(table, field, fields))]


def _unique(table: Table, field: Field) -> bool:
    slack = 0.05 if table.rows > 1_000_000 else 0
    whole = not field.missing and not field.odd and field.distinct >= table.rows * (1 - slack)
    return (
        whole
        and field.type in ("text", "integer", "date", "datetime")
        and field.role not in ("measure", "text", "list")
    )


def _points(table: Table, field: Field, fields: Sequence[Field]) -> float:
    words = [singular(word) for word in header_words(field.name)]
    own = {singular(word) for word in header_words(table.name)}
    points = 4.0 * (field.role == "key") + 2.0 * any(word in lists()["keys"] for word in words)
    points += 2.0 * bool(own & set(words)) + 1.0 * (field is fields[0])
    return points - 2.0 * (field.role == "time") - 1.0 * (field.role == "name")


def composite(table: Table, fields: Sequence[Field], pointing: Sequence[str], evidence: Evidence) -> tuple[str, ...]:
    """The fewest fields that together stand once, of keys, times and labels."""
    able = [field for field in fields if _part(table, field, pointing)]
    able.sort(
        key=lambda field: (field.name not in pointing, field.role != "key", field.role != "time", -field.distinct)
    )
    for size in (2, 3):
        for some in list(combinations(able[:8], size))[:TRIED]:
            room = 1
            for field in some:
                room *= max(field.distinct, 1)
            keyed = any(field.name in pointing or field.role == "key" for field in some)
            if room < table.rows or (room > CHANCE * table.rows and not keyed):
                continue
            names = tuple(field.name for field in fields if field in some)
            if evidence.distinct(table.name, names) == table.rows:
                return names
    return ()


def _part(table: Table, field: Field, pointing: Sequence[str]) -> bool:
    role = field.role in ("key", "time", "category", "name", "flag") or field.name in pointing
    role = role or (field.type == "integer" and says(field.name, "numbering"))
    return role and not field.missing and 1 < field.distinct < table.rows
