"""What is known of a data source: fields, parameters, logical tables and how they belong together."""

from __future__ import annotations

from typing import Any, Literal

from groundplan.contracts.noun import Noun
from groundplan.packs.tableau.vizql.service import DataType

ColumnClass = Literal["COLUMN", "BIN", "GROUP", "CALCULATION", "TABLE_CALCULATION"]
ROW = "#row"
"""The number of a row of a logical table: no column of Tableau may be called so."""


def stored(name: str) -> str:
    """A field or table on the connection; as no caption is called so, DuckDB leaves captions their capitals."""
    return f"{name}#"


ParameterType = Literal["ANY_VALUE", "LIST", "QUANTITATIVE_RANGE", "QUANTITATIVE_DATE"]


class Alias(Noun):
    """What a member is shown as."""

    member: Any
    value: str


class Grouped(Noun):
    """Members of a field under one name."""

    name: str
    members: tuple[Any, ...]


class Group(Noun):
    """A field whose members are others' together."""

    of: str
    groups: tuple[Grouped, ...]
    other: str | None = None
    """The name of the rest; none: each by itself."""


class BinOf(Noun):
    """A field in steps."""

    of: str
    size: float | None = None
    parameter: str = ""
    """The parameter that holds the size."""


class Described(Noun):
    """One field."""

    name: str
    """The internal one, which formulas of the source use."""
    caption: str
    type: DataType
    role: Literal["MEASURE", "DIMENSION"]
    kind: Literal["CONTINUOUS", "NOMINAL", "ORDINAL"] = "NOMINAL"
    aggregation: str = ""
    """The function that a measure has where none is said."""
    table: str = ""
    """The logical table that it is a column of."""
    column: str = ""
    """What the data call it."""
    formula: str = ""
    bin: BinOf | None = None
    group: Group | None = None
    hidden: bool = False
    description: str = ""
    aliases: tuple[Alias, ...] = ()
    folder: str = ""

    @property
    def column_class(self) -> ColumnClass:
        """What it is made of."""
        return "BIN" if self.bin else "GROUP" if self.group else "CALCULATION" if self.formula else "COLUMN"


class DescribedParameter(Noun):
    """A value that the person who asks may set."""

    name: str
    caption: str
    type: DataType
    value: Any
    kind: ParameterType = "ANY_VALUE"
    members: tuple[Alias, ...] = ()
    low: float | str | None = None
    high: float | str | None = None
    step: float | None = None


class Physical(Noun):
    """One table of the data below a logical table."""

    name: str
    file: str
    """The file that holds it, as it is written."""
    sheet: str = ""


class Join(Noun):
    """How a physical table comes to those before it."""

    kind: Literal["inner", "left", "right", "full"]
    table: str
    pairs: tuple[tuple[str, str, str], ...]
    """Operator, `table.column` of those before, and of this one."""


class LogicalOne(Noun):
    """A table as people see it."""

    id: str
    caption: str
    physical: tuple[Physical, ...] = ()
    joins: tuple[Join, ...] = ()


class Relationship(Noun):
    """Two logical tables, by pairs of operator and internal field names."""

    first: str
    second: str
    pairs: tuple[tuple[str, str, str], ...]
    first_unique: bool = False
    second_unique: bool = False


class Description(Noun):
    """A whole data source."""

    name: str
    fields: tuple[Described, ...]
    tables: tuple[LogicalOne, ...]
    relationships: tuple[Relationship, ...] = ()
    parameters: tuple[DescribedParameter, ...] = ()
    hierarchies: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each with its fields, from the widest to the narrowest."""
    week_start: int = 0
    """0 is Sunday."""
    fiscal_year_start: int = 1
    notes: tuple[str, ...] = ()

    def field(self, caption: str, by_name: bool = False) -> Described | None:
        """The field of that caption; `by_name`: of that internal name, or else of that caption."""
        named = next((one for one in self.fields if one.name == caption), None) if by_name else None
        return named or next((one for one in self.fields if one.caption == caption), None)

    def parameter(self, caption: str) -> DescribedParameter | None:
        """The parameter of that caption or internal name."""
        found = [one for one in self.parameters if caption in (one.caption, one.name)]
        return found[0] if found else None

    def table(self, caption: str) -> LogicalOne | None:
        """The logical table of that caption or id."""
        return next((one for one in self.tables if caption in (one.caption, one.id)), None)

    @property
    def shown(self) -> tuple[Described, ...]:
        """The fields that people may ask for."""
        return tuple(one for one in self.fields if not one.hidden)
