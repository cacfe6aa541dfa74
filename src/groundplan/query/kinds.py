"""Holds a query to the kinds of its parts before anything runs: what does not go together is told in a sentence.

It walks the tests and the clauses; values and figures have modules of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from groundplan.contracts.source_model import Dataset, Field
from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.kinds_of_figures import figure_kind
from groundplan.query.kinds_of_values import SAID, TABLE, VALUES, View, either, instead, no_figure, quoted, wrong
from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.query.periods import DAYS
from groundplan.query.scope import Scope
from groundplan.query.tools.values import title_of

Columns = list[tuple[str, str]]
"""What the columns of a query are called, and their kinds."""
_TYPES = {"number": "number", "truth": "boolean", "date": "datetime"}
_YEARS = range(1000, 9999)


def held_to_kinds(query: p.Query, scope: Scope, today: date) -> Columns:
    """The columns of the query with their kinds; a QueryError where something in it is given what it does not take."""
    try:
        return _Held(scope, today).columns(query)
    except RecursionError:
        raise QueryError("the query is nested too deeply; ask for less at a time.") from None


# ------------------------------------------------------------------ tests


def _compare(part: p.Compare, view: View) -> str:
    if part.op in ("has", "starts"):
        view.need(part.left, ["text", "thing"], f"`{part.op}`")
        view.need(part.right, ["text"], f"`{part.op}`")
    else:
        _together(part.left, [part.right], part.op, view)
    return "truth"


def _between(part: p.Between, view: View) -> str:
    _together(part.left, [part.low, part.high], "..", view)
    return "truth"


def _among(part: p.Among, view: View) -> str:
    _together(part.left, part.values, "=", view)
    return "truth"


def _missing(part: p.Missing, view: View) -> str:
    view.kind(part.of)
    return "truth"


def _some(part: p.Some, view: View) -> str:
    if view.keys is not None:
        raise no_figure(part, view)
    walked = view.scope.walk(view.at, part.path.steps)
    if not walked.thing or not walked.hops:
        known = did_you_mean(part.path.steps[-1], view.scope.hops(walked.at))
        raise wrong(f"{quoted(part.path)} is no relation, along which `{'only' if part.every else 'some'}` could look;"
                    f" of relations {known}.")  # fmt: skip
    if part.where:
        view.rows(at=walked.at, columns={}, fellows=False, inside=False).truth(part.where, "`where`")
    return "truth"


def _several(part: p.All | p.AnyOf, view: View) -> str:
    for test in part.tests:
        view.truth(test, "`and`" if isinstance(part, p.All) else "`or`")
    return "truth"


_TESTS: Mapping[type[Any], Callable[[Any, View], str]] = {
    p.Compare: _compare, p.Between: _between, p.Among: _among, p.Missing: _missing, p.Some: _some, p.All: _several,
    p.AnyOf: _several, p.Not: lambda part, view: view.truth(part.test, "`not`"),
    p.Holds: lambda part, view: view.kind(part.path),
}  # fmt: skip


def _together(left: Any, others: Sequence[Any], op: str, view: View) -> None:
    """A value can be compared with each of the others."""
    one = view.kind(left)
    for right in others:
        coded = op in ("=", "!=") and view.keys is None and view.scope.meaning(view.at, left, right)
        if not coded:
            _held_together(left, one, right, view.kind(right), op)


def _held_together(left: Any, one: str, right: Any, other: str, op: str) -> None:
    """Two sides of these kinds can be compared."""
    fits = TABLE["beside" if op in ("=", "!=") else "ordered"]
    for side, kind in ((left, one), (right, other)):
        if not fits.get(kind):
            move = instead(side, kind, ["order"])
            raise wrong(f"{quoted(side)} is {SAID[kind]}, which `{op}` does not compare; {move}.")
    if {one, other} == {"date", "number"} and _is_year(left if one == "number" else right):
        return
    if other not in fits[one]:
        move = _written(left, one, other) or _written(right, other, one)
        default = f"{SAID[one]} is held against {either([SAID[kind] for kind in fits[one]])}"
        raise wrong(f"{quoted(left)} is {SAID[one]}, and {quoted(right)} is {SAID[other]}; {move or default}.")
    if {one, other} == {"weekday", "text"}:
        _check_weekday(left if one == "text" else right, op)


def _written(part: Any, kind: str, beside: str) -> str:
    """How a value that stands in the query would be written as the other kind; empty where it is no such value."""
    if not isinstance(part, p.Value):
        return ""
    if isinstance(part.value, str) and beside in ("number", "date") and not part.value[:1].isdigit():
        return ""
    return str(TABLE["written"].get(kind, {}).get(beside, "")).format(part=show(part))


def _is_year(part: Any) -> bool:
    return isinstance(part, p.Value) and part.value in _YEARS


def _check_weekday(text: Any, op: str) -> None:
    """A text beside a weekday is the name of one."""
    if isinstance(text, p.Value) and text.value not in DAYS:
        raise wrong(f"{quoted(text)} is no weekday; {did_you_mean(str(text.value), DAYS)}.")
    if not isinstance(text, p.Value) and op not in ("=", "!="):
        raise wrong(f'{quoted(text)} is text, and `{op}` takes the name of a weekday there, such as "Monday".')


# ------------------------------------------------------------------ queries


class _Held:
    """Queries over one source model; the columns of each are found once."""

    def __init__(self, scope: Scope, today: date) -> None:
        self._scope, self._today = scope, today
        self._found: dict[str, Columns] = {}
        self._kinds: Mapping[type[Any], Callable[[Any, View], str]] = {
            **VALUES, **_TESTS, p.Figure: figure_kind, p.One: self._one, p.AmongRows: self._among_rows,
        }  # fmt: skip

    def columns(self, query: p.Query) -> Columns:
        """The columns that a query answers; a QueryError where something in it does not fit."""
        text = show(query)
        if text not in self._found:
            rows = self._rows(query.of)
            if query.where:
                rows.truth(query.where, "`where`")
            self._found[text] = _grouped(query, rows) if query.columns else _listed(query, rows)
        return self._found[text]

    def _rows(self, of: str | p.Query) -> View:
        """The rows of a dataset, or of another query."""
        if isinstance(of, str):
            return View(self._scope, self._scope.dataset(of), self._today, self._kinds)
        columns = self.columns(of)
        alike = Counter(name.casefold() for name, _ in columns)  # as the tables of a database have them
        twice = [name for name, _ in columns if alike[name.casefold()] > 1]
        if twice:
            raise QueryError(
                f"two columns of ({show(of)}) are called {twice[0]!r}; say `as` behind one of them.", "ambiguous-path"
            )
        fields = [
            Field.model_validate({"name": name, "type": _TYPES.get(kind, "text"), "role": "text"})
            for name, kind in columns
        ]
        made = Dataset(name=f"({show(of)})", fields=tuple(fields))
        return View(self._scope.with_dataset(made), made, self._today, self._kinds, dict(columns))

    def _one(self, part: p.One, view: View) -> str:
        """One value of another query: its figure, or what it shows."""
        columns = self.columns(part.query)
        values = columns[len(part.query.by) :]
        if len(values) != 1:
            names = ", ".join(name for name, _ in values)
            raise QueryError(
                f"{quoted(part)} has {len(values)} values where one is wanted, {names}; ask for one of them.", "not-one"
            )
        return values[0][1]

    def _among_rows(self, part: p.AmongRows, view: View) -> str:
        right = self.columns(part.query)[0][1]
        _held_together(part.left, view.kind(part.left), p.One(query=part.query), right, "=")
        return "truth"


def _grouped(query: p.Query, rows: View) -> Columns:
    """Keys, then figures."""
    if query.show:
        raise QueryError("`show` is for lists, and this query has figures; write them all before `by`.", "not-a-list")
    keys = [(_title(one), rows.value(one.of, "`by`")) for one in query.by]
    groups = rows.groups({show(one.of): kind for one, (_, kind) in zip(query.by, keys, strict=True)})
    figures = [(_title(one), groups.value(one.of, "a column")) for one in query.columns]
    seen = replace(groups, named=_named(query))
    if query.having:
        seen.truth(query.having, "`having`")
    _check_arranged(query, seen)
    return [*keys, *figures]


def _listed(query: p.Query, rows: View) -> Columns:
    """What is shown; else the name of the rows or all their fields, and what they were kept by."""
    shown = [(_title(one), _shown(one.of, rows)) for one in query.show]
    if not shown and rows.at.name_field:
        shown = [(" ".join(rows.at.name_field), "thing")]
    elif not shown:
        shown = [(one.name, rows.columns.get(one.name, TABLE["fields"][one.type])) for one in rows.at.fields]
    _check_arranged(query, replace(rows, named=_named(query)))
    by = query.keep.by if query.keep and not query.show else None
    if by and title_of(by) not in dict(shown):
        shown.append((title_of(by), rows.kind(by)))
    return shown


def _shown(part: Any, rows: View) -> str:
    """The kind of a column of a list; what a relation to many reaches is listed in a text."""
    kind = rows.value(part, "`show`")
    return "text" if isinstance(part, p.Path) and rows.scope.walk(rows.at, part.steps).many else kind


def _title(column: p.Column) -> str:
    return column.name or title_of(column.of)


def _named(query: p.Query) -> dict[str, p.Expression]:
    """What `having`, `keep` and `order` know by its `as` name."""
    return {one.name.casefold(): one.of for one in (*query.by, *query.columns, *query.show) if one.name}


def _check_arranged(query: p.Query, view: View) -> None:
    """`keep` and `order` go by values, and `keep` by a number that it can keep."""
    keep = query.keep
    if query.order:
        view.value(query.order.by, "`order`")
    if keep is None:
        return
    for part in filter(None, (keep.by, keep.each)):
        view.value(part, "`keep`")
    if keep.n <= 0 or not (keep.percent or float(keep.n).is_integer()):
        raise wrong(f"`keep {keep.n:g}` is no number of rows; take a whole number from 1 on.")
    if keep.place and (keep.percent or keep.by is None):
        raise wrong(f"`keep place {keep.n:g}` is a place by some value; write what by, as in keep place 2 by count.")
