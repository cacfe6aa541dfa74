"""Text -> document: JSON, YAML, or what a language model wrote around a graph."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from typing import Any, NoReturn

from groundplan.packs.workflows.graph.contract import Fault
from groundplan.packs.workflows.graph.dialects import Dialect, recognised

DEEPEST, MOST = 60, 500_000
"""How deep a document may be nested, and how many values it may hold."""
LARGEST = 1e300
_GRAPH: dict[str, Any] = {
    "type": "object",
    "anyOf": [{"type": "object", "required": [name]} for name in ("nodes", "graph", "States", "do", "workflow")],
}
_FENCE = re.compile(r"```[a-z]*\s*\n(.*?)\n\s*```", re.DOTALL)


class _DocumentError(ValueError):
    """A document that cannot be read; says where."""


class _TwiceError(_DocumentError):
    """A name that stands twice in one object: one of its values would be lost."""


def parsed(given: str | dict[str, Any]) -> tuple[dict[str, Any] | None, list[Fault]]:
    """The document in a text, or why there is none; one that is given as such may hold what JSON does not know."""
    try:
        document = _plain(_value(given) if isinstance(given, str) else given, 0, [MOST])
    except RecursionError:
        return None, [_unreadable(f"it is nested more than {DEEPEST} deep")]
    except _DocumentError as fault:
        return None, [_unreadable(str(fault))]
    if not isinstance(document, dict):
        return None, [_unreadable(f"it is {type(document).__name__}, and a graph is an object")]
    return document, []


def unwrapped(document: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...], Dialect | None]:
    """The graph inside a document such as `{"reasoning": ..., "graph": {...}}`, the way to it, and its dialect."""
    dialect = recognised(document)
    if dialect or len(document) > 12:
        return document, (), dialect
    for name, value in document.items():
        inner = _from_text(value) if isinstance(value, str) and value.lstrip().startswith("{") else value
        if isinstance(inner, dict) and (found := recognised(inner)):
            return inner, (name,), found
    return document, (), None


def _value(text: str) -> Any:
    """What the text says: as JSON, as YAML, else the first graph that stands somewhere in it."""
    bare = text.strip().removeprefix("\ufeff")
    try:
        return _json(bare)
    except _TwiceError:
        raise
    except _DocumentError as fault:
        if bare.startswith(("{", "[")) and "```" not in bare:
            return _amid(bare, fault)
    fences = _FENCE.findall(bare)
    for part in fences:
        if (found := _from_text(part)) is not None:
            return found
    if "{" in bare and (fences or not re.match(r"[\w-]+:", bare)):
        return _amid(bare, _DocumentError("it holds no JSON object with a graph"))
    return _yaml(bare)


def _amid(text: str, fault: _DocumentError) -> Any:
    """The object in a text that is no JSON as a whole."""
    from groundplan.llm.extract import MisfitError, extract

    try:
        return extract(text, _GRAPH)
    except MisfitError:
        raise fault from None


def _from_text(text: str) -> Any:
    try:
        found = _json(text)
    except _DocumentError:
        try:
            found = _yaml(text)
        except _DocumentError:
            return None
    return found if isinstance(found, dict) else None


def _json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as fault:
        raise _DocumentError(f"line {fault.lineno}, column {fault.colno}: {fault.msg}") from None
    except _DocumentError:
        raise
    except ValueError as fault:  # a number of thousands of digits
        raise _DocumentError(str(fault)) from None
    except RecursionError:
        raise _DocumentError(f"it is nested more than {DEEPEST} deep") from None


def _yaml(text: str) -> Any:
    import yaml  # only where the text is no JSON

    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise _DocumentError(f"{where}{fault.problem or 'it is no YAML'}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as fault:
        raise _DocumentError(f"it is no YAML: {str(fault).splitlines()[0][:80]}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _TwiceError(f"the name {name!r} stands twice in one object")
        found[name] = value
    return found


def _plain(value: Any, depth: int, left: list[int]) -> Any:
    """The value of nothing but what JSON knows; aliases of YAML are counted each time they are met."""
    left[0] -= 1
    if depth > DEEPEST:
        raise _DocumentError(f"it is nested more than {DEEPEST} deep")
    if left[0] < 0:
        raise _DocumentError(f"it holds more than {MOST:,} values")
    if isinstance(value, dict):
        return {_text(_key(name)): _plain(inner, depth + 1, left) for name, inner in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_plain(inner, depth + 1, left) for inner in value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, (int, float)) and not abs(value) < LARGEST:
        raise _DocumentError(f"{str(value)[:20]} is too large a number")
    return value if value is None or isinstance(value, (bool, int, float)) else repr(value)


def _key(name: Any) -> str:
    """A key as it was written: YAML takes `on` for true."""
    return name if isinstance(name, str) else "on" if name is True else "off" if name is False else str(name)


def _text(text: str) -> str:
    """A text that can be printed: half of a pair of surrogates cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _no_constant(name: str) -> NoReturn:
    raise _DocumentError(f"{name} is not JSON")


def _unreadable(told: str) -> Fault:
    return Fault(code="syntax", message=f"the document cannot be read: {told}", help="write one JSON or YAML object")
