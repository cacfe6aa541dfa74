"""A pack's folder -> its data files, each read once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from groundplan.contracts import Coverage, Tool


@lru_cache
def load(file: Path) -> Any:
    """What a YAML file holds."""
    # the C loader is ten times faster, and every wheel of PyYAML has it
    return yaml.load(file.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def tools(folder: Path) -> dict[str, Tool]:
    """The registry, by name."""
    return {entry["name"]: Tool.model_validate(entry) for entry in load(folder / "tools.yaml")}


def coverage(folder: Path) -> Coverage:
    """The versioned mapping from requirement labels to capabilities."""
    return Coverage.model_validate(load(folder / "coverage.yaml"))


def intents(folder: Path) -> dict[str, tuple[str, ...]]:
    """Each intent with example questions."""
    return {name: tuple(examples) for name, examples in load(folder / "intents.yaml").items()}
