"""select: filters, orders, counts and sums over what a step gave, asked in the question language."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import islice, product
from pathlib import Path
from typing import Any

from groundplan.contracts import REF, SOURCE, Param, Step, Tool
from groundplan.errors import QueryError, StepError
from groundplan.packs.workflows.catalogue.operation import Operation
from groundplan.packs.workflows.catalogue.shape import Shape
from groundplan.plan.nearest import did_you_mean

SELECT = Tool(
    name="select",
    description="Filter, order, count and add up what a step gave, by a query in the question language.",
    capabilities=("select",),
    inputs=("rows",),
    params={
        "query": Param(type="string", required=True, about='such as: orders: sum(total) where status = "open"'),
        "of": Param(type="string", about="the operation whose result the rows are, or a path into it: getOrder.lines"),
        "given": Param(type="object", about="values that the query names as given.NAME"),
        "beside": Param(type="object", about="lists of the same length, each put beside the rows under its name"),
        "beside_of": Param(type="object", about="the operations whose results these are"),
    },
    outputs=("rows", "row", "value", "values", "count"),
)
Shapes = Callable[[str], Shape]
_GUESSES = ("2000-01-01", 0, True, "x")
"""What stands in place of values that are not known before a run."""
_MOST = 256


def select(
    shapes: Shapes, rows: Any, query: str, of: str = "", given: Mapping[str, Any] | None = None,
    beside: Mapping[str, Any] | None = None, beside_of: Mapping[str, str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """What the query asks of the rows, as `rows`, `row`, `value`, `values` and `count`."""
    said = {name: shapes(one) for name, one in (beside_of or {}).items()}
    held = _beside(_listed(rows), beside or {})
    shape = _widened(shapes(of), said) if of else _widened(Shape(type="object"), said) if said else None
    try:
        return _asked(held, shape, query, given or {})
    except QueryError as fault:
        raise StepError(f"the query {query!r} cannot be answered: {str(fault).rstrip('.')}") from None


def shape_of(path: str, operations: Mapping[str, Operation]) -> Shape:
    """What the rows are that an operation gives, or those at a path into its result: `getOrder.lines`."""
    name, rest = path, list[str]()
    while name not in operations and "." in name:
        name, _, last = name.rpartition(".")
        rest = [last, *rest]
    if name not in operations:
        raise StepError(f"`of` names no operation: {path!r}; {did_you_mean(path, operations)}")
    found = operations[name].returns.at(rest) if rest else operations[name].returns
    if found is None:
        raise StepError(f"what {name} gives has no {'.'.join(rest)!r}")
    while found.type == "array":
        found = found.items or Shape()
    return found


def checked(query: str, shape: Shape | None, given: Mapping[str, Any]) -> None:
    """Nothing, where the query can be asked of rows of that shape; else a QueryError. References in `given` fit all."""
    from groundplan.packs.workflows.catalogue.sheets import sheets_of
    from groundplan.query.language.read import read

    asked = read(query)
    model = sheets_of([], shape, _own_name(asked, shape)).model
    unknown = [name for name, one in given.items() if isinstance(one, Mapping) and set(one) == {REF}]
    fault: QueryError | None = None
    for guess in islice(product(_GUESSES, repeat=len(unknown)), _MOST):
        try:
            _compiled(asked, {**given, **dict(zip(unknown, guess, strict=True))}, model)
            return
        except QueryError as wrong:
            fault = fault or wrong
    raise fault or QueryError("the query cannot be read.")


def _compiled(query: Any, given: Mapping[str, Any], model: Any) -> Any:
    """The steps of the query with the values in it; the first way to take these that goes with the fields."""
    from groundplan.packs.workflows.catalogue.given import readings  # what computes queries takes long to import
    from groundplan.query.compiled.steps import steps_of

    fault: QueryError | None = None
    for one in readings(query, given):
        try:
            return steps_of(_whole(one), model, date.today())
        except QueryError as wrong:
            fault = fault or wrong
    raise fault or QueryError("the query cannot be read.")


# ------------------------------------------------------------------ rows


def _listed(rows: Any) -> list[Any]:
    """The rows; one thing is one row, lists of lists are one list, what a skipped step left is none."""
    if rows is None:
        return []
    if not isinstance(rows, (list, tuple)):
        return [rows]
    if rows and all(isinstance(one, (list, tuple)) or one is None for one in rows):
        return [inner for one in rows for inner in one or ()]
    return list(rows)


def _beside(rows: list[Any], beside: Mapping[str, Any]) -> list[Any]:
    for name, listed in beside.items():
        if not isinstance(listed, (list, tuple)) or len(listed) != len(rows):
            told = f"{len(listed)} entries" if isinstance(listed, (list, tuple)) else "no list"
            raise StepError(f"{name!r} cannot stand beside the rows: they are {len(rows)}, and it has {told}")
        if any(isinstance(row, Mapping) and name in row for row in rows):
            raise StepError(f"the rows have a {name!r} of their own; give what stands beside them another name")
        rows = [{**(row if isinstance(row, Mapping) else {"value": row}), name: one}
                for row, one in zip(rows, listed, strict=True)]  # fmt: skip
    return [row for row in rows if row is not None]


def _widened(shape: Shape, beside: Mapping[str, Shape]) -> Shape:
    return shape.model_copy(update={"fields": {**shape.fields, **beside}})


# ------------------------------------------------------------------ the query


def _asked(rows: list[Any], shape: Shape | None, text: str, given: Mapping[str, Any]) -> dict[str, Any]:
    from groundplan.packs.workflows.catalogue.sheets import sheets_of
    from groundplan.query.language.read import read

    query = read(text)
    sheets = sheets_of(rows, shape, _own_name(query, shape, rows))
    made = _compiled(query, given, sheets.model)
    table = _computed(made.steps, made.ref, sheets)
    whole = next((one.rows for one in sheets.made if one.name == query.of), ())
    return _outputs(query, table, made.columns, whole)


def _own_name(query: Any, shape: Shape | None, rows: Sequence[Any] = ()) -> str:
    """What the query calls the rows themselves: the dataset that stands in none of their fields."""
    from groundplan.query.language import parts as p

    named = [
        one.of for one in p.walked(query, into_queries=True) if isinstance(one, p.Query) and isinstance(one.of, str)
    ]
    inside = {name for name, held in (shape.fields if shape else {}).items() if held.type in ("array", "object")}
    inside |= {
        name for row in rows if isinstance(row, Mapping) for name, held in row.items() if isinstance(held, (list, dict))
    }
    return next((name for name in named if name not in inside), "rows")


def _whole(query: Any) -> Any:
    """A list of rows of which nothing is shown asks for the rows as they came: for their places."""
    from groundplan.query.language import parts as p

    if query.columns or query.show or not isinstance(query.of, str):
        return query
    return query.model_copy(update={"show": (p.Column(of=p.Path(steps=(p.ROW,)), name=p.ROW),)})


def _computed(steps: Sequence[Step], ref: Mapping[str, str], sheets: Any) -> list[dict[str, Any]]:
    """The rows of the last step's frame, plain values by column."""
    from groundplan.query.results import values_of
    from groundplan.query.tools import IMPLEMENTATIONS
    from groundplan.sources import duck
    from groundplan.sources.frame import Frame

    with tempfile.TemporaryDirectory(prefix="groundplan-") as spill:
        connection = duck.connect(Path(spill))
        try:
            backend = duck.backend(connection)
            for sheet in sheets.made:
                connection.register("cells", _arrow(sheet))
                connection.execute(f"CREATE TABLE {duck.name('main', sheet.name)} AS SELECT * FROM cells")
                connection.unregister("cells")
            duck.lock(connection, ())
            frames: dict[str, Any] = {f"{SOURCE}.{one.name}": Frame(backend.table(one.name)) for one in sheets.made}

            def held(value: Any) -> Any:
                return frames[value[REF]] if isinstance(value, Mapping) and set(value) == {REF} else value

            for step in steps:
                frames[f"{step.id}.df"] = IMPLEMENTATIONS[step.tool](**{k: held(v) for k, v in step.args.items()})
            table = held(ref).arrow()
            cells = {name: values_of(table.column(name)) for name in table.column_names}
            return [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]
        finally:
            connection.close()


