"""The data sources of the service: what it calls them, and what it tells of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from groundplan.packs.tableau.calculation import functions
from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.calculation.parts import Call, Lod, Named, walked
from groundplan.packs.tableau.calculation.values import AGGREGATE
from groundplan.packs.tableau.compiled.rows import Asking
from groundplan.packs.tableau.compiled.windows import rows_of_result
from groundplan.packs.tableau.described.description import Described, DescribedParameter, Description
from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import BadFormula
from groundplan.packs.tableau.vizql import service as nouns

_DAYS = ("SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY")
_MONTHS = ("JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER",
           "NOVEMBER", "DECEMBER")  # fmt: skip
_LETTERS = {"n": ("INT", "REAL"), "s": ("STR",), "d": ("DATE", "DATETIME"), "b": ("BOOL",), "a": ("ANY",)}
_GIVEN = {"INTEGER": "INT", "STRING": "STR", "BOOLEAN": "BOOL"}


@dataclass(frozen=True)
class Published:
    """A data source under the id that it has here."""

    id: str
    source: Opened
    changed: datetime

    @property
    def name(self) -> str:
        """What people call it."""
        return self.source.description.name

    @classmethod
    def of(cls, source: Opened, address: str) -> Published:
        """With an id that is the same whenever it is served from there."""
        id = uuid5(NAMESPACE_URL, f"groundplan:{address}#{source.description.name}")
        return cls(str(id), source, datetime.now(UTC).replace(microsecond=0))


def metadata(description: Description, options: nouns.Options) -> dict[str, Any]:
    """The fields and parameters of a source."""
    listed = [one for one in description.fields if options.include_hidden_fields or not one.hidden]
    fields = [_field(one, options, bool(one.formula) and _is_figure(one, description)) for one in listed]
    dates = {
        "weekStart": _DAYS[description.week_start],
        "fiscalYearStart": _MONTHS[description.fiscal_year_start - 1],
    }
    parameters = [_parameter(one).as_json() for one in description.parameters]
    return {
        "data": [one.as_json() for one in fields],
        "extraData": {"parameters": parameters, "dateProperties": dates},
    }


def _field(field: Described, options: nouns.Options, figure: bool) -> nouns.FieldMetadata:
    said: dict[str, Any] = {}
    if field.formula:
        said |= {"formula": field.formula, "is_lod_calc": _holds(field.formula, Lod)}
    if field.group and options.include_group_formulas:
        groups = [nouns.Grouping(alias=one.name, members=one.members) for one in field.group.groups]
        said["group_formula"] = nouns.GroupFormula(
            base_field_name=field.group.of, groupings=tuple(groups), has_include_other=field.group.other is not None
        )
    if field.description:
        said["description"] = field.description
    if options.include_hidden_fields:
        said["hidden"] = field.hidden
    if field.aliases:
        said["aliases"] = tuple(nouns.FieldAlias(member=one.member, value=one.value) for one in field.aliases)
    if field.table:
        said["logical_table_id"] = field.table
    if options.include_remote_database_names and field.column:
        table, _, column = field.column.rpartition(".")
        said |= {"remote_field_name": column, "remote_table_name": table}
    return nouns.FieldMetadata(
        field_name=field.name,
        field_caption=field.caption,
        data_type=field.type,
        field_role=field.role,
        field_type=field.kind,
        default_aggregation="AGG" if figure else field.aggregation or "NONE",
        column_class="TABLE_CALCULATION" if field.formula and _along_rows(field.formula) else field.column_class,
        **said,
    )


def _is_figure(field: Described, description: Description) -> bool:
    """Whether its formula is an aggregate."""
    asking = Asking(description, datetime.now(), {}, by_name=True, hidden=True)
    try:
        return rows_of_result(asking).named(Named(field.name)).level >= AGGREGATE
    except BadFormula:
        return False


def _holds(formula: str, kind: type[Any]) -> bool:
    try:
        return any(isinstance(one, kind) for one in walked(parsed(formula, internal=True)))
    except BadFormula:
        return False


def _along_rows(formula: str) -> bool:
    try:
        parts = list(walked(parsed(formula, internal=True)))
    except BadFormula:
        return False
    return any(isinstance(one, Call) and one.name in functions.TABLE_FUNCTIONS for one in parts)


def _parameter(one: DescribedParameter) -> nouns.ParameterRecord:
    said: dict[str, Any] = {}
    if one.kind == "LIST":
        said["members"] = tuple(nouns.AliasedValue(alias=each.value, value=each.member) for each in one.members)
    dated = one.kind == "QUANTITATIVE_DATE"
    for name, value in (("min_date" if dated else "min", one.low), ("max_date" if dated else "max", one.high)):
        said |= {name: value} if value is not None else {}
    if one.step is not None:
        said["period_value" if dated else "step"] = one.step
    return nouns.ParameterRecord(
        parameter_type=one.kind, parameter_name=one.name, parameter_caption=one.caption, data_type=one.type,
        value=one.value, **said,
    )  # fmt: skip


def model(description: Description) -> dict[str, Any]:
    """The logical tables of a source, and how they belong together."""
    tables = [nouns.LogicalTable(logical_table_id=one.id, caption=one.caption) for one in description.tables]
    related = [
        nouns.TableRelationship(
            from_logical_table=nouns.End(logical_table_id=one.first),
            to_logical_table=nouns.End(logical_table_id=one.second),
            expression=nouns.Together(
                op="AND",
                relationships=tuple(
                    nouns.Pair(operator=sign, from_field=f"[{left}]", to_field=f"[{right}]")
                    for sign, left, right in one.pairs
                ),
            ),
        )
        for one in description.relationships
    ]
    return {
        "logicalTables": [one.as_json() for one in tables],
        "logicalTableRelationships": [one.as_json() for one in related],
    }


@lru_cache(maxsize=1)
def supported_functions() -> list[dict[str, Any]]:
    """The functions of the calculation language that are computed here."""
    known: dict[str, tuple[str, str | None]] = {
        **{name: (one.takes, one.gives) for name, one in functions.FUNCTIONS.items()},
        **functions.DATE_FUNCTIONS,
        **functions.CHOICES,
        **functions.TABLE_FUNCTIONS,
        **{name: (one.takes, one.gives) for name, one in functions.AGGREGATES.items()},
    }
    return [{"name": name, "overloads": list(_overloads(*known[name]))} for name in sorted(known)]


def _overloads(takes: str, gives: str | None) -> Iterator[dict[str, Any]]:
    """Without and with what may be left out; of numbers and of dates both kinds."""
    needed, _, more = takes.partition("?")
    for count in range(len(needed), len(needed) + len(more) + 1):
        letters = (needed + more)[:count]
        for kind in _LETTERS[letters[0]] if letters else ("",):
            args = [kind, *(_LETTERS[one][-1] for one in letters[1:])] if letters else []
            yield {"arg_types": args, "return_type": _GIVEN.get(gives or "", gives) if gives else (kind or "ANY")}
