"""Brings everything that a part needs into columns of a frame: what stands along relations, figures, other queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.compiled.flow import Flow, Frames
from groundplan.query.compiled.grain import coarser, farthest, grain, own_paths, passed
from groundplan.query.compiled.plain import identity, under
from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.query.tools.values import column_of

_ATOMS = (p.Compare, p.Between, p.Among, p.Missing)
EMPTY = {"count": 0, "distinct": 0, "longest_run": 0}
"""Figures that are something of nothing."""
ADDING = ("sum", "average", "median", "deviation", "percentile", "correlation")
"""Figures that come out otherwise where a row counts twice."""

Compiled = Callable[[p.Query], tuple[Mapping[str, str], Sequence[str]]]
"""A query -> its frame, and the names of its columns."""


class Ready:
    """Makes parts ready on flows; other queries are compiled by who made this."""

    def __init__(self, frames: Frames, compiled: Compiled) -> None:
        self.frames = frames
        self.steps = frames.steps
        self._compiled = compiled

    def __call__(self, flow: Flow, *parts: Any) -> Flow:
        """The flow with columns for all that cannot be reckoned from a row as it stands."""
        for part in parts:
            if part is not None and column_of(part) not in flow.columns:
                flow = self._one(flow, part)
        return flow

    def as_column(self, flow: Flow, part: Any) -> tuple[Flow, str]:
        """The flow with the part as a column, and its name."""
        flow, name = self(flow, part), column_of(part)
        if name in flow.columns:
            return flow, name
        return flow.then(self.steps.add("add_values", df=flow.ref, values={name: show(part)}), name), name

    def _one(self, flow: Flow, part: Any) -> Flow:
        if isinstance(part, p.Path):
            return self._path(flow, part)
        if isinstance(part, p.Figure):
            return self._figure(flow, part)
        if isinstance(part, p.Some):
            return self._some(flow, part)
        if isinstance(part, p.One):
            return self._other_query(flow, part)
        if isinstance(part, p.AmongRows):
            return self._among_rows(flow, part)
        if isinstance(part, _ATOMS):
            many = farthest([part], flow.at, self.frames.scope)
            if many and many not in flow.passed:
                return self._flagged(flow, part, self.frames.along(flow, many, matching=True), part)
        return self(flow, *(each.test if isinstance(each, p.Case) else each for each in p.inner(part)))

    def _path(self, flow: Flow, path: p.Path) -> Flow:
        walked = self.frames.scope.walk(flow.at, path.steps[:-1])
        if walked.many and walked.many not in flow.passed:
            raise QueryError(
                f"{show(path)!r} leads to several rows of {walked.at.name!r} from each of {flow.at.name!r}; say which:"
                f" first({show(path)}), a sum, a count, or ask {walked.at.name} instead.", "several-values",
            )  # fmt: skip
        return self.frames.along(flow, walked.prefix)

    # ------------------------------------------------------------------ tests along relations to many

    def _flagged(self, flow: Flow, part: Any, far: Flow, test: Any) -> Flow:
        """Whether there is a row along the way for which the test is true, as a column called as the part."""
        if test is not None:
            far = self._where(self(far, test), test)
        return self._marked(flow, far, show(part))

    def _marked(self, flow: Flow, far: Flow, name: str) -> Flow:
        """The flow with a column that says which of its rows are in another."""
        made = self.steps.add("group", df=far.ref, by=[p.PLACE])
        made = self.steps.add("add_values", df=made, values={name: "true"})
        made = self.steps.add("attach", df=flow.ref, other=made, on=[p.PLACE], values=[name], empty={name: False})
        return flow.then(made, name)

    def _some(self, flow: Flow, part: p.Some) -> Flow:
        if not part.every:
            return self._flagged(flow, part, self._far(flow, part.path.steps, part.where), None)
        any_row, failing = p.Some(path=part.path), f"failing {len(self.steps.made)}"
        flow = self(flow, any_row)
        if part.where is None:
            return flow.then(self.steps.add("add_values", df=flow.ref, values={show(part): show(any_row)}), show(part))
        far = self._far(flow, part.path.steps, part.where, failing=True)
        flow = self._marked(flow, far, failing)
        both = f"{show(any_row)} and not `{failing}` = true"
        return flow.then(self.steps.add("add_values", df=flow.ref, values={show(part): both}), show(part))

    def _far(self, flow: Flow, path: Sequence[str], where: Any, failing: bool = False) -> Flow:
        """The flow with the rows along a path that a test of their own is true for, or is not."""
        walked = self.frames.scope.walk(flow.at, path)
        if tuple(path) in flow.passed:
            there = p.Not(test=p.Missing(of=identity(walked)))  # rows that reach none stand there, too
            flow = self._where(flow, there)
            if where is None:
                return flow
            test = under(where, path)
            return self._where(self(flow, test), test, failing)
        if where is None or walked.hops[-1].parts:
            far = self.frames.along(flow, path, matching=True)
            return far if where is None else self._far(far, path, where, failing)
        last = self(self.frames.reached(walked.hops[-1]), where)
        return self.frames.along(flow, path, matching=True, last=self._where(last, where, failing))

    def _where(self, flow: Flow, test: Any, failing: bool = False) -> Flow:
        return flow.then(self.steps.add("keep_where", df=flow.ref, test=show(test), failing=failing))

    # ------------------------------------------------------------------ figures

    def _figure(self, flow: Flow, figure: p.Figure) -> Flow:
        if figure.fn in p.ALONG:
            return self._along(flow, figure)
        if figure.within is not None:
            return self._fellows(flow, figure)
        many = grain(figure.of, flow.at, self.frames.scope)
        if not many:
            raise QueryError(
                f"{show(figure)!r} is one figure of all rows, not of each; write `within all` in it, or pass a relation"
                f" to many: {', '.join(self._to_many(flow)) or 'there is none'}.", "needs-within",
            )  # fmt: skip
        made = self.grouped_far(flow, [p.PLACE], figure)
        empty = {show(figure): EMPTY[figure.fn]} if figure.fn in EMPTY else {}
        made = self.steps.add("attach", df=flow.ref, other=made, on=[p.PLACE], values=[show(figure)], empty=empty)
        return flow.then(made, show(figure))

    def _to_many(self, flow: Flow) -> list[str]:
        return [name for name, hop in self.frames.scope.hops(flow.at).items() if hop.many]

    def grouped_far(self, flow: Flow, keys: Sequence[str], figure: p.Figure) -> Mapping[str, str]:
        """A figure over rows along relations to many, by columns of the flow."""
        many = grain(figure.of, flow.at, self.frames.scope)
        self.held_coarse(flow, figure)
        far = self(self._far(flow, many, figure.where), *figure.of, figure.by)
        several = len(many) > 1 or flow.spread or self._shared(flow, many)
        looked = [*figure.of, *([figure.by] if figure.by else [])]
        if several and figure.fn not in ("distinct", "list", "min", "max"):
            far = far.then(self.steps.add("once", df=far.ref, of=[*keys, *self._rows_in(flow, many, looked)]))
        plain = p.replaced(figure, {"where": None})
        order = self.places(far, many)
        return self.steps.add("group", df=far.ref, by=list(keys), figures={show(figure): show(plain)}, along=order)

    def _rows_in(self, flow: Flow, many: Sequence[str], of: Sequence[Any]) -> list[str]:
        """What tells apart the rows that a figure looks at: those it is taken over, and those before them."""
        scope = self.frames.scope
        ways = {passed(path, flow.at, scope).many for part in of for path in own_paths(part)}
        on_the_way = {way for way in ways if way == tuple(many[: len(way)])}
        return [".".join([*way, p.PLACE]) for way in sorted({*on_the_way, tuple(many)})]

    def held_coarse(self, flow: Flow, figure: p.Figure) -> None:
        """A sum of what belongs to something coarser is refused: it might count once for each, or once a row."""
        to = coarser(figure.of, flow.at, self.frames.scope) if figure.fn in ADDING else ()
        if to:
            raise QueryError(
                f"{show(figure)!r} is of {'.'.join(to)}, which several rows share: once for each, or once a row?"
                f" Ask the dataset of {to[-1]!r}, or count.", "counted-twice",
            )  # fmt: skip

    def _shared(self, flow: Flow, many: Sequence[str]) -> bool:
        """Whether two rows may lead to the same one: along a list of keys, or by what is no key here."""
        hop = self.frames.scope.walk(flow.at, many).hops[-1]
        known = (flow.at.primary_key, *flow.at.unique_keys)
        return not hop.parts and (bool(hop.gathered or hop.split) or hop.here not in known)

    def places(self, flow: Flow, path: Sequence[str] = ()) -> list[str]:
        """What rows along a path are ordered by: the main time, then the place."""
        time = self.frames.scope.walk(flow.at, path).at.main_time
        return [".".join([*path, name]) for name in (time, p.PLACE) if name]

    def _along(self, flow: Flow, figure: p.Figure) -> Flow:
        if flow.spread:
            return self._from_each(flow, figure)
        flow = self(flow, *figure.of, figure.where, figure.by)
        flow, each = self._keys(flow, figure.within or ())
        plain = p.replaced(figure, {"within": None})
        made = self.steps.add(
            "along", df=flow.ref, values={show(figure): show(plain)}, by=self.places(flow), each=each
        )  # fmt: skip
        return flow.then(made, show(figure))

    def _from_each(self, flow: Flow, figure: p.Figure) -> Flow:
        """A figure of each row among its fellows where a row stands several times: each counts once."""
        once = flow.then(self.steps.add("once", df=flow.ref, of=[p.PLACE]))
        made = self(replace(once, spread=False), figure)
        joined = self.steps.add("attach", df=flow.ref, other=made.ref, on=[p.PLACE], values=[show(figure)])
        return flow.then(joined, show(figure))

    def _keys(self, flow: Flow, within: Sequence[Any]) -> tuple[Flow, list[str]]:
        """The columns by which fellows are told apart, each of them once."""
        names: list[str] = []
        for key in within:
            flow, name = self.as_column(flow, key)
            names.append(name)
        return flow, list(dict.fromkeys(names))

    def _fellows(self, flow: Flow, figure: p.Figure) -> Flow:
        """A figure of all rows with the same keys, beside each of them."""
        if flow.spread:
            return self._from_each(flow, figure)
        self.held_coarse(flow, figure)
        plain = p.replaced(figure, {"within": None})
        if grain(figure.of, flow.at, self.frames.scope):
            return self._far_fellows(flow, figure, plain)
        flow = self(flow, *figure.of, figure.where, figure.by)
        flow, keys = self._keys(flow, figure.within or ())
        made = self.steps.add(
            "group", df=flow.ref, by=keys, figures={show(figure): show(plain)}, along=self.places(flow)
        )
        made = self.steps.add("attach", df=flow.ref, other=made, on=keys, values=[show(figure)])
        return flow.then(made, show(figure))

    def _far_fellows(self, flow: Flow, figure: p.Figure, plain: p.Figure) -> Flow:
        """The same over rows along relations to many, beside each row that shares the keys."""
        flow, keys = self._keys(flow, figure.within or ())
        columns = {key: named(key) for key in keys} | {show(figure): show(plain)}
        made = self.steps.add("present", df=self.grouped_far(flow, keys, plain), columns=columns)
        empty = {show(figure): EMPTY[figure.fn]} if figure.fn in EMPTY else {}
        made = self.steps.add("attach", df=flow.ref, other=made, on=keys, values=[show(figure)], empty=empty)
        return flow.then(made, show(figure))

    # ------------------------------------------------------------------ other queries

    def _other_query(self, flow: Flow, part: p.One) -> Flow:
        made = self.steps.add("attach", df=flow.ref, other=self.one_value(part), values=[show(part)])
        return flow.then(made, show(part))

    def one_value(self, part: p.One) -> Mapping[str, str]:
        """A frame with the one value of another query, in a column called as the part."""
        made, columns = self._compiled(part.query)
        if len(columns) != 1:
            raise QueryError(f"{show(part)!r} gives {len(columns)} columns where one value is wanted.", "not-one-value")
        return self.steps.add("present", df=made, columns={show(part): named(columns[0])})

    def _among_rows(self, flow: Flow, part: p.AmongRows) -> Flow:
        many = farthest([part.left], flow.at, self.frames.scope)
        if many and many not in flow.passed:
            return self._flagged(flow, part, self.frames.along(flow, many, matching=True), part)
        flow, left = self.as_column(flow, part.left)
        made, columns = self._compiled(part.query)
        first = named(columns[0])
        made = self.steps.add("keep_where", df=made, test=f"not missing({first})")
        made = self.steps.add("present", df=made, columns={left: first})
        made = self.steps.add("group", df=made, by=[left])
        made = self.steps.add("add_values", df=made, values={show(part): "true"})
        made = self.steps.add(
            "attach", df=flow.ref, other=made, on=[left], values=[show(part)], empty={show(part): False}
        )
        return flow.then(made, show(part))


def named(column: str) -> str:
    """The text by which a step speaks of a column."""
    return show(p.Path(steps=(column,)))
