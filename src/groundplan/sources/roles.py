"""What a column is for: to measure, to group by, to tell time, or to name one row."""

from __future__ import annotations

import re
from typing import Any

from groundplan.sources.dates import parsed
from groundplan.sources.shape import ColumnType, Role

YEAR = re.compile(r"(^|[^a-z])(years?|yr|jahr|année|annee|año|ano|anno|год)($|[^a-zа-я])|year$")
KEY = re.compile(r"(^|[_\s.-])(id|ids|uuid|guid|oid|pk|fk|key)$", re.IGNORECASE)
CAMEL_KEY = re.compile(r"[a-z0-9](Id|ID|Key|Uuid|UUID)$")
NUMBERED = re.compile(
    r"(^|[_\s.-])(no|nr|num|number|code|sku|index|ref|reference|serial|isbn|email|phone)$", re.IGNORECASE
)
LONG = 60
"""Text longer than this, on average, is read, not grouped by."""


def year_like(name: str) -> bool:
    """`year`, `release_year`, `Year of birth`, `fiscalYear`."""
    return bool(YEAR.search(re.sub(r"(?<=[a-zа-я])(?=[A-ZА-Я])", "_", name).lower()))


def key_like(name: str) -> bool:
    """`id`, `customer_id`, `customerId`, `ID`."""
    return bool(KEY.search(name) or CAMEL_KEY.search(name))


def role(
    name: str, type: ColumnType, present: int, distinct: int, low: Any, high: Any, samples: list[Any], dated: bool
) -> Role:
    """The role that type, name and values make likely."""
    if type == "boolean":
        return "boolean"
    if type in ("date", "datetime") or dated or _years(name, type, low, high):
        return "temporal"
    if key_like(name) and type in ("integer", "text"):
        return "identifier"
    if NUMBERED.search(name) and present >= 10 and distinct >= 0.95 * present and type in ("integer", "text"):
        return "identifier"
    if type == "integer" and _running(present, distinct, low, high):
        return "identifier"
    if type in ("integer", "number"):
        return "numeric"
    lengths = [len(value) for value in samples if value]
    return "text" if lengths and sum(lengths) / len(lengths) > LONG else "categorical"


def _running(present: int, distinct: int, low: Any, high: Any) -> bool:
    """Receipts 70001, 70002, ...: every number once, hardly one left out; small ones may be ranks, others years."""
    if present < 20 or distinct < 0.999 * present or low is None or low < 1000 or high <= 2100:
        return False
    return bool(high - low < 1.1 * present)


def _years(name: str, type: ColumnType, low: Any, high: Any) -> bool:
    if type == "integer":
        return year_like(name) and low is not None and low >= 1800 and high <= 2100
    return type == "text" and year_like(name) and all(_year(bound) for bound in (low, high))


def _year(value: Any) -> bool:
    return isinstance(value, str) and len(value.strip()) == 4 and parsed(value.strip(), "%Y") is not None
