"""A query -> the least steps that answer it, each serving the parts of the query it was made for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from groundplan.contracts import Step
from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.errors import QueryError
from groundplan.query.compiled.flow import Flow, Frames, Steps
from groundplan.query.compiled.grain import farthest, own_paths
from groundplan.query.compiled.groups import Groups
from groundplan.query.compiled.plain import Plain
from groundplan.query.compiled.ready import Ready, named
from groundplan.query.kinds import held_to_kinds
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.language.show import show
from groundplan.query.periods import DAYS
from groundplan.query.scope import Scope
from groundplan.query.tools.values import column_of, of_weekday, title_of


@dataclass(frozen=True)
class Made:
    """The steps of a query, what refers to their last frame, and its columns."""

    steps: tuple[Step, ...]
    ref: Mapping[str, str]
    columns: tuple[str, ...]


def steps_of(query: p.Query, model: SourceModel, today: date) -> Made:
    """The steps that answer the query; a QueryError where it cannot be answered safely."""
    held_to_kinds(query, Scope(model), today)
    steps = Steps()
    ref, columns = _Compiling(Scope(model), steps, today, {}).whole(query)
    return Made(tuple(steps.made), ref, tuple(columns))


class _Compiling:
    def __init__(self, scope: Scope, steps: Steps, today: date, given: Mapping[str, Mapping[str, str]]) -> None:
        self._scope, self._steps, self._today, self._given = scope, steps, today, given
        self._plain = Plain(scope, today)
        self._ways: Sequence[tuple[str, ...]] = ()
        """The relations to many that keys of the query go along."""
        self._ready = Ready(Frames(scope, steps, given), self._inner)

    def _inner(self, query: p.Query) -> tuple[Mapping[str, str], Sequence[str]]:
        """Another query inside this one, with the steps that are made already."""
        return _Compiling(self._scope, self._steps, self._today, self._given).whole(query)

    def whole(self, query: p.Query) -> tuple[Mapping[str, str], Sequence[str]]:
        """The frame of the query and its columns."""
        if isinstance(query.of, p.Query):
            return self._over(query, query.of)
        self._serve("of")
        self._ways = self._spread(query)
        self._plain = Plain(self._scope, self._today, self._ways)
        flow = self._ready.frames.rows(self._scope.dataset(query.of))
        flow, bound = self._where(flow, query)
        return self._grouped(query, flow, bound) if query.columns else self._listed(query, flow)

    def _over(self, query: p.Query, inside: p.Query) -> tuple[Mapping[str, str], Sequence[str]]:
        """A query over the rows of another."""
        made, columns = self._inner(inside)
        name = f"rows {len(self._steps.made)}"
        kinds = dict(held_to_kinds(inside, self._scope, self._today))
        if things := [column for column in columns if kinds.get(column) == "thing"]:  # by what they are called
            made = self._steps.add("present", df=made, columns={name: named(name) for name in columns}, texts=things)
        truths = [column for column in columns if kinds.get(column) == "truth"]  # a field that is a test by itself
        fields = tuple(
            Field(name=column, type="boolean" if column in truths else "text", role="category") for column in columns
        )
        scope = self._scope.with_dataset(Dataset(name=name, fields=fields))
        given = {**self._given, name: made}
        return _Compiling(scope, self._steps, self._today, given).whole(p.replaced(query, {"of": name}))

    def _serve(self, *parts: str) -> None:
        self._steps.serving = parts

    # ------------------------------------------------------------------ where

    def _where(self, flow: Flow, query: p.Query) -> tuple[Flow, list[Any]]:
        """The rows that meet the conditions, but for those that are held to the rows along a key to many."""
        if query.where is None:
            return flow, []
        self._serve("where")
        tests = _conditions(self._plain(query.where, flow.at))
        bound = [test for test in tests if self._passes(test, flow)]
        later = [test for test in tests if test not in bound and _among_fellows(test)]
        for test in [one for one in tests if one not in bound and one not in later] + later:
            flow = self._kept(self._ready(flow, test), test)
        return flow, bound

    def _kept(self, flow: Flow, test: Any) -> Flow:
        return flow.then(self._steps.add("keep_where", df=flow.ref, test=show(test)))

    def _spread(self, query: p.Query) -> list[tuple[str, ...]]:
        """The relations to many that keys pass: a test has none of its own, only a path that has the name of one."""
        at = self._scope.dataset(str(query.of))
        paths = [path for column in query.by for path in own_paths(column.of, values_only=True)]
        return list(dict.fromkeys(many for path in paths if (many := self._scope.walk(at, path.steps).many)))

    def _passes(self, test: Any, flow: Flow) -> bool:
        """Whether all that the test looks at along relations to many stands along a key."""
        many = farthest([test], flow.at, self._scope) if self._ways else ()
        return bool(many) and any(key[: len(many)] == many for key in self._ways)

    # ------------------------------------------------------------------ groups

    def _grouped(self, query: p.Query, flow: Flow, bound: Sequence[Any]) -> tuple[Mapping[str, str], Sequence[str]]:
        self._serve("by")
        for many in self._ways:
            flow = self._ready.frames.along(flow, many)
        for test in bound:
            flow = self._kept(self._ready(flow, test), test)
        flow, keys, shown = self._keys(query, flow)
        self._serve("figures")
        called = zip(query.by, shown, strict=True)
        standing = {name: self._in_steps(named(name), column.of, flow) for column, name in called}
        scales = {name: one["steps"] for name, one in standing.items() if one.get("steps")}
        groups = Groups(flow, tuple(keys), tuple(shown), self._ready, self._plain, steps=scales)
        keep, order = query.keep, query.order
        asked = [*(column.of for column in query.columns), query.having, keep and keep.by, order and order.by]
        groups.begin([part for part in asked if part is not None])
        for column in query.by:
            groups.called(self._plain(column.of, flow.at), title_of(column.of))
            groups.called(column.of, column.name)
        columns = {_title(column): groups(column.of) for column in query.by}
        for column in query.columns:
            columns[_title(column)] = _once(_title(column), groups(column.of), columns)
            groups.called(column.of, column.name)
        if query.having:
            self._serve("having")
            test = groups(query.having)  # may add columns to the groups, so before their frame is named
            groups.ref = self._steps.add("keep_where", df=groups.ref, test=test)
        by_keys = [one for name in shown for one in (standing[name], *_apart(groups, name))]
        # things of one name stand as in their source
        return self._ended(query, groups, columns, by_keys)

    def _keys(self, query: p.Query, flow: Flow) -> tuple[Flow, list[str], list[str]]:
        """The rows with their keys as columns; what tells groups apart, and by what they are called."""
        keys: list[str] = []
        shown: list[str] = []
        for column in query.by:
            key = self._plain(column.of, flow.at)
            flow, name = self._ready.as_column(flow, key)
            keys.append(name)
            shown.append(name)
            keys += [column_of(each) for each in self._plain.keys(column.of, flow.at)[1:]]
        for name in [name for column, name in zip(query.by, shown, strict=True) if _may_be_in_none(column.of)]:
            flow = flow.then(self._steps.add("keep_where", df=flow.ref, test=f"not missing({named(name)})"))
        return flow, list(dict.fromkeys(keys)), shown

    def _in_steps(self, text: str, part: Any, flow: Flow) -> dict[str, Any]:
        """The order of a key: days as the week has them, the steps of a scale as they go up."""
        if of_weekday(part):
            return {"by": text, "steps": list(DAYS)}
        walked = self._scope.walk(flow.at, part.steps) if isinstance(part, p.Path) else None
        if walked and walked.field and walked.field.ordered:
            return {"by": text, "steps": list(walked.field.ordered)}
        if isinstance(part, p.Choice):
            said = [*(case.value for case in part.cases), *([part.otherwise] if part.otherwise else [])]
            alike = len({isinstance(one.value, str) for one in said}) == 1
            return {"by": text, "steps": [one.value for one in said] if alike else []}
        return {"by": text}

    def _ended(
        self, query: p.Query, groups: Groups, columns: Mapping[str, str], by_keys: list[dict[str, Any]]
    ) -> tuple[Mapping[str, str], Sequence[str]]:
        order: list[dict[str, Any]] = by_keys
        by_names = [named(name) for name in groups.shown]
        if query.keep:
            self._serve("keep")
            keep = query.keep
            each = list(groups.with_key(groups.as_column(keep.each))) if keep.each else []
            by = groups.as_column(keep.by) if keep.by else None
            if query.order and by is None:
                order = [{"by": named(groups.as_column(query.order.by)), "desc": query.order.descending}, *by_keys]
            filled = " and ".join(f"not missing({name})" for name in by_names)
            ref = self._steps.add("keep_where", df=groups.ref, test=filled) if filled else groups.ref
            best = _standing(groups, by, not keep.lowest)
            groups.ref = self._cut(keep, ref, each, groups.with_key(by) if by else (), [*best, *order], ties=True)
            order = [
                *(one for name in each for one in _standing(groups, name, False)[:1]),
                *best,
                *by_keys,
            ]
        if query.order:
            self._serve("order")
            order = [*_standing(groups, groups.as_column(query.order.by), query.order.descending), *order]
        self._serve("figures")
        made = self._steps.add("present", df=groups.ref, columns=dict(columns), order=order)
        return made, list(columns)

    def _cut(
        self, keep: p.Keep, ref: Mapping[str, str], each: Sequence[str], by: Sequence[str], order: Any, ties: bool
    ) -> Mapping[str, str]:
        """What is kept: by a column or, of things, by that and what tells them apart."""
        first, *apart = [*by, None][: max(len(by), 1)]
        steps = list(DAYS) if first and _of_weekday(first) else []
        return self._steps.add(
            "keep_first", df=ref, n=keep.n, place=keep.place, percent=keep.percent, each=list(each), by=first,
            lowest=keep.lowest, order=order, single=not ties, steps=steps, apart=apart,
        )  # fmt: skip

    # ------------------------------------------------------------------ lists

    def _listed(self, query: p.Query, flow: Flow) -> tuple[Mapping[str, str], Sequence[str]]:
        query = _by_name(query)
        self._serve("show")
        columns = {} if query.show or flow.at.name_field else {one.name: named(one.name) for one in flow.at.fields}
        for column in self._shown(query, flow):
            if _title(column) not in columns:
                part = self._seen(column.of, flow)
                flow = self._ready(flow, part)
                columns[_title(column)] = show(part)
        order: list[dict[str, Any]] = [{"by": named(p.PLACE)}]
        keep = query.keep
        kept_by: str | None = None
        apart: list[str] = []
        by_order: list[dict[str, Any]] = []
        by: list[dict[str, Any]] = []
        if query.order:
            self._serve("order")
            flow, by_order = self._by_what(flow, query.order.by, query.order.descending)
        if keep:
            self._serve("keep")
            each: list[str] = []
            for key in self._plain.keys(keep.each, flow.at) if keep.each else ():
                flow, name = self._ready.as_column(flow, key)
                each.append(name)
            if keep.by:
                flow, by = self._by_what(flow, keep.by, not keep.lowest)
                keys = (self._plain(keep.by, flow.at), *self._plain.keys(keep.by, flow.at)[1:])
                kept_by, *apart = map(column_of, keys)
            single = kept_by is not None and kept_by in (flow.at.main_time, p.PLACE)
            latest = single and keep.n == 1 and not keep.percent and not keep.lowest
            last = [{"by": named(p.PLACE), "desc": latest}]
            rest = by[1:] if kept_by else by_order
            kept = [kept_by, *apart] if kept_by else []
            cut = self._cut(keep, flow.ref, each, kept, [*rest, *last], ties=not single)
            flow = flow.then(cut)
            order = [*(_by_column(one) for one in each if kept_by), *(by or by_order), *order]
        self._serve("show")
        made = self._steps.add("present", df=flow.ref, columns=columns, order=[*by_order, *order])
        return made, list(columns)

    def _by_what(self, flow: Flow, part: Any, descending: bool) -> tuple[Flow, list[dict[str, Any]]]:
        """The flow with what its rows stand by: things by what they are called, then by their place."""
        order: list[dict[str, Any]] = []
        for key in (self._plain(part, flow.at), *self._plain.keys(part, flow.at)[1:]):
            flow, name = self._ready.as_column(flow, key)
            order.append({**_by_column(name), "desc": descending})
        return flow, order

    def _seen(self, part: Any, flow: Flow) -> Any:
        """A part as a list shows it: all that a path to many reaches as one text."""
        plain = self._plain(part, flow.at)
        several = isinstance(plain, p.Path) and farthest([plain], flow.at, self._scope)
        return p.Figure(fn="list", of=(plain,)) if several else plain

    def _shown(self, query: p.Query, flow: Flow) -> Sequence[p.Column]:
        """What is asked for; else how the rows are called, and what they were kept by."""
        if query.show:
            return query.show
        whole = p.Column(of=p.Path(steps=(p.THIS,)), name=" ".join(flow.at.name_field))
        kept = query.keep.by if query.keep else None
        return [*([whole] if whole.name else []), *([p.Column(of=kept)] if kept else [])]


def _standing(groups: Groups, by: str | None, descending: bool) -> list[dict[str, Any]]:
    """The order of groups by a column: things by what they are called, then by their place; days as in the week."""
    return [{**_by_column(name), "desc": descending} for name in (groups.with_key(by) if by else ())]


def _by_column(name: str) -> dict[str, Any]:
    """The order by a column: days as in the week."""
    return {"by": named(name), **({"steps": list(DAYS)} if _of_weekday(name) else {})}


def _of_weekday(column: str) -> bool:
    """Whether a column holds days of the week."""
    return of_weekday(read_expression(column)) if "weekday(" in column else False


def _apart(groups: Groups, shown: str) -> list[dict[str, Any]]:
    """The order of things that are called the same."""
    return [{"by": named(name)} for name in groups.with_key(shown)[1:]]


def _may_be_in_none(key: Any) -> bool:
    """Whether a row may be in no group: a choice that says nothing for the rest."""
    return isinstance(key, p.Choice) and key.otherwise is None


def _by_name(query: p.Query) -> p.Query:
    """A list whose `keep` and `order` speak of its columns by what these are."""
    named = {p.Path(steps=(column.name,)): column.of for column in query.show if column.name}

    def meant(part: Any) -> Any:
        return named.get(part.model_copy(update={"said": ()}), part) if isinstance(part, p.Path) else part

    keep = query.keep and p.replaced(query.keep, {"by": meant(query.keep.by), "each": meant(query.keep.each)})
    order = query.order and p.replaced(query.order, {"by": meant(query.order.by)})
    return query.model_copy(update={"keep": keep, "order": order})


def _once(name: str, text: str, columns: Mapping[str, str]) -> str:
    """What stands in a column, which no other may be called as."""
    if columns.get(name, text) != text:
        raise QueryError(f"two columns are called {name!r}; give one of them another name with `as`.", "ambiguous-path")
    return text


def _title(column: p.Column) -> str:
    return column.name or title_of(column.of)


def _conditions(test: Any) -> list[Any]:
    """The tests that have all to be true."""
    return [one for each in test.tests for one in _conditions(each)] if isinstance(test, p.All) else [test]


def _among_fellows(test: Any) -> bool:
    """Whether it needs to know which rows the other conditions keep."""
    figures = (one for one in p.walked(test) if isinstance(one, p.Figure))
    return any(one.fn in p.ALONG or one.within is not None for one in figures)
