"""Chart questions with their query -> examples: the query language of nvBench as forms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from groundplan.reading.formed.form import alternatives

CHARTS = {"BAR": "bar", "PIE": "arc", "LINE": "line", "SCATTER": "point", "STACKED BAR": "stacked_bar",
          "GROUPING LINE": "line", "GROUPING SCATTER": "point"}  # fmt: skip
GRAINS = {"YEAR": "year", "MONTH": "month_of_year", "WEEKDAY": "weekday", "DAY": "day"}
LIKES = {(True, True): "contains", (False, True): "starts_with", (True, False): "ends_with", (False, False): "="}
_QUERY = re.compile(r"Visualize (.+?) SELECT (.+?) FROM (\S+)(.*)$")
_FIGURE = re.compile(r"(?i)(count|sum|avg|min|max)\s*\(\s*(distinct\s+)?(.+?)\s*\)$")
_TOKEN = re.compile(r'"[^"]*"|\'[^\']*\'|\S+')
_END = r"(?= GROUP BY| ORDER BY| BIN | LIMIT|$)"


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of questions."""
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def form_of(query: str, columns: list[str]) -> dict[str, Any]:
    """The neutral form of a query; KeyError or ValueError where it says what a form cannot."""
    names = {name.lower(): name for name in columns}
    match = _QUERY.match(query)
    if not match:
        raise ValueError(query)
    kind, selected, _, rest = match.groups()
    parts = [part.strip() for part in re.split(r" , |, (?![^(]*\))", selected)]
    chart = CHARTS[kind.strip()]
    x, y = _metric(parts[0], names), _metric(parts[1], names)
    binned = re.search(r"BIN (\S+) BY (\S+)", rest)
    form: dict[str, Any] = {
        "analysis": [], "metrics": [y], "group_by": [], "time": None, "filters": [], "join": "and", "having": None,
        "sort": None, "limit": None, "chart": chart, "outputs": ["chart"], "derive": None,
    }  # fmt: skip
    if binned:
        form["time"] = {"column": _name(binned[1], names), "grain": GRAINS[binned[2]]}
    _axes(form, x, y, parts, rest, names)
    _sort(form, parts, rest)
    _filters(form, rest, names)
    return form


def _name(text: str, names: dict[str, str]) -> str:
    return names[text.lower().split(".")[-1].strip()]


def _metric(text: str, names: dict[str, str]) -> dict[str, Any]:
    match = _FIGURE.match(text)
    if not match:
        return {"column": _name(text, names), "agg": "none"}
    agg = match[1].lower()
    if agg != "count":
        return {"column": _name(match[3], names), "agg": agg}
    if match[2]:
        return {"column": _name(match[3], names), "agg": "count_distinct"}
    return {"column": None, "agg": "count"}


def _axes(
    form: dict[str, Any], x: dict[str, Any], y: dict[str, Any], parts: list[str], rest: str, names: dict[str, str]
) -> None:
    groups: list[str] = []
    if x["agg"] != "none" or (form["chart"] == "point" and y["agg"] == "none" and not form["time"]):
        form["metrics"] = [x, y]
    elif not form["time"]:
        groups.append(x["column"])
    grouped = re.search(rf"(?i)GROUP BY (.+?){_END}", rest)
    more = [part for part in grouped[1].split(",")] if grouped else []
    for text in [*more, *parts[2:]]:
        name = _name(text, names) if text.strip() else None
        taken = {form["time"]["column"]} if form["time"] else set()
        taken |= {metric["column"] for metric in form["metrics"] if len(form["metrics"]) > 1}
        if name and name not in groups and name not in taken:
            groups.append(name)
    form["group_by"] = groups


def _sort(form: dict[str, Any], parts: list[str], rest: str) -> None:
    match = re.search(r"(?i)ORDER BY (.+?) (ASC|DESC)(?= BIN | LIMIT|$)", rest)
    if not match:
        return
    key = match[1].strip().lower()
    if key == parts[0].lower():
        form["sort"] = {"by": "time" if form["time"] else "group", "order": match[2].lower()}
    elif key == parts[1].lower():
        form["sort"] = {"by": "metric", "order": match[2].lower()}


