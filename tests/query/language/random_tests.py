"""Single conditions made by chance."""

from __future__ import annotations

from typing import Any

from random_expressions import COMPARISONS, HERE, Maker

from groundplan.query.language import parts as p

DAYS = ("Monday", "Saturday", "Thursday")


def simple(maker: Maker, allowed: Any = None) -> p.Test:
    """One condition on a row, along one relation to many at most, or along these that are allowed."""
    allowed = allowed or ((*HERE, maker.many()) if maker.chance(0.3) else HERE)
    makes = [_numbers, _numbers, _dates, _dates, _texts, _texts, _things, _holds, _missing, _some]
    makes += [_figures, _rows, _weekday] if maker.deep > 0 else []
    return maker.rng.choice(makes)(maker, allowed) or _numbers(maker, allowed)


def _numbers(maker: Maker, allowed: Any) -> p.Test:
    left = maker.number(allowed)
    if maker.chance(0.15):
        low = maker.rng.randint(-2, 3)
        high = p.Value(value=low + maker.rng.randint(0, 4))
        return p.Between(left=left, low=p.Value(value=low), high=high)
    if maker.chance(0.15):
        return p.Among(left=left, values=(maker.literal(), maker.literal()))
    right = maker.literal() if maker.chance(0.7) else maker.number(allowed)
    return p.Compare(left=left, op=maker.rng.choice(COMPARISONS), right=right)


def _dates(maker: Maker, allowed: Any) -> p.Test | None:
    way = maker.way(("date",), allowed)
    if not way:
        return None
    left: p.X = way.path
    if maker.chance(0.2):
        left = p.Taken(part=maker.rng.choice(("month", "week", "day", "hour", "quarter")), of=left)
    other = maker.way(("date",), allowed)
    if maker.chance(0.2):
        return p.Between(left=left, low=maker.period(), high=maker.period())
    if maker.chance(0.1):
        return p.Among(left=left, values=(maker.period(), maker.period()))
    right = other.path if other and maker.chance(0.3) else maker.period()
    left, right = (right, left) if maker.chance(0.1) else (left, right)
    return p.Compare(left=left, op=maker.rng.choice(COMPARISONS), right=right)


def _weekday(maker: Maker, allowed: Any) -> p.Test | None:
    way = maker.way(("date",), allowed)
    day = p.Value(value=maker.rng.choice(DAYS))
    taken = p.Taken(part="weekday", of=way.path) if way else None
    return p.Compare(left=taken, op=maker.rng.choice(COMPARISONS), right=day) if taken else None


def _texts(maker: Maker, allowed: Any) -> p.Test | None:
    named = [way for way in maker.ground.of_kind(("text",), allowed) if way.steps[-1] == "label"]
    way = maker.rng.choice(named) if named and maker.chance(0.3) else maker.way(("text",), allowed)
    if not way:
        return None
    if maker.chance(0.2):
        return p.Among(left=way.path, values=(maker.text(), maker.text()))
    other = maker.way(("text",), allowed)
    right: p.X = other.path if other and maker.chance(0.15) else maker.text()
    if maker.chance(0.35):
        part = p.Value(value=maker.rng.choice(("e", "R", "b", "Ä", "ann", " ")))
        return p.Compare(left=way.path, op=maker.rng.choice(("has", "starts")), right=part)
    return p.Compare(left=way.path, op=maker.rng.choice(("=", "=", "=", "!=", "<", ">=")), right=right)


def _things(maker: Maker, allowed: Any) -> p.Test | None:
    way = maker.way(("thing",), allowed)
    if not way:
        return None
    if maker.chance(0.25):
        return p.Compare(left=way.path, op=maker.rng.choice(("has", "starts")), right=p.Value(value="b"))
    others = [other for other in maker.ground.of_kind(("thing",), allowed) if other.to == way.to]
    right: p.X = maker.rng.choice(others).path if others and maker.chance(0.4) else maker.text()
    right = p.Value(value=maker.rng.randint(1, 12)) if maker.chance(0.15) else right
    return p.Compare(left=way.path, op=maker.rng.choice(("=", "!=")), right=right)


def _holds(maker: Maker, allowed: Any) -> p.Test | None:
    way = maker.way(("truth",), allowed)
    if way and maker.chance(0.2):
        return p.Compare(left=way.path, op="=", right=p.Value(value=maker.chance(0.5)))
    return p.Holds(path=way.path) if way and way.kind == "truth" else None


def _missing(maker: Maker, allowed: Any) -> p.Test | None:
    manys = [steps for steps in maker.ground.relations if len(steps) == 1]
    if manys and maker.chance(0.2):
        return p.Missing(of=p.Path(steps=maker.rng.choice(manys)))
    way = maker.way(("number", "text", "date", "thing", "truth"), allowed)
    return p.Missing(of=way.path if way and maker.chance(0.8) else maker.number(allowed))


def _some(maker: Maker, allowed: Any) -> p.Test | None:
    relations = list(maker.ground.relations)
    if not relations:
        return None
    steps = maker.rng.choices(relations, [3.0 ** -len(one) for one in relations])[0]
    where = maker.far(steps).test() if maker.deep > 0 and maker.chance(0.7) else None
    return p.Some(path=p.Path(steps=steps), where=where, every=where is not None and maker.chance(0.4))


def _figures(maker: Maker, allowed: Any) -> p.Test | None:
    """A figure of the row, or of another query, against a number."""
    from random_figures import NO_NUMBERS

    if maker.chance(0.25):
        from random_queries import one_figure

        return p.Compare(left=maker.number(allowed), op=maker.rng.choice(COMPARISONS), right=one_figure(maker))
    found = maker.deeper().own()
    kept = found if found and found.fn not in NO_NUMBERS else None
    return p.Compare(left=kept, op=maker.rng.choice(COMPARISONS), right=maker.literal()) if kept else None


def _rows(maker: Maker, allowed: Any) -> p.Test | None:
    """One of what another query lists."""
    from random_queries import listing

    found = listing(maker, allowed)
    return p.AmongRows(left=found[0], query=found[1]) if found else None
