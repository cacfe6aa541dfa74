"""Faults of the fields of a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from groundplan.packs.tableau.calculation.compute import compute
from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.calculation.parts import Named, walked
from groundplan.packs.tableau.calculation.values import AGGREGATE, TABLE, Value
from groundplan.packs.tableau.compiled.asked import AGGREGATIONS, DATE_PARTS, NO_FUNCTION, TRUNCATIONS
from groundplan.packs.tableau.compiled.statement import formula_fault
from groundplan.packs.tableau.compiled.windows import rows_of_result
from groundplan.packs.tableau.faults import BAD_FORMULA, BadFormula, Fault, Fix
from groundplan.packs.tableau.validate.held import Held
from groundplan.packs.tableau.vizql import query as nouns

_COUNTS = ("MIN", "MAX", "COUNT", "COUNTD")
ALLOWED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("INTEGER", "REAL"), AGGREGATIONS),
    **dict.fromkeys(("STRING", "BOOLEAN"), _COUNTS),
    **dict.fromkeys(("DATE", "DATETIME"), (*_COUNTS, *DATE_PARTS, *TRUNCATIONS)),
    "TABLE": ("COUNT",),
}
"""The functions of each type of field."""


def empty_caption(held: Held) -> Iterator[Fault]:
    """A field without a name."""
    for where, one in held.fields():
        if not one.field_caption.strip():
            told = "the field has an empty fieldCaption"
            yield Fault(code="empty-caption", where=f"{where}.fieldCaption", message=told, suggestion="name the field")


def repeated_sort_priority(held: Held) -> Iterator[Fault]:
    """Two fields that claim the same place of the order."""
    counts = Counter(one.sort_priority for _, one in held.fields() if one.sort_priority is not None)
    taken = max((one for one in counts), default=0)
    seen: set[int] = set()
    for where, one in held.fields():
        priority = one.sort_priority
        if priority is not None and priority in seen:
            taken += 1
            fix = Fix(op="replace", where=f"{where}.sortPriority", value=taken)
            told = f"sortPriority {priority} stands at two fields; each must be unique"
            yield Fault(
                code="repeated-sort-priority",
                where=f"{where}.sortPriority",
                message=told,
                suggestion=f"use {taken}",
                fix=fix,
            )
        elif priority is not None:
            seen.add(priority)
        if one.sort_direction and priority is None:
            told = f"{one.field_caption!r} has a sortDirection and no sortPriority, so it is not sorted by"
            fix = Fix(op="add", where=f"{where}.sortPriority", value=taken + 1)
            yield Fault(
                code="sort-without-priority",
                where=where,
                message=told,
                suggestion="add a sortPriority",
                fix=fix,
                warning=True,
            )


def repeated_field(held: Held) -> Iterator[Fault]:
    """Two columns that would have one key."""
    seen: dict[str, int] = {}
    for where, one in held.fields():
        key = one.field_alias or f"{getattr(one, 'function', '')} {getattr(one, 'bin_size', '')} {one.field_caption}"
        if key in seen and not isinstance(one, nouns.TableCalculated):
            told = f"{one.field_caption!r} is asked for twice in the same way; its second column gets a number"
            yield Fault(
                code="repeated-field",
                where=where,
                message=told,
                suggestion="give one a fieldAlias, or leave it out",
                warning=True,
            )
        seen[key] = 1


def unknown_field(held: Held) -> Iterator[Fault]:
    """A field that the source does not have."""
    for where, one in held.fields():
        calculated = getattr(one, "calculation", None) is not None
        if calculated and held.field(one.field_caption):
            told = f"the calculation is called {one.field_caption!r}, as a field of the data source is"
            yield Fault(
                code="taken-name",
                where=f"{where}.fieldCaption",
                message=told,
                suggestion="give it another fieldCaption",
            )
        elif not calculated and (fault := held.unknown(one.field_caption, f"{where}.fieldCaption")):
            yield fault


def value_of(held: Held, caption: str) -> Value | None:
    """What a field of the source comes to; None where it is unknown or its own formula is not computed."""
    try:
        return rows_of_result(held.asking).named(Named(caption))
    except BadFormula:
        return None


def unfit_function(held: Held) -> Iterator[Fault]:
    """A function that the type of the field does not have, or that an aggregate has no room for."""
    for where, one in held.fields():
        function = getattr(one, "function", None)
        if function not in NO_FUNCTION and getattr(one, "calculation", None) is None:
            yield from function_faults(held, one.field_caption, str(function), f"{where}.function")


def function_faults(held: Held, caption: str, function: str, where: str) -> Iterator[Fault]:
    """The faults of one function on one field."""
    if function == "COLLECT":
        told = "COLLECT is for spatial fields, which are not answered here"
        yield Fault(code="unfit-function", where=where, message=told, suggestion="use COUNT or COUNTD")
        return
    value = value_of(held, caption) if held.description else None
    if value is None:
        return
    if value.level >= AGGREGATE and function != "AGG":
        told = f"{caption!r} is an aggregate already, so {function} cannot be computed of it"
        fix = Fix(op="replace", where=where, value="AGG")
        yield Fault(
            code="function-on-aggregate", where=where, message=told, suggestion="use AGG, or no function", fix=fix
        )
    elif value.level < AGGREGATE and function == "AGG":
        told = f"{caption!r} is no aggregate, which AGG is for"
        yield Fault(code="unfit-function", where=where, message=told, suggestion=f"use {_default(held, caption)}")
    elif value.level < AGGREGATE and function not in ALLOWED.get(value.type, AGGREGATIONS):
        allowed = ALLOWED[value.type]
        right = _default(held, caption)
        told = f"the function {function} is not allowed on {caption!r}, which is of type {value.type}"
        fix = Fix(op="replace", where=where, value=right if right in allowed else allowed[-1])
        yield Fault(
            code="unfit-function", where=where, message=told, suggestion=f"use one of {', '.join(allowed)}", fix=fix
        )


def _default(held: Held, caption: str) -> str:
    field = held.field(caption)
    return field.aggregation if field and field.aggregation in AGGREGATIONS else "COUNTD"


def bare_measure(held: Held) -> Iterator[Fault]:
    """A measure without a function, which is answered by its default one."""
    for where, one in held.fields():
        field = held.field(one.field_caption)
        if (
            not isinstance(one, nouns.Dimension)
            or field is None
            or field.role != "MEASURE"
            or held.options.disaggregate
        ):
            continue
        value = value_of(held, one.field_caption)
        if value is not None and value.level < AGGREGATE and field.aggregation in AGGREGATIONS:
            told = (
                f"the measure {one.field_caption!r} has no function; it is answered by its default, {field.aggregation}"
            )
            fix = Fix(op="add", where=f"{where}.function", value=field.aggregation)
            yield Fault(
                code="bare-measure",
                where=where,
                message=told,
                suggestion=f"add {field.aggregation}",
                fix=fix,
                warning=True,
            )


def bad_bin(held: Held) -> Iterator[Fault]:
    """Steps of what is no number."""
    for where, one in held.fields():
        value = value_of(held, one.field_caption) if isinstance(one, nouns.Bin) and held.description else None
        if value is not None and (value.type not in ("INTEGER", "REAL") or value.level >= AGGREGATE):
            told = f"{one.field_caption!r} is a {value.type.lower()}; only numbers of each row have bins"
            yield Fault(code="bad-bin", where=f"{where}.binSize", message=told, suggestion="leave binSize out")


def bad_calculation(held: Held) -> Iterator[Fault]:
    """A formula that cannot be read or computed."""
    for where, one in held.fields():
        calculation = getattr(one, "calculation", None)
        if calculation is not None:
            yield from formula_faults(held, calculation, f"{where}.calculation")


def formula_faults(held: Held, formula: str, where: str) -> Iterator[Fault]:
    """The fault of one formula, with its place in the text."""
    try:
        part = parsed(formula)
        groups = [one for one in walked(part) if isinstance(one, Named) and held.description]
        for one in groups:
            field = held.field(one.name)
            if field is not None and field.group:
                told = f"a calculation cannot name the group {one.name!r}"
                yield Fault(
                    code="group-in-calculation", where=where, message=told,
                    suggestion=f"use its field, {field.group.of!r}",
                    error_code=BAD_FORMULA,
                )  # fmt: skip
                return
        if held.description is not None:
            compute(part, rows_of_result(held.asking))
    except BadFormula as error:
        fault = formula_fault(error, where)
        if error.code == "unknown-field" and any(one.field_caption in str(error) for _, one in held.fields()):
            own = next((one for _, one in held.fields() if f" {one.field_caption}." in str(error)), None)
            if own is not None and getattr(own, "calculation", None):
                told = f"{own.field_caption!r} is a calculation of this query, which nothing else may name"
                fault = fault.model_copy(update={"suggestion": f"{told}; write its formula here"})
        yield fault


def bad_table_calculation(held: Held) -> Iterator[Fault]:
    """A way along fields that the query does not have."""
    for where, one in held.fields():
        if not isinstance(one, nouns.TableCalculated):
            continue
        if one.function is not None and one.calculation is not None:
            told = f"{one.field_caption!r} has both a function and a calculation"
            yield Fault(
                code="function-and-calculation", where=where, message=told, suggestion="leave one of them out",
                fix=Fix(op="remove", where=f"{where}.function"),
            )  # fmt: skip
        if one.function in NO_FUNCTION and one.calculation is None and held.description is not None:
            value = value_of(held, one.field_caption)
            if value is not None and value.level < AGGREGATE:
                told = f"the table calculation needs a figure, and {one.field_caption!r} has no function"
                yield Fault(
                    code="table-calculation-without-figure", where=where, message=told,
                    suggestion=f"add {_default(held, one.field_caption)}",
                    fix=Fix(op="add", where=f"{where}.function", value=_default(held, one.field_caption)),
                )  # fmt: skip
        yield from _spec_faults(held, one.table_calculation, f"{where}.tableCalculation")
        yield from _way_faults(held, one, where)
        for place, nested in enumerate(one.nested_table_calculations or ()):
            yield from _spec_faults(held, nested, f"{where}.nestedTableCalculations.{place}")


def _way_faults(held: Held, one: nouns.TableCalculated, where: str) -> Iterator[Fault]:
    """CUSTOM is a way for table functions of the field's own, NESTED for those of fields inside of it."""
    kind = one.table_calculation.table_calc_type
    if kind == "NESTED":
        told = "NESTED is the way of a field inside of the calculation, not of the field itself"
        yield Fault(
            code="not-custom", where=f"{where}.tableCalculation.tableCalcType", message=told,
            suggestion="use CUSTOM here, and NESTED in nestedTableCalculations",
        )  # fmt: skip
    for place, nested in enumerate(one.nested_table_calculations or ()):
        if nested.table_calc_type != "NESTED":
            told = f"nestedTableCalculations holds NESTED alone, not {nested.table_calc_type}"
            at = f"{where}.nestedTableCalculations.{place}.tableCalcType"
            yield Fault(code="not-nested", where=at, message=told, suggestion="use NESTED with a fieldCaption")
    if kind == "CUSTOM" and held.description is not None and not _goes_along(held, one):
        told = "CUSTOM needs a calculation with a table function, such as RUNNING_SUM(SUM([Sales]))"
        yield Fault(
            code="not-custom", where=f"{where}.tableCalculation.tableCalcType", message=told,
            suggestion="write such a calculation, or use RUNNING_TOTAL, RANK or another of their kind",
        )  # fmt: skip


