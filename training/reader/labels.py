"""Example + sheet -> what the model should say, as arrays."""

from __future__ import annotations

import re
from typing import Any

from rapidfuzz import fuzz

from groundplan.language.units import amounts
from groundplan.language.words import clean, split
from groundplan.reading.embedded.columns import flag
from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, NUMBERS, OPS, OUTPUTS, ROLES
from groundplan.reading.embedded.sheet import Sheet
from training.reader.examples import Example, parts_of

Labels = dict[str, Any]
_WITHOUT_VALUE = ("is_null", "not_null")


def labels(example: Example, sheet: Sheet) -> Labels | None:
    """The targets; None where a column of the form is not on the sheet."""
    places = {shown.name: at for at, shown in enumerate(sheet.fields, 1)}
    out: Labels = {
        "choices": {name: 0 for name in CHOICES}, "analysis": [], "outputs": [], "columns": {}, "ops": {}, "cells": [],
        "tags": [], "open": [], "numbers": [], "scored": int(example.form is not None),
    }  # fmt: skip
    out["choices"]["status"] = CHOICES["status"].index(example.status)
    try:
        if example.status == "clarify":
            for name in example.choices:
                out["columns"].setdefault(places[name], []).append(len(AGGS) + ROLES.index("choice"))
        if example.form is None:
            return out
        _question(out, example.form)
        _columns(out, example.form, places)
        for number, condition in enumerate(example.form["filters"]):
            _filter(out, example, sheet, condition, places[condition["column"]], number)
        _alternatives(out, example.form, places)
    except KeyError:
        return None
    _numbers(out, example, sheet)
    return out


def _question(out: Labels, form: dict[str, Any]) -> None:
    chosen = {
        "chart": form["chart"] or "none",
        "grain": form["time"]["grain"] if form["time"] else "none",
        "sort": f"{form['sort']['by']} {form['sort']['order']}" if form["sort"] else "none",
        "limit": "none" if not form["limit"] else "one" if form["limit"] == 1 else "number",
        "derive": form["derive"]["kind"] if form["derive"] else "none",
        "join": "or" if len(parts_of(form)) > 1 else form["join"],
        "having": form["having"]["op"] if form["having"] else "none",
        "window": "number" if form["derive"] and form["derive"].get("window") else "none",
        "metrics": str(min(len(form["metrics"]), 4)),
        "groups": str(min(len(form["group_by"]), 3)),
        "filters": str(min(len(form["filters"]), 4)),
        "across": form.get("across") or "none",
    }
    out["choices"].update({name: CHOICES[name].index(label) for name, label in chosen.items()})
    out["analysis"] = [ANALYSES.index(a) for a in form["analysis"] if a in ANALYSES]
    out["outputs"] = [OUTPUTS.index(o) for o in form["outputs"]]


def _columns(out: Labels, form: dict[str, Any], places: dict[str, int]) -> None:
    def role(name: str | None, *marks: str) -> None:
        marked = out["columns"].setdefault(places[name] if name else 0, [])
        marked += [len(AGGS) + ROLES.index(mark) for mark in marks]

    for at, metric in enumerate(form["metrics"]):
        place = places[metric["column"]] if metric["column"] else 0
        out["columns"].setdefault(place, []).append(AGGS.index(metric["agg"]))
        if at == 0 and len(form["metrics"]) > 1:
            role(metric["column"], "first")
    for at, name in enumerate(form["group_by"][:2]):
        role(name, *(("group", "second") if at else ("group",)))
    if form["time"]:
        role(form["time"]["column"], "time")
    for name, mark in zip((form["derive"] or {}).get("of", [])[:2], ("of_first", "of_second"), strict=False):
        role(name, mark)
    for mark in ("per", "each"):
        if form.get(mark):
            role(form[mark], mark)


