"""The pack's data files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from groundplan.plan.folder import load
from groundplan.plan.template import Template
from groundplan.query.typed import TEMPLATE

FOLDER = Path(__file__).parent


def templates() -> dict[str, Template]:
    """The usual plan of each intent: graph first with the search standing by, or the search alone."""
    entries = load(FOLDER / "templates.yaml")
    loaded = {name: Template.model_validate({"intent": name, **entry}) for name, entry in entries.items()}
    return {**loaded, TEMPLATE.intent: TEMPLATE}


@cache
def held_words() -> dict[str, Any]:
    """What is told where a question is held to its words, and the words that need not be."""
    return dict(load(FOLDER / "held.yaml"))