def _goes_along(held: Held, one: nouns.TableCalculated) -> bool:
    """Whether the field has a table function; one that cannot be read is told elsewhere."""
    try:
        part = parsed(one.calculation) if one.calculation is not None else Named(one.field_caption)
        plain = one.calculation is None and one.function not in NO_FUNCTION
        return not plain and compute(part, rows_of_result(held.asking)).level == TABLE
    except BadFormula:
        return True


def _spec_faults(held: Held, spec: nouns.TableCalculation, where: str) -> Iterator[Fault]:
    grouping = {
        (one.field_caption, getattr(one, "function", None))
        for _, one in held.fields()
        if not isinstance(one, nouns.TableCalculated)
    }
    captions = {caption for caption, _ in grouping}
    for place, one in enumerate(spec.dimensions):
        if one.field_caption not in captions:
            told = f"the table calculation goes along {one.field_caption!r}, which is no field of the query"
            yield Fault(
                code="unknown-dimension", where=f"{where}.dimensions.{place}", message=told,
                suggestion=f"add {one.field_caption!r} to the fields, or go along {', '.join(sorted(captions))}",
            )  # fmt: skip
    for name, ours in (("levelAddress", "level_address"), ("restartEvery", "restart_every")):
        said = getattr(spec, ours, None)
        if said is not None and said.field_caption not in {each.field_caption for each in spec.dimensions}:
            told = f"{name} names {said.field_caption!r}, which the table calculation does not go along"
            yield Fault(
                code="unknown-dimension", where=f"{where}.{name}", message=told, suggestion="add it to `dimensions`"
            )
    if isinstance(spec, nouns.Custom | nouns.Nested) and spec.table_calc_type == "NESTED" and held.description:
        value = value_of(held, spec.field_caption)
        if value is None or value.level != TABLE:
            told = f"NESTED is about a field with table functions, which {spec.field_caption!r} is not"
            yield Fault(
                code="not-nested", where=f"{where}.fieldCaption", message=told,
                suggestion="name the field of the data source that the calculation uses",
            )  # fmt: skip
    second = getattr(spec, "secondary_table_calculation", None)
    if second is not None:
        yield from _spec_faults(held, second, f"{where}.secondaryTableCalculation")


def figures_of_whole_rows(held: Held) -> Iterator[Fault]:
    """Aggregates where the rows are asked for as they are."""
    if not held.options.disaggregate:
        return
    for where, one in held.fields():
        function = getattr(one, "function", None)
        plain = function in (*NO_FUNCTION, *DATE_PARTS, *TRUNCATIONS) and not isinstance(one, nouns.TableCalculated)
        if not plain:
            told = f"with disaggregate each row is given as it is, so {one.field_caption!r} cannot be a figure"
            yield Fault(
                code="figure-of-whole-rows",
                where=where,
                message=told,
                suggestion="leave the function or disaggregate out",
            )


FIELD_CHECKS = (
    empty_caption, unknown_field, repeated_sort_priority, repeated_field, unfit_function, bare_measure, bad_bin,
    bad_calculation, bad_table_calculation, figures_of_whole_rows,
)  # fmt: skip
