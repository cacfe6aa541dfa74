"""A part of a query in plain parts: names as the model spells them, things by name and key, tests by what they say.

After it every path is relations and then a column; only figures and `some` pass relations to many unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any, Literal

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.query.compiled.grain import TESTS, grain, own_paths, passed
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.language.show import show
from groundplan.query.periods import from_today
from groundplan.query.scope import PARTS, Hop, Scope, Walked
from groundplan.query.tools.values import SECONDS, TURNED

UNITS = {"ms": 0.001, "s": 1, "sec": 1, "min": 60, "h": 3_600, "hr": 3_600, "hrs": 3_600, "d": 86_400}
UNITS |= {name: held for unit, held in SECONDS.items() for name in (unit, unit.removesuffix("s"))}


Op = Literal["=", "has", "starts"]


def label(walked: Walked) -> p.Path:
    """The column by which the thing at the end of a path is called."""
    return p.Path(steps=(*walked.prefix, PARTS if walked.in_list else p.CALLED))


def identity(walked: Walked) -> p.Path:
    """The column that tells the things at the end of a path apart."""
    return p.Path(steps=(*walked.prefix, PARTS if walked.in_list else p.PLACE))


def under(part: Any, prefix: Sequence[str]) -> Any:
    """The part as it reads from a dataset before: its paths with relations in front of them."""
    if not prefix:
        return part
    if isinstance(part, p.Path):
        return p.replaced(part, {"steps": (*prefix, *part.steps)})
    if isinstance(part, (p.Query, p.Value)):
        return part
    if isinstance(part, p.Some):
        return p.replaced(part, {"path": under(part.path, prefix)})
    if isinstance(part, p.Figure):
        return p.replaced(part, {"of": tuple(under(each, prefix) for each in part.of)})
    return _mapped(part, lambda each: under(each, prefix))


def _mapped(part: Any, change: Callable[[Any], Any]) -> Any:
    """The part with everything one level below it changed."""
    made: dict[str, Any] = {}
    for name in type(part).model_fields:
        held = getattr(part, name)
        if isinstance(held, Noun):
            made[name] = change(held)
        elif isinstance(held, tuple) and any(isinstance(each, Noun) for each in held):
            made[name] = tuple(change(each) for each in held)
    return part.model_copy(update=made) if made else part


class Plain:
    """Makes parts plain, over one source model, on one day."""

    def __init__(self, scope: Scope, today: date, bound: Sequence[tuple[str, ...]] = ()) -> None:
        self.scope = scope
        self.today = today
        self.bound = bound
        """The relations to many that lead from a row of the query to one row, as a key goes along them."""

    def _free(self) -> Plain:
        """The same for rows elsewhere."""
        return Plain(self.scope, self.today)

    def __call__(self, part: Any, at: Dataset) -> Any:
        """The plain part, as it reads from a row of the dataset."""
        known: dict[type[Any], Callable[[Any, Dataset], Any]] = {
            p.Path: self._path, p.Holds: self._holds, p.Compare: self._compare, p.Among: self._among,
            p.AmongRows: self._among_rows, p.Between: self._between, p.Missing: self._missing,
            p.Some: self._some, p.Figure: self._figure, p.Taken: self._taken,
            p.Now: lambda part, _: self._days(part)[0], p.Query: lambda query, _: query,
        }  # fmt: skip
        found = known.get(type(part))
        return found(part, at) if found else _mapped(part, lambda each: self(each, at))

    def _path(self, path: p.Path, at: Dataset) -> Any:
        walked = self.scope.walk(at, path.steps)
        if walked.test:
            return self._holds(p.Holds(path=path), at)
        return label(walked) if walked.thing else p.Path(steps=(*walked.prefix, walked.field.name))  # type: ignore[union-attr]

    def keys(self, part: Any, at: Dataset) -> tuple[Any, ...]:
        """What tells the values of a key apart: of things, by what they are called and which they are."""
        thing = self._thing(part, at)
        return tuple(dict.fromkeys((label(thing), identity(thing)))) if thing else (self(part, at),)

    def _thing(self, part: Any, at: Dataset) -> Walked | None:
        walked = self.scope.walk(at, part.steps) if isinstance(part, p.Path) else None
        return walked if walked and walked.thing else None

    def _name_of(self, part: Any, at: Dataset) -> Walked | None:
        """A path that ends at the name of things which have other names, too."""
        walked = self.scope.walk(at, part.steps) if isinstance(part, p.Path) else None
        named = walked and walked.field and walked.at.aliases and walked.at.name_field == (walked.field.name,)
        return walked if named else None

    # ------------------------------------------------------------------ tests

    def _holds(self, part: p.Holds, at: Dataset) -> Any:
        walked = self.scope.walk(at, part.path.steps)
        if walked.test:
            if walked.many and not any(way[: len(walked.many)] == walked.many for way in self.bound):
                return self(
                    p.Some(path=p.Path(steps=walked.prefix), where=p.Holds(path=p.Path(steps=(walked.test,)))), at
                )
            test = read_expression(walked.at.tests[walked.test])
            test = p.Holds(path=test) if isinstance(test, p.Path) else test
            held = under((self._free() if walked.hops else self)(test, walked.at), walked.prefix)
            there = p.Not(test=p.Missing(of=p.Path(steps=(*walked.prefix, p.PLACE))))
            return p.All(tests=(there, held)) if walked.hops else held
        if walked.field is None or walked.field.type != "boolean":
            raise QueryError(f"{show(part)!r} is neither true nor false; compare it with a value.", "not-a-test")
        return p.Compare(left=self._path(part.path, at), op="=", right=p.Value(value=True))

    def _compare(self, part: p.Compare, at: Dataset) -> Any:
        if part.op == "!=":
            return p.Not(test=self(p.replaced(part, {"op": "="}), at))
        if part.op == "=" and isinstance(part.right, p.Value) and (far := self._of_some(part, at)):
            return far
        left, right = self._thing(part.left, at), self._thing(part.right, at)
        if left and right:
            return self._same_thing(left, right, part)
        if part.op == "=" and not left and (right or isinstance(part.left, p.Value)):
            part, left = p.Compare(left=part.right, op="=", right=part.left), right
        left = left or self._name_of(part.left, at)
        if left and part.op in ("=", "has", "starts"):
            return self._called(left, part.op, (self(part.right, at),))
        if part.op == "=" and self.scope.meaning(at, part.left, part.right):
            return self._among(p.Among(left=part.left, values=(part.right,)), at)
        if isinstance(part.left, p.Now) and not isinstance(part.right, p.Now):
            part = p.Compare.model_validate({"left": part.right, "op": TURNED[part.op], "right": part.left})
        if isinstance(part.right, p.Now):
            return self._from_today(part, at)
        if isinstance(part.left, p.Path) and isinstance(part.right, p.Value) and isinstance(part.right.value, bool):
            test = self._path(part.left, at)  # a test that has a name
            if not isinstance(test, p.Path):
                return test if part.right.value else p.Not(test=test)
        return _mapped(part, lambda each: _as_value(self(each, at)))

    def _called(self, thing: Walked, op: Op, values: tuple[Any, ...]) -> Any:
        """That a thing is called so: by its name, an alias or, whole, by its key."""
        name, key = thing.at.name_field, thing.at.primary_key or next(iter(thing.at.unique_keys), (p.PLACE,))
        key = () if thing.in_list else key
        whole = (thing.thing and op == "=") or len(name) != 1
        names = [label(thing) if whole else p.Path(steps=(*thing.prefix, *name))]
        if op == "=" and thing.thing and len(key) == 1 and key != name:
            names.append(_key(thing, key))
        tests = [*(p.Compare(left=each, op=op, right=value) for each in names for value in values)]
        tests += [self._alias(thing, alias, op, value) for alias in thing.at.aliases for value in values]
        return tests[0] if len(tests) == 1 else p.AnyOf(tests=tuple(tests))

    def _alias(self, thing: Walked, alias: str, op: Op, value: Any) -> Any:
        """That a thing has such another name; one without other names has not."""
        path, listed = (*thing.prefix, alias), self.scope.hops(thing.at).get(alias)
        if listed and listed.parts and any(own_paths(value)):  # a value of the row, which is not seen from the list
            return p.Compare(left=p.Path(steps=(*path, PARTS)), op=op, right=value)
        if listed and listed.parts:
            return p.Some(path=p.Path(steps=path), where=p.Compare(left=p.Path(steps=(PARTS,)), op=op, right=value))
        there = p.Not(test=p.Missing(of=p.Path(steps=path)))
        return p.All(tests=(there, p.Compare(left=p.Path(steps=path), op=op, right=value)))

    def _same_thing(self, left: Walked, right: Walked, part: p.Compare) -> Any:
        if left.at != right.at or part.op != "=":
            raise QueryError(f"{show(part)!r} compares things of two kinds, or by their size.", "not-comparable")
        unique = (left.at.primary_key, *left.at.unique_keys)
        keys = (hop.there for one in (left, right) for hop in one.hops[-1:] if _by_one_key(hop))
        there = next((key for key in keys if key in unique), ())
        sides = [_key(one, there) if there else identity(one) for one in (left, right)]
        return p.Compare(left=sides[0], op="=", right=sides[1])

    def _from_today(self, part: p.Compare, at: Dataset) -> Any:
        left, (first, last) = self(part.left, at), self._days(part.right)
        if part.op == "=":
            there = p.Compare(left=left, op="=", right=left)  # what is missing is in no time, in a rate not known
            return p.All(tests=(there, p.Between(left=left, low=first, high=last)))
        return p.Compare(left=left, op=part.op, right=first if part.op in ("<", ">=") else last)

    def _days(self, part: Any) -> tuple[p.Period, p.Period]:
        """The first and the last day of a time told from today on."""
        start, end = from_today(part.unit, part.start, part.end, self.today)
        return p.Period(text=start.date().isoformat()), p.Period(text=(end - timedelta(days=1)).date().isoformat())

    def _between(self, part: p.Between, at: Dataset) -> Any:
        low = self._days(part.low)[0] if isinstance(part.low, p.Now) else self(part.low, at)
        high = self._days(part.high)[1] if isinstance(part.high, p.Now) else self(part.high, at)
        return p.Between(left=self(part.left, at), low=low, high=high)

    def _among(self, part: p.Among, at: Dataset) -> Any:
        if any(isinstance(each, p.Now) for each in part.values):
            return p.AnyOf(tests=tuple(self(p.Compare(left=part.left, op="=", right=v), at) for v in part.values))
        thing = self._thing(part.left, at) or self._name_of(part.left, at)
        values = tuple(held for each in part.values for held in self._told(part.left, each, at))
        if thing:
            return self._called(thing, "=", values)
        return p.Among(left=_as_value(self(part.left, at)), values=values)

    def _told(self, left: Any, value: Any, at: Dataset) -> tuple[Any, ...]:
        """A value as rows may hold it: a code, and what it means."""
        meaning = self.scope.meaning(at, left, value)
        return (p.Value(value=str(value.value)), p.Value(value=meaning)) if meaning else (_as_value(self(value, at)),)

    def _among_rows(self, part: p.AmongRows, at: Dataset) -> Any:
        if far := self._of_some(part, at):
            return far
        thing = self._thing(part.left, at)
        other = self._listed_thing(part.query) if thing and not thing.in_list else None
        if thing and other and other.at.name != thing.at.name:  # no thing is one of another dataset
            known = p.Compare(left=identity(thing), op="=", right=identity(thing))
            return p.All(tests=(known, p.Not(test=known)))
        told = self._telling_apart(part.query, thing.at) if thing else None
        left = identity(thing) if thing and told else self(part.left, at)
        return p.AmongRows(left=_as_value(left), query=told or part.query)

    def _of_some(self, part: p.Compare | p.AmongRows, at: Dataset) -> Any:
        """A comparison with what a named test says of rows along a relation to many: some row there is so."""
        walked = self.scope.walk(at, part.left.steps) if isinstance(part.left, p.Path) else None
        many = walked.many if walked and walked.test else ()
        if walked is None or not many or any(way[: len(many)] == many for way in self.bound):
            return None
        left = p.Path(steps=(*walked.prefix[len(many) :], walked.test))
        return self(p.Some(path=p.Path(steps=many), where=p.replaced(part, {"left": left})), at)

    def _listed_thing(self, query: p.Query) -> Walked | None:
        """The thing in the first column of a query; texts that it lists in one are none."""
        start = self.scope.dataset(query.of) if isinstance(query.of, str) else None
        thing = self._thing(_shown(query)[0].of, start) if start and (query.by or not query.columns) else None
        return None if thing is None or thing.in_list or (thing.many and not query.by) else thing

    def _telling_apart(self, query: p.Query, of: Dataset) -> p.Query | None:
        """A query of things that gives their places instead of their names, so that two of one name stay two."""
        thing = self._listed_thing(query)
        if thing is None or thing.at.name != of.name:
            return None
        shown = _shown(query)
        column = p.Column(of=p.Path(steps=(*thing.prefix, p.PLACE)))
        told: p.Query = p.replaced(query, {"by" if query.by else "show": (column, *shown[1:])})
        return told

    def _missing(self, part: p.Missing, at: Dataset) -> Any:
        thing = self._thing(part.of, at)
        if thing is None:
            return p.Missing(of=self(part.of, at))
        if not thing.hops:
            return p.Missing(of=identity(thing))  # never
        hop = thing.hops[-1]
        if hop.split or not hop.back:
            columns = (hop.split,) if hop.split else hop.here
            blank = tuple(p.Missing(of=p.Path(steps=(*thing.prefix[:-1], column))) for column in columns)
            return p.AnyOf(tests=blank) if len(blank) > 1 else blank[0]
        return p.Not(test=p.Some(path=p.Path(steps=thing.prefix)))

    def _some(self, part: p.Some, at: Dataset) -> Any:
        walked = self.scope.walk(at, part.path.steps)
        if not walked.thing or not walked.hops:
            raise QueryError(f"{show(part.path)!r} is no relation; {part.path.steps[-1]!r} ends at a field.", "no-path")
        where = self._free()(part.where, walked.at) if part.where else None
        return p.Some(path=p.Path(steps=walked.prefix), where=where, every=part.every)

    # ------------------------------------------------------------------ values and figures

    def _taken(self, part: p.Taken, at: Dataset) -> Any:
        of = self(part.of, at)
        if part.part in p.UNITS and isinstance(part.of, p.Path):
            field = self.scope.walk(at, part.of.steps).field
            held = UNITS.get(field.unit.casefold()) if field else None
            if not held:
                unit = f"in {field.unit!r}" if field and field.unit else "in no unit"
                raise QueryError(f"{show(part.of)!r} is {unit}, and cannot be told in {part.part}.", "no-such-unit")
            return p.Computed(op="*", left=of, right=p.Value(value=held / SECONDS[part.part]))
        return p.Taken(part=part.part, of=of, size=part.size)

    def _truth(self, part: Any, at: Dataset) -> bool:
        """Whether it is a field that is true or false, of which rows are counted as of a test."""
        field = self.scope.walk(at, part.steps).field if isinstance(part, p.Path) else None
        return field is not None and field.type == "boolean"

    def _lists_filled(self, of: tuple[Any, ...], at: Dataset) -> list[Any]:
        """That the lists which a rate looks at are filled in: of a blank one nothing is known."""
        walked = [passed(path, at, self.scope) for part in of for path in own_paths(part)]
        cells = [(one.prefix[:place], hop.split) for one in walked for place, hop in enumerate(one.hops) if hop.split]
        paths = dict.fromkeys((*prefix, cell) for prefix, cell in cells if not self.scope.walk(at, prefix).many)
        return [p.Not(test=p.Missing(of=p.Path(steps=path))) for path in paths]

    def _figure(self, part: p.Figure, at: Dataset) -> Any:
        if part.fn == "change" and len(part.of) == 3:
            return self(_compared_periods(part), at)
        if part.fn in ("rate", "longest_run") or (part.fn == "count" and any(self._truth(one, at) for one in part.of)):
            part = p.replaced(part, {"of": tuple(map(_as_test, part.of))})
        things = [self._thing(each, at) for each in part.of]
        of = tuple(self(each, at) for each in part.of)
        made: dict[str, Any] = {"of": of}
        if part.fn in ("count", "distinct") and things[:1] != [None] and things and things[0]:
            made |= {"of": (identity(things[0]),), "fn": "distinct"} if things[0].hops else {"of": (), "fn": "count"}
            of = made["of"]
        if part.fn == "rate":
            made["where"] = _both(part.where, self._lists_filled(of, at))
            part = p.replaced(part, {"where": made["where"]})
        if part.where:
            many = grain(of, at, self.scope)
            made["where"] = self._free()(part.where, self.scope.walk(at, many).at) if many else self(part.where, at)
        if part.within is not None:
            made["within"] = tuple(key for each in part.within for key in self.keys(each, at))
        if part.by:
            made["by"] = self(part.by, at)
        return p.replaced(part, made)


def _shown(query: p.Query) -> tuple[p.Column, ...]:
    """What stands first in the rows of a query: keys, or what is listed."""
    return query.by or query.show or (p.Column(of=p.Path(steps=(p.THIS,))),)


def _by_one_key(hop: Hop) -> bool:
    """Whether a relation to one goes by one column, so that equal keys are the same thing, found or not."""
    return not hop.many and not hop.back and len(hop.there) == 1


def _key(thing: Walked, there: tuple[str, ...]) -> p.Path:
    """The key of a thing: as it is written before it, or its own."""
    last = thing.hops[-1] if thing.hops else None
    if last and _by_one_key(last) and last.there == there:
        return p.Path(steps=(*thing.prefix[:-1], *last.here))
    return p.Path(steps=(*thing.prefix, *there))


def _compared_periods(part: p.Figure) -> p.Computed:
    """change(f, a, b): the figure where b, by the figure where a, less 1."""
    figure, first, second = part.of
    before, after = (_only_where(figure, _as_test(test)) for test in (first, second))
    ratio = p.Computed(op="/", left=after, right=before)
    return p.Computed(op="-", left=ratio, right=p.Value(value=1))


def _only_where(part: Any, test: Any) -> Any:
    """A part whose figures are each of the rows only for which a test is true."""
    if isinstance(part, p.Figure):
        return p.replaced(part, {"where": _both(part.where, [test])})
    return _mapped(part, lambda each: _only_where(each, test))


def _both(test: Any, more: list[Any]) -> Any:
    tests = [*([test] if test else []), *more]
    return p.All(tests=tuple(tests)) if len(tests) > 1 else tests[0] if tests else None


def _as_value(part: Any) -> Any:
    """A named test, which stands for its condition, as a value beside others."""
    if not isinstance(part, TESTS):
        return part
    cases = (p.Case(value=p.Value(value=True), test=part), p.Case(value=p.Value(value=False), test=p.Not(test=part)))
    return p.Choice(cases=cases)


def _as_test(part: Any) -> Any:
    return p.Holds(path=part) if isinstance(part, p.Path) else part
