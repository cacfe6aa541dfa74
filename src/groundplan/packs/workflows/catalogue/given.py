"""Values that are handed to a query by name: put into its parts as what they are, never into its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice, product
from typing import Any, TypeGuard

from groundplan.contracts.noun import Noun
from groundplan.errors import QueryError, StepError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.language import parts as p

GIVEN = "given"
_DATED = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?")
MOST = 64
"""Ways to take values that look like days, as days and as texts: the first one that fits the fields is meant."""


def readings(query: p.Query, given: Mapping[str, Any]) -> Iterator[p.Query]:
    """The query with the values in their places; a text that looks like a day is one, or a text."""
    named = {one.steps[1] for one in p.walked(query, into_queries=True) if _is_given(one)}
    for name in sorted(named):
        if name not in given:
            raise StepError(f"the query speaks of {GIVEN}.{name}, which is not given; {did_you_mean(name, given)}")
        if given[name] is None:
            raise StepError(f"{GIVEN}.{name} of the query is empty: where it should come from there is nothing")
    ways = [_parts(given[name]) for name in sorted(named)]
    for chosen in islice(product(*ways), MOST):
        yield _with(query, dict(zip(sorted(named), chosen, strict=True)))


def _is_given(part: Any) -> TypeGuard[p.Path]:
    return isinstance(part, p.Path) and len(part.steps) == 2 and part.steps[0] == GIVEN


def _parts(value: Any) -> list[tuple[p.X, ...]]:
    """What a value can be as parts of a query, the likeliest first; a list is several."""
    listed = list(value) if isinstance(value, (list, tuple)) else [value]
    for one in listed:
        if not isinstance(one, (bool, int, float, str)):
            raise StepError(f"a query takes numbers, texts and truths, and {GIVEN} is {type(one).__name__}")
    plain = tuple(p.Value(value=one) for one in listed)
    if listed and all(isinstance(one, str) and _DATED.fullmatch(one) for one in listed):
        return [tuple(p.Period(text=_period(one)) for one in listed), plain]
    return [plain]


def _period(text: str) -> str:
    if len(text) == 10:
        return text
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise StepError(f"{text!r} is no day or moment") from None
    return (moment.astimezone(UTC) if moment.tzinfo else moment).replace(tzinfo=None).isoformat()


def _with(part: Any, values: Mapping[str, tuple[p.X, ...]]) -> Any:
    if _is_given(part):
        found = values[part.steps[1]]
        if len(found) != 1:
            raise QueryError(
                f"{GIVEN}.{part.steps[1]} is a list; ask whether something is in ({GIVEN}.{part.steps[1]})."
            )
        return found[0]
    if isinstance(part, p.Among):
        several = [_with(part.left, values)]
        inside = [
            one for each in part.values for one in (values[each.steps[1]] if _is_given(each) else [_with(each, values)])
        ]
        if not inside:  # one of none: never
            return p.All(tests=(p.Missing(of=several[0]), p.Not(test=p.Missing(of=several[0]))))
        return part.model_copy(update={"left": several[0], "values": tuple(inside)})
    changes = {name: _changed(getattr(part, name), values) for name in type(part).model_fields}
    return part.model_copy(update={name: new for name, new in changes.items() if new is not getattr(part, name)})


def _several(part: Any, values: Mapping[str, tuple[p.X, ...]]) -> tuple[p.X, ...]:
    return values[part.steps[1]] if _is_given(part) else (_with(part, values),)


def _changed(held: Any, values: Mapping[str, tuple[p.X, ...]]) -> Any:
    if isinstance(held, Noun):
        return _with(held, values)
    if isinstance(held, tuple) and any(isinstance(one, Noun) for one in held):
        return tuple(_with(one, values) if isinstance(one, Noun) else one for one in held)
    return held
