"""Faults of the filters of a query."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.packs.tableau.calculation.compute import compute
from groundplan.packs.tableau.calculation.values import AGGREGATE, TABLE, Value
from groundplan.packs.tableau.compiled.asked import AGGREGATIONS, NO_FUNCTION, filtered
from groundplan.packs.tableau.compiled.rows import Rows
from groundplan.packs.tableau.faults import BadFormula, Fault, Fix
from groundplan.packs.tableau.validate.fields import formula_faults, function_faults
from groundplan.packs.tableau.validate.held import Held
from groundplan.packs.tableau.vizql import query as nouns

FREE_FIELDS = (2026, 1)
"""From this version on SET, MATCH and DATE filters may be on functions and calculations."""
REPEATED = "Cannot have multiple Filters for the same Field, or the same Field with the same function"
_WANTED = {
    "MATCH": ("STRING",), "QUANTITATIVE_NUMERICAL": ("INTEGER", "REAL"), "QUANTITATIVE_DATE": ("DATE", "DATETIME"),
    "DATE": ("DATE", "DATETIME"),
}  # fmt: skip
_FITTING = {"STRING": "MATCH", "INTEGER": "QUANTITATIVE_NUMERICAL", "REAL": "QUANTITATIVE_NUMERICAL",
            "DATE": "QUANTITATIVE_DATE", "DATETIME": "QUANTITATIVE_DATE", "BOOLEAN": "SET"}  # fmt: skip


def repeated_filter(held: Held) -> Iterator[Fault]:
    """Two filters on the same thing."""
    seen: dict[tuple[str | None, ...], str] = {}
    for where, one in held.filters():
        key = (_caption(one.field), _function(one.field), getattr(one.field, "calculation", None))
        if key in seen:
            joined = isinstance(one, nouns.Dates | nouns.Numbers)
            suggestion = "use one RANGE filter with both bounds" if joined else f"join it with the one at {seen[key]}"
            yield Fault(code="repeated-filter", where=where, message=REPEATED, suggestion=suggestion)
        seen.setdefault(key, where)


def _caption(field: nouns.FilterField) -> str | None:
    return getattr(field, "field_caption", None)


def _function(field: nouns.FilterField) -> str | None:
    function = getattr(field, "function", None)
    return None if function in NO_FUNCTION else function


def too_new_filter(held: Held) -> Iterator[Fault]:
    """A filter that older servers do not take."""
    for where, one in held.filters():
        if not isinstance(one, nouns.OneOf | nouns.Match | nouns.Relative) or isinstance(one.field, nouns.OnField):
            continue
        what = "a calculation" if isinstance(one.field, nouns.OnCalculation) else f"the function {one.field.function}"
        if isinstance(one, nouns.Match) and isinstance(one.field, nouns.OnMeasure) and _function(one.field):
            told = "a MATCH filter cannot be on a field with a function"
            yield Fault(
                code="match-on-function", where=f"{where}.field", message=told, suggestion="leave the function out"
            )
        elif held.version < FREE_FIELDS:
            told = f"a {one.filter_type} filter cannot be on {what} before version 2026.1"
            suggestion = "filter on the field itself, or by QUANTITATIVE_DATE or QUANTITATIVE_NUMERICAL"
            yield Fault(code="too-new-filter", where=f"{where}.field", message=told, suggestion=suggestion)


def unknown_filter_field(held: Held) -> Iterator[Fault]:
    """A filter on what the source does not have, or does not filter by."""
    for where, one in held.filters():
        for name, field in _fields_of(one):
            caption = _caption(field)
            if isinstance(field, nouns.OnCalculation):
                yield from formula_faults(held, field.calculation, f"{where}.{name}.calculation")
            elif caption is not None and not caption.strip():
                told = "the filter's field has an empty fieldCaption"
                yield Fault(code="empty-caption", where=f"{where}.{name}", message=told, suggestion="name the field")
            elif caption is not None and (fault := held.unknown(caption, f"{where}.{name}.fieldCaption")):
                yield fault
            elif isinstance(field, nouns.OnMeasure) and caption is not None and _function(field):
                yield from function_faults(held, caption, field.function, f"{where}.{name}.function")
        described = held.field(_caption(one.field) or "")
        if described and (described.bin or described.group):
            kind = "bin" if described.bin else "group"
            told = f"{described.caption!r} is a {kind}, which cannot be filtered by"
            of = described.bin.of if described.bin else described.group.of if described.group else ""
            yield Fault(
                code=f"{kind}-in-filter",
                where=f"{where}.field",
                message=told,
                suggestion=f"filter by its field, {of!r}",
            )


def _fields_of(one: nouns.Filter) -> Iterator[tuple[str, nouns.FilterField]]:
    yield "field", one.field
    if isinstance(one, nouns.Top):
        yield "fieldToMeasure", one.field_to_measure
    if isinstance(one, nouns.Conditional) and one.condition is not None:
        yield "condition", nouns.OnMeasure(field_caption=one.condition.field_caption, function=one.condition.function)
    if isinstance(one, nouns.Conditional) and one.calculation is not None:
        yield "condition", nouns.OnCalculation(calculation=one.calculation)


def incomplete_filter(held: Held) -> Iterator[Fault]:
    """A filter that says nothing, or contradicts itself."""
    for where, one in held.filters():
        told, suggestion = _lacking(one)
        if told:
            yield Fault(code="incomplete-filter", where=where, message=told, suggestion=suggestion)


def _lacking(one: nouns.Filter) -> tuple[str, str]:
    if isinstance(one, nouns.OneOf) and not one.values:
        return "the SET filter has no values", "name the values that are kept"
    if isinstance(one, nouns.Match) and not (one.contains or one.starts_with or one.ends_with):
        return "the MATCH filter has no pattern", "add contains, startsWith or endsWith"
    if isinstance(one, nouns.Numbers | nouns.Dates):
        low, high = (one.min, one.max) if isinstance(one, nouns.Numbers) else (one.min_date, one.max_date)
        names = ("min", "max") if isinstance(one, nouns.Numbers) else ("minDate", "maxDate")
        return _bounds(one.quantitative_filter_type, low, high, names)
    if isinstance(one, nouns.Relative):
        counted = one.date_range_type in ("LASTN", "NEXTN")
        if counted and one.range_n is None:
            return f"{one.date_range_type} needs rangeN", "add rangeN, the number of periods"
        if not counted and one.range_n is not None:
            return (
                f"rangeN is for LASTN and NEXTN, not for {one.date_range_type}",
                f"use {one.date_range_type}N" if one.date_range_type in ("LAST", "NEXT") else "leave rangeN out",
            )
    if isinstance(one, nouns.Conditional) and (one.condition is None) == (one.calculation is None):
        return "the CONDITION filter needs either a condition or a calculation", "give one of them"
    return "", ""


def _bounds(kind: str, low: object, high: object, names: tuple[str, str]) -> tuple[str, str]:
    for name, bound, kinds in ((names[0], low, ("RANGE", "MIN")), (names[1], high, ("RANGE", "MAX"))):
        if kind in kinds and bound is None:
            return f"{kind} needs {name}", f"add {name}"
        if kind not in kinds and bound is not None:
            move = "use RANGE" if kind in ("MIN", "MAX") else f"leave {name} out"
            return f"{name} has no meaning with {kind}", move
    if kind == "RANGE" and low > high:  # type: ignore[operator]
        return f"{names[0]} is above {names[1]}", "exchange them"
    return "", ""


def unfit_filter(held: Held) -> Iterator[Fault]:
    """A filter that the type or the level of its field does not take."""
    if held.description is None:
        return
    for where, one in held.filters():
        value = _value(held, one)
        if value is None:
            continue
        if value.level == TABLE:
            told = "a table calculation cannot be filtered by"
            yield Fault(
                code="table-filter", where=f"{where}.field", message=told, suggestion="filter on the figure itself"
            )
        elif isinstance(one, nouns.Top | nouns.Conditional):
            yield from _member_faults(held, one, where, value)
        elif value.type not in (*_WANTED.get(one.filter_type, (value.type,)), "NULL"):
            right = _FITTING.get(value.type, "SET")
            wanted = " or ".join(_WANTED[one.filter_type]).lower()
            told = f"a {one.filter_type} filter is on {wanted}, not on a {value.type.lower()}"
            yield Fault(code="filter-type", where=f"{where}.filterType", message=told, suggestion=f"use {right} or SET")
        elif value.level == AGGREGATE:
            yield from _figure_faults(held, one, where)


def _value(held: Held, one: nouns.Filter) -> Value | None:
    rows = Rows(held.asking)
    try:
        return compute(filtered(one.field, held.asking.description), rows)
    except BadFormula:
        return None  # told where it stands


def _figure_faults(held: Held, one: nouns.Filter, where: str) -> Iterator[Fault]:
    if one.context:
        told = "a filter on a figure cannot be a context filter: it is applied to the grouped rows"
        fix = Fix(op="replace", where=f"{where}.context", value=False)
        yield Fault(
            code="context-on-figure", where=f"{where}.context", message=told, suggestion="leave context out", fix=fix
        )
    if held.options.disaggregate:
        told = "with disaggregate there are no figures to filter by"
        yield Fault(code="figure-of-whole-rows", where=where, message=told, suggestion="filter on the field itself")


def _member_faults(held: Held, one: nouns.Top | nouns.Conditional, where: str, value: Value) -> Iterator[Fault]:
    dimensions = [
        each.field_caption
        for each in held.query.fields
        if isinstance(each, nouns.Dimension) and (known := held.field(each.field_caption)) and known.role == "DIMENSION"
    ]
    described = held.field(_caption(one.field) or "")
    measured = described is not None and described.role == "MEASURE" and not described.formula
    if value.level >= AGGREGATE or (measured and isinstance(one, nouns.Top)):
        right = dimensions[0] if dimensions else None
        told = f"{one.filter_type} chooses members of a dimension, and its field is the measure {_caption(one.field)!r}"
        suggestion = f"put the dimension there: {right!r}" if right else "put the dimension there"
        fix = Fix(op="replace", where=f"{where}.field.fieldCaption", value=right) if right else None
        yield Fault(code="top-of-measure", where=f"{where}.field", message=told, suggestion=suggestion, fix=fix)
    if isinstance(one, nouns.Top):
        yield from _measure_faults(held, one, where)


def _measure_faults(held: Held, one: nouns.Top, where: str) -> Iterator[Fault]:
    try:
        measure = compute(filtered(one.field_to_measure, held.asking.description), Rows(held.asking))
    except BadFormula:
        return  # told where it stands
    if measure.level < AGGREGATE:
        caption = _caption(one.field_to_measure) or ""
        field = held.field(caption)
        right = field.aggregation if field and field.role == "MEASURE" else "COUNTD"
        told = "fieldToMeasure of a TOP filter needs a function"
        fix = Fix(op="add", where=f"{where}.fieldToMeasure.function", value=right)
        yield Fault(
            code="top-without-function",
            where=f"{where}.fieldToMeasure",
            message=told,
            suggestion=f"add {right}",
            fix=fix,
        )


def missing_context(held: Held) -> Iterator[Fault]:
    """Members that are ranked before the rows are filtered."""
    if not any(isinstance(one, nouns.Top) for _, one in held.filters()):
        return
    for where, one in held.filters():
        value = _value(held, one) if held.description is not None else None
        figure = value.level >= AGGREGATE if value is not None else _function(one.field) in AGGREGATIONS
        if isinstance(one, nouns.Top | nouns.Conditional) or one.context or figure:
            continue
        told = f"TOP ranks all rows, before this filter on {_caption(one.field) or 'a calculation'!r} leaves some out"
        fix = Fix(op="add", where=f"{where}.context", value=True)
        suggestion = "set context to true, if the ranking is meant to be of what is left"
        yield Fault(
            code="missing-context-on-dimension-filter",
            where=where,
            message=told,
            suggestion=suggestion,
            fix=fix,
            warning=True,
        )


FILTER_CHECKS = (
    repeated_filter, too_new_filter, unknown_filter_field, incomplete_filter, unfit_filter, missing_context,
)  # fmt: skip
