"""Every environment variable, read in one place and only by the doors (command line, Python, servers)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from groundplan.errors import UsageError
from groundplan.pack import Pack, setting

PREFIX = "GROUNDPLAN_"
OTHER_NAMES = {"planner_model": "model", "planner_max_tokens": "max_tokens"}
"""Further names of settings; where both are set, the first name counts."""


def _cache() -> Path:
    from platformdirs import user_cache_path  # only here, so that a set variable costs no import

    return user_cache_path("groundplan")


@dataclass(frozen=True)
class Settings:
    """What a person can set; each field is the variable GROUNDPLAN_<NAME>. Packs have settings of their own beside."""

    model_url: str = setting("", "base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:8000/v1")
    model: str = setting(
        "", "model that reads questions and adapts plans; several, comma-separated, are a chain of fallbacks"
    )
    planner_temperature: float = setting(0.0, "temperature of the model that reads and plans")
    answer_model: str = setting("", "model that may reword answers; none: the renderer's text stands")
    answer_temperature: float = setting(0.3, "temperature of the model that rewords answers")
    api_key: str = setting("", "key of the endpoint, if it wants one")
    timeout: float = setting(60.0, "seconds one call of the endpoint may take")
    max_tokens: int = setting(1024, "tokens one answer of the model that reads and plans may have")
    answer_max_tokens: int = setting(1024, "tokens one reworded answer may have")
    cache: Path = setting(_cache, "folder for tool indexes, profiles, networks as they were opened, and sessions")
    runs: Path = setting(lambda: Path("groundplan-runs"), "folder in which every ask leaves a folder of its own")
    durable_db: str = setting("", "database of durable runs, sqlite:///FILE or postgresql://; none: among the runs")
    durable_files: str = setting("", "folder of big results, which every worker can reach; none: among the runs")
    webhook_secret: str = setting("", "what a caller of a worker's webhooks must know; none: there are no webhooks")
    tool_cap: int = setting(10, "how many tools a plan may choose from, 8 to 12")
    packs: Mapping[str, Any] = field(default_factory=dict)
    """Settings of packs by the pack's name, given in Python; those not given here are read from `variables`."""
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The variables of the environment that begin with GROUNDPLAN_."""

    @classmethod
    def from_environment(cls, **given: Any) -> Settings:
        """Environment variables under what was given on the command line; None means not given."""
        variables = {name: value for name, value in os.environ.items() if name.startswith(PREFIX)}
        chosen = {name: value for name, value in given.items() if value is not None}
        return cls(**{**_read(cls, variables), **_all_typed(cls, chosen)}, variables=variables)

    def read(self, cls: type[Any]) -> dict[str, Any]:
        """The values of a class of settings that the environment has."""
        return _read(cls, self.variables)

    def of_pack(self, pack: Pack) -> Any:
        """The pack's own settings: as given, or from the environment."""
        known = self.packs.get(pack.name)
        return known if known is not None else pack.sources.settings(**self.read(pack.sources.settings))


def described(cls: type[Any] = Settings) -> list[tuple[str, str]]:
    """Each variable of a class of settings, and what it is for."""
    own = [(_variable(f.name), str(f.metadata["about"])) for f in fields(cls) if "about" in f.metadata]
    others = [(_variable(o), f"another name of {_variable(n)}") for o, n in OTHER_NAMES.items()]
    return [*own, *(others if cls is Settings else [])]


def _read(cls: type[Any], variables: Mapping[str, str]) -> dict[str, Any]:
    own = {f.name: f.name for f in fields(cls) if "about" in f.metadata}
    others = {said: name for said, name in OTHER_NAMES.items() if name in own}
    own = {said: name for said, name in own.items() if not _is_mapping(cls, name)}
    names = {**others, **own}  # the first name of a setting last, so that it counts
    read = {names[said]: variables[_variable(said)] for said in names if _variable(said) in variables}
    return {**_all_typed(cls, read), **_mappings(cls, variables)}


def _mappings(cls: type[Any], variables: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Settings that hold every variable which begins with their name, such as GROUNDPLAN_SECRET."""
    found = {}
    for name in (f.name for f in fields(cls) if "about" in f.metadata and _is_mapping(cls, f.name)):
        own = _variable(name)
        found[name] = {key: held for key, held in variables.items() if key == own or key.startswith(f"{own}_")}
    return found


def _is_mapping(cls: type[Any], name: str) -> bool:
    return str(cls.__annotations__[name]).startswith("Mapping[")


def _all_typed(cls: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _typed(cls, name, value) for name, value in values.items()}


def _typed(cls: type[Any], name: str, value: Any) -> Any:
    kind = {"float": float, "int": int, "Path": Path}.get(str(cls.__annotations__[name]), str)
    try:
        return kind(value)
    except ValueError:
        raise UsageError(f"{_variable(name)} is {value!r}, not a {kind.__name__}; set it to one, or unset it") from None


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper()}"
