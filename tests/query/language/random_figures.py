"""Figures made by chance: of rows, of a row among its fellows, of a group among the groups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from random_expressions import HERE, Maker
from random_grounds import Names
from random_tests import simple
from reference_views import TESTS

from groundplan.query.language import parts as p

OF_NUMBERS = ("sum", "sum", "average", "median", "min", "max", "deviation", "percentile")
OF_ANY = ("distinct", "first", "last", "count", "list")
OF_TESTS = ("rate", "rate", "count", "longest_run")
NO_NUMBERS = ("first", "last", "min", "max", "prev", "next", "list")
NUMBERS = ("number", "minutes")


def figure(maker: Maker, many: Names) -> p.Figure:
    """A figure over the rows at a relation to many, or without one over these rows."""
    maker = replace(maker, deep=maker.deep - 1)
    made = _made(maker, many)
    if maker.deep >= 0 and maker.chance(0.2):
        far = maker.far(many) if many else replace(maker, deep=0)
        made = p.replaced(made, {"where": far.test()})
    return made


def _made(maker: Maker, many: Names) -> p.Figure:
    kind = maker.rng.random()
    if kind < 0.2:
        return p.Figure(fn="count", of=(p.Path(steps=many),) if many else ())
    if kind < 0.55:
        return _of_number(maker, many)
    if kind < 0.6:
        return p.Figure(fn="correlation", of=(_number(maker, many), _number(maker, many)))
    if kind < 0.8 and not many:
        return _of_test(maker, maker.many())
    fn = maker.rng.choice(OF_ANY)
    if fn == "list":
        return _list(maker, many)
    way = maker.way(("text", "date", "number", "thing"), (many,))
    if way and way.kind in ("text", "date") and maker.chance(0.4):
        fn = maker.rng.choice(("min", "max"))
    made = p.Figure(fn=fn, of=(way.path if way else maker.literal(),))
    return _along_time(maker, made, many) if fn in ("first", "last") else made


def _list(maker: Maker, many: Names) -> p.Figure:
    """The different values in one text."""
    ways = maker.ground.listed(many)
    return p.Figure(fn="list", of=(maker.rng.choice(ways).path,)) if ways else p.Figure(fn="count")


def _number(maker: Maker, many: Names, fine: bool = True) -> p.X:
    """A number of which one path at least passes the relation to many."""
    way = maker.way(NUMBERS, (many,), fine and not maker.chance(0.06))
    if not way:
        return p.Path(steps=many) if many else maker.literal()
    if many and maker.chance(0.12):
        return p.Computed(op="*", left=way.path, right=_if_some(maker, many))
    if maker.deep > 0 and maker.chance(0.25):
        return p.Computed(
            op=maker.rng.choice(("+", "*", "-")), left=way.path, right=maker.deeper().number((*HERE, many))
        )
    if not many and maker.deep > 0 and maker.chance(0.3):
        return maker.number(fine=fine)
    return way.path


def _if_some(maker: Maker, many: Names) -> p.Choice:
    """1 where the row has some row along the relation for which a test holds."""
    test = simple(replace(maker, deep=0), (many,))
    return p.Choice(cases=(p.Case(value=p.Value(value=1), test=test),), otherwise=p.Value(value=0))


def _of_number(maker: Maker, many: Names) -> p.Figure:
    fn = maker.rng.choice(OF_NUMBERS)
    of = _number(maker, many, fine=fn not in ("min", "max"))
    if many and of == p.Path(steps=many):
        return p.Figure(fn="count", of=(of,))
    return p.Figure(fn=fn, of=(of,), n=maker.rng.choice((0, 25, 50, 90)) if fn == "percentile" else None)


def _of_test(maker: Maker, many: Names) -> p.Figure:
    """A figure of a test, which is asked of the rows of the dataset, also along a relation to many."""
    fn = maker.rng.choice(OF_TESTS)
    way = maker.way(("truth",), (*HERE, many))
    test: Any = way.path if way and way.kind == "truth" else maker.test()
    if maker.chance(0.8):
        test = simple(maker, (many,)) if many and maker.chance(0.5) else maker.test()
    if isinstance(test, p.Compare) and test.op in ("<", "<=", ">", ">=") and maker.chance(0.6):
        test = p.replaced(test, {"op": maker.rng.choice(("=", "!=", "!="))})
    if isinstance(test, (p.Compare, p.Among, p.AmongRows, p.Holds)) and maker.chance(0.3):
        test = p.Not(test=test)
    made = p.Figure(fn=fn, of=(test.path if isinstance(test, p.Holds) else test,))
    return _along_time(maker, made, ()) if fn == "longest_run" else made


def _along_time(maker: Maker, made: p.Figure, many: Names) -> p.Figure:
    manys = (many, maker.many()) if maker.chance(0.1) else (many, *HERE)
    way = maker.way(("number", "date", "text"), manys)
    return p.replaced(made, {"by": way.path}) if way and maker.chance(0.25) else made


# ------------------------------------------------------------------ among others


def among(maker: Maker) -> p.Figure:
    """A figure of a row among its fellows."""
    maker = replace(maker, deep=maker.deep - 1)
    within = _within(maker)
    if maker.chance(0.4):
        return p.replaced(figure(replace(maker, deep=0), ()), {"within": within or ()})
    fn = maker.rng.choice(p.ALONG)
    way = maker.way(NUMBERS)
    of: p.X = maker.number() if maker.chance(0.2) and maker.deep > 0 else way.path if way else maker.literal()
    if fn in ("prev", "next", "rank") and maker.chance(0.3):
        other = maker.way(("date", "text") if fn == "rank" else ("date", "text", "thing", "truth"))
        of = other.path if other else of
    by = maker.way(("number", "date", "text"))
    along = {"by": by.path} if by and fn not in ("rank", "share") and maker.chance(0.25) else {}
    return p.Figure(fn=fn, of=(of,), within=within, n=_rows(maker, fn), **along)


def _rows(maker: Maker, fn: str) -> float | None:
    return maker.rng.choice((1, 2, 3)) if fn == "moving" else None


def _within(maker: Maker) -> tuple[p.X, ...] | None:
    if maker.chance(0.3):
        return None
    ways = [maker.way(("text", "truth", "thing", "number")) for _ in range(maker.rng.choice((0, 1, 1, 1, 2)))]
    return tuple(way.path for way in ways if way)


def of_groups(maker: Maker, keys: list[Any]) -> p.X:
    """A figure of each group, or one of the group among the others."""
    plain = _plain(maker, keys)
    keys = [key for key in keys if not isinstance(key, TESTS)]
    if maker.chance(0.7):
        return plain
    numeric = plain if plain.fn not in NO_NUMBERS else p.Figure(fn="count")
    if maker.chance(0.15):
        return p.Computed(op=maker.rng.choice(("/", "-", "+")), left=numeric, right=p.Figure(fn="count"))
    if maker.chance(0.15):
        tests = (maker.deeper().simple(), maker.deeper().simple())
        fits = [test for test in tests if isinstance(test, (p.Compare, p.Between, p.Missing))]
        if len(fits) == 2 and numeric.of:
            return p.Figure(fn="change", of=(p.Figure(fn="count"), *fits))
    fn = maker.rng.choice(p.ALONG)
    within = (maker.rng.choice(keys),) if keys and maker.chance(0.3) else None
    by = {"by": maker.rng.choice(keys)} if keys and fn not in ("rank", "share") and maker.chance(0.2) else {}
    return p.Figure(fn=fn, of=(numeric,), within=within, n=_rows(maker, fn), **by)


def _plain(maker: Maker, keys: list[Any]) -> p.Figure:
    """A figure of rows, often along the relation to many that a key goes along."""
    bound = [way.many for way in maker.ground.ways if way.many and way.path in keys]
    if bound and maker.chance(0.3):
        return _of_test(maker, bound[0])
    many = maker.many() if maker.chance(0.35) else ()
    return figure(maker, bound[0] if bound and maker.chance(0.3) else many)
