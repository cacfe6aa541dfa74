"""A query and the words that ask for it -> every part that plays another role than its words give it, in sentences."""

from __future__ import annotations

from datetime import date

from groundplan.query.language.parts import Query
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Marked
from groundplan.reading.played.conditions import mistested
from groundplan.reading.played.figures import misfigured
from groundplan.reading.played.keys import miskeyed
from groundplan.reading.played.orders import misordered


def misplayed(query: Query, asked: Marked, scope: Scope, today: date) -> tuple[str, ...]:
    """What the cues of the question say otherwise; `today` is the day that times told from today on are of."""
    figures = (*misfigured(query, asked, scope), *miskeyed(query, asked, scope), *misordered(query, asked, scope))
    return tuple(dict.fromkeys((*figures, *mistested(query, asked, scope, today))))
