"""A VizQL query: fields, filters, table calculations, bins, parameters."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, StrictBool, StrictFloat, StrictInt, StrictStr, Tag

from groundplan.packs.tableau.vizql.wire import Wire

Function = Literal[
    "SUM", "AVG", "MEDIAN", "COUNT", "COUNTD", "MIN", "MAX", "STDEV", "VAR", "COLLECT",
    "YEAR", "QUARTER", "MONTH", "WEEK", "DAY",
    "TRUNC_YEAR", "TRUNC_QUARTER", "TRUNC_MONTH", "TRUNC_WEEK", "TRUNC_DAY",
    "AGG", "NONE", "UNSPECIFIED",
]  # fmt: skip
Sorting = Literal["ASC", "DESC"]
Period = Literal["UNSPECIFIED", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "QUARTERS", "YEARS"]
DateRange = Literal["CURRENT", "LAST", "LASTN", "NEXT", "NEXTN", "TODATE"]
Quantity = Literal["RANGE", "MIN", "MAX", "ONLY_NULL", "ONLY_NON_NULL"]
RelativeTo = Literal["UNSPECIFIED", "PREVIOUS", "NEXT", "FIRST", "LAST"]
RankType = Literal["UNSPECIFIED", "COMPETITION", "MODIFIED COMPETITION", "DENSE", "UNIQUE"]
Combined = Literal["SUM", "AVG", "MIN", "MAX"]
Number = StrictInt | StrictFloat
Scalar = StrictBool | StrictInt | StrictFloat | StrictStr | None


# ------------------------------------------------------------------ table calculations


class FieldReference(Wire):
    """A field of the query that a table calculation goes along."""

    field_caption: StrictStr
    function: Function | None = None


class CustomSort(Wire):
    """By what a table calculation goes along its fields, where not by themselves."""

    field_caption: StrictStr
    function: Function
    direction: Sorting


class Addressed(Wire):
    """What all table calculations have: the fields that they go along."""

    dimensions: tuple[FieldReference, ...]


class Custom(Addressed):
    """How a calculation with table functions of its own is gone along."""

    table_calc_type: Literal["CUSTOM"]
    level_address: FieldReference | None = None
    restart_every: FieldReference | None = None
    custom_sort: CustomSort | None = None


class Nested(Addressed):
    """The same for a field with table functions that stands inside of another."""

    table_calc_type: Literal["NESTED"]
    field_caption: StrictStr
    level_address: FieldReference | None = None
    restart_every: FieldReference | None = None
    custom_sort: CustomSort | None = None


class Difference(Addressed):
    """A value against another one of its partition."""

    table_calc_type: Literal["DIFFERENCE_FROM", "PERCENT_DIFFERENCE_FROM", "PERCENT_FROM"]
    level_address: FieldReference | None = None
    relative_to: RelativeTo = "PREVIOUS"
    custom_sort: CustomSort | None = None


class PercentOfTotal(Addressed):
    """A value against the total of its partition."""

    table_calc_type: Literal["PERCENT_OF_TOTAL"]
    level_address: FieldReference | None = None
    custom_sort: CustomSort | None = None


class Rank(Addressed):
    """The place of a value in its partition."""

    table_calc_type: Literal["RANK"]
    rank_type: RankType = "COMPETITION"
    direction: Sorting | None = None


class Percentile(Addressed):
    """The share of its partition that a value is above of."""

    table_calc_type: Literal["PERCENTILE"]
    direction: Sorting | None = None


class RunningTotal(Addressed):
    """All values of the partition so far."""

    table_calc_type: Literal["RUNNING_TOTAL"]
    aggregation: Combined = "SUM"
    restart_every: FieldReference | None = None
    custom_sort: CustomSort | None = None
    secondary_table_calculation: TableCalculation | None = None


class Moving(Addressed):
    """The values around each one."""

    table_calc_type: Literal["MOVING_CALCULATION"]
    aggregation: Combined = "SUM"
    previous: Annotated[StrictInt, Field(ge=0)] = 2
    next: Annotated[StrictInt, Field(ge=0)] = 0
    include_current: StrictBool = True
    fill_in_null: StrictBool = False
    custom_sort: CustomSort | None = None
    secondary_table_calculation: TableCalculation | None = None


TableCalculation = Annotated[
    Custom | Nested | Difference | PercentOfTotal | Rank | Percentile | RunningTotal | Moving,
    Discriminator("table_calc_type"),
]


# ------------------------------------------------------------------ fields


class Shown(Wire):
    """What every field has."""

    field_caption: StrictStr
    field_alias: StrictStr | None = None
    max_decimal_places: Annotated[StrictInt, Field(ge=0)] | None = None
    sort_direction: Sorting | None = None
    sort_priority: Annotated[StrictInt, Field(ge=1)] | None = None


class Dimension(Shown):
    """A field as it is."""


class Measure(Shown):
    """A field under a function."""

    function: Function


class Calculated(Shown):
    """A calculation of the query's own."""

    calculation: StrictStr


