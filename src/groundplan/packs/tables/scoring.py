"""Scores a chart against gold: the right kind, the right rows, the right order."""

from __future__ import annotations

import datetime as dt
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.pack import Gold, Score

MARKS = {"pie": "arc", "scatter": "point", "histogram": "bar", "circle": "point"}
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FORMATS = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%m/%d/%Y", "%m/%d/%Y %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m", "%m/%d/%y")


def scorer(gold: Gold) -> Callable[[Gold, Mapping[str, Any]], Score] | None:
    """Who can score a run against this gold: a chart has a scorer of its own."""
    return score_chart if "rows" in gold and "mark" in gold else None


def score_chart(gold: Mapping[str, Any], run: Mapping[str, Any]) -> Score:
    """Whether the first chart is the one that gold describes, and if not, why."""
    charts = (run.get("facts") or {}).get("charts") or []
    if not charts:
        return Score(False, f"no chart: {run.get('status')}")
    chart = charts[0]
    width = len(gold["rows"][0]) if gold["rows"] else 2
    if reason := _wrong_kind(gold, chart, width):
        return Score(False, reason)
    dates = all(isinstance(row[0], str) and _iso(row[0]) == row[0] for row in gold["rows"])
    want = _rows(gold["rows"], width, dates, gold.get("bin"))
    got = _rows(chart["rows"], width, dates, gold.get("bin"))
    if not want or not _same(got, want):
        return Score(False, f"other rows: {len(got)} instead of {len(want)}")
    if gold.get("sort") and width == 2 and not gold.get("bin") and not _ordered(got, gold["sort"]):
        return Score(False, "other order")
    return Score(True, "")


def _wrong_kind(gold: Mapping[str, Any], chart: Mapping[str, Any], width: int) -> str:
    mark = MARKS.get(chart["mark"], chart["mark"])
    colored = any(len(row) > 2 and row[2] is not None for row in chart["rows"])
    if mark != gold["mark"]:
        return f"mark {mark} instead of {gold['mark']}"
    if colored != (width == 3):
        return "colored" if colored else "not colored"
    if mark == "bar" and width == 3 and bool(chart.get("stacked")) != bool(gold["stacked"]):
        return "not stacked" if gold["stacked"] else "stacked"
    return ""


def _rows(rows: Sequence[Sequence[Any]], width: int, dates: bool, unit: str | None) -> list[tuple[str, ...]]:
    """Comparable rows; those that draw nothing fall away."""
    drawn = [row for row in rows if len(row) > 1 and _cell(row[1]) not in ("", "0.00", "-0.00")]
    return [(_x(row[0], dates, unit), _cell(row[1]), *(_cell(cell) for cell in row[2:width])) for row in drawn]


def _x(value: Any, dates: bool, unit: str | None) -> str:
    if unit == "MONTH" and str(value).isdigit() and 1 <= int(value) <= 12:
        return MONTHS[int(value) - 1]
    if unit:
        return str(value)[:4] if unit == "YEAR" else str(value)[:3].casefold()
    return (_iso(str(value)) if dates else None) or _cell(value)


def _iso(text: str) -> str | None:
    if len(text) == 4 and text.isdigit():
        return f"{text}-01-01"
    for form in _FORMATS:
        try:
            return dt.datetime.strptime(text, form).strftime("%Y-%m-%d")
        except ValueError:
            continue
    return None


def _cell(value: Any) -> str:
    if value is None:
        return ""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return " ".join(str(value).split()).casefold()
    return "" if math.isnan(number) else f"{number:.2f}"


def _same(got: list[tuple[str, ...]], want: list[tuple[str, ...]]) -> bool:
    """The same rows in any order; the last digit of a rounded figure is forgiven."""
    if Counter(got) == Counter(want):
        return True
    if len(got) != len(want):
        return False
    pairs = zip(sorted(got, key=_keys), sorted(want, key=_keys), strict=True)
    return all(_keys(a)[:-1] == _keys(b)[:-1] and _near(a[1], b[1]) for a, b in pairs)


def _keys(row: tuple[str, ...]) -> tuple[Any, ...]:
    return (row[0], *row[2:], _number(row[1]))


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan


def _near(a: str, b: str) -> bool:
    x, y = _number(a), _number(b)
    return abs(x - y) <= max(0.0101, 1e-6 * max(abs(x), abs(y)))


def _ordered(rows: list[tuple[str, ...]], sort: Mapping[str, str]) -> bool:
    at = 0 if sort["by"] == "x" else 1
    keys = [(1, 0.0, row[at]) if math.isnan(_number(row[at])) else (0, _number(row[at]), "") for row in rows]
    return keys == sorted(keys, reverse=sort["order"] == "desc")
