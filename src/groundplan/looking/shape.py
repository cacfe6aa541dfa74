"""What a look at a source tells, in plain words, ready to be laid out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import SourceModel


class FieldLook(Noun):
    """One field: what it is, what it holds, and what is missing."""

    name: str
    what: str
    """Its type and role in plain words: `EUR, adds up`."""
    values: tuple[str, ...] = ()
    """Its first values, the most frequent before the others, the steps of a scale in their order."""
    between: str = ", "
    distinct: int = 0
    range: str = ""
    """From the lowest to the highest, where it is a quantity or a time."""
    missing: float = 0.0
    """The share of rows without a value."""
    mark: str = ""
    """What stands there in the place of a value."""
    odd: int = 0
    odd_cells: tuple[str, ...] = ()
    weight: int = 0
    """How much it is missed where only some fields are shown."""


class DatasetLook(Noun):
    """One dataset: what a row is, how many there are, over what time, and its fields."""

    name: str
    title: str = ""
    row_is: str = ""
    rows: int = 0
    span: str = ""
    """The days of the main time, from the first to the last."""
    time: str = ""
    key: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    fields: tuple[FieldLook, ...] = ()


class Remark(Noun):
    """Something that was decided and is worth a look."""

    text: str
    field: str = ""
    """`dataset.field`, where the line of the field says it, too."""


class Look(Noun):
    """What a source holds, as a person checks it. Printed, it is a text; in a notebook it shows itself."""

    name: str
    datasets: tuple[DatasetLook, ...] = ()
    remarks: tuple[Remark, ...] = ()
    figures: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    """To begin with; each was asked, and its answer held against the figure taken from the model."""
    model: SourceModel = SourceModel()
    """Everything that is known of the source."""

    def __str__(self) -> str:
        from groundplan.looking.page import page

        return "\n".join(line.plain for line in page(self))

    def __repr_args__(self) -> Iterator[tuple[str, Any]]:
        """What a shell prints: not the whole of it."""
        yield from {"name": self.name, "datasets": [one.name for one in self.datasets]}.items()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from groundplan.looking.html import shown

        return shown(self)
