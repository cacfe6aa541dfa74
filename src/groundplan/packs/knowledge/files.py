"""The pack's data files, each read once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from groundplan.contracts import Coverage, Tool
from groundplan.plan.compile import Template

FOLDER = Path(__file__).parent


@lru_cache
def _load(name: str) -> Any:
    # the C loader is ten times faster, and every wheel of PyYAML has it
    return yaml.load((FOLDER / name).read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def tools() -> dict[str, Tool]:
    """The registry, by name."""
    return {entry["name"]: Tool.model_validate(entry) for entry in _load("tools.yaml")}


def coverage() -> Coverage:
    """The versioned mapping from requirement labels to capabilities."""
    return Coverage.model_validate(_load("coverage.yaml"))


def templates() -> dict[str, Template]:
    """The usual plan of each intent: graph first with the search standing by, or the search alone."""
    return {name: Template.model_validate({"intent": name, **entry}) for name, entry in _load("templates.yaml").items()}


def intents() -> dict[str, tuple[str, ...]]:
    """Each intent with example questions; a base's own schema may bring others."""
    return {name: tuple(examples) for name, examples in _load("intents.yaml").items()}
