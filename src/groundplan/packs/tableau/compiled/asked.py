"""What a query's fields and filters are of: parts of the calculation language, whatever they are written as."""

from __future__ import annotations

from dataclasses import dataclass

from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.calculation.parts import Call, Constant, Member, Named, Part, Steps
from groundplan.packs.tableau.described.description import Described, Description
from groundplan.packs.tableau.vizql import query as nouns

NO_FUNCTION = (None, "NONE", "UNSPECIFIED")
DATE_PARTS = ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY")
TRUNCATIONS = tuple(f"TRUNC_{one}" for one in DATE_PARTS)
AGGREGATIONS = ("SUM", "AVG", "MEDIAN", "COUNT", "COUNTD", "MIN", "MAX", "STDEV", "VAR")


@dataclass(frozen=True)
class Column:
    """One column of the result."""

    key: str
    part: Part
    field: nouns.QueryField
    place: int


def columns(query: nouns.Query, description: Description, by_name: bool, whole_rows: bool) -> tuple[Column, ...]:
    """The fields with the keys of their values; a key that comes again is counted."""
    taken: dict[str, int] = {}
    found = []
    for place, field in enumerate(query.fields):
        key = field.field_alias or _key(field)
        taken[key] = taken.get(key, 0) + 1
        counted = key if taken[key] == 1 else f"{key} ({taken[key]})"
        found.append(Column(counted, _part(field, description, by_name, whole_rows), field, place))
    return tuple(found)


def _key(field: nouns.QueryField) -> str:
    function = getattr(field, "function", None)
    return field.field_caption if function in NO_FUNCTION else f"{function}({field.field_caption})"


def _part(field: nouns.QueryField, description: Description, by_name: bool, whole_rows: bool) -> Part:
    caption = field.field_caption
    calculation = getattr(field, "calculation", None)
    if calculation is not None:
        return parsed(calculation)
    if isinstance(field, nouns.Bin):
        size = field.bin_size
        whole = float(size).is_integer()
        return Steps(Named(caption), Constant(int(size) if whole else size, "INTEGER" if whole else "REAL"))
    function = getattr(field, "function", None)
    if function in NO_FUNCTION:
        return bare(description.field(caption, by_name), caption, whole_rows or function == "NONE")
    return under(function, Named(caption), description)


def bare(described: Described | None, caption: str, whole_rows: bool) -> Part:
    """A field that no function is asked of: a measure has its default one."""
    named = Named(caption)
    if described is None or described.role == "DIMENSION":
        return Member(named) if described and described.aliases else named
    plain = whole_rows or described.aggregation not in AGGREGATIONS
    return named if plain else Default(described.aggregation, (named,))


class Default(Call):
    """The function that a measure has by itself: where its calculation is an aggregate already, none."""


def under(function: str | None, named: Part, description: Description) -> Part:
    """A field under one of the functions of VizQL."""
    if function in NO_FUNCTION or function == "AGG":
        return named
    moved = _fiscal(named, description) if function in _FISCAL else named
    if function in DATE_PARTS:
        return Call(str(function), (moved,))
    if function in TRUNCATIONS:
        unit = str(function).removeprefix("TRUNC_").lower()
        cut: Part = Call("DATETRUNC", (Constant(unit, "STRING"), moved))
        if moved is not named:
            cut = Call(
                "DATEADD", (Constant("month", "STRING"), Constant(description.fiscal_year_start - 13, "INTEGER"), cut)
            )
        return Call("DATE", (cut,))
    return Call(str(function), (named,))


_FISCAL = ("YEAR", "QUARTER", "TRUNC_YEAR", "TRUNC_QUARTER")


def _fiscal(named: Part, description: Description) -> Part:
    """A year that starts in another month is called by the one in which it ends."""
    months = (13 - description.fiscal_year_start) % 12
    return Call("DATEADD", (Constant("month", "STRING"), Constant(months, "INTEGER"), named)) if months else named


def filtered(field: nouns.FilterField, description: Description) -> Part:
    """What a filter is on."""
    if isinstance(field, nouns.OnCalculation):
        return parsed(field.calculation)
    function = field.function if isinstance(field, nouns.OnMeasure) else None
    return under(function, Named(field.field_caption), description)
