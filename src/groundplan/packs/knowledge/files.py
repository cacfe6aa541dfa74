"""The pack's data files."""

from __future__ import annotations

from pathlib import Path

from groundplan.plan.folder import load
from groundplan.plan.template import Template
from groundplan.query.typed import TEMPLATE

FOLDER = Path(__file__).parent


def templates() -> dict[str, Template]:
    """The usual plan of each intent: graph first with the search standing by, or the search alone."""
    entries = load(FOLDER / "templates.yaml")
    loaded = {name: Template.model_validate({"intent": name, **entry}) for name, entry in entries.items()}
    return {**loaded, TEMPLATE.intent: TEMPLATE}
