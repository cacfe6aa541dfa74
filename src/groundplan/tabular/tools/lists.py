"""Cells that hold lists: their parts, and a row for each of them."""

from __future__ import annotations

import re
from typing import Any

from groundplan.sources.frame import Frame
from groundplan.sources.shape import JSON_LIST
from groundplan.tabular.tools.columns import column as held
from groundplan.tabular.tools.columns import fresh
from groundplan.tabular.tools.notes import noted, notes_of

_PART = "__part"


def split_list(df: Frame, *, column: str, separator: str) -> Frame:
    """A row for each part of the list in a cell; rows without a list are kept once, without a part."""
    name = column
    value = held(df, name)
    fresh(df, _PART)
    found = parts(value, separator)
    listed = df.expr.mutate(**{_PART: found.length().fill_null(0)})
    some = listed.filter(listed[_PART] > 0).drop(_PART).mutate(**{name: parts(value, separator).unnest()})
    none = listed.filter(listed[_PART] == 0).drop(_PART)
    return noted(df.then(some.union(none).select(*df.columns)), *notes_of(df))


def parts(value: Any, separator: str) -> Any:
    """The parts of a cell as an array, without space around them and without empty ones."""
    mark = "," if separator == JSON_LIST else separator
    around = r"""[\s"'\[\]]*""" if separator == JSON_LIST else r"\s*"
    plain = value.re_replace(f"{around}{re.escape(mark)}{around}", mark)
    trimmed = plain.re_replace(f"^({around}{re.escape(mark)}?)+|({re.escape(mark)}?{around})+$", "")
    return trimmed.nullif("").split(mark).unique()
