"""How people say each label of what can be asked: figures, orders, grains, comparisons, charts. Data, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from groundplan.language.calendar.vocabulary import period_cues
from groundplan.language.phrases import Labels
from groundplan.plan.folder import load


@cache
def labels() -> Labels:
    """Each slot's labels with example phrasings."""
    slots = {**load(Path(__file__).with_name("labels.yaml")), "period": period_cues()}
    return {slot: {name: tuple(said) for name, said in given.items()} for slot, given in slots.items()}