def _filter(out: Labels, example: Example, sheet: Sheet, condition: dict[str, Any], place: int, number: int) -> None:
    op, value = condition["op"], condition["value"]
    values = value if isinstance(value, list) else [value]
    out["ops"][place] = OPS.index(op)
    if op in _WITHOUT_VALUE:
        return
    column = sheet.fields[place - 1].column
    if op in ("=", "!=", "in", "not_in") and column.type in ("text", "boolean"):
        truths = {said.lower(): truth for truth, said in flag(column).items()}
        wanted = {truths.get(str(v).lower(), str(v).lower()) for v in values}
        out["cells"] += [
            at for at, (owner, v) in enumerate(zip(sheet.owners, sheet.values, strict=True))
            if owner == place and v.lower() in wanted
        ]  # fmt: skip
    hints = [*(example.said.get("filters") or [])[number : number + 1], []][0]
    hints = [*hints, *[None] * (len(values) - len(hints))]
    aligned = [align(example.question, v, hints[at], op, column.name) for at, v in enumerate(values)]
    spans = [span for span in aligned if span]
    tagged = [(place, token, tag) for span in spans for token, tag in _tokens(sheet, span)]
    if not spans and column.type in ("integer", "number") and value in (0, 1):
        return  # `without a tip`: no words are the number
    if len(spans) < len(values) or not tagged:
        out["open"].append(place)  # where the value is said is not known, so nothing is to be learnt of it
    else:
        out["tags"] += tagged


def _alternatives(out: Labels, form: dict[str, Any], places: dict[str, int]) -> None:
    """Marks each column whose condition `or` joins to the one said before it."""
    parts = parts_of(form)
    spoken = {place: token for place, token, _ in reversed(out["tags"])}
    begun = [spoken.get(places[part[0]["column"]]) for part in parts]
    if all(len(part) == 1 for part in parts) and None not in begun:  # all alike: the one said first joins nothing
        parts.sort(key=lambda part: spoken[places[part[0]["column"]]])
    for part in parts[1:]:
        marked = out["columns"].setdefault(places[part[0]["column"]], [])
        marked.append(len(AGGS) + ROLES.index("alternative"))


def _tokens(sheet: Sheet, span: tuple[int, int]) -> list[tuple[int, int]]:
    """The tokens in a stretch of characters, each with its tag."""
    inside = [at for at, (start, end) in enumerate(sheet.spans, 1) if start < span[1] and span[0] < end]
    return [(at, 1 if number == 0 else 2) for number, at in enumerate(inside)]


def align(question: str, value: Any, hint: str | None, op: str, header: str = "") -> tuple[int, int] | None:
    """Where a value is said in the question, in characters."""
    text = clean(question)
    low = text.lower()
    if hint:
        at = low.find(hint.lower())
        if at >= 0:
            return at, at + len(hint)
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)) or re.fullmatch(r"-?\d+(\.\d+)?", str(value)):
        found = _number(text, float(value), header)
        if found:
            return found
    said = str(value).lower()
    whole = re.search(rf"(?<!\w){re.escape(said)}(?!\w)", low)
    if whole:
        return whole.span()
    return _nearly(low, said, 70 if op == "period" else 84)


def _number(text: str, value: float, header: str) -> tuple[int, int] | None:
    return next(((a.start, a.end) for a in amounts(text, header) if abs(abs(a.value) - abs(value)) < 1e-9), None)


def _nearly(low: str, said: str, cutoff: float) -> tuple[int, int] | None:
    """The window of words most like the value."""
    words = [w for w in split(low) if w.is_word]
    size = len([w for w in split(said) if w.is_word]) or 1
    best, where = cutoff, None
    for length in range(max(1, size - 1), size + 2):
        for at in range(len(words) - length + 1):
            window = low[words[at].start : words[at + length - 1].end]
            score = fuzz.ratio(window, said)
            if score > best:
                best, where = score, (words[at].start, words[at + length - 1].end)
    return where


def _numbers(out: Labels, example: Example, sheet: Sheet) -> None:
    form = example.form or {}
    wanted = {
        "limit": form.get("limit") if (form.get("limit") or 1) != 1 else None,
        "having": (form.get("having") or {}).get("value"),
        "window": (form.get("derive") or {}).get("window"),
    }
    for at, name in enumerate(NUMBERS):
        header = form["metrics"][0]["column"] or "" if name == "having" and form["metrics"] else ""
        span = align(example.question, wanted[name], example.said.get(name), "=", header) if wanted[name] else None
        if span:
            out["numbers"] += [(at, token) for token, _ in _tokens(sheet, span)]
