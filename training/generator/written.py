"""Written questions of the domain files: shorthand -> neutral form and the words that say each value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .domains import Column, Domain, plain
from .forms import ANALYSES, CHARTS, DERIVES, GRAINS, OPS, empty_form
from .numbers import number_in

KEYS = frozenset(["q", "a", "m", "g", "t", "f", "join", "h", "s", "l", "c", "o", "d", "status", "choices", "then"])
AGGS = ("sum", "avg", "median", "min", "max", "count", "count_distinct", "none")
SILENT = ("is_null", "not_null")  # no value, so no words for one
Said = dict[str, Any]
Carried = tuple[dict[str, Any], ...]


class Fault(ValueError):
    """A written question that cannot be read; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Written:
    """One written question; its form uses the column names of the domain file."""

    question: str
    status: str
    form: dict[str, Any] | None
    said: Said
    choices: tuple[str, ...] = ()
    then: tuple[Written, ...] = field(default=())


def read(raw: Mapping[str, Any], domain: Domain, before: Carried = ()) -> Written:
    """The written question; raises Fault when the shorthand does not hold together.

    `before`: the forms of the questions before a follow-up; conditions carried over from them need no words.
    """
    unknown = set(raw) - KEYS
    if unknown:
        raise Fault(f"unknown key {sorted(unknown)[0]!r}")
    if not isinstance(raw.get("q"), str):
        raise Fault("no text under 'q'")
    columns = {column.name: column for column in domain.columns}
    status = str(raw.get("status", "answered"))
    if status not in ("answered", "clarify", "refused"):
        raise Fault(f"unknown status {status!r}")
    choices = tuple(_known(name, columns) for name in raw.get("choices") or ())
    if status == "clarify" and len(choices) < 2:
        raise Fault("clarify needs two choices or more")
    if status != "answered" and raw.get("then"):
        raise Fault("only an answered question has follow-ups")
    if status != "answered":
        return Written(raw["q"], status, None, {"filters": [], "limit": None, "having": None}, choices)
    form, said = _form(raw, columns, before)
    return Written(raw["q"], status, form, said, choices, _chain(raw.get("then") or (), domain, (*before, form)))


def _chain(raws: Iterable[Mapping[str, Any]], domain: Domain, before: Carried) -> tuple[Written, ...]:
    found: list[Written] = []
    for raw in raws:
        each = read(raw, domain, before)
        found.append(each)
        before = (*before, each.form) if each.form else before
    return tuple(found)


def _form(raw: Mapping[str, Any], columns: Mapping[str, Column], before: Carried) -> tuple[dict[str, Any], Said]:
    form = empty_form()
    form["analysis"] = [_among(each, ANALYSES, "analysis") for each in _list(raw.get("a"))]
    if not form["analysis"]:
        raise Fault("no analysis under 'a'")
    form["metrics"] = [_metric(str(each), columns) for each in _list(raw.get("m"))]
    form["group_by"] = [_known(each, columns) for each in _list(raw.get("g"))]
    form["time"] = _time(raw.get("t"), columns)
    form["join"] = _among(raw.get("join", "and"), ("and", "or"), "join")
    form["sort"] = _sort(raw.get("s"))
    form["chart"] = None if raw.get("c") is None else _among(raw["c"], CHARTS, "chart")
    form["outputs"] = [_among(each, ("chart", "table"), "output") for each in _list(raw.get("o"))]
    if form["chart"] and "chart" not in form["outputs"]:
        form["outputs"].append("chart")
    form["derive"] = _derive(raw.get("d"), columns)
    _pie(form)
    said: Said = {"filters": [], "limit": None, "having": None}
    for each, alternative in _conditions(raw.get("f") or (), form["join"]):
        condition, found = _filter(each, columns, raw["q"], before)
        form["filters"].append({**condition, "join": "or"} if alternative else condition)
        said["filters"].append(found)
    if raw.get("l") is not None:
        form["limit"], said["limit"] = _limit(raw["l"], raw["q"])
    if raw.get("h") is not None:
        form["having"], said["having"] = _having(raw["h"], raw["q"], before)
    return form, said


def _conditions(listed: Iterable[Any], join: str) -> Iterable[tuple[Any, bool]]:
    """Each filter with whether the word `or` stands before it: `[a, b, or, c]` is a and b, or c."""
    before: Any = None
    for each in [*listed, None]:
        if before == "or" and (each in ("or", None) or join == "or"):
            raise Fault("`or` in f stands between two filters, of which others are joined by and")
        if each == "or" and before is None:
            raise Fault("f begins with `or`")
        if each not in ("or", None):
            yield each, before == "or"
        before = each


def _pie(form: dict[str, Any]) -> None:
    """A pie of counts or sums shows shares, whether the question says so or not."""
    metrics = form["metrics"]
    if form["chart"] != "arc" or form["derive"] or len(metrics) != 1 or metrics[0]["agg"] not in ("sum", "count"):
        return
    form["analysis"] = ["share"]
    form["derive"] = {"kind": "percent_of_total", "of": [metrics[0]["column"]] if metrics[0]["column"] else []}


