"""The pieces of which strict JSON Schemas are made: every object is closed and has all its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string", "maxLength": 120}
NULL: Schema = {"type": "null"}
NUMBER: Schema = {"type": "number"}
SCALAR: Schema = {"anyOf": [TEXT, NUMBER, {"type": "boolean"}]}


def closed(**properties: Schema) -> Schema:
    """An object with exactly these fields."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def several(items: Mapping[str, Any], most: int) -> Schema:
    """A list of at most so many."""
    return {"type": "array", "items": items, "maxItems": most}


def one_of(names: Iterable[str]) -> Schema:
    """One label of a closed set."""
    return {"type": "string", "enum": list(dict.fromkeys(names))}


def just(name: str) -> Schema:
    """Exactly one label."""
    return {"type": "string", "const": name}


def optional(schema: Mapping[str, Any]) -> Schema:
    """What it says, or null where it is left out."""
    return {"anyOf": [NULL, *schema.get("anyOf", [schema])]}


def defined(name: str) -> Schema:
    """What stands once in `$defs`, so that a long list stays a small grammar."""
    return {"$ref": f"#/$defs/{name}"}
