"""YAML as people write it -> plain values that know the line they stand in."""

from __future__ import annotations

import re
from typing import Any

import yaml

from groundplan.errors import SourceError


class Lined(dict[str, Any]):
    """A mapping, with the line of each of its keys."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


class _Plain(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """As YAML 1.2 has it: `no` and `on` are words, `2024-01-01` is a text, `007` is no number."""

    yaml_implicit_resolvers: dict[str, Any] = {}


for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?(0|[1-9][0-9]*)", "-+0123456789"),
    ("float", r"[-+]?(0|[1-9][0-9]*)?\.[0-9]+([eE][-+]?[0-9]+)?|[-+]?[1-9][0-9]*[eE][-+][0-9]+", "-+.0123456789"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
):
    _Plain.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})$"), list(_first))


def read_lined(text: str, label: str) -> Any:
    """The values; what is no YAML is told with its line."""
    try:
        node = yaml.compose(text, Loader=_Plain)
        return None if node is None else _Values(text).of(node)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        cause = getattr(error, "problem", None) or "a character that no text has"
        raise SourceError(f"{label} line {line}: it is no YAML ({cause}); check the indents and the quotes.") from error


class _Values:
    """The values of nodes; one that is meant twice is refused, as few such nodes may stand for endless values."""

    def __init__(self, text: str) -> None:
        self._loader = _Plain(text)
        self._seen: set[int] = set()

    def of(self, node: Any) -> Any:
        """A mapping with its lines, a list, or a value."""
        if isinstance(node, yaml.ScalarNode):
            return self._loader.construct_object(node)
        if id(node) in self._seen:
            raise yaml.MarkedYAMLError(problem="an alias", problem_mark=node.start_mark)
        self._seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self.of(one) for one in node.value]
        made = Lined(node.start_mark.line + 1)
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else "?"
            made[name] = self.of(value)
            made.lines[name] = key.start_mark.line + 1
        return made
