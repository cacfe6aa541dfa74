"""Stubs: what an operation would give, made from its schema: the same for the same arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from groundplan.packs.workflows.catalogue.operation import Operation
from groundplan.packs.workflows.catalogue.shape import Shape

ENTRIES = 2
"""How many things a list has."""
DEEPEST = 5
_FORMATS = {
    "date": "2025-01-{n:02}", "date-time": "2025-01-{n:02}T09:00:00Z", "time": "09:00:00",
    "email": "{name}{n}@example.com", "uri": "https://example.com/{name}/{n}", "hostname": "{name}{n}.example.com",
    "uuid": "00000000-0000-4000-8000-{n:012}", "ipv4": "192.0.2.{n}",
}  # fmt: skip


def stub(operation: Operation, arguments: Mapping[str, Any]) -> Any:
    """What the operation would give; a field that is called as an argument has its value."""
    echoed = {one.sent: arguments[name] for name, one in operation.arguments.items() if name in arguments}
    return _made(operation.returns, _subject(operation), 1, echoed, 0)


def _made(shape: Shape, name: str, n: int, echoed: Mapping[str, Any], depth: int) -> Any:
    if shape.choices:
        return shape.choices[(n - 1) % len(shape.choices)]
    if shape.type == "object":
        fields = shape.fields.items() if depth < DEEPEST else ()
        return {key: _field(key, one, name, n, echoed, depth) for key, one in fields}
    if shape.type == "array":
        inner = shape.items or Shape()
        return [_made(inner, name, place, echoed, depth + 1) for place in range(1, ENTRIES + 1)]
    if shape.type in ("integer", "number"):
        return _number(shape, n)
    if shape.type == "boolean":
        return bool(n % 2)
    return _text(shape, name, n) if shape.type == "string" else None


def _field(key: str, shape: Shape, name: str, n: int, echoed: Mapping[str, Any], depth: int) -> Any:
    value = echoed.get(key)
    if depth <= 1 and value is not None and not (isinstance(value, list) and shape.type != "array"):
        return value
    called = name if key in ("id", "key", "name") else key
    return _made(shape, called, n, {} if depth > 1 else echoed, depth + 1)


def _number(shape: Shape, n: int) -> int | float:
    low = shape.low if shape.low is not None else 1.0
    value = min(low + n - 1, shape.high) if shape.high is not None else low + n - 1
    return int(value) if shape.type == "integer" else value


def _text(shape: Shape, name: str, n: int) -> str:
    if isinstance(shape.example, str) and shape.format not in _FORMATS and n == 1:
        return shape.example
    return _FORMATS.get(shape.format, "{name} {n}").format(name=name, n=n)


def _subject(operation: Operation) -> str:
    """What the operation is about: `order` of `listOrders`."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", operation.name)
    return (words[-1] if words else "thing").casefold().removesuffix("s") or "thing"
