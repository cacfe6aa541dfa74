"""Forms held against gold: slot by slot, and whole."""

from __future__ import annotations

from typing import Any

from groundplan.contracts import Column, Form
from groundplan.readers.similarity.phrases import Phrasebook
from groundplan.readers.trained.heads import ANALYSES
from groundplan.readers.trained.said import period

SLOTS = ("analysis", "metrics", "group_by", "time", "filters", "having", "sort", "limit", "chart", "derive")


def compared(form: Form, gold: dict[str, Any], columns: dict[str, Column], book: Phrasebook) -> dict[str, bool]:
    """Whether each slot is as it should be."""
    ours = form.model_dump(mode="json")
    return {
        "analysis": _special(ours) == _special(gold),
        "metrics": _metrics(ours) == _metrics(gold),
        "group_by": _groups(ours) == _groups(gold),
        "time": _time(ours) == _time(gold),
        "filters": _filters(ours, columns, book) == _filters(gold, columns, book) and _join(ours) == _join(gold),
        "having": _having(ours) == _having(gold),
        "sort": (ours["sort"] or None) == (gold["sort"] or None),
        "limit": ours["limit"] == gold["limit"],
        "chart": ours["chart"] == gold["chart"],
        "derive": _derive(ours) == _derive(gold),
    }


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


def _metrics(form: dict[str, Any]) -> list[tuple[str, str]]:
    pairs = [(m["column"] or "", m["agg"]) for m in form["metrics"]]
    ordered = form["derive"] and form["derive"]["kind"] in ("ratio", "difference")
    return pairs if ordered or form["chart"] == "point" else sorted(pairs)


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
        found = period(str(value), columns[name], book)
        op, value = (found.op, found.value) if found else ("period", str(value).lower())
    if isinstance(value, list) and op in ("in", "not_in") and len(value) == 1:
        op, value = {"in": "=", "not_in": "!="}[op], value[0]
    if isinstance(value, list) and op not in ("between", "in", "not_in"):
        return [f"{name} {op} {_plain(v)}" for v in value]
    plain = sorted(map(_plain, value)) if isinstance(value, list) else _plain(value)
    return [f"{name} {op} {plain}"]


def _plain(value: Any) -> str:
    try:
        return f"{float(value):g}"
    except (TypeError, ValueError):
        return str(value).strip().lower()
