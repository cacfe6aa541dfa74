"""Prompts are files: loaded once, split at a line `---`, filled strictly and in one pass."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from groundplan.llm.base import Prompt

_PLACE = re.compile(r"\{\{(\w+)\}\}")


def prompt(path: str, **values: str) -> Prompt:
    """The prompt in that file, its `{{places}}` filled: `prompt("reading/prompts/query.md", question=...)`."""
    parts = _load(path).split("\n---\n")
    if len(parts) != 2:
        raise ValueError(f"{path} must have two parts, divided by one line `---`; it has {len(parts)}")
    return Prompt(system=_filled(path, parts[0], {}), user=_filled(path, parts[1], values))


def text(path: str, **values: str) -> str:
    """A file with one part, filled the same way."""
    return _filled(path, _load(path), values)


def fenced(data: str) -> str:
    """Data in a fence that nothing inside it can close."""
    longest = max((len(run) for run in re.findall("`+", data)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{data}\n{fence}"


@lru_cache
def _load(path: str) -> str:
    return resources.files("groundplan").joinpath(path).read_text("utf-8").strip()


def _filled(path: str, template: str, values: dict[str, str]) -> str:
    places = set(_PLACE.findall(template))
    if places != set(values):
        wrong = ", ".join(sorted(places ^ set(values)))
        raise ValueError(f"{path} and its values must name the same places; these stand on one side only: {wrong}")
    # One pass: a value that looks like a place stays what it is, data.
    return _PLACE.sub(lambda place: values[place[1]], template)
