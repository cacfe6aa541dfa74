"""Queries made by chance over a model: every part of the language, mostly such that can be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from random_bases import random_base
from random_expressions import HERE, Maker
from random_figures import NO_NUMBERS, of_groups
from random_grounds import Ground, Grounds, Way
from reference_views import TESTS

from groundplan.contracts.source_model import SourceModel
from groundplan.query.language import parts as p

__all__ = ["random_base", "random_query"]
VALUES = ("number", "minutes", "text", "date", "truth", "thing")


def random_query(rng: Random, model: SourceModel, grounds: Grounds | None = None) -> p.Query:
    """A query over a model."""
    grounds = grounds or Grounds(model)
    ground = _inner(rng, grounds) if rng.random() < 0.12 else grounds.any(rng)
    maker = Maker(rng, grounds, ground, fellows=True)
    where = maker.test() if maker.chance(0.45) else None
    made: dict[str, Any] = {"of": ground.of, "where": where}
    return p.Query(**made, **(_groups(maker) if maker.chance(0.65) else _list(maker)))


def _inner(rng: Random, grounds: Grounds) -> Ground:
    """The result of a query as a ground; that query may be over one of its own."""
    ground = _inner(rng, grounds) if rng.random() < 0.15 else grounds.any(rng)
    maker = Maker(rng, grounds, ground, fellows=True, deep=1)
    ways = [way for way in (maker.way(VALUES), maker.way(VALUES)) if way]
    where = maker.test() if maker.chance(0.4) else None
    kinds = [Way((f"c{at}",), way.kind if way.kind != "minutes" else "number") for at, way in enumerate(ways)]
    columns = tuple(p.Column(of=way.path, name=f"c{at}") for at, way in enumerate(ways))
    if maker.chance(0.3):
        query = p.Query(of=ground.of, where=where, show=columns)
    else:
        found = of_groups(maker, [way.path for way in ways[:1]]) if maker.chance(0.5) else p.Figure(fn="count")
        numeric = found if not isinstance(found, p.Figure) or found.fn not in NO_NUMBERS else p.Figure(fn="count")
        having = _having(maker, [*columns[:1]], []) if maker.chance(0.15) else None
        figure = p.Column(of=numeric, name="n")
        query = p.Query(of=ground.of, where=where, by=columns[:1], columns=(figure,), having=having)
        kinds = [*kinds[:1], Way(("n",), "number")]
    if maker.chance(0.15) and kinds:
        kept = p.Keep(n=rng.choice((1, 2, 3)), by=rng.choice(kinds).path, lowest=maker.chance(0.3))
        query = p.replaced(query, {"keep": kept})
    return Ground(query, [Way((p.ROW,), "number"), *kinds])


# ------------------------------------------------------------------ groups


def _groups(maker: Maker) -> dict[str, Any]:
    keys = [_key(maker) for _ in range(maker.rng.choice((0, 1, 1, 1, 2, 2)))]
    figures = [of_groups(maker, keys) for _ in range(maker.rng.choice((1, 1, 2)))]
    by = tuple(_called(maker, key, f"k{at}") for at, key in enumerate(keys))
    columns = tuple(_called(maker, figure, f"f{at}") for at, figure in enumerate(figures))
    seen = [p.Path(steps=(column.name,)) if column.name else column.of for column in (*by, *columns)]
    made: dict[str, Any] = {"by": by, "columns": columns}
    if maker.chance(0.25):
        made["having"] = _having(maker, by, columns)
    others = [of_groups(maker, keys)] if maker.chance(0.2) else []
    return made | _arranged(maker, [*seen, *others], seen[: len(by)])


def _having(maker: Maker, by: Sequence[p.Column], columns: Sequence[p.Column]) -> p.Test:
    """A test of groups: of a figure that is shown or of another, of a key, of two of them."""
    kind = maker.rng.random()
    if kind < 0.2:
        tests = (_having(maker, by, columns), _having(maker, by, columns))
        return p.Not(test=tests[0]) if kind < 0.07 else p.All(tests=tests) if kind < 0.14 else p.AnyOf(tests=tests)
    named = [p.Path(steps=(column.name,)) for column in columns if column.name]
    if kind < 0.3 and by:
        return p.Missing(of=maker.rng.choice(by).of)
    if kind < 0.4 and by and isinstance(by[0].of, (p.Path, p.Taken)):
        return p.Compare(left=by[0].of, op=maker.rng.choice(("=", "!=")), right=_same_kind(maker, by[0].of))
    found = of_groups(maker, [column.of for column in by]) if kind < 0.65 else p.Figure(fn="count")
    left = maker.rng.choice(named) if named and maker.chance(0.3) else found
    right = one_figure(maker) if maker.chance(0.1) else maker.literal()
    return p.Compare(left=left, op=maker.rng.choice((">", ">=", "<", "=", "!=")), right=right)


def _same_kind(maker: Maker, key: p.X) -> p.X:
    """A value that may be beside a key."""
    kinds = {way.path: way.kind for way in maker.ground.ways}
    kind = kinds.get(key, "") if isinstance(key, p.Path) else ""
    if isinstance(key, p.Taken):
        return p.Value(value="Monday") if key.part == "weekday" else maker.period()
    return {"number": maker.literal, "date": maker.period}.get(kind, maker.text)()


def _key(maker: Maker) -> p.Expression:
    """A value by which groups are told apart."""
    kind = maker.rng.random()
    if kind < 0.12:
        return maker.choice(["small", "big", "none"])
    if kind < 0.18:
        return maker.own() or p.Path(steps=(p.THIS,))
    if kind < 0.24:
        test = maker.simple()
        return test.path if isinstance(test, p.Holds) else test
    return maker.any_value((*HERE, maker.many()) if maker.chance(0.35) else HERE)


def _called(maker: Maker, of: Any, name: str) -> p.Column:
    return p.Column(of=of, name=name if maker.chance(0.3) else "")


# ------------------------------------------------------------------ lists


def _list(maker: Maker) -> dict[str, Any]:
    show: tuple[p.Column, ...] = ()
    if maker.chance(0.75):
        values = [_listed(maker) for _ in range(maker.rng.choice((1, 2, 3)))]
        show = tuple(_called(maker, value, f"s{at}") for at, value in enumerate(values))
    seen = [p.Path(steps=(column.name,)) for column in show if column.name]
    seen += [_shown(maker), p.Path(steps=(p.ROW,))]
    seen += [p.Path(steps=(maker.ground.main_time,))] if maker.ground.main_time else []
    return {"show": show} | _arranged(maker, seen, [maker.any_value(), maker.any_value()])


def _shown(maker: Maker) -> Any:
    """A value of a row."""
    own = maker.own() if maker.chance(0.25) else None
    return own or maker.any_value()


def _listed(maker: Maker) -> Any:
    """A value of a row, or what a relation to many leads to."""
    ways = maker.ground.listed(maker.many()) if maker.chance(0.2) else []
    return maker.rng.choice(ways).path if ways else _shown(maker)


def _arranged(maker: Maker, seen: list[Any], eaches: list[Any]) -> dict[str, Any]:
    """`keep` and `order`, by what they can see."""
    operands = [part for part in seen if not isinstance(part, TESTS)]
    eaches = [part for part in eaches if not isinstance(part, TESTS)]
    made: dict[str, Any] = {}
    if operands and maker.chance(0.35):
        made["keep"] = _keep(maker, operands, eaches)
    if operands and maker.chance(0.3):
        made["order"] = p.Order(by=maker.rng.choice(operands), descending=maker.chance(0.5))
    return made


def _keep(maker: Maker, operands: list[Any], eaches: list[Any]) -> p.Keep:
    each = maker.rng.choice(eaches) if eaches and maker.chance(0.25) else None
    n = maker.rng.choice((1, 1, 1, 2, 3, 5))
    if maker.chance(0.2):
        return p.Keep(n=n, each=each)
    by, lowest = maker.rng.choice(operands), maker.chance(0.3)
    if maker.chance(0.2):
        return p.Keep(n=maker.rng.choice((10, 25, 50, 100)), percent=True, each=each, by=by, lowest=lowest)
    return p.Keep(n=n, place=maker.chance(0.2), each=each, by=by, lowest=lowest)


# ------------------------------------------------------------------ queries inside


def one_figure(maker: Maker) -> p.One:
    """The number that another query answers."""
    ground = maker.grounds.any(maker.rng)
    inside = Maker(maker.rng, maker.grounds, ground, fellows=True, deep=1)
    way = inside.way(("number",), fine=True)
    fn = maker.rng.choice(("average", "min", "max", "median", "sum"))
    figure = p.Figure(fn=fn, of=(way.path,)) if way and maker.chance(0.7) else p.Figure(fn="count")
    where = inside.test() if maker.chance(0.3) else None
    return p.One(query=p.Query(of=ground.of, columns=(p.Column(of=figure),), where=where))


def listing(maker: Maker, allowed: Any) -> tuple[p.X, p.Query] | None:
    """A value, and a query that lists values of its kind."""
    way = maker.way(("text", "thing", "number", "date"), allowed)
    if not way:
        return None
    ground = (
        maker.grounds.at(way.to) if way.kind == "thing" and way.to in _names(maker) else maker.grounds.any(maker.rng)
    )
    inside = replace(maker, ground=ground, fellows=True, deep=1)
    where = inside.test() if maker.chance(0.6) else None
    if way.kind == "thing" and maker.chance(0.5):
        return way.path, p.Query(of=ground.of, where=where, show=(p.Column(of=p.Path(steps=(p.THIS,))),))
    other = inside.way((way.kind,))
    if not other:
        return None
    if maker.chance(0.5):
        key = p.Column(of=other.path)
        return way.path, p.Query(of=ground.of, where=where, by=(key,), columns=(p.Column(of=p.Figure(fn="count")),))
    return way.path, p.Query(of=ground.of, where=where, show=(p.Column(of=other.path),))


def _names(maker: Maker) -> set[str]:
    return {dataset.name for dataset in maker.grounds.model.datasets}
