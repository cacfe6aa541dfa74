"""What exists, in few words, for a prompt: tools, requirements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from groundplan.contracts import Requirement, Tool

NOTHING = "none"
_LONGEST = 24


def tools_in_words(tools: Iterable[Tool]) -> str:
    """One line a tool, params that may be left out with a question mark."""
    return "\n".join(f"- {tool.name}({_params(tool)}): {tool.description}" for tool in tools) or NOTHING


def requirements_in_words(requirements: Iterable[Requirement]) -> str:
    """One line a requirement, with its value where the id does not say it."""
    return "\n".join(f"- {r.id}{_beyond_id(r)}" for r in requirements) or NOTHING


def _params(tool: Tool) -> str:
    said = {name: param for name, param in tool.params.items() if param.type != "object"}  # only a compiler binds those
    return ", ".join(name if param.required else f"{name}?" for name, param in said.items())


def _beyond_id(requirement: Requirement) -> str:
    value = requirement.value
    known = value is None or requirement.id.endswith(f".{value}")
    return "" if known else f" = {clipped(value, 200)}"


def clipped(value: Any, longest: int = _LONGEST) -> str:
    """A value as one line of at most so many characters."""
    text = " ".join(str(value).split())
    return text if len(text) <= longest else text[: longest - 3] + "..."
