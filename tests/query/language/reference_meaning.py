"""A slow interpreter of the question language, in plain loops over rows: what docs/reference/query.md says, no more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from reference_columns import Listed, called, listed_columns, result_columns
from reference_kept import arranged
from reference_kinds import kind_of, need_test
from reference_rows import Row, World
from reference_sights import GroupSight, RowSight
from reference_tests import truth_of, value_of
from reference_values import identity, shown, sorting, text_shown
from reference_views import GroupView, Hops, RowView, many_of, names, needs_fellows, prefixes, text_of, value_paths

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.errors import QueryError
from groundplan.query.language import parts as p


@dataclass(frozen=True)
class Answered:
    """Columns, rows as they are shown, and whether the query itself says in what order they stand."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    ordered: bool


@dataclass(frozen=True)
class Result:
    """What a query answers, its things still things. `values` are the places of its figures, or of what it lists."""

    columns: list[str]
    kinds: list[str]
    rows: list[tuple[Any, ...]]
    values: list[int]


def answer(query: p.Query, model: SourceModel, rows: dict[str, list[dict[str, Any]]], today: date) -> Answered:
    """The answer to a query, or a QueryError where it cannot be computed safely."""
    world = World(model, rows, today)
    asked: dict[str, Result] = {}

    def ask(inner: p.Query) -> Result:
        text = text_of(inner)
        if text not in asked:
            asked[text] = _Asking(inner, world).result()
        return asked[text]

    world.ask = ask
    found = ask(query)
    told = query.order is not None or (query.keep is not None and query.keep.by is not None)
    return Answered(found.columns, [tuple(map(shown, row)) for row in found.rows], told)


