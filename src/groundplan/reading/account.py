"""Question, query -> what of the one is not in the other: words that no part was read from, parts that no word says.

It does not matter who wrote the query: what each part can have been read from is found here, by what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from groundplan.contracts.span import Span
from groundplan.embed import Embedder
from groundplan.errors import QueryError
from groundplan.language.lexicon import lexicon
from groundplan.language.names import spoken
from groundplan.language.numbers import read_numbers
from groundplan.language.spans import spans
from groundplan.language.words import split
from groundplan.query.language.parts import (
    All,
    Among,
    AnyOf,
    Column,
    Compare,
    Figure,
    Keep,
    Missing,
    Not,
    Path,
    Query,
    Value,
    walked,
)
from groundplan.query.scope import Scope
from groundplan.query.tools.values import column_of
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.things import wording
from groundplan.reading.paths import fields_of
from groundplan.reading.quotes import heard_by

SURE = 0.9
"""How much of a name must be said, so that leaving it unread is no small matter."""
EXACT = 0.95
"""How well a value must be said, so that nobody may pass over it."""
NEAR = 0.45
"""How alike a word must be to a name to be another word for it."""
FAR = 2
"""How many times as far as its values reach a number is no limit of them."""
_MIDDLE = 0.3
_STRICT = ("figure", "number", "date", "interval", "comparison", "order", "negation", "quantifier", "name")
_COUNTED = ("count", "sum", "distinct")
_FLAGS = frozenset({"yes", "y", "true", "no", "n", "false"})
_PARTS = ("field", "value", "figure", "key", "keep", "not", "range")
_EACH = frozenset({"each", "every", "per"})
_FREE = frozenset({"all", "any", "ever", "whole", "entire", "always", "different"})


@dataclass(frozen=True)
class Account:
    """What is left over on either side."""

    unread: tuple[Span, ...]
    unsaid: tuple[str, ...]
    features: dict[str, float]


def account(query: Query, asked: Marked, scope: Scope, embedder: Embedder | None = None) -> Account:
    """What no part of the query can have been read from, and what of it no word says."""
    query = _in_one(query)
    heard = heard_by(query, asked, scope)
    unread = tuple(span for span in _unheard(query, heard, asked) if not _idle(span) and not _borne(span, query))
    unread = _without_comparisons(unread, query, heard)
    unsaid = tuple(_unsaid(query, heard, asked, scope))
    words = [span.said for span in unread if span.kind == "content"]
    near = [_nearness(within, beyond) for within, beyond in _alike(words, *_names(query, scope), embedder)]
    values = _values(unread, query, asked, scope)
    dated = [asked.place(mark) for mark in asked.marks if mark.kind == "period"]
    kinds: list[str] = ["date" if _inside(span, dated) else span.kind for span in unread]
    features = {f"unread_{kind}": float(kinds.count(kind)) for kind in _STRICT}
    features["unread_value"] = float(len(values))
    features |= {name: float(near.count(name)) for name in ("near", "middle", "far", "elsewhere")}
    features |= {f"unsaid_{name}": float(sum(one.startswith(name) for one in unsaid)) for name in _PARTS}
    return Account(unread, unsaid, features)


def _in_one(query: Query) -> Query:
    """Figures of the figures of groups, with both: orders of each customer, and their average."""
    inner = query.of
    if not isinstance(inner, Query):
        return query
    held = {column.name or column_of(column.of): column.of for column in (*inner.by, *inner.columns)}

    def meant(part: Any) -> Any:
        if isinstance(part, Path) and len(part.steps) == 1 and part.steps[0] in held:
            return held[part.steps[0]]
        if isinstance(part, Figure):
            return part.model_copy(update={"of": tuple(map(meant, part.of))})
        return part

    columns = (*inner.columns, *(Column(of=meant(column.of)) for column in query.columns))
    keep = query.keep.model_copy(update={"by": meant(query.keep.by)}) if query.keep else inner.keep
    return _in_one(inner.model_copy(update={"columns": columns, "keep": keep}))


def _unheard(query: Query, heard: Sequence[Mark], asked: Marked) -> Iterator[Span]:
    """The spans of the question that no part quotes or means."""
    places = [*(asked.place(mark) for mark in heard), *_said(query)]
    quoted = {at for start, end in places for at in range(start, end)}
    names = [asked.said(mark) for mark in asked.marks if max((t.share for t in mark.things), default=0) >= SURE]
    return (span for span in spans(asked.text, names) if not _heard(span, quoted))


def _inside(span: Span, places: Sequence[tuple[int, int]]) -> bool:
    return any(start <= span.start and span.end <= end for start, end in places)


def _heard(span: Span, quoted: set[int]) -> bool:
    """Whether a part quotes the span; of a figure every word: `total` alone is no `running total`."""
    places = set(range(span.start, span.end))
    if span.kind == "figure":
        words = [range(span.start + word.start, span.start + word.end) for word in split(span.said) if word.is_word]
        return all(quoted.intersection(word) for word in words)
    return bool(quoted & places)


def _values(unread: Sequence[Span], query: Query, asked: Marked, scope: Scope) -> list[Span]:
    """Of the words that are unread, those that are one more value of a field that rows are held to."""
    held = set(fields_of(query.model_copy(update={"columns": (), "show": ()}), scope, keys=False))
    whole = [
        mark
        for mark in asked.marks
        if any(t.kind == "value" and t.share >= EXACT and (t.dataset, t.name) in held for t in mark.things)
    ]
    places = {asked.place(mark) for mark in whole}
    return [span for span in unread if any(start < span.end and span.start < end for start, end in places)]


def _borne(span: Span, query: Query) -> bool:
    """Whether a word that no mark stands for is borne by the shape of the query: each, both, none, first."""
    said, parts = span.said.lower(), list(walked(query))
    if said in wording()["none"]:
        return any(isinstance(part, Not) for part in parts)
    if span.kind == "order":
        return bool(query.keep or query.order) and not read_numbers(split(said))[1]
    if said == "both":
        return sum(len(part.tests) for part in parts if isinstance(part, All)) > 1
    if said == "either":
        return any(isinstance(part, (AnyOf, Among)) for part in parts)
    return span.kind == "quantifier" and said in _EACH


def _without_comparisons(unread: Sequence[Span], query: Query, heard: Sequence[Mark]) -> tuple[Span, ...]:
    """Before, later than: one field held against another; more, of groups that are set side by side."""
    free = sum(_orders(part) for part in walked(query)) - sum(mark.kind == "compare" for mark in heard)
    if query.by or query.keep or _of_text(query):
        free = len(unread)
    kept = []
    for span in unread:
        if span.kind == "comparison" and free > 0:
            free -= 1
        else:
            kept.append(span)
    return tuple(kept)


def _nearness(within: float, beyond: float) -> str:
    """How near a word is to a name of the query, and whether another name is nearer."""
    if beyond > max(within, NEAR):
        return "elsewhere"
    return "near" if within >= NEAR else "middle" if within >= _MIDDLE else "far"


def _said(query: Query) -> Iterator[tuple[int, int]]:
    return (place for part in walked(query, into_queries=True) for place in getattr(part, "said", ()))


def _idle(span: Span) -> bool:
    """Words of talk, which name nothing in any source."""
    words = [word.lower for word in split(span.said) if word.is_word]
    free = _FREE if span.kind == "quantifier" else _FREE | lexicon().idle
    return span.kind in ("content", "quantifier") and all(word in free for word in words)


def _names(query: Query, scope: Scope) -> tuple[list[str], list[str]]:
    """The names that the query has parts of, and the others of the source."""
    used: set[str] = set()
    base = scope.dataset(str(query.of))
    used |= {spoken(base.name), base.row_is}
    for part in walked(query):
        if isinstance(part, Path):
            used |= {spoken(step) for step in part.steps}
        elif isinstance(part, Value) and isinstance(part.value, str):
            used.add(part.value.lower())
    known = {spoken(one.name) for one in scope.datasets} | {
        spoken(f.name) for one in scope.datasets for f in one.fields
    }
    return sorted(used - {""}), sorted(known - used - {""})


def _alike(
    words: list[str], inside: list[str], outside: list[str], embedder: Embedder | None
) -> list[tuple[float, float]]:
    """How near each word is to a name of the query, and to another of the source."""
    if not words or embedder is None:
        return [(0.0, 0.0)] * len(words)
    vectors = embedder.embed([*words, *inside, *outside])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    near = unit[: len(words)] @ unit[len(words) :].T
    cut = len(inside)
    return [(float(row[:cut].max(initial=0.0)), float(row[cut:].max(initial=0.0))) for row in near]


_NEEDS = {
    "share": {"share"}, "rate": {"share"}, "running": {"running"}, "moving": {"moving"}, "change": {"change"},
    "correlation": {"correlation"},
    "min": {"order", "limit", "figure"}, "max": {"order", "limit", "figure"},
}  # fmt: skip
"""The kinds of words that figures are said by, where it is not a word for that figure."""
_SPELT = {"average": ("average", "avg", "mean"), "median": ("median",), "max": ("max", "peak"), "min": ("min",)}
_TURNED = {"not", "missing", "filled", "only"}
_GROUPING = {"key", "grain", "trend", "which", "versus", "order", "limit", "shown"}


def _unsaid(query: Query, heard: Sequence[Mark], asked: Marked, scope: Scope) -> Iterator[str]:
    """Parts that nothing in the question means; what goes without saying is none of them."""
    kinds = {mark.kind for mark in heard}
    quoting = [part for part in walked(query) if isinstance(part, Path) and part.said]
    quoted = Query(of=query.of, show=tuple(Column(of=path) for path in quoting))
    said = {*_heard_fields(heard, scope), *fields_of(quoted, scope)}
    yield from dict.fromkeys(f"field {name}" for name in _unsaid_fields(query, said, kinds, scope))
    text = asked.text.casefold()
    for part in walked(query):
        if isinstance(part, Value) and isinstance(part.value, str) and not part.said:
            shown = {str(t.value).casefold() for mark in heard for t in mark.things if t.kind == "value"}
            if part.value.casefold() in _FLAGS:
                continue
            spoken_as = rf"(?<!\w){re.escape(part.value.casefold())}"
            if part.value.casefold() not in shown and not re.search(spoken_as, text) and "recurring" not in kinds:
                yield f"value {part.value}"
        elif isinstance(part, Figure) and part.fn == "distinct" and _of_time(part, query, scope):
            if not kinds & {"grain", "recurring"} and not any(mark.label == "count_distinct" for mark in heard):
                yield "figure distinct"  # of registered people it is not the days that are counted
        elif isinstance(part, Figure) and part.fn not in _COUNTED and not part.said:
            if not kinds & _NEEDS.get(part.fn, {"figure"}) and not _in_name(part):
                yield f"figure {part.fn}"
        elif isinstance(part, Keep) and not part.said:
            if not kinds & {"order", "limit", "sorted", "place", "number"} and not asked.compares(
                "comparison", "order"
            ):
                yield "keep"
        elif isinstance(part, Not) and isinstance(part.test, Missing) and not part.said and "filled" not in kinds:
            yield "not"  # what is not blank; `no phone` says the other way
        elif isinstance(part, (Not, Missing)) and not part.said:
            if not kinds & _TURNED and not any(t.kind == "test" for mark in heard for t in mark.things):
                yield "not"
        elif isinstance(part, Compare) and _beyond(part, query, scope, asked):
            yield f"range {part.right}"
    keys = set(fields_of(Query(of=query.of, show=query.by), scope, keys=False)) - {(str(query.of), "")}
    values = sum(mark.kind == "thing" and any(t.kind == "value" for t in mark.things) for mark in heard)
    if query.by and not kinds & _GROUPING and values < 2 and not keys <= said:
        yield "key"


def _of_time(figure: Figure, query: Query, scope: Scope) -> bool:
    """Whether it is of days or moments."""
    of = figure.of[0] if figure.of else None
    field = scope.walk(scope.dataset(str(query.of)), of.steps).field if isinstance(of, Path) else None
    return field is not None and field.role == "time" and field.type in ("date", "datetime")


def _in_name(figure: Figure) -> bool:
    """The field is called by its figure: average_rating."""
    names = _SPELT.get(figure.fn, (figure.fn,))
    steps = [step.lower() for one in figure.of if isinstance(one, Path) for step in one.steps]
    return any(name in step for name in names for step in steps)


def _unsaid_fields(query: Query, said: set[tuple[str, str]], kinds: set[str], scope: Scope) -> Iterator[str]:
    """Fields that rows are held to, grouped or measured by, and that no word names; not those that are only shown."""
    bare = query.model_copy(update={"show": (), "order": None})
    timed = bool(kinds & {"period", "grain", "recurring", "trend"})
    for dataset, name in fields_of(bare, scope, keys=False):
        field = scope.dataset(dataset).field(name) if name else None
        if field is None or (dataset, name) in said or (timed and field.role == "time"):
            continue
        if field.role == "measure" and sum(one.role == "measure" for one in scope.dataset(dataset).fields) == 1:
            continue  # the one amount that there is goes without saying
        if field.role in ("key", "name") and (dataset, "") in said:
            continue
        yield f"{dataset}.{name}"


def _heard_fields(heard: Sequence[Mark], scope: Scope) -> Iterator[tuple[str, str]]:
    """What the words name, and what stands behind it: a named test has a field, a relation its key."""
    for thing in (thing for mark in heard for thing in mark.things):
        yield thing.dataset, thing.name if thing.kind in ("field", "value") else ""
        dataset = scope.dataset(thing.dataset)
        if thing.kind == "relation":
            hop = scope.hops(dataset)[thing.name]
            yield from ((thing.dataset, name) for name in hop.here)
            yield hop.to.name, ""
        elif thing.kind == "test":
            yield thing.dataset, dataset.ended
            yield from ((thing.dataset, field.name) for field in dataset.fields if field.signed)


def _of_text(query: Query) -> bool:
    return any(isinstance(part, Compare) and part.op in ("has", "starts") for part in walked(query))


def _orders(part: object) -> bool:
    return isinstance(part, Compare) and part.op in ("<", "<=", ">", ">=", "!=")


def _beyond(test: Compare, query: Query, scope: Scope, asked: Marked) -> bool:
    """A number that no value of its field comes near to; `at least 30 ratings` of one to five are so many of them."""
    number = test.right.value if isinstance(test.right, Value) else None
    if not isinstance(test.left, Path) or not isinstance(number, (int, float)) or isinstance(number, bool):
        return False
    try:
        field = scope.walk(scope.dataset(str(query.of)), test.left.steps).field
    except QueryError:
        return False
    if field is None or not isinstance(field.low, (int, float)) or not isinstance(field.high, (int, float)):
        return False
    if test.op == "=":
        return not field.low <= number <= field.high
    reach = FAR * (field.high - field.low)
    above, below = number > field.high + reach, number < field.low - reach
    far = (test.op[0] == ">" and above) or (test.op[0] == "<" and below)
    return far and any(
        mark.kind == "compare" and number in mark.numbers and after.kind == "thing" and mark.end == after.start
        for mark, after in pairwise(asked.marks)
    )
