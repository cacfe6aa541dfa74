"""Rows of datasets and what stands along their relations: each tool takes frames and gives one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_
from typing import Any

from groundplan.errors import StepError
from groundplan.query.language.parts import CALLED, PLACE
from groundplan.query.tools.values import as_text, value
from groundplan.sources.frame import Frame

LONGEST_LIST = 1_000_000
"""More parts than the list in a cell may have, so that each part has a place of its own."""


def rows_of(of: Frame, *, called: Sequence[str] = (), key: Sequence[str] = ()) -> Frame:
    """The rows with their place, and by what each is called: its name, else its key."""
    import ibis  # slow, and a help text needs none of it

    table = of.expr.mutate(**{PLACE: ibis.row_number() + 1})
    key = [name for name in key if name in table.columns]  # a saved plan's rows may have had another one
    own = table[key[0]] if len(key) == 1 else _in_one(table, key) if key else table[PLACE]
    name = ibis.coalesce(_in_one(table, called), as_text(own)) if called else own
    return of.then(table.mutate(**{CALLED: name}))


def _in_one(table: Any, fields: Sequence[str]) -> Any:
    """The fields joined by a blank, those that are filled; nothing where none is."""
    texts = [as_text(table[name]) for name in fields]
    if len(texts) == 1:
        return texts[0]
    told = [text.notnull().ifelse(text + " ", "") for text in texts]
    return reduce(lambda left, right: left + right, told).strip().nullif("")


def follow(
    df: Frame, other: Frame, *, on: Sequence[Sequence[str]], along: str, matching: bool = False, named: bool = False
) -> Frame:
    """Each row with the rows of the other frame that its key names; their columns stand behind the relation's name.

    `matching`: rows without one are left out. `named`: a key that is not found is called as it is written.
    """
    import ibis

    right = other.expr.rename({f"{along}.{name}": name for name in other.expr.columns})
    pairs = [same_key(df.expr[here], right[f"{along}.{there}"]) for here, there in on]
    join = df.expr.inner_join if matching else df.expr.left_join
    joined = join(right, pairs)
    if named and f"{along}.{CALLED}" in right.columns:
        name, keys = joined[f"{along}.{CALLED}"], [here for here, _ in on]
        filled = reduce(and_, (joined[key].notnull() for key in keys))
        written = joined[keys[0]] if len(keys) == 1 else filled.ifelse(_in_one(joined, keys), None)
        if name.type() != written.type() and not (name.type().is_numeric() and written.type().is_numeric()):
            name, written = as_text(name), as_text(written)
        joined = joined.mutate(**{f"{along}.{CALLED}": ibis.coalesce(name, written)})
    return df.then(joined)


def same_key(left: Any, right: Any) -> Any:
    """Whether two keys are one; a text beside a number is held against it as it is written."""
    if left.type().is_string() != right.type().is_string():
        left, right = as_text(left), as_text(right)
    return left == right


def split_parts(df: Frame, *, column: str, separator: str, along: str, matching: bool = False) -> Frame:
    """A row for each part of the list in a column; a row without any stands once, or is left out."""
    cell = df.expr[column].cast("string")
    parts = cell.split(separator).map(lambda part: part.strip()).filter(lambda part: part != "")
    place = f"{along.rpartition('.')[0]}.{PLACE}"
    table = df.expr.mutate(**{along: parts}).unnest(along, offset=place, keep_empty=not matching)
    before = along.rpartition(".")[0].removeprefix("key of ").rpartition(".")[0]
    own = table[f"{before}.{PLACE}" if before else PLACE].cast("int64") * LONGEST_LIST + table[place]
    return df.then(table.mutate(**{place: table[along].notnull().ifelse(own, None)}))


def add_values(df: Frame, *, values: Mapping[str, str]) -> Frame:
    """Each row with more columns: expressions by the names that they get."""
    return df.then(df.expr.mutate(**{name: value(text, df.expr) for name, text in values.items()}))


def keep_where(df: Frame, *, test: str, failing: bool = False) -> Frame:
    """The rows for which the test is true; or all others, those of which it is not known among them."""
    held = value(test, df.expr)
    return df.then(df.expr.filter(~held.fill_null(False) if failing else held))


def once(df: Frame, *, of: Sequence[str]) -> Frame:
    """One row for each combination of these columns."""
    import ibis

    order = [df.expr[PLACE]] if PLACE in df.columns else []
    place = ibis.row_number().over(ibis.window(group_by=[df.expr[name] for name in of], order_by=order))
    return df.then(df.expr.mutate(**{"#once": place}).filter(lambda rows: rows["#once"] == 0).drop("#once"))


def attach(
    df: Frame, other: Frame, *, on: Sequence[str] = (), values: Sequence[str], empty: Mapping[str, Any] | None = None
) -> Frame:
    """Columns of the other frame beside each row that agrees with it; with nothing to agree on, its only row.

    `empty`: what stands where there is none.
    """
    import ibis

    if not on and other.arrow().num_rows > 1:
        raise StepError(f"{values[0]!r} should be one value, and there are {other.arrow().num_rows}: ask for one")
    right = other.expr.select(*on, *values).rename({f"other {name}": name for name in on})
    if on:
        agree = reduce(and_, (_identical(df.expr[name], right[f"other {name}"]) for name in on))
        joined = df.expr.left_join(right, agree).drop(*(f"other {name}" for name in on))
    else:
        joined = df.expr.cross_join(right) if other.arrow().num_rows else df.expr.mutate(
            **{name: ibis.null(right[name].type()) for name in values}
        )  # fmt: skip
    filled = {name: joined[name].fill_null(held) for name, held in (empty or {}).items()}
    return df.then(joined.mutate(**filled) if filled else joined)


def _identical(left: Any, right: Any) -> Any:
    """Whether two values are one, or both missing; a text beside another kind as it is written."""
    if left.type().is_string() != right.type().is_string():
        left, right = as_text(left), as_text(right)
    return left.identical_to(right)
