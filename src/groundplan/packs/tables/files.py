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
    data = _load("coverage.yaml")
    return Coverage.model_validate(data)


def templates() -> dict[str, Template]:
    """The usual plan of each intent."""
    loaded = [
        Template.model_validate(_load(f"templates/{path.name}")) for path in sorted(FOLDER.glob("templates/*.yaml"))
    ]
    return {template.intent: template for template in loaded}


def intents() -> dict[str, tuple[str, ...]]:
    """Each intent with example questions."""
    return {name: tuple(examples) for name, examples in _load("intents.yaml").items()}


def labels() -> dict[str, dict[str, tuple[str, ...]]]:
    """Each slot's labels with example phrasings."""
    return {slot: {name: tuple(said) for name, said in given.items()} for slot, given in _load("labels.yaml").items()}


def answers() -> dict[str, Any]:
    """How facts are put into words, by language."""
    return dict(_load("answers.yaml"))
