"""Conditions of a query in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from groundplan.query.language import parts as p
from groundplan.query.told.in_words import Saying
from groundplan.query.told.values import alternatives, beside

_OTHER = (p.Path, p.Figure, p.Computed, p.One)
"""What a value is held against that is no plain value."""


def condition(saying: Saying, part: Any, negated: bool = False) -> str:
    """A condition in words, or that it does not hold."""
    if isinstance(part, p.Not):
        return condition(saying, part.test, not negated)
    if isinstance(part, p.Path):
        part = p.Holds(path=part)
    told = _CONDITIONS[type(part)]
    if negated and type(part) not in _TURNED:
        return str(saying.words["tests"]["not"].format(test=told(saying, part, False).strip()))
    return told(saying, part, negated)


def _joined(word: str) -> Callable[[Saying, Any, bool], str]:
    def told(saying: Saying, part: Any, _: bool) -> str:
        inner = (condition(saying, test).strip() for test in part.tests)
        mixed = [f"({one})" if isinstance(test, (p.All, p.AnyOf)) else one
                 for test, one in zip(part.tests, inner, strict=True)]  # fmt: skip
        return str(saying.words[word].join(mixed))

    return told


def _compare(saying: Saying, part: p.Compare, negated: bool) -> str:
    tests, left, right = saying.words["tests"], part.left, part.right
    negated, op = negated != (part.op == "!="), str(part.op).replace("!=", "=")
    if isinstance(right, p.Value) and isinstance(right.value, bool):
        return _holds(saying, p.Holds(path=left), negated == right.value)
    period = isinstance(right, (p.Value, p.Period, p.Now))
    if saying.dated(left) and (period or op not in ("=", "has", "starts")):
        return _dated(saying, part, "!=" if negated and op == "=" else op, negated)
    name = op
    if op == "=" and isinstance(right, _OTHER):
        name = "different" if negated else "same"
    elif negated:
        name = {"=": "!=", "has": "has_not"}.get(op, op)
    told = tests[name].format(left=saying.value(left), right=beside(saying, right, left))
    turned = negated and op not in ("=", "has")
    return str(tests["not"].format(test=told) if turned else told)


def _dated(saying: Saying, part: p.Compare, op: str, negated: bool) -> str:
    """A date beside a period; the main time of the rows needs not be named."""
    tests = saying.words["tests"]
    day = isinstance(part.right, p.Period) and len(part.right.text) >= 10
    template = tests["dated"]["day" if op == "=" and day else op]
    told = template.format(left=saying.time(part.left), right=beside(saying, part.right, part.left)).strip()
    return str(tests["not"].format(test=told) if negated and op != "!=" else told)


def _between(saying: Saying, part: p.Between, _: bool) -> str:
    tests, dated = saying.words["tests"], saying.dated(part.left)
    left = saying.time(part.left) if dated else saying.value(part.left)
    low, high = (beside(saying, end, part.left) for end in (part.low, part.high))
    return str((tests["dated"] if dated else tests)["between"].format(left=left, low=low, high=high)).strip()


def _among(saying: Saying, part: p.Among, negated: bool) -> str:
    tests, dated = saying.words["tests"], saying.dated(part.left)
    left = saying.time(part.left) if dated else saying.value(part.left)
    template = (tests["dated"] if dated else tests)["!=" if negated else "="]
    return str(template.format(left=left, right=alternatives(saying, part.values, part.left))).strip()


def _among_rows(saying: Saying, part: p.AmongRows, _: bool) -> str:
    query = saying.value(p.One(query=part.query))
    return str(saying.words["tests"]["in_query"].format(left=saying.value(part.left), query=query))


def _missing(saying: Saying, part: p.Missing, negated: bool) -> str:
    return str(saying.words["tests"]["filled" if negated else "missing"].format(of=saying.value(part.of)))


def _holds(saying: Saying, part: p.Holds, negated: bool) -> str:
    return str(saying.words["tests"]["holds_not" if negated else "holds"].format(of=saying.value(part.path)))


def _some(saying: Saying, part: p.Some, negated: bool) -> str:
    kind = "only" if part.every else "none" if negated else "some"
    test = saying.far(part.path).test(part.where) if part.where else ""
    template = saying.words["tests"][f"{kind}_where" if test else kind]
    told = template.format(of=saying.value(part.path), test=test)
    return str(saying.words["tests"]["not"].format(test=told) if part.every and negated else told)


_CONDITIONS: Mapping[type[Any], Callable[[Saying, Any, bool], str]] = {
    p.All: _joined("and"), p.AnyOf: _joined("or"), p.Compare: _compare, p.Between: _between, p.Among: _among,
    p.AmongRows: _among_rows, p.Missing: _missing, p.Holds: _holds, p.Some: _some,
}  # fmt: skip
_TURNED = (p.Compare, p.Among, p.Missing, p.Holds, p.Some)
"""Conditions that say by themselves that they do not hold."""
