"""Arguments of a call, held to what the operation takes: read as its type where that is sure, else told in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue.operation import Argument, Operation
from groundplan.packs.workflows.catalogue.shape import Shape
from groundplan.plan.nearest import did_you_mean

_TRUTHS = {"true": True, "false": False}


def held_to(operation: Operation, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as the operation takes them; a StepError where one is missing, empty, unknown or of another kind.

    An argument that came out empty is never left out: a list without its condition would be another list.
    """
    known = {**operation.arguments, **operation.hidden}
    for name in arguments:
        if name not in known:
            raise StepError(f"{operation.name} takes no {name!r}; {did_you_mean(name, known)}")
    for name, argument in known.items():
        if argument.required and name not in arguments:
            raise StepError(f"{operation.name} needs {name!r}, and it was not given")
    return {name: _taken(operation, name, value, known[name]) for name, value in arguments.items()}


def _taken(operation: Operation, name: str, value: Any, argument: Argument) -> Any:
    shape, place = argument.shape, argument.place
    if value is None:
        if shape.nullable and place in ("body", "whole", "call"):
            return None
        raise StepError(f"{name!r} of {operation.name} is empty: where it should come from there is nothing")
    found = _typed(value, shape)
    if found is None:
        raise StepError(f"{name!r} of {operation.name} is {_short(value)}, not of type {shape.type}")
    if shape.choices and found not in shape.choices:
        help = did_you_mean(str(found), [str(one) for one in shape.choices])
        raise StepError(f"{name!r} of {operation.name} is {_short(found)}, which is no value of it; {help}")
    return found


def _typed(value: Any, shape: Shape) -> Any:
    """The value as its type; None where it is of another."""
    kind = shape.type
    if kind == "string":
        return value if isinstance(value, str) else _written(value)
    if kind in ("integer", "number"):
        return _number(value, whole=kind == "integer")
    if kind == "boolean":
        return value if isinstance(value, bool) else _TRUTHS.get(value.casefold()) if isinstance(value, str) else None
    if kind == "array":
        inner = shape.items or Shape()
        found = [_typed(one, inner) for one in value] if isinstance(value, (list, tuple)) else [None]
        return None if None in found and None not in (value or ()) else found
    return value if kind == "any" or isinstance(value, Mapping) else None


def _written(value: Any) -> str | None:
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _number(value: Any, *, whole: bool) -> int | float | None:
    if isinstance(value, str):
        try:
            value = float(value) if not value.strip().lstrip("+-").isdigit() else int(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return int(value) if float(value).is_integer() and (whole or isinstance(value, int)) else None if whole else value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
