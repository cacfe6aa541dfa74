"""What goes to the service and comes back: requests with their options, metadata, the model, errors, events."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from groundplan.packs.tableau.vizql.query import Period, Query
from groundplan.packs.tableau.vizql.wire import Wire

DataType = Literal["INTEGER", "REAL", "STRING", "DATETIME", "BOOLEAN", "DATE", "SPATIAL", "UNKNOWN"]


class Connection(Wire):
    """Who asks the database behind a data source."""

    connection_luid: str | None = None
    connection_username: str
    connection_password: str


class Datasource(Wire):
    """Which data source is asked."""

    datasource_luid: str | None = None
    workbook_datasource_id: str | None = None
    connections: tuple[Connection, ...] | None = None


class Options(Wire):
    """How any endpoint goes about it."""

    debug: StrictBool = False
    bypass_metadata_cache: StrictBool = False
    with_new_session: StrictBool = False
    interpret_field_captions_as_field_names: StrictBool = False
    include_hidden_fields: StrictBool = False
    include_group_formulas: StrictBool = False
    include_remote_database_names: StrictBool = False


class QueryOptions(Options):
    """How a query is answered."""

    disaggregate: StrictBool = False
    return_format: Literal["OBJECTS", "ARRAYS"] | None = None
    row_limit: Annotated[StrictInt, Field(ge=1)] | None = None
    return_server_sent_events: StrictBool = Field(default=False, alias="returnServerSentEvents")


class MetadataRequest(Wire):
    """Also that of a data source's model, and of the functions that it knows."""

    datasource: Datasource
    options: Options | None = None


class QueryRequest(Wire):
    """A query of one data source."""

    datasource: Datasource
    query: Query
    options: QueryOptions | None = None


class FieldAlias(Wire):
    """What a member is shown as."""

    member: Any
    value: Any


class Grouping(Wire):
    """Members under one name."""

    alias: str
    members: tuple[Any, ...]


class GroupFormula(Wire):
    """What a group is made of."""

    base_field_name: str
    groupings: tuple[Grouping, ...]
    has_include_other: bool = False


class FieldMetadata(Wire):
    """A field that can be asked for."""

    field_name: str
    field_caption: str
    data_type: DataType
    field_role: Literal["MEASURE", "DIMENSION", "UNKNOWN"]
    field_type: Literal["CONTINUOUS", "NOMINAL", "ORDINAL", "UNKNOWN"]
    default_aggregation: str | None = None
    column_class: Literal["COLUMN", "BIN", "GROUP", "CALCULATION", "TABLE_CALCULATION"]
    formula: str | None = None
    group_formula: GroupFormula | None = None
    logical_table_id: str | None = None
    description: str | None = None
    hidden: bool | None = None
    is_lod_calc: bool | None = Field(default=None, alias="isLODCalc")
    aliases: tuple[FieldAlias, ...] | None = None
    remote_field_name: str | None = None
    remote_table_name: str | None = None


class AliasedValue(Wire):
    """A value that a parameter may take."""

    alias: str
    value: Any


class ParameterRecord(Wire):
    """A parameter with what it may be."""

    parameter_type: Literal["ANY_VALUE", "LIST", "QUANTITATIVE_RANGE", "QUANTITATIVE_DATE"]
    parameter_name: str
    parameter_caption: str
    data_type: DataType
    value: Any
    members: tuple[AliasedValue, ...] | None = None
    min: float | None = None
    max: float | None = None
    step: float | None = None
    min_date: str | None = None
    max_date: str | None = None
    period_type: Period | None = None
    period_value: float | None = None


class LogicalTable(Wire):
    """A table of a data source as people see it."""

    logical_table_id: str
    caption: str
    description: str | None = None


class End(Wire):
    """One end of a relationship."""

    logical_table_id: str


class Pair(Wire):
    """Two fields that are held together."""

    operator: Literal["=", "<>", ">", "<", ">=", "<="]
    from_field: str
    to_field: str


class Together(Wire):
    """The pairs of a relationship."""

    op: str | None = None
    relationships: tuple[Pair, ...]


class TableRelationship(Wire):
    """How two logical tables belong together."""

    from_logical_table: End
    to_logical_table: End
    expression: Together


class TableauError(Wire):
    """Why the service does not answer."""

    error_code: str
    message: str
    messages: tuple[str, ...] = ()
    datetime: str
    debug: dict[str, Any] = {}
    tab_error_code: str = Field(alias="tab-error-code")

    @classmethod
    def of(cls, code: str, message: str, *more: str, debug: dict[str, Any] | None = None) -> TableauError:
        """An error of now."""
        return cls(
            error_code=code,
            message=message,
            messages=more or (message,),
            datetime=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            debug=debug or {},
            tab_error_code=code,
        )
