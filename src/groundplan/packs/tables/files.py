"""The pack's data files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.language.calendar.vocabulary import period_cues
from groundplan.plan.folder import load
from groundplan.plan.template import Template
from groundplan.query.typed import TEMPLATE

FOLDER = Path(__file__).parent


def templates() -> dict[str, Template]:
    """The usual plan of each intent."""
    loaded = [Template.model_validate(load(path)) for path in sorted(FOLDER.glob("templates/*.yaml"))]
    return {template.intent: template for template in (*loaded, TEMPLATE)}


def labels() -> dict[str, dict[str, tuple[str, ...]]]:
    """Each slot's labels with example phrasings."""
    slots = {**load(FOLDER / "labels.yaml"), "period": period_cues()}
    return {slot: {name: tuple(said) for name, said in given.items()} for slot, given in slots.items()}


def answers() -> dict[str, Any]:
    """How facts are put into words, by language."""
    return dict(load(FOLDER / "answers.yaml"))
