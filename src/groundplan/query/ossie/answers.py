"""Answers: an aggregation query as groups with their figures, a scalar one as rows of one home dataset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.errors import SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.documents import Asked, Entry, SemanticModel, read_query
from groundplan.query.ossie.expressions import Names, aggregates, datasets, label, read, refused, sound
from groundplan.query.ossie.groups import Groups, on_own_rows
from groundplan.query.ossie.joins import Joins, computed
from groundplan.sources.model import expressions as p
from groundplan.sources.model.expression_windows import sorted_by

Titled = tuple[str, p.Part]


@dataclass(frozen=True)
class Answered:
    """The result: a lazy ibis table, and what its columns are called; two of them may be called alike."""

    columns: tuple[str, ...]
    table: Any

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """Its rows, in their order."""
        import duckdb  # slow to import

        try:
            held = self.table.to_pyarrow()
        except duckdb.Error as error:
            raise refused("unreadable-query data", told=str(error).splitlines()[0]) from None
        return list(zip(*(column.to_pylist() for column in held.columns), strict=True)) if held.num_rows else []


def answered(model: SemanticModel, frames: Mapping[str, Any], query: Mapping[str, Any]) -> Answered:
    """What a query asks of a model and its data."""
    asked, found = read_query(query), {}
    for one in model.datasets:
        frame = frames.get(one.name, frames.get(one.source))
        if frame is None:
            told = did_you_mean(one.name, frames)
            raise SourceError(f"no data for dataset {one.name!r} (source {one.source!r}); {told}.")
        found[one.name] = getattr(frame, "expr", frame)
    names = Names(model, {name: frame.columns for name, frame in found.items()}, asked.parameters)
    joins = Joins(model, found, names)
    shown = [_titled(entry, asked, names) for entry in (*asked.dimensions, *asked.measures, *asked.fields)]
    where = [_held(text, names.meant(text)) for text in asked.where]
    return (_scalar if asked.fields else _aggregation)(asked, shown, where, joins)


def _titled(entry: Entry, asked: Asked, names: Names) -> Titled:
    """A column of the query: what it is called, and its parts."""
    said = entry.expression or entry.name
    part, name = read(said, asked.parameters)
    title, meant = entry.name or name or (part.name if isinstance(part, p.Column) else said), names.meant(part)
    if asked.fields and (aggregates(meant) or len(p.windows(meant)) > len(p.windows(part))):
        raise refused("E_AGGREGATE_IN_SCALAR_QUERY", said=title)
    if entry in asked.dimensions and aggregates(meant):
        raise refused("E_AGGREGATE_IN_FIELD dimension", said=title)
    if entry in asked.dimensions and p.windows(meant):
        raise refused("E_WINDOW_IN_WHERE dimension", said=title)
    return title, sound(meant, said, part)


def _aggregation(asked: Asked, shown: Sequence[Titled], where: Sequence[p.Part], joins: Joins) -> Answered:
    """A row for each group that the measures have, or for each value of the dimensions if there are none."""
    keys, measures = [part for _, part in shown[: len(asked.dimensions)]], dict(shown[len(asked.dimensions) :])
    having = [_held(text, joins.names.meant(text, measures), keys) for text in asked.having]
    order = _order(asked, shown, joins.names)
    groups = Groups(keys, where, joins)
    shown = [(title, p.changed(part, groups)) for title, part in shown]
    if not groups.keys and not groups.figures:
        raise refused("E_EMPTY_AGGREGATION_QUERY")
    telling = set(groups.figures.values())
    tests, by = [p.changed(test, groups) for test in having], [p.key_changed(key, groups) for key in order]
    table = joins.kept(groups.table(telling), [one for one in tests if not p.windows(one)])
    return _shown(table, shown, by, asked.limit, [one for one in tests if p.windows(one)])


def _scalar(asked: Asked, shown: Sequence[Titled], where: Sequence[p.Part], joins: Joins) -> Answered:
    """The rows of the home dataset that the conditions keep."""
    order = _order(asked, shown, joins.names)
    if any(aggregates(key.of) for key in order):
        raise refused("E_AGGREGATE_IN_SCALAR_QUERY", said="what it is ordered by")
    of, others = datasets(*(part for _, part in shown)), datasets(*where, *(key.of for key in order))
    if not of and not others:
        raise refused("E_EMPTY_SCALAR_QUERY")
    home = joins.finest(of or others) or [*of, *others][0]
    several = joins.finer(home, [*of, *others])
    if several:
        apart, told = joins.apart(home, several), " and ".join(map(repr, [home, *several]))
        raise refused("E_NO_PATH" if apart else "E_FAN_OUT_IN_SCALAR_QUERY", start=home, to=apart, told=told)
    shown = [(title, on_own_rows(part, home, joins, bool(where))) for title, part in shown]
    order = [one.model_copy(update={"of": on_own_rows(one.of, home, joins, bool(where))}) for one in order]
    rows = joins.rows(home, [*(part for _, part in shown), *where, *(key.of for key in order)])
    return _shown(joins.kept(rows, where), shown, order, asked.limit)


def _order(asked: Asked, shown: Sequence[Titled], names: Names) -> list[p.Sorted]:
    """What the rows are ordered by: columns of the query by their titles, or anything that could be one."""
    keys: list[p.Sorted] = []
    for one in asked.order_by:
        text = f"{one.field or one.expression} {one.direction} {one.nulls and 'NULLS'} {one.nulls}".strip()
        part, _ = read(f"RANK() OVER (ORDER BY {text})", asked.parameters)
        if not isinstance(part, p.Window) or part.frame:
            raise refused("unreadable-query order", text=text)
        keys += [p.key_changed(key, lambda one: names.meant(one, dict(shown))) for key in part.order]
    return keys


def _held(text: str, test: p.Part, keys: Sequence[p.Part] | None = None) -> p.Part:
    """A condition of where, of each row before anything is aggregated; or, by the keys, of having, of each group."""
    if keys is None and p.windows(test):
        raise refused("E_WINDOW_IN_WHERE", text=text)
    fields = {one for key in keys or () for one in p.columns(key)}
    of_groups = [one for one in p.terms(test) if aggregates(one) or p.windows(one)]
    bare = {one: [each for each in p.outside(one) if isinstance(each, p.Column)] for one in p.terms(test)}
    of_rows = [one for one in p.terms(test) if one not in of_groups and bare[one]]
    if of_groups and (of_rows or any(set(bare[one]) - fields for one in of_groups)):
        raise refused("E_MIXED_PREDICATE_LEVEL", text=text)
    if of_groups and keys is None:
        raise refused("E_AGGREGATE_IN_WHERE", text=text)
    loose = [field for one in of_rows for field in bare[one] if field not in fields]
    if loose and keys is not None:
        raise refused("E_NON_AGGREGATE_IN_HAVING", text=text, field=label(loose[0]))
    return test


def _shown(
    table: Any, shown: Sequence[Titled], order: Sequence[p.Sorted], limit: int | None, tests: Sequence[p.Part] = ()
) -> Answered:
    """The columns of the rows; windows in them, in the tests and in the order are all over the same rows."""
    made = {f"column {place}": computed(part, table) for place, (_, part) in enumerate(shown)}
    keys = {f"order {place}": computed(key.of, table) for place, key in enumerate(order)}
    kept = {f"test {place}": computed(test, table, is_test=True) for place, test in enumerate(tests)}
    table = table.mutate(**made, **keys, **kept)
    for name in kept:
        table = table.filter(table[name])
    by = [sorted_by(table[name], key.descending, key.nulls_first) for name, key in zip(keys, order, strict=True)]
    table = table.order_by(by) if by else table
    return Answered(tuple(title for title, _ in shown), (table if limit is None else table.limit(limit)).select(*made))
