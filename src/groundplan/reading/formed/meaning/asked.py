"""A question and what is known of its source, for statements on what a form means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from groundplan.contracts import Doubt
from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.language.lexicon import lexicon
from groundplan.language.words import stems
from groundplan.reading.formed.figures_said import Said, by_name, figures_said, without
from groundplan.reading.formed.form import Filter, Form, flattened
from groundplan.reading.formed.route import form_columns
from groundplan.sources.shape import Table, column_ids

Held = Form | Doubt
"""The form, changed or not; or why it is not answered."""


@dataclass(frozen=True)
class Asked:
    """The question, and what is known of the source."""

    text: str
    model: SourceModel
    tables: tuple[Table, ...]

    @cached_property
    def places(self) -> dict[str, tuple[Dataset, Field]]:
        """Each column by the name a form uses, with what the model says of it."""
        found = {}
        for id, (table, column) in column_ids(self.tables).items():
            dataset = self.dataset(table)
            known = dataset.field(column.name) if dataset else None
            if dataset and known:
                found[id] = (dataset, known)
        return found

    @cached_property
    def owners(self) -> dict[str, str]:
        """The table of each such column."""
        return {id: table for id, (table, _) in column_ids(self.tables).items() if id in self.places}

    def table(self, name: str) -> Table:
        """The flat table of that name."""
        return next(table for table in self.tables if table.name == name)

    def dataset(self, name: str) -> Dataset | None:
        """The dataset whose rows a flat table has."""
        return self.model.dataset(self.table(name).stands_for or name)

    @cached_property
    def names(self) -> dict[tuple[str, str], str]:
        """The name a form uses, by table and column."""
        return {(table, column.name): id for id, (table, column) in column_ids(self.tables).items()}

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the question's words."""
        return frozenset(stems(self.text))

    @cached_property
    def going_on(self) -> frozenset[str]:
        """Words that say that something has not ended, but for those that the data have a value or a column for."""
        known = {stem for id in self.places for stem in stems(id)}
        known |= {
            stem for table in self.tables for one in table.columns for value in one.values for stem in stems(value)
        }
        return frozenset(phrase for phrase in lexicon().going_on if not known.issuperset(stems(phrase)))

    def says(self, phrases: frozenset[str]) -> bool:
        """Whether one of the phrases stands in the question."""
        return _phrase(phrases).search(self.text) is not None

    @cached_property
    def figures(self) -> tuple[Said, ...]:
        """The figures of the model that the question names."""
        return figures_said(self.text, self.model)

    @property
    def without_figures(self) -> str:
        """The question without the names of figures."""
        return without(self.text, self.figures)

    @property
    def plain(self) -> str:
        """The question without the words that the model has a meaning for, which no column carries; figures by name."""
        text = by_name(self.text, self.figures)
        gone = self.going_on if any(one.ended or one.latest_of for one in self.model.datasets) else frozenset()
        gone |= lexicon().latest if any(one.latest_of for one in self.model.datasets) else frozenset()
        return " ".join(_phrase(gone).sub(" ", text).split()) if gone else text


@lru_cache(maxsize=8)
def _phrase(phrases: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


Statement = Callable[[Form, Asked], Held]


def owners_of(form: Form, asked: Asked) -> set[str]:
    """The tables of the columns that a form names."""
    return {asked.owners[name] for name in form_columns(form) if name in asked.owners}


def tells_apart(id: str, table: str, asked: Asked) -> bool:
    """Whether no two rows of the table share the value."""
    rows = asked.table(table).rows
    return asked.owners.get(id) == table and rows > 1 and asked.places[id][1].distinct == rows


def with_filters(form: Form, filters: Sequence[Filter]) -> Form:
    return form.model_copy(update=flattened((tuple(filters),)))
