"""Tools that exist elsewhere, from a JSON file: a list of {"name", "description", "params", "capabilities"}."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from groundplan.contracts import Param, Tool
from groundplan.contracts.tool import ParamType
from groundplan.errors import SourceError

PARAM_KEYS = ("params", "parameters", "inputSchema", "input_schema")
"""Where catalogues keep the arguments: ours, OpenAI's and OpenAPI's, MCP's, Anthropic's."""

COPIED = ("capabilities", "inputs", "outputs", "phase", "cost", "effect")
TYPE_NAMES = {
    "str": "string", "text": "string", "int": "integer", "float": "number", "double": "number",
    "bool": "boolean", "list": "array", "tuple": "array", "dict": "object",
}  # fmt: skip


def load_catalog(path: Path | str) -> dict[str, Tool]:
    """Read a catalogue; every fault is named with its place in the file."""
    path = Path(path)
    tools: dict[str, Tool] = {}
    for place, entry in enumerate(_entries(path), start=1):
        tool = _tool(entry, f"tool {place} of {path.name}")
        if tool.name in tools:
            raise SourceError(f"{path.name} names the tool {tool.name!r} twice; rename or remove one of the two.")
        tools[tool.name] = tool
    return tools


def _entries(path: Path) -> list[Any]:
    try:
        entries = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SourceError(f"cannot read the catalogue {path}: {error.strerror}; give a JSON file of tools.") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise SourceError(f"{path.name} is not JSON: {error}; mend the file at that place.") from error
    if not isinstance(entries, list) or not entries:
        raise SourceError(f'{path.name} holds no tools; give a JSON list of {{"name", "description", "params"}}.')
    return entries


def _tool(entry: Any, place: str) -> Tool:
    if not isinstance(entry, Mapping):
        raise SourceError(f'{place} is {_kind(entry)}, not an object; give {{"name", "description", "params"}}.')
    for key in ("name", "description"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise SourceError(f"{place} has no {key!r} (it has {', '.join(map(repr, entry)) or 'nothing'}); add one.")
    params: Any = next((entry[key] for key in PARAM_KEYS if entry.get(key)), {})
    more = {key: entry[key] for key in COPIED if entry.get(key) is not None}
    try:
        return Tool(name=entry["name"], description=entry["description"], params=dict(_params(params, place)), **more)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise SourceError(f"{place} ({entry['name']!r}) has a wrong {where!r}: {first['msg']}; mend it.") from error


def _params(params: Any, place: str) -> Iterator[tuple[str, Param]]:
    """Read arguments as a mapping, as a list, or as JSON schema."""
    required: set[str] = set()
    if isinstance(params, Mapping) and isinstance(params.get("properties"), Mapping):
        required = {name for name in params.get("required") or () if isinstance(name, str)}
        params = params["properties"]
    if isinstance(params, Mapping):
        for name, value in params.items():
            yield str(name), _param(value, name in required)
    elif isinstance(params, list):
        for value in params:
            yield _listed_name(value, place), _param(value if isinstance(value, Mapping) else {}, False)
    else:
        raise SourceError(f"{place} has {_kind(params)} as its params; give an object, a list or a JSON schema.")


def _listed_name(value: Any, place: str) -> str:
    name = value.get("name") if isinstance(value, Mapping) else value
    if not isinstance(name, str) or not name:
        raise SourceError(f'{place} lists a param without a name ({value!r}); write "param" or {{"name": "param"}}.')
    return name


def _param(value: Any, required: bool) -> Param:
    """Take what is understood; a value of any other form is kept as the argument's description."""
    if not isinstance(value, Mapping):
        return Param(required=required, about="" if value is None else str(value))
    choices = value.get("enum") or value.get("choices") or ()
    return Param(
        type=_type(value.get("type")),
        choices=tuple(choices) if isinstance(choices, list | tuple) else (),
        required=required or value.get("required") is True,
        default=value.get("default"),
        about=str(value.get("description") or value.get("about") or ""),
    )


def _type(said: Any) -> ParamType:
    """Map another catalogue's type to ours; `["string", "null"]` is a string."""
    names = [name for name in (said if isinstance(said, list) else [said]) if isinstance(name, str) and name != "null"]
    if len(names) != 1:
        return "any"
    name = TYPE_NAMES.get(names[0].lower(), names[0].lower())
    known: tuple[ParamType, ...] = get_args(ParamType)
    return next((known_type for known_type in known if known_type == name), "any")


def _kind(value: Any) -> str:
    names = {str: "a text", list: "a list", dict: "an object", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")
