"""What words add to what the network says: every pass, rule and doubt, in the order in which they have their say.

They are data, so that one can be left out and what it brings be measured: `python -m benchmarks ablation`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.query.form import Form
from groundplan.reading.embedded import doubts, sound
from groundplan.reading.embedded.against import said_against, with_against
from groundplan.reading.embedded.ahead import with_ahead
from groundplan.reading.embedded.averaged import with_said_average
from groundplan.reading.embedded.beside import with_periods
from groundplan.reading.embedded.conditions import Condition, Page
from groundplan.reading.embedded.days import with_days
from groundplan.reading.embedded.growth import with_said_growth
from groundplan.reading.embedded.likely import Likely
from groundplan.reading.embedded.listed import with_listed
from groundplan.reading.embedded.of_each import with_each
from groundplan.reading.embedded.percents import with_percent
from groundplan.reading.embedded.places import said_place
from groundplan.reading.embedded.ranked import with_said_ranking
from groundplan.reading.embedded.revise import revised
from groundplan.reading.embedded.shares import with_said_share
from groundplan.reading.embedded.spread import with_said_spread
from groundplan.reading.embedded.stated import with_stated

Pass = Callable[[Form, Page], Form]


@dataclass(frozen=True)
class Rules:
    """The rules by the place at which they are asked."""

    aside: tuple[Callable[..., Any], ...] = (said_place, said_against)
    """Words that the network never saw: it reads the question without them."""
    limits: tuple[Callable[[Page, Sequence[Condition]], Sequence[Condition]], ...] = (with_stated, with_days)
    columns: tuple[Pass, ...] = (with_against, revised, with_listed, with_periods, with_each)
    figures: tuple[Pass, ...] = (with_said_spread, with_said_share)
    ranks: tuple[Pass, ...] = (with_percent, with_said_ranking)
    sound: tuple[Callable[[Form, Likely], Form], ...] = sound.RULES
    changes: tuple[Pass, ...] = (with_said_growth,)
    last: tuple[Callable[[Form, Page, Sequence[Condition]], Form], ...] = (with_ahead, with_said_average)
    doubts: tuple[doubts.Doubting, ...] = doubts.DOUBTS


RULES = Rules()


def through(rules: Sequence[Callable[..., Form]], form: Form, *context: object) -> Form:
    """The form after every rule."""
    for rule in rules:
        form = rule(form, *context)
    return form