def _list(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _among(value: Any, allowed: tuple[str, ...], what: str) -> str:
    if value not in allowed:
        raise Fault(f"unknown {what} {value!r}; known: {', '.join(allowed)}")
    return str(value)


def _known(name: Any, columns: Mapping[str, Column]) -> str:
    if str(name) not in columns:
        raise Fault(f"no column named {name!r}; the table has {', '.join(columns)}")
    return str(name)


def _metric(text: str, columns: Mapping[str, Column]) -> dict[str, Any]:
    agg, _, name = text.strip().partition(" ")
    if agg not in AGGS:
        raise Fault(f"metric {text!r} does not begin with an aggregate ({', '.join(AGGS)})")
    return {"column": _known(name, columns) if name else None, "agg": agg}


def _time(value: Any, columns: Mapping[str, Column]) -> dict[str, Any] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise Fault("t must be [column, grain]")
    return {"column": _known(value[0], columns), "grain": _among(value[1], GRAINS, "grain")}


def _sort(value: Any) -> dict[str, str] | None:
    if value is None:
        return None
    by, _, order = str(value).partition(" ")
    return {"by": _among(by, ("metric", "group", "time"), "sort"), "order": _among(order, ("asc", "desc"), "order")}


def _derive(value: Any, columns: Mapping[str, Column]) -> dict[str, Any] | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise Fault("d must be {kind: ..., of: [...]}")
    found: dict[str, Any] = {"kind": _among(value.get("kind"), DERIVES, "derive kind")}
    found["of"] = [_known(each, columns) for each in _list(value.get("of"))]
    if value.get("window") is not None:
        found["window"] = int(value["window"])
    return found


def _limit(value: Any, question: str) -> tuple[int, str | None]:
    pair = value if isinstance(value, list) else [value, None]
    if not isinstance(pair[0], int):
        raise Fault(f"limit {value!r} is no whole number")
    return pair[0], find(str(pair[1]), question) if pair[1] else number_in(pair[0], question)


def _having(value: Any, question: str, before: Carried) -> tuple[dict[str, Any], str | None]:
    if not isinstance(value, list) or len(value) not in (2, 3):
        raise Fault("h must be [op, value]")
    said = find(str(value[2]), question) if len(value) == 3 else number_in(value[1], question)
    having = {"op": _among(value[0], OPS, "operator"), "value": value[1]}
    if said is None and not any(each["having"] == having for each in before):
        raise Fault(f"the question does not say {value[1]!r}; give the words as third element of h")
    return having, said


def _filter(
    value: Any, columns: Mapping[str, Column], question: str, before: Carried
) -> tuple[dict[str, Any], list[str]]:
    if not isinstance(value, list) or len(value) not in (2, 3, 4):
        raise Fault(f"filter {value!r} must be [column, op, value, words]")
    column, op = columns[_known(value[0], columns)], _among(value[1], OPS, "operator")
    if op in SILENT:
        return {"column": column.name, "op": op, "value": None}, []
    if len(value) == 2:
        raise Fault(f"filter on {column.name!r} has no value")
    values = _values(column, op, value[2])
    given = value[3] if len(value) == 4 else None
    words = given if isinstance(given, list) else [given] * len(values) if given else [None] * len(values)
    if len(words) != len(values):
        raise Fault(f"filter on {column.name!r}: {len(words)} words for {len(values)} values")
    many = op in ("between", "in", "not_in")
    condition = {"column": column.name, "op": op, "value": values if many else values[0]}
    try:
        return condition, [_said(each, word, column, question) for each, word in zip(values, words, strict=True)]
    except Fault:
        if any(condition in each["filters"] for each in before):
            return condition, []
        raise


def _values(column: Column, op: str, value: Any) -> list[Any]:
    many = op in ("between", "in", "not_in")
    if many != isinstance(value, list):
        raise Fault(f"filter on {column.name!r}: {op} takes {'a list' if many else 'one value'}")
    values = [plain(each, column.type) for each in (value if many else [value])]
    if op == "between" and len(values) != 2:
        raise Fault(f"filter on {column.name!r}: between takes two values")
    for each in values:
        _sound(each, column, op)
    return values


def _sound(value: Any, column: Column, op: str) -> None:
    """Raises Fault for a value that the column cannot hold."""
    if op == "period":
        if not column.dated and column.kind != "year":
            raise Fault(f"period on {column.name!r}, which is no date")
    elif column.numeric and op in ("=", "!=", ">", ">=", "<", "<=", "between", "in", "not_in"):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Fault(f"filter on {column.name!r}: {value!r} is no number")
    elif column.type == "boolean":
        if not isinstance(value, bool):
            raise Fault(f"filter on {column.name!r}: {value!r} is neither true nor false")
    elif op in ("=", "!=", "in", "not_in") and column.type == "text" and value not in column.values:
        raise Fault(f"filter on {column.name!r}: {value!r} is not among its values {list(column.values)}")


def _said(value: Any, word: Any, column: Column, question: str) -> str:
    """The exact words of the question that say the value."""
    if word is not None:
        found = find(str(word), question)
        if found is None:
            raise Fault(f"the words {word!r} for {column.name!r} are not in the question")
        return found
    for each in _guesses(value, column):
        found = find(each, question)
        if found is not None:
            return found
    if isinstance(value, int | float) and not isinstance(value, bool):
        found = number_in(value, question)
        if found is not None:
            return found
    raise Fault(f"the question does not say {value!r} for {column.name!r}; give the words as fourth element")


def _guesses(value: Any, column: Column) -> list[str]:
    """Wordings of a value to look for, longest first."""
    if column.kind == "flag":
        truth = value in (True, column.true)
        return sorted([*(column.true_as if truth else column.false_as), *column.says], key=len, reverse=True)
    return [str(value), *column.value_says.get(str(value), ())]


def find(words: str, question: str) -> str | None:
    """The substring of the question that equals the words beyond letter case."""
    if words in question:
        return words
    match = re.search(re.escape(words), question, re.IGNORECASE)
    return match.group() if match else None
