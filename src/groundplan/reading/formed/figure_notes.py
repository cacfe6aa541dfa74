"""What the figures are that a form names, told with the answer: each by its expression."""

from __future__ import annotations

from groundplan.reading.formed.form import Form
from groundplan.reading.formed.own_figures import figures_named
from groundplan.sources.shape import Table


def figure_notes(form: Form, tables: tuple[Table, ...]) -> list[str]:
    """A sentence for each figure that the source has a name for."""
    named = figures_named(form, tables).values()
    return [f"{figure.name!r} is {figure.expression}" for _, figure in named]