def _arrow(sheet: Any) -> Any:
    import pyarrow as pa  # slow to import

    kinds = {"text": pa.string(), "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_(),
             "date": pa.date32(), "datetime": pa.timestamp("us")}  # fmt: skip
    try:
        return pa.table({name: pa.array(cells, kinds[kind]) for name, (kind, cells) in sheet.columns.items()})
    except (pa.ArrowInvalid, OverflowError) as fault:
        raise StepError(f"{sheet.name!r} has values that cannot be reckoned with: {fault}") from None


def _outputs(query: Any, table: list[dict[str, Any]], columns: Sequence[str], rows: Sequence[Any]) -> dict[str, Any]:
    """What the step gives, by name."""
    if _whole(query) is not query:
        kept = [rows[row["row"] - 1] for row in table]
        return {
            "rows": kept,
            "row": kept[0] if len(kept) == 1 else None,
            "value": None,
            "values": [],
            "count": len(kept),
        }
    for column, name in zip(query.columns, columns[len(query.by) :], strict=True) if query.columns else ():
        if getattr(column.of, "fn", "") == "sum":  # what nothing adds up to
            table = [{**row, name: 0 if row[name] is None else row[name]} for row in table]
    row = table[0] if len(table) == 1 else None
    return {
        "rows": table,
        "row": row,
        "value": row[columns[0]] if row and len(columns) == 1 else None,
        "values": [one[columns[0]] for one in table] if columns else [],
        "count": len(table),
    }
