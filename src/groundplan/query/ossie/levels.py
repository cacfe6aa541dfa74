"""Of what level a part is: of each row, of each group, or of the rows around each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from groundplan.query.ossie.expressions import EXISTS_IN
from groundplan.sources.model.expressions import AGGREGATES, Call, Column, Part, Sorted, Window, inner

HOLISTIC = ("MEDIAN", "PERCENTILE_CONT", "PERCENTILE_DISC")
"""Aggregates that need all values at once; so does every aggregate of distinct ones but the lowest and highest."""


def tops(part: Part) -> Iterator[Part]:
    """The part and what it is made of, as far as the outermost aggregates and windows."""
    yield part
    if isinstance(part, Call) and part.name not in AGGREGATES:
        for each in _operands(part):
            yield from tops(each)


def _operands(part: Call) -> tuple[Part, ...]:
    return part.args[:1] if part.name == EXISTS_IN else part.args


def aggregates(part: Part) -> list[Call]:
    """The outermost aggregates."""
    return [one for one in tops(part) if isinstance(one, Call) and one.name in AGGREGATES]


def windows(part: Part) -> list[Window]:
    """The windows that stand outside of aggregates."""
    return [one for one in tops(part) if isinstance(one, Window)]


def bare(part: Part) -> list[Column]:
    """The fields that stand outside of aggregates and windows."""
    return list(dict.fromkeys(one for one in tops(part) if isinstance(one, Column)))


def holistic(aggregate: Call) -> bool:
    """Whether it cannot be put together from aggregates of parts of the rows."""
    return aggregate.name in HOLISTIC or (aggregate.distinct and aggregate.name not in ("MIN", "MAX"))


def fields_of(part: Part) -> list[Column]:
    """The fields that a part is computed of, each once; not those whose values it is only held against."""
    if isinstance(part, Column):
        return [part]
    operands = _operands(part) if isinstance(part, Call) else inner(part)
    return list(dict.fromkeys(one for each in operands for one in fields_of(each)))


def terms(test: Part) -> Iterator[Part]:
    """The single tests that AND, OR and NOT join."""
    if isinstance(test, Call) and test.name in ("AND", "OR", "NOT"):
        for each in test.args:
            yield from terms(each)
    else:
        yield test


def changed(part: Part, change: Callable[[Part], Part | None]) -> Part:
    """The part with what `change` has something else for replaced, from the outside in."""
    found = change(part)
    if found is not None:
        return found
    if isinstance(part, Call):
        return part.model_copy(update={"args": all_changed(part.args, change)})
    if isinstance(part, Window):
        of = part.of.model_copy(update={"args": all_changed(part.of.args, change)})
        order = tuple(key_changed(one, change) for one in part.order)
        return part.model_copy(update={"of": of, "partition": all_changed(part.partition, change), "order": order})
    return part


def all_changed(parts: Sequence[Part], change: Callable[[Part], Part | None]) -> tuple[Part, ...]:
    """Each of the parts, changed."""
    return tuple(changed(one, change) for one in parts)


def key_changed(key: Sorted, change: Callable[[Part], Part | None]) -> Sorted:
    """What is ordered by, changed."""
    return key.model_copy(update={"of": changed(key.of, change)})
