"""Every environment variable, in one class; read only by the doors (command line, Python, servers)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from groundplan.errors import UsageError

PREFIX = "GROUNDPLAN_"
OTHER_NAMES = {"planner_model": "model", "planner_max_tokens": "max_tokens"}
"""Further names of settings; where both are set, the first name counts."""


def _cache() -> Path:
    from platformdirs import user_cache_path  # only here, so that a set variable costs no import

    return user_cache_path("groundplan")


def _setting(default: Any, about: str) -> Any:
    if callable(default):
        return field(default_factory=default, metadata={"about": about})
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Settings:
    """What a person can set; each field is the variable GROUNDPLAN_<NAME>."""

    model_url: str = _setting("", "base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:8000/v1")
    model: str = _setting(
        "", "model that reads questions and adapts plans; several, comma-separated, are a chain of fallbacks"
    )
    planner_temperature: float = _setting(0.0, "temperature of the model that reads and plans")
    answer_model: str = _setting("", "model that may reword answers; none: the renderer's text stands")
    answer_temperature: float = _setting(0.3, "temperature of the model that rewords answers")
    api_key: str = _setting("", "key of the endpoint, if it wants one")
    timeout: float = _setting(60.0, "seconds one call of the endpoint may take")
    max_tokens: int = _setting(1024, "tokens one answer of the model that reads and plans may have")
    answer_max_tokens: int = _setting(1024, "tokens one reworded answer may have")
    plan_confidence_threshold: float = _setting(
        0.5, "a reading of a knowledge base below this confidence is not trusted: documents are searched instead"
    )
    max_tool_calls: int = _setting(5, "tool calls one question of a knowledge base may lead to")
    cache: Path = _setting(_cache, "folder for tool indexes, profiles, sessions and checkpoints")
    runs: Path = _setting(lambda: Path("groundplan-runs"), "folder in which every ask leaves a folder of its own")
    reader: str = _setting(
        "trained", "reader without a model elsewhere: trained, or the folder of another trained reader"
    )
    tool_cap: int = _setting(10, "how many tools a plan may choose from, 8 to 12")

    @classmethod
    def from_environment(cls, **given: Any) -> Settings:
        """Environment variables under what was given on the command line; None means not given."""
        names = {**OTHER_NAMES, **{f.name: f.name for f in fields(cls)}}
        read = {names[said]: os.environ[PREFIX + said.upper()] for said in names if PREFIX + said.upper() in os.environ}
        chosen = {**read, **{name: value for name, value in given.items() if value is not None}}
        return cls(**{name: _typed(cls, name, value) for name, value in chosen.items()})

    @classmethod
    def described(cls) -> list[tuple[str, str]]:
        """Each variable and what it is for."""
        own = [(PREFIX + f.name.upper(), str(f.metadata["about"])) for f in fields(cls)]
        others = [(PREFIX + o.upper(), f"another name of {PREFIX}{n.upper()}") for o, n in OTHER_NAMES.items()]
        return [*own, *others]


def _typed(cls: type[Settings], name: str, value: Any) -> Any:
    kind = {"float": float, "int": int, "Path": Path}.get(str(cls.__annotations__[name]), str)
    try:
        return kind(value)
    except ValueError:
        raise UsageError(
            f"{PREFIX}{name.upper()} is {value!r}, not a {kind.__name__}; set it to one, or unset it"
        ) from None