class Bin(Shown):
    """A field in steps of one size."""

    bin_size: Annotated[Number, Field(ge=1)]


class TableCalculated(Shown):
    """A field or calculation over the other rows of the result."""

    function: Function | None = None
    calculation: StrictStr | None = None
    table_calculation: TableCalculation
    nested_table_calculations: tuple[TableCalculation, ...] | None = None


def kind_of_field(value: Any) -> str:
    """Which kind of field it is, by the property that only that one has."""
    held = value if isinstance(value, Mapping) else {}
    for name, other, kind in _FIELD_KINDS:
        if name in held or other in held or getattr(value, other, None) is not None:
            return kind
    return "dimension"


_FIELD_KINDS = (
    ("tableCalculation", "table_calculation", "table"),
    ("calculation", "calculation", "calculated"),
    ("binSize", "bin_size", "bin"),
    ("function", "function", "measure"),
)
QueryField = Annotated[
    Annotated[Dimension, Tag("dimension")]
    | Annotated[Measure, Tag("measure")]
    | Annotated[Calculated, Tag("calculated")]
    | Annotated[Bin, Tag("bin")]
    | Annotated[TableCalculated, Tag("table")],
    Discriminator(kind_of_field),
]


# ------------------------------------------------------------------ filters


class OnField(Wire):
    """A filter's field as it is."""

    field_caption: StrictStr


class OnMeasure(Wire):
    """A filter's field under a function."""

    field_caption: StrictStr
    function: Function


class OnCalculation(Wire):
    """A calculation that is filtered on."""

    calculation: StrictStr


FilterField = Annotated[
    Annotated[OnField, Tag("dimension")]
    | Annotated[OnMeasure, Tag("measure")]
    | Annotated[OnCalculation, Tag("calculated")],
    Discriminator(kind_of_field),
]


class Filtering(Wire):
    """What every filter has."""

    field: FilterField
    context: StrictBool = False


class OneOf(Filtering):
    """Members that are kept, or left out."""

    filter_type: Literal["SET"]
    values: tuple[Scalar, ...]
    exclude: StrictBool = False


class Match(Filtering):
    """Parts of texts."""

    filter_type: Literal["MATCH"]
    contains: StrictStr | None = None
    starts_with: StrictStr | None = None
    ends_with: StrictStr | None = None
    exclude: StrictBool = False


class Numbers(Filtering):
    """Numbers between bounds."""

    filter_type: Literal["QUANTITATIVE_NUMERICAL"]
    quantitative_filter_type: Quantity
    include_nulls: StrictBool | None = None
    min: Number | None = None
    max: Number | None = None


class Dates(Filtering):
    """Dates between bounds."""

    filter_type: Literal["QUANTITATIVE_DATE"]
    quantitative_filter_type: Quantity
    include_nulls: StrictBool | None = None
    min_date: date | None = None
    max_date: date | None = None


class Relative(Filtering):
    """Dates around a day, by periods."""

    filter_type: Literal["DATE"]
    period_type: Period
    date_range_type: DateRange
    range_n: Annotated[StrictInt, Field(ge=1)] | None = None
    anchor_date: date | None = None
    include_nulls: StrictBool | None = None


class Top(Filtering):
    """The members with the highest or lowest measure."""

    filter_type: Literal["TOP"]
    how_many: Annotated[StrictInt, Field(ge=1)]
    field_to_measure: FilterField
    direction: Literal["TOP", "BOTTOM"] = "TOP"


class Condition(Wire):
    """What the measure of a member is held against."""

    field_caption: StrictStr
    function: Function
    comparison: Literal["=", "<>", "<", "<=", ">", ">="]
    value: Number | StrictStr


class Conditional(Filtering):
    """The members for which a condition holds."""

    filter_type: Literal["CONDITION"]
    condition: Condition | None = None
    calculation: StrictStr | None = None


Filter = Annotated[
    OneOf | Match | Numbers | Dates | Relative | Top | Conditional,
    Discriminator("filter_type"),
]


# ------------------------------------------------------------------ the query


class SetParameter(Wire):
    """A parameter of the source with another value than its own."""

    parameter_caption: StrictStr
    value: Scalar


class Query(Wire):
    """What is asked of a data source."""

    fields: Annotated[tuple[QueryField, ...], Field(min_length=1)]
    filters: tuple[Filter, ...] | None = None
    parameters: tuple[SetParameter, ...] | None = None
