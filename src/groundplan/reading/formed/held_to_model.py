"""A form held to the source model: what figures add up, which rows count, and by which name a thing is shown.

Each statement changes the form where the model says what was meant, or has a doubt where what is asked would be a
figure that means nothing. The first doubt is told.
"""

from __future__ import annotations

from groundplan.contracts import Doubt
from groundplan.reading.formed.form import Form
from groundplan.reading.formed.meaning import figures, names, own_figures, rows, sides
from groundplan.reading.formed.meaning.asked import Asked

STATEMENTS = (
    *own_figures.STATEMENTS,
    *rows.STATEMENTS,
    *sides.STATEMENTS,
    *names.STATEMENTS,
    *figures.STATEMENTS,
)


def held_to_model(form: Form, asked: Asked) -> tuple[Form, Doubt | None]:
    """The form after every statement, up to the first doubt."""
    for statement in STATEMENTS:
        found = statement(form, asked)
        if isinstance(found, Doubt):
            return form, found
        form = found
    return form, None
