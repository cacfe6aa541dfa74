"""Faults made of right answers by rule: a part of the query dropped, added or changed, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.query.language import parts as p
from groundplan.query.language.read import read, read_expression
from groundplan.query.language.show import show

OTHER_FIGURE = {
    "count": "distinct", "sum": "average", "average": "sum", "median": "average", "min": "max", "max": "min",
    "distinct": "count", "rate": "count", "share": "rank",
}  # fmt: skip
OTHER_OPS = {">": (">=", "<"), "<": ("<=", ">"), ">=": (">", "<="), "<=": ("<", ">="), "=": ("!=",)}


@dataclass(frozen=True)
class Others:
    """What stands in a dataset beside what is asked: numbers, keys, texts, and a condition nobody said."""

    numbers: tuple[str, ...]
    keys: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    condition: str


def faults(text: str, others: Others) -> list[str]:
    """Queries that differ from the right one in one part."""
    right = read(text)
    made = [*_dropped(right), *_added(right, others), *_changed(right, others)]
    return [one for one in dict.fromkeys(map(show, made)) if one != show(right)]


def _dropped(right: p.Query) -> Iterator[p.Query]:
    tests = right.where.tests if isinstance(right.where, p.All) else ()
    if right.where:
        yield right.model_copy(update={"where": None})
    for left_out in tests if len(tests) > 1 else ():
        rest = tuple(one for one in tests if one is not left_out)
        yield right.model_copy(update={"where": p.All(tests=rest) if len(rest) > 1 else rest[0]})
    if right.keep:
        yield right.model_copy(update={"keep": None})
    for left_out in right.by:
        yield right.model_copy(update={"by": tuple(one for one in right.by if one is not left_out), "keep": None})
    for left_out in right.columns if len(right.columns) > 1 else ():
        yield right.model_copy(update={"columns": tuple(one for one in right.columns if one is not left_out)})


def _added(right: p.Query, others: Others) -> Iterator[p.Query]:
    test = read_expression(others.condition)
    yield right.model_copy(update={"where": p.All(tests=(right.where, test)) if right.where else test})  # type: ignore[arg-type]
    if not right.columns:
        return
    held = {show(one.of) for one in right.by}
    key = next(p.Column(of=read_expression(one)) for one in others.keys if one not in held)
    yield right.model_copy(update={"by": (*right.by, key)})
    told = {show(one.of) for one in right.columns}
    figures = [f"{fn}({one})" for fn in ("sum", "min") for one in others.numbers]
    more = next(one for one in figures if one not in told)
    yield right.model_copy(update={"columns": (*right.columns, p.Column(of=read_expression(more)))})
    if right.by and not right.keep:
        yield right.model_copy(update={"keep": p.Keep(n=1, by=right.columns[0].of)})


def _changed(right: p.Query, others: Others) -> Iterator[p.Query]:
    """Every part below the query in turn, in another way."""
    for part in p.walked(right):
        for other in _otherwise(part, others):
            yield _with(right, part, other)
    if right.keep:
        yield right.model_copy(update={"keep": right.keep.model_copy(update={"n": right.keep.n + 1})})
        yield right.model_copy(update={"keep": right.keep.model_copy(update={"lowest": not right.keep.lowest})})


def _otherwise(part: Any, others: Others) -> Iterator[Any]:
    if isinstance(part, p.Compare):
        yield from (part.model_copy(update={"op": op}) for op in OTHER_OPS[part.op])
        yield from (part.model_copy(update={"right": one}) for one in _values(part, others))
    elif isinstance(part, p.Among):
        yield p.Not(test=part)
        yield part.model_copy(update={"values": part.values[:1]})
    elif isinstance(part, p.Not):
        yield part.test
    elif isinstance(part, p.Missing):
        yield p.Not(test=part)
    elif isinstance(part, p.Figure):
        if part.of or part.fn == "count":
            of = part.of or (p.Path(steps=(others.keys[0],)),)
            yield part.model_copy(update={"fn": OTHER_FIGURE[part.fn], "of": of})
        plain = [show(one) for one in part.of]
        if plain and plain[0] in others.numbers:
            other = next(one for one in others.numbers if one != plain[0])
            yield part.model_copy(update={"of": (p.Path(steps=(other,)),)})


def _values(test: p.Compare, others: Others) -> Iterator[Any]:
    right = test.right
    if isinstance(right, p.Period):
        yield p.Period(text=right.text.replace("2022", "2021").replace("2023", "2021"))
        yield p.Value(value=int(right.text[:4]))
    elif isinstance(right, p.Value) and isinstance(right.value, str):
        known = others.values.get(show(test.left), ())
        yield from (p.Value(value=one) for one in known if one != right.value)
    elif isinstance(right, p.Value) and not isinstance(right.value, bool):
        yield p.Value(value=right.value + 1)
        yield p.Value(value=right.value * 10 if right.value < 1000 else right.value - 2)


def _with(whole: Any, part: Any, other: Any) -> Any:
    """The whole, with another part in the place of one."""
    if whole is part:
        return other
    if isinstance(whole, tuple):
        return tuple(_with(one, part, other) for one in whole)
    if not hasattr(type(whole), "model_fields"):
        return whole
    return whole.model_copy(
        update={name: _with(getattr(whole, name), part, other) for name in type(whole).model_fields}
    )
