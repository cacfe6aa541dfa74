"""A query -> its text, in one line. What `read` makes of that text is the same query."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.language import parts as p

PLAIN = re.compile(r"[^\W\d]\w*")
RESERVED = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "is",
        "has",
        "starts",
        "where",
        "within",
        "by",
        "as",
        "all",
        "some",
        "only",
        "missing",
        "now",
        "having",
        "keep",
        "order",
        "show",
        "place",
        "percent",
        "of",
        "each",
        "lowest",
        "desc",
        "else",
        "true",
        "false",
        "count",
    ]
)
"""Words of the language, which a name is told apart from by backticks."""
_LEVELS = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6, "/": 6, "minus": 7}


def show(part: p.Query | p.Expression | p.Column) -> str:
    """The text of a query, or of a part of one."""
    if isinstance(part, p.Query):
        return _query(part)
    if isinstance(part, p.Column):
        return _expression(part.of) + (f" as {_name(part.name)}" if part.name else "")
    return _expression(part)


def _query(query: p.Query) -> str:
    of = _name(query.of) if isinstance(query.of, str) else f"({_query(query.of)})"
    clauses = [
        _columns("", query.columns),
        _columns("by ", query.by),
        f"where {_expression(query.where)}" if query.where else "",
        f"having {_expression(query.having)}" if query.having else "",
        _keep(query.keep) if query.keep else "",
        f"order {_expression(query.order.by)}{' desc' if query.order.descending else ''}" if query.order else "",
        _columns("show ", query.show),
    ]
    return " ".join([f"{of}:", *filter(None, clauses)])


def _columns(before: str, columns: Sequence[p.Column]) -> str:
    return before + ", ".join(map(show, columns)) if columns else ""


def _keep(keep: p.Keep) -> str:
    said = ["keep", *(["place"] if keep.place else []), _number(keep.n), *(["percent"] if keep.percent else [])]
    said += [f"of each {_expression(keep.each)}"] if keep.each else []
    said += [f"by {'lowest ' if keep.lowest else ''}{_expression(keep.by)}"] if keep.by else []
    return " ".join(said)


def _expression(part: Any, outside: int = 0) -> str:
    text, level = _KINDS[type(part)](part)
    return f"({text})" if level < outside else text


def _name(name: str) -> str:
    if PLAIN.fullmatch(name) and name not in RESERVED:
        return name
    doubled = name.replace("`", "``")  # the name of a column may be that of a figure of another
    return f"`{doubled}`"


def _number(value: float) -> str:
    """A number as it is read: never as 1e-07."""
    if not math.isfinite(value):
        raise QueryError(f"{value} is no number that a query can say.")
    return str(int(value)) if float(value).is_integer() else format(Decimal(repr(float(value))), "f")


def _value(part: p.Value) -> tuple[str, int]:
    if isinstance(part.value, bool):
        return str(part.value).lower(), 9
    if isinstance(part.value, str):
        escaped = part.value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"', 9
    return _number(part.value), 9 if part.value >= 0 else _LEVELS["minus"]


def _now(part: p.Now) -> tuple[str, int]:
    given = [part.unit, *([str(part.start)] if part.start or part.end is not None else [])]
    return f"now({', '.join([*given, *([str(part.end)] if part.end is not None else [])])})", 9


def _taken(part: p.Taken) -> tuple[str, int]:
    size = f", {_number(part.size)}" if part.size is not None else ""
    return f"{part.part}({_expression(part.of)}{size})", 9


def _computed(part: p.Computed) -> tuple[str, int]:
    if part.left is None:
        return f"-{_expression(part.right, _LEVELS['minus'] + 1)}", _LEVELS["minus"]
    level = _LEVELS[part.op]
    return f"{_expression(part.left, level)} {part.op} {_expression(part.right, level + 1)}", level


def _choice(part: p.Choice) -> tuple[str, int]:
    cases = [f"{_value(case.value)[0]}: {_expression(case.test)}" for case in part.cases]
    rest = [f"else {_value(part.otherwise)[0]}"] if part.otherwise else []
    return f"{{{'; '.join([*cases, *rest])}}}", 9


def _figure(part: p.Figure) -> tuple[str, int]:
    of = ", ".join([*map(_expression, part.of), *([_number(part.n)] if part.n is not None else [])])
    said = [of] if of else []
    said += [f"where {_expression(part.where)}"] if part.where else []
    if part.within is not None:
        said.append(f"within {', '.join(map(_expression, part.within)) or 'all'}")
    said += [f"by {_expression(part.by)}"] if part.by else []
    return part.fn + (f"({' '.join(said)})" if said else ""), 9


def _joined(word: str) -> Callable[[Any], tuple[str, int]]:
    level = _LEVELS[word]
    return lambda part: (f" {word} ".join(_expression(test, level + 1) for test in part.tests), level)


def _compared(part: p.Compare) -> tuple[str, int]:
    level = _LEVELS["compare"]
    return f"{_expression(part.left, level + 1)} {part.op} {_expression(part.right, level + 1)}", level


def _between(part: p.Between) -> tuple[str, int]:
    left, low, high = (_expression(each, _LEVELS["compare"] + 1) for each in (part.left, part.low, part.high))
    return f"{left} in {low}..{high}", _LEVELS["compare"]


def _among(part: p.Among) -> tuple[str, int]:
    left = _expression(part.left, _LEVELS["compare"] + 1)
    return f"{left} in ({', '.join(map(_expression, part.values))})", _LEVELS["compare"]


def _among_rows(part: p.AmongRows) -> tuple[str, int]:
    return f"{_expression(part.left, _LEVELS['compare'] + 1)} in ({_query(part.query)})", _LEVELS["compare"]


def _some(part: p.Some) -> tuple[str, int]:
    where = f" where {_expression(part.where)}" if part.where else ""
    return f"{'only' if part.every else 'some'}({_expression(part.path)}{where})", 9


_KINDS: dict[type[Any], Callable[[Any], tuple[str, int]]] = {
    p.Value: _value,
    p.Period: lambda part: (part.text, 9),
    p.Now: _now,
    p.Path: lambda part: (".".join(map(_name, part.steps)), 9),
    p.Taken: _taken,
    p.Computed: _computed,
    p.Choice: _choice,
    p.Figure: _figure,
    p.One: lambda part: (f"({_query(part.query)})", 9),
    p.All: _joined("and"),
    p.AnyOf: _joined("or"),
    p.Not: lambda part: (f"not {_expression(part.test, _LEVELS['not'])}", _LEVELS["not"]),
    p.Compare: _compared,
    p.Between: _between,
    p.Among: _among,
    p.AmongRows: _among_rows,
    p.Missing: lambda part: (f"missing({_expression(part.of)})", 9),
    p.Some: _some,
    p.Holds: lambda part: (_expression(part.path), 9),
}
