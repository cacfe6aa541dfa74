"""Forms held against gold: slot by slot, and whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from groundplan.language.calendar.recurring import recurring, without
from groundplan.language.phrases import Phrasebook
from groundplan.reading.embedded.scores import ANALYSES
from groundplan.reading.embedded.values_said import period
from groundplan.reading.formed.form import Filter, Form
from groundplan.reading.time_columns import has_parts, parts_held
from groundplan.sources.shape import Column

SLOTS = (
    *("analysis", "metrics", "group_by", "time", "filters", "having", "sort", "limit", "chart", "derive"),
    *("per", "across", "each"),
)


LAST_SECOND = "T23:59:59"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def naming(lines: Iterable[dict[str, Any]]) -> dict[str, str]:
    """For every table the column that its own lists of rows most often show alone: what a row is called by."""
    found: dict[str, Counter[str]] = {}
    for line in lines:
        form = line.get("form")
        if form and _listed(form) and len(form["metrics"]) == 1 and form["metrics"][0]["column"]:
            found.setdefault(line["table"]["name"], Counter())[form["metrics"][0]["column"]] += 1
    return {table: counts.most_common(1)[0][0] for table, counts in found.items()}


def compared(
    form: Form, gold: dict[str, Any], columns: dict[str, Column], book: Phrasebook, called: str | None = None
) -> dict[str, bool]:
    """Whether each slot is as it should be; `called` is the column that names a row of the table."""
    ours, gold = (_plain_list(each, called) for each in (form.model_dump(mode="json"), gold))
    return {
        "analysis": _special(ours) == _special(gold),
        "metrics": _metrics(ours, gold) == _metrics(gold, gold),
        "group_by": _groups(ours) == _groups(gold),
        "time": _time(ours) == _time(gold),
        "filters": _filters(ours, columns, book) == _filters(gold, columns, book) and _join(ours) == _join(gold),
        "having": _having(ours) == _having(gold),
        "sort": (ours["sort"] or None) == (gold["sort"] or None),
        "limit": ours["limit"] == gold["limit"],
        "chart": ours["chart"] == gold["chart"],
        "derive": _derive(ours) == _derive(gold),
        **{slot: ours[slot] == gold.get(slot) for slot in ("per", "across", "each")},
    }


def _listed(form: dict[str, Any]) -> bool:
    """Rows that meet conditions, as they stand."""
    shaped = ("group_by", "time", "having", "chart", "derive", "sort", "limit")
    return form["analysis"] == ["lookup"] and not any(form[slot] for slot in shaped)


def _plain_list(form: dict[str, Any], called: str | None) -> dict[str, Any]:
    """A list of rows without any column shows what they are called by, so that naming this column changes nothing."""
    alone = [(m["column"], m["agg"]) for m in form["metrics"]] == [(called, "none")]
    return {**form, "metrics": []} if called and alone and _listed(form) else form


def _special(form: dict[str, Any]) -> set[str]:
    """Total, count and compare follow from the figures; a rank from a limit or a sort by them, a trend from a time."""
    named = set(form["analysis"]) & set(ANALYSES)
    if form["limit"] or (form["sort"] and form["sort"]["by"] == "metric"):
        named.add("rank")
    if form["time"]:
        named -= {"trend"}
    if _pie(form):
        named -= {"share"}
    return named - ({"lookup"} if len(named) > 1 else set())


def _pie(form: dict[str, Any]) -> bool:
    """A pie shows shares by itself, whether or not they are asked for apart."""
    return bool(form["chart"] == "arc" and (form["group_by"] or form["time"]))


def _metrics(form: dict[str, Any], gold: dict[str, Any]) -> list[tuple[str, str]]:
    """In their order where the gold has one; another chart or derived figure is a fault of its own slot."""
    pairs = [(m["column"] or "", m["agg"]) for m in form["metrics"]]
    ordered = gold["derive"] and gold["derive"]["kind"] in ("ratio", "difference")
    return pairs if ordered or gold["chart"] == "point" else sorted(pairs)


def _groups(form: dict[str, Any]) -> list[str]:
    """Rows by rank may or may not have their name beside them, a share the column that its part is limited by."""
    named = list(form["group_by"])
    ranked = bool(form["limit"]) or "rank" in form["analysis"]
    if ranked and form["metrics"] and all(m["agg"] == "none" for m in form["metrics"]) and not form["chart"]:
        return []
    if form["derive"] and form["derive"]["kind"] == "percent_of_total":
        limited = {f["column"] for f in form["filters"] if f["op"] == "="}
        named = [name for name in named if name not in limited]
    return named if form["chart"] else sorted(named)


def _time(form: dict[str, Any]) -> tuple[str, str] | None:
    return (form["time"]["column"], form["time"]["grain"]) if form["time"] else None


def _having(form: dict[str, Any]) -> tuple[str, str] | None:
    return (form["having"]["op"], _plain(form["having"]["value"])) if form["having"] else None


def _derive(form: dict[str, Any]) -> tuple[str, tuple[str, ...]] | None:
    kind = form["derive"] and form["derive"]["kind"]
    if not kind or (kind == "percent_of_total" and _pie(form)):
        return None
    return kind, tuple(form["derive"].get("of") or ()) if kind in ("ratio", "difference", "duration") else ()


def _join(form: dict[str, Any]) -> str:
    return str(form["join"]) if len({f["column"] for f in form["filters"]}) > 1 else "and"


def _filters(form: dict[str, Any], columns: dict[str, Column], book: Phrasebook) -> set[str]:
    return {part for f in form["filters"] for part in _filter(f, columns, book)}


def _filter(condition: dict[str, Any], columns: dict[str, Column], book: Phrasebook) -> list[str]:
    """One text for what is the same: a period as its dates, a list of one as its one value."""
    name, op, value = condition["column"], condition["op"], condition["value"]
    if op == "period":
        found = _dates(str(value), columns[name], book)
        if found:
            return [text for one in found for text in _filter(one.model_dump(), columns, book)]
        value = str(value).lower()
    if isinstance(value, list) and op in ("in", "not_in") and len(value) == 1:
        op, value = {"in": "=", "not_in": "!="}[op], value[0]
    if isinstance(value, list) and op not in ("between", "in", "not_in"):
        return [f"{name} {op} {_plain(v)}" for v in value]
    part = condition.get("part")
    op, value = _inclusive(op, value, "integer" if part else columns[name].type)
    plain = sorted(map(_plain, value)) if isinstance(value, list) else _plain(value)
    return [f"{part} of {name} {op} {plain}" if part else f"{name} {op} {plain}"]


def _dates(said: str, column: Column, book: Phrasebook) -> list[Filter]:
    """The period that is said, and the weekdays or hours in it that come round again."""
    again = [each for each in recurring(said) if has_parts(column, each)]
    found = period(without(said, again), column, book)
    return [*([found] if found else []), *(parts_held(column, each) for each in again)]


def _inclusive(op: str, value: Any, type: str) -> tuple[str, Any]:
    """Of whole numbers and days, `more than 3` is `at least 4`; a day lasts until its last second."""
    if type in ("date", "datetime"):
        value = [str(v).removesuffix(LAST_SECOND) for v in value] if isinstance(value, list) else value
        value = value.removesuffix(LAST_SECOND) if isinstance(value, str) else value
    step = {">": 1, "<": -1}.get(op)
    if step is None:
        return op, value
    if type == "integer" and _plain(value).lstrip("-").isdigit():
        return f"{op}=", int(_plain(value)) + step
    if type == "date" and _DAY.fullmatch(str(value)):
        return f"{op}=", (date.fromisoformat(str(value)) + timedelta(days=step)).isoformat()
    return op, value


def _plain(value: Any) -> str:
    try:
        return f"{float(value):g}"
    except (TypeError, ValueError):
        return str(value).strip().lower()
