"""What words add to what the network says: every rule and doubt, in the order in which they have their say.

They are data, so that one can be left out and what it brings be measured: `python -m benchmarks ablation`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.query.form import Form
from groundplan.reading.embedded import doubts, sound
from groundplan.reading.embedded.against import said_against
from groundplan.reading.embedded.ahead import with_ahead
from groundplan.reading.embedded.conditions import Condition, Page
from groundplan.reading.embedded.likely import Likely


@dataclass(frozen=True)
class Rules:
    """The rules by the place at which they are asked."""

    aside: tuple[Callable[..., Any], ...] = (said_against,)
    """Words that the network never saw: it reads the question without them."""
    sound: tuple[Callable[[Form, Likely], Form], ...] = sound.RULES
    last: tuple[Callable[[Form, Page, Sequence[Condition]], Form], ...] = (with_ahead,)
    doubts: tuple[doubts.Doubting, ...] = doubts.DOUBTS


RULES = Rules()


def through(rules: Sequence[Callable[..., Form]], form: Form, *context: object) -> Form:
    """The form after every rule."""
    for rule in rules:
        form = rule(form, *context)
    return form
