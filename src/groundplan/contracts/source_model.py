"""What a source is about: datasets and what a row of each is, fields, keys, relations, and how sure each of it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from groundplan.contracts.noun import Noun

FieldType = Literal["text", "integer", "number", "boolean", "date", "datetime"]
FieldRole = Literal["key", "name", "category", "measure", "time", "flag", "text", "list"]
AddsUp = Literal["sum", "average", "last", "no"]


class Field(Noun):
    """One column of a dataset."""

    name: str
    type: FieldType
    role: FieldRole
    unit: str = ""
    adds_up: AddsUp | None = None
    """How its figures come together; None: it is no figure."""
    signed: bool = False
    """Its sign says what went out and what came in."""
    missing: int = 0
    missing_marks: tuple[str, ...] = ()
    odd: Mapping[str, int] = {}
    """Cells of another type than the rest, left out of figures, with how often each stands there."""
    ordered: tuple[str, ...] = ()
    """Its values from the lowest to the highest, where they are steps of a scale."""
    separator: str = ""
    """What cuts a cell that holds a list."""
    codes: Mapping[str, str] = {}
    """What its values mean, where they are codes: `1` is male."""
    distinct: int = 0
    low: Any = None
    high: Any = None
    column: str = ""
    """What the data call it, where its people gave it another name."""
    description: str = ""
    synonyms: tuple[str, ...] = ()

    @property
    def years(self) -> bool:
        """Whether it holds years as plain numbers."""
        low, high = self.low, self.high
        return self.type == "integer" and isinstance(low, int) and isinstance(high, int) and 1000 <= low <= high <= 2100


class LeftOut(Noun):
    """Rows of a file that are no rows of the dataset."""

    what: str
    rows: int


class Dataset(Noun):
    """Rows of one kind."""

    name: str
    source: str = ""
    """The file or table it is read from."""
    row_is: str = ""
    """What one row is, in words: `order line`."""
    rows: int = 0
    fields: tuple[Field, ...] = ()
    primary_key: tuple[str, ...] = ()
    unique_keys: tuple[tuple[str, ...], ...] = ()
    main_time: str = ""
    name_field: tuple[str, ...] = ()
    """The fields by which a row is called: a title, or first and last name."""
    ended: str = ""
    """The field that says, when filled, that the row has ended: a leaver's last day."""
    latest_of: str = ""
    """In a history, the field of the thing that each row tells the state of from its main time on."""
    left_out: tuple[LeftOut, ...] = ()
    tests: Mapping[str, str] = {}
    """Conditions that have a name, in the question language: `current` is `missing(left_on)`."""
    aliases: tuple[str, ...] = ()
    """Fields with other names of a row: short ones, former ones, names in other languages."""
    description: str = ""
    synonyms: tuple[str, ...] = ()

    def field(self, name: str) -> Field | None:
        """The field of that name, or None."""
        return next((field for field in self.fields if field.name == name), None)


class Relation(Noun):
    """Columns of one dataset, the many, that name a row of another, the one."""

    name: str
    many: str
    columns: tuple[str, ...]
    one: str
    others: tuple[str, ...]
    found: float = 1.0
    """The share of filled rows whose value is found on the other side."""
    single: bool = False
    """Whether a value stands only once on this side, too."""
    declared: bool = False
    path: str = ""
    """How a question passes it from the many to the one: `start_station`. Empty: after its column."""
    back: str = ""
    """How it passes it from the one to the many: `trips_started`. Empty: after the dataset."""


class Figure(Noun):
    """A figure that people of a trade have a name for: an expression over fields."""

    name: str
    expression: str
    description: str = ""
    synonyms: tuple[str, ...] = ()
    offered: bool = False
    """Made of fields that fit by their names; taken only where a question names the figure."""
    adds_up: AddsUp | None = None
    """How its values come together where it is of each row; None: as a question says."""
    average_of: str = ""
    """`dataset.field` of the rate whose average it is: its parts summed, one by the other."""


class Note(Noun):
    """A statement of the model with its evidence."""

    about: str
    """`dataset`, `dataset.field` or a relation's name."""
    text: str
    share: float | None = None
    """Of the rows, for which it holds."""
    against: str = ""
    """An example for which it does not."""
    declared: bool = False


class SourceModel(Noun):
    """Everything that is known of an opened source before a question is asked."""

    datasets: tuple[Dataset, ...] = ()
    relations: tuple[Relation, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[Note, ...] = ()

    def dataset(self, name: str) -> Dataset | None:
        """The dataset of that name, or None."""
        return next((dataset for dataset in self.datasets if dataset.name == name), None)

    def listed(self, relation: Relation) -> Field | None:
        """The field whose cells list the keys of a relation, so that it leads from many to many; else None."""
        many = self.dataset(relation.many)
        field = many.field(relation.columns[0]) if many else None
        return field if field and field.separator else None
