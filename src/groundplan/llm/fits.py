"""Value, schema -> what does not fit. Knows the JSON Schema keywords that our contracts use, and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from groundplan.plan.nearest import did_you_mean

Schema = Mapping[str, Any]

_TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
    "number": lambda value: _is_number(value),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
_BOUNDS: tuple[tuple[str, str, Callable[[Any, Any], bool]], ...] = (
    ("maxItems", "holds more than {} items", lambda value, most: len(value) > most),
    ("minItems", "holds fewer than {} items", lambda value, least: len(value) < least),
    ("maxLength", "is longer than {} characters", lambda value, most: len(value) > most),
    ("minimum", "is below {}", lambda value, least: value < least),
)


def misfits(value: Any, schema: Schema) -> list[str]:
    """Every fault, each with its path: `metrics[0].agg: 'total' is not allowed, there are sum, avg`."""
    return _Checker(schema).at("", value, schema)


def _is_number(value: Any) -> bool:
    # `1e999` parses to infinity, which no column holds.
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) != inf


class _Checker:
    def __init__(self, root: Schema) -> None:
        self.definitions: Mapping[str, Schema] = root.get("$defs", {})

    def at(self, path: str, value: Any, schema: Schema) -> list[str]:
        schema = self._resolved(schema)
        if "anyOf" in schema:
            return self._any_of(path, value, [self._resolved(branch) for branch in schema["anyOf"]])
        if fault := _fault(value, schema):
            return [f"{path or 'the answer'}: {fault}"]
        if isinstance(value, dict):
            return self._object(path, value, schema)
        if isinstance(value, list) and "items" in schema:
            return [f for i, item in enumerate(value) for f in self.at(f"{path}[{i}]", item, schema["items"])]
        return []

    def _resolved(self, schema: Schema) -> Schema:
        return self.definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema

    def _object(self, path: str, value: dict[str, Any], schema: Schema) -> list[str]:
        known: Mapping[str, Schema] = schema.get("properties", {})
        dot = f"{path}." if path else ""
        faults = [f"{dot}{name}: is missing" for name in schema.get("required", ()) if name not in value]
        if schema.get("additionalProperties") is False:
            faults += [
                f"{dot}{name}: no such field, {did_you_mean(name, known)}" for name in value if name not in known
            ]
        for name in known:
            faults += self.at(f"{dot}{name}", value[name], known[name]) if name in value else []
        return faults

    def _any_of(self, path: str, value: Any, branches: list[Schema]) -> list[str]:
        """The faults of the branch that was meant: the type and the constants tell which."""
        able = [branch for branch in branches if _type_fits(value, branch)]
        if not able:
            return [
                f"{path or 'the answer'}: must be {' or '.join(sorted({b.get('type', 'a label') for b in branches}))}"
            ]
        meant = [branch for branch in able if _constants_fit(value, branch)] or able
        return min((self.at(path, value, branch) for branch in meant), key=len)


def _type_fits(value: Any, schema: Schema) -> bool:
    return "type" not in schema or _TYPES[schema["type"]](value)


def _constants_fit(value: Any, schema: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    return all(value.get(name) == of["const"] for name, of in schema.get("properties", {}).items() if "const" in of)


def _fault(value: Any, schema: Schema) -> str:
    if not _type_fits(value, schema):
        return f"must be {schema['type']}, not {_short(value)}"
    if "const" in schema and value != schema["const"]:
        return f"must be {schema['const']!r}, not {_short(value)}"
    if "enum" in schema and not any(type(value) is type(label) and value == label for label in schema["enum"]):
        return f"{_short(value)} is not allowed, {did_you_mean(str(value), [str(label) for label in schema['enum']])}"
    for keyword, words, broken in _BOUNDS:
        if keyword in schema and broken(value, schema[keyword]):
            return words.format(schema[keyword])
    return ""


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