def _filters(form: dict[str, Any], rest: str, names: dict[str, str]) -> None:
    match = re.search(rf"(?i)WHERE (.+?){_END}", rest)
    if not match:
        return
    text = re.sub(r"(?i)BETWEEN (\S+) AND (\S+)", r"BETWEEN \1 \2", match[1])
    if "SELECT" in text.upper():
        raise ValueError("nested")
    parts = re.split(r"\s+(AND|OR)\s+", text)
    found = [_filter(part, names) for part in parts[::2]]
    form["filters"], form["join"] = joined(alternatives(found, ["and", *map(str.lower, parts[1::2])]))


def _filter(text: str, names: dict[str, str]) -> dict[str, Any]:
    found = _TOKEN.findall(text)
    column, last = _name(found[0], names), found[-1].strip("\"'")
    op = " ".join(found[1:-1]).upper()
    if "BETWEEN" in op:
        return {"column": column, "op": "between", "value": [plain(found[2]), plain(found[3])]}
    if last.lower() == "null":
        return {"column": column, "op": "not_null" if "NOT" in op or op == "!=" else "is_null", "value": None}
    if "LIKE" in op:
        like = LIKES[last.startswith("%"), last.endswith("%")]
        negated = {"contains": "not_contains", "=": "!="}.get(like, "not_contains") if "NOT" in op else like
        return {"column": column, "op": negated, "value": last.strip("%")}
    return {"column": column, "op": {"<>": "!="}.get(op, op), "value": plain(found[-1])}


def plain(text: str) -> Any:
    """A number where it is one, else the text without its quotes."""
    bare = text.strip("\"'")
    try:
        number = float(bare)
    except ValueError:
        return bare
    return int(number) if number == int(number) else number


def joined(parts: Iterable[Iterable[dict[str, Any]]]) -> tuple[list[dict[str, Any]], str]:
    """Alternatives as filters and their join: only where `and` and `or` mix does a filter say how it is joined."""
    whole = [merged(list(part), "and") for part in parts]
    if len(whole) == 1:
        return whole[0], "and"
    if all(len(part) == 1 for part in whole):
        return merged([one for part in whole for one in part], "or"), "or"
    if len({one["column"] for part in whole for one in part}) < sum(map(len, whole)):
        raise ValueError("two conditions on one column")
    starts = [{**part[0], "join": "or"} if at else part[0] for at, part in enumerate(whole)]
    return [one for first, part in zip(starts, whole, strict=True) for one in (first, *part[1:])], "and"


def merged(filters: list[dict[str, Any]], join: str) -> list[dict[str, Any]]:
    """One condition a column: two bounds are a range, two values a list; ValueError where that cannot be said."""
    out: dict[str, dict[str, Any]] = {}
    for one in filters:
        other = out.get(one["column"])
        out[one["column"]] = _together(other, one, join) if other else one
    return list(out.values())


def _together(one: dict[str, Any], two: dict[str, Any], join: str) -> dict[str, Any]:
    ops = {one["op"], two["op"]}
    if join == "and" and ops in ({">=", "<="}, {">", "<"}, {">", "<="}, {">=", "<"}):
        return {"column": one["column"], "op": "between", "value": sorted((one["value"], two["value"]))}
    if join == "or" and ops <= {"=", "in"}:
        return {"column": one["column"], "op": "in", "value": [*_listed(one), *_listed(two)]}
    if join == "and" and ops <= {"!=", "not_in"}:
        return {"column": one["column"], "op": "not_in", "value": [*_listed(one), *_listed(two)]}
    if one["op"] == two["op"] and one["op"] in ("contains", "not_contains", "starts_with", "ends_with"):
        return {"column": one["column"], "op": one["op"], "value": [*_listed(one), *_listed(two)]}
    raise ValueError("two conditions on one column")


def _listed(one: dict[str, Any]) -> list[Any]:
    return one["value"] if isinstance(one["value"], list) else [one["value"]]
