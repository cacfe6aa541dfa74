"""JSON Schema, as OpenAPI 2, 3.0 and 3.1 write it -> Shape: what cannot be followed is told, a cycle is cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from groundplan.contracts.tool import ParamType
from groundplan.packs.workflows.catalogue.shape import Shape

DEEPEST = 8
"""Objects within objects; what lies deeper is an object without fields."""
Note = Callable[[str], None]
_TYPES: tuple[str, ...] = get_args(ParamType)
_OF_VALUES: Mapping[type, ParamType] = {bool: "boolean", int: "integer", float: "number", str: "string"}


class Schemas:
    """Reads the schemas of one document."""

    def __init__(self, resolver: Any, note: Note) -> None:
        self._resolver = resolver
        self._note = note
        self._known: dict[tuple[str, str], Shape] = {}

    def followed(self, part: Any, resolver: Any = None) -> tuple[Mapping[str, Any], Any, str]:
        """A part of the document with its reference followed, who resolves within it, and what it is called."""
        resolver, called, seen = resolver or self._resolver, "", set()
        while isinstance(part, Mapping) and isinstance(part.get("$ref"), str):
            target, beside = part["$ref"], {key: value for key, value in part.items() if key != "$ref"}
            if target in seen:
                self._note(f"{target!r} refers to nothing but itself")
                return {}, resolver, called
            seen.add(target)
            try:
                found = resolver.lookup(target)
            except Exception:  # the library looks at all of the document, and trips over what is broken elsewhere
                self._note(f"{target!r} is referred to, and is not there")
                return {}, resolver, called
            called = target.rpartition("/")[2]
            contents = found.contents
            part = {**contents, **beside} if isinstance(contents, Mapping) else {}
            resolver = found.resolver
        return (part if isinstance(part, Mapping) else {}), resolver, called

    def shape(self, schema: Any, leave: str = "", *, resolver: Any = None, within: tuple[str, ...] = ()) -> Shape:
        """The shape of a schema; `leave`: `readOnly` fields of what is sent, `writeOnly` ones of what comes."""
        target = schema.get("$ref") if isinstance(schema, Mapping) and len(schema) == 1 else None
        if (
            isinstance(target, str)
            and (resolver is None or resolver is self._resolver)
            and len(within) < 2
            and not any(within)
        ):
            if (target, leave) not in self._known:
                self._known[target, leave] = self._shape(schema, leave, self._resolver, ())
            return self._known[target, leave]
        return self._shape(schema, leave, resolver, within)

    def _shape(self, schema: Any, leave: str, resolver: Any, within: tuple[str, ...]) -> Shape:
        said, resolver, called = self.followed(schema, resolver)
        if (called and called in within) or len(within) > DEEPEST:
            return Shape(type="object", called=called)
        within = (*within, called)

        def inner(one: Any) -> Shape:
            return self.shape(one, leave, resolver=resolver, within=within)

        parts = [inner(one) for one in _listed(said.get("allOf"))]
        options = [inner(one) for key in ("anyOf", "oneOf") for one in _listed(said.get(key))]
        own = self._own(said, leave, inner)
        if options:
            own = _joined([own, _either(options)])
        found = _joined([own, *parts]) if parts else own
        return found.model_copy(update={"called": called}) if called else found

    def _own(self, said: Mapping[str, Any], leave: str, inner: Callable[[Any], Shape]) -> Shape:
        kind, nullable = _type(said)
        listed = said["enum"] if isinstance(said.get("enum"), list) else [said["const"]] if "const" in said else []
        choices = tuple(one for one in listed if one is not None and not isinstance(one, (dict, list)))
        fields = _mapping(said.get("properties"))
        kept = {
            str(name): inner(one)
            for name, one in fields.items()
            if not (leave and isinstance(one, Mapping) and one.get(leave) is True)
        }
        return Shape(
            type=kind,
            format="binary" if said.get("type") == "file" else str(said.get("format") or ""),
            choices=choices,
            nullable=nullable or None in listed,
            default=said.get("default"),
            example=said.get("example", next(iter(_listed(said.get("examples"))), None)),
            low=_number(said, "minimum", "exclusiveMinimum"),
            high=_number(said, "maximum", "exclusiveMaximum"),
            about=" ".join(str(said.get("description") or said.get("title") or "").split()),
            fields=kept,
            required=tuple(name for name in _listed(said.get("required")) if isinstance(name, str) and name in kept),
            items=inner(said.get("items") or {}) if kind == "array" else None,
        )


def shape_of_schema(schema: Any, whole: Any = None, note: Note = lambda _note: None) -> Shape:
    """The shape of a schema that refers to nothing but parts of itself, or of the whole that it stands in."""
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    empty: Any = Registry()
    contents = schema if whole is None else whole
    resource = DRAFT202012.create_resource(contents if isinstance(contents, Mapping) else {})
    return Schemas(empty.with_resource("", resource).resolver(), note).shape(schema)


def _type(said: Mapping[str, Any]) -> tuple[ParamType, bool]:
    """Its type, and whether it may be null."""
    written = said.get("type")
    names = [str(one) for one in (written if isinstance(written, list) else [written]) if one is not None]
    nullable = "null" in names or said.get("nullable") is True or said.get("x-nullable") is True
    kinds = {"string" if name == "file" else name for name in names if name != "null"}
    if kinds == {"integer", "number"}:
        return "number", nullable
    if len(kinds) == 1 and (kind := kinds.pop()) in _TYPES:
        return next(one for one in get_args(ParamType) if one == kind), nullable
    if not names and isinstance(said.get("properties"), Mapping):
        return "object", nullable
    if not names and "items" in said:
        return "array", nullable
    values = {type(one) for one in _listed(said.get("enum")) if one is not None} if not names else set()
    return (_OF_VALUES.get(values.pop(), "any") if len(values) == 1 else "any"), nullable


def _joined(parts: Sequence[Shape]) -> Shape:
    """All of them at once."""
    typed = [one for one in parts if one.type != "any"]
    if not typed:
        return parts[0]
    first, fields = typed[0], {name: field for one in parts for name, field in one.fields.items()}
    required = tuple(dict.fromkeys(name for one in parts for name in one.required))
    about = next((one.about for one in parts if one.about), "")
    nullable = any(one.nullable for one in parts)
    update = {"fields": fields, "required": required, "about": about, "nullable": nullable}
    return first.model_copy(update=update)


def _either(options: Sequence[Shape]) -> Shape:
    """One of them: what all share, and what some have."""
    nullable = any(one.nullable or one == Shape() for one in options)
    typed = [one for one in options if one.type != "any"]
    kinds = {one.type for one in typed}
    if len(kinds) != 1:
        return Shape(nullable=nullable)
    shared = set.intersection(*(set(one.required) for one in typed))
    every = all(one.choices for one in typed)
    update = {
        "fields": {name: field for one in typed for name, field in one.fields.items()},
        "required": tuple(name for name in typed[0].required if name in shared),
        "choices": tuple(dict.fromkeys(c for one in typed for c in one.choices)) if every else (),
        "nullable": nullable,
    }
    return typed[0].model_copy(update=update)


def _number(said: Mapping[str, Any], *names: str) -> float | None:
    found = (said.get(name) for name in names)
    return next((float(one) for one in found if isinstance(one, (int, float)) and not isinstance(one, bool)), None)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