class _Asking:
    """One query over its dataset."""

    def __init__(self, query: p.Query, world: World) -> None:
        self._world = world
        self._dataset = self._made(query.of) if isinstance(query.of, p.Query) else world.scope.dataset(query.of)
        self._query = called(query)
        self._by = query.keep.by if query.keep else None
        start = RowView(world, self._dataset, fellows=True)
        self._ways = _ways(self._query.by, start)
        bound = frozenset(name for way in self._ways for name in prefixes(way))
        self._where_view = RowView(world, self._dataset, bound, fellows=True)
        self._row_view = start

    def result(self) -> Result:
        """The answer."""
        if self._query.where:
            need_test(self._query.where, self._where_view)
        return self._groups() if self._query.columns else self._list()

    def _made(self, query: p.Query) -> Dataset:
        """The result of the query in brackets as a dataset."""
        found = self._world.ask(query)
        if len(set(found.columns)) < len(found.columns):
            raise QueryError(f"two columns of ({text_of(query)}) have one name; say `as`.", "ambiguous-path")
        types = {"number": "number", "truth": "boolean", "date": "datetime"}
        fields = [
            Field.model_validate({"name": name, "type": types.get(kind, "text"), "role": "text"})
            for name, kind in zip(found.columns, found.kinds, strict=True)
        ]
        made = Dataset(name=f"({text_of(query)})", fields=tuple(fields))
        rows = [dict(zip(found.columns, map(text_shown, row), strict=True)) for row in found.rows]
        kinds = ["text" if kind == "thing" else kind for kind in found.kinds]
        self._world.add(made, rows, dict(zip(found.columns, kinds, strict=True)))
        return made

    # ------------------------------------------------------------------ rows

    def _kept(self) -> list[RowSight]:
        """The rows that `where` keeps, once for each thing that a key along a relation to many reaches."""
        sights = [RowSight(self._world, row) for row in self._world.rows(self._dataset)]
        for way in self._ways:
            sights = [far for sight in sights for far in sight.spread(way)]
        tests = _conditions(self._query.where)
        plain = [test for test in tests if not needs_fellows(test)]
        sights = [sight for sight in sights if all(truth_of(test, sight) is True for test in plain)]
        sights = _fellows(sights)
        others = [test for test in tests if needs_fellows(test)]
        return _fellows([sight for sight in sights if all(truth_of(test, sight) is True for test in others)])

    # ------------------------------------------------------------------ a list

    def _list(self) -> Result:
        if self._query.having:
            raise QueryError("`having` holds groups to a figure.", "unreadable-query")
        columns = listed_columns(self._query, self._dataset, self._row_view, self._by)
        self._check_arranging(self._row_view)
        rows = arranged([sight.free() for sight in self._kept()], self._query, self._dataset.main_time)
        return _result(columns, rows, list(range(len(columns))))

    def _check_arranging(self, view: RowView | GroupView) -> None:
        """`keep` and `order` go by values."""
        keep, order = self._query.keep, self._query.order
        for part in (keep.by if keep else None, keep.each if keep else None, order.by if order else None):
            if part is not None and kind_of(part, view) in ("span", "period"):
                raise QueryError(f"{text_of(part)} is no value to order by.", "wrong-type")

    # ------------------------------------------------------------------ groups

    def _groups(self) -> Result:
        query = self._query
        if query.show:
            raise QueryError("`show` names the columns of a list; a query of figures has its own.", "not-a-list")
        keys = {text_of(key.of): kind_of(key.of, self._where_view) for key in query.by}
        view = GroupView(replace(self._row_view, bound=self._where_view.bound), keys)
        columns = result_columns(query, view)
        if query.having:
            need_test(query.having, view)
        self._check_arranging(view)
        groups = [group for group in self._made_groups() if not query.having or truth_of(query.having, group) is True]
        if query.keep:
            groups = [group for group in groups if None not in group.keys.values()]
        rows = arranged(groups, query, None)
        keyed = {column.name for column in columns[: len(query.by)]}
        return _result(columns, rows, [at for at, column in enumerate(columns) if column.name not in keyed])

    def _made_groups(self) -> list[GroupSight]:
        """The groups in the order of their keys."""
        texts = [text_of(key.of) for key in self._query.by]
        found: dict[Any, tuple[list[Any], list[RowSight]]] = {} if texts else {(): ([], [])}
        for sight in self._kept():
            values = [value_of(key.of, sight) for key in self._query.by]
            if any(
                value is None and isinstance(key.of, p.Choice)
                for key, value in zip(self._query.by, values, strict=True)
            ):
                continue
            found.setdefault(tuple(map(identity, values)), (values, []))[1].append(sight)
        groups: list[GroupSight] = []
        scales = {text_of(key.of): (key.of, self._scale(key.of)) for key in self._query.by}
        for values, sights in found.values():
            keys = dict(zip(texts, values, strict=True))
            standing = {text: _missing_last(keys[text], *scale) for text, scale in scales.items()}
            groups.append(GroupSight(self._world, keys, tuple(sights), groups, self._dataset, standing))
        groups.sort(key=lambda group: [group.standing[text] for text in texts])
        return groups

    def _scale(self, key: Any) -> tuple[str, ...]:
        """The steps of a scale, if the key is a field of one."""
        field = self._world.walk(self._dataset, key.steps).field if isinstance(key, p.Path) else None
        return field.ordered if field else ()


def _missing_last(value: Any, key: Any, scale: tuple[str, ...]) -> tuple[Any, ...]:
    """By what a key stands: a choice as it is written, the steps of a scale as they go up."""
    if value is not None and scale:
        return (0, scale.index(value) if value in scale else len(scale), sorting(value))
    if value is None or not isinstance(key, p.Choice):
        return (1,) if value is None else (0, sorting(value))
    written = [case.value.value for case in key.cases]
    return (0, written.index(value) if value in written else len(written))


def _conditions(test: Any) -> list[Any]:
    """The conditions that all have to be true."""
    if isinstance(test, p.All):
        return [each for one in test.tests for each in _conditions(one)]
    return [] if test is None else [test]


def _fellows(sights: list[RowSight]) -> list[RowSight]:
    """Each row with all that are left."""
    rows: dict[Row, None] = dict.fromkeys(sight.row for sight in sights)
    return [RowSight(sight.world, sight.row, sight.bound, tuple(rows)) for sight in sights]


def _ways(keys: tuple[p.Column, ...], view: RowView) -> list[Hops]:
    """The relations to many that keys go along; a condition as a key means some row there."""
    manys = [many_of(path, view) for key in keys for path in value_paths(key.of)]
    return sorted({names(many): many for many in manys if many}.values(), key=len)


def _result(columns: list[Listed], rows: list[Any], values: list[int]) -> Result:
    return Result(
        [column.name for column in columns],
        [column.kind for column in columns],
        [tuple(column.value(row) for column in columns) for row in rows],
        values,
    )
