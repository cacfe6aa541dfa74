"""References inside values: `$.user.email` and `{{user.email}}` are one thing, said in two ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

from groundplan.contracts import REF, refs

Style = Literal["jsonpath", "template"]

_PATH = r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\.\d+|\[\d+\])*"
_TEMPLATE = re.compile(r"\{\{\s*(" + _PATH + r")\s*\}\}")
_EITHER = re.compile(_TEMPLATE.pattern + r"|\$\.(" + _PATH + ")")
_WHOLE = re.compile(_PATH)
_UNSURE = re.compile(r"[\w-]|\.[A-Za-z_\d]|\[\d")
"""What would be read as a part of the path that stands before it."""


def canonical(value: Any) -> Any:
    """A value as it is written in any dialect, with its references as the contract has them."""
    if isinstance(value, dict):
        return {name: canonical(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [canonical(inner) for inner in value]
    if not isinstance(value, str):
        return value
    whole = _EITHER.fullmatch(value.strip())
    return {REF: dotted(whole[1] or whole[2])} if whole else canonical_text(value)


def canonical_text(text: str) -> str:
    """A text with every reference inside it as `{{name}}`."""
    return _EITHER.sub(lambda found: f"{{{{{dotted(found[1] or found[2])}}}}}", text)


def written(value: Any, style: Style) -> Any:
    """The value as a dialect writes it; what is no plain path stays as the contract has it."""
    if isinstance(value, dict):
        if set(value) == {REF} and isinstance(value[REF], str) and _WHOLE.fullmatch(value[REF]):
            return f"$.{value[REF]}" if style == "jsonpath" else f"{{{{{value[REF]}}}}}"
        return {name: written(inner, style) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [written(inner, style) for inner in value]
    return written_text(value, style) if isinstance(value, str) else value


def written_text(text: str, style: Style) -> str:
    """A text as a dialect writes it."""

    def path(found: re.Match[str]) -> str:
        return found[0] if _UNSURE.match(text, found.end()) else f"$.{found[1]}"

    return _TEMPLATE.sub(path, text) if style == "jsonpath" else text


def dotted(path: str) -> str:
    """A path with its indexes as names: `items[0].id` is `items.0.id`."""
    return re.sub(r"\[(\d+)\]", r".\1", path)


def in_text(text: str) -> list[str]:
    """The references of a text."""
    return [dotted(found) for found in _TEMPLATE.findall(text)]


def read_by(value: Any) -> Iterator[str]:
    """Every reference inside a value, whole or in a text."""
    yield from refs(value)
    for text in _texts(value):
        yield from in_text(text)


def has_texts(value: Any) -> bool:
    """Whether a value holds a text with references in it."""
    return any(_TEMPLATE.search(text) for text in _texts(value))


def renamed(value: Any, name: Callable[[str], str]) -> Any:
    """The value with every reference put through a function, but for those inside texts."""
    if isinstance(value, dict):
        if set(value) == {REF}:
            return {REF: name(str(value[REF]))}
        return {key: renamed(inner, name) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [renamed(inner, name) for inner in value]
    return value


def renamed_text(text: str, name: Callable[[str], str]) -> str:
    """A text with every reference in it put through a function."""
    return _TEMPLATE.sub(lambda found: f"{{{{{name(dotted(found[1]))}}}}}", text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and set(value) != {REF}:
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
