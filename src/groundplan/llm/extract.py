"""Text, schema -> values: the JSON object that fits, wherever in the text it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from groundplan.llm.fits import misfits

_LONGEST = 100_000
_MOST_OBJECTS = 50


class MisfitError(ValueError):
    """The text holds no values that fit; `faults` say why."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def extract(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The first object that fits: bare, in a code fence, or amid prose; of several misfits the closest is reported."""
    closest: list[str] | None = None
    for value in _objects(text[:_LONGEST]):
        faults = misfits(value, schema)
        if not faults:
            return value
        if closest is None or len(faults) < len(closest):
            closest = faults
    raise MisfitError(closest or ["the answer: holds no JSON object"])


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Every outermost object that parses, found by its opening bracket; fences and prose are passed over."""
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    start = text.find("{")
    for _ in range(_MOST_OBJECTS):
        if start < 0:
            return
        try:
            value, end = decoder.raw_decode(text, start)
            yield value
        # Brackets nested thousands deep are no answer, either.
        except (ValueError, RecursionError):
            end = start + 1
        start = text.find("{", end)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
