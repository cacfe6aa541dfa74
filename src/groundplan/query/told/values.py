"""Values of a query in words: paths, parts of dates, arithmetic, figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.query.compiled.grain import grain
from groundplan.query.language import parts as p
from groundplan.query.scope import Scope
from groundplan.query.told.cells import blanks, cell, figure, number, period, spoken, taken
from groundplan.query.told.in_words import Saying


def said(saying: Saying, part: Any) -> str:
    """A value in words; a test, too."""
    told = _VALUES.get(type(part))
    return told(saying, part) if told else saying.test(part)


def _path(saying: Saying, part: p.Path) -> str:
    if known := saying.known(part):
        return known[0]
    walked, words = saying.walked(part), saying.words
    assert walked
    hops = [words["name"].format(name=blanks(hop.name)) for hop in walked.hops]
    if part.steps[-1] == p.ROW and walked.field and saying.at.field(p.ROW) is None:
        return str(words["row"])
    if walked.test:
        hops.append(words["name"].format(name=blanks(walked.test)))
    elif walked.field and not walked.in_list:
        hops.append(words["name"].format(name=_without_unit(spoken(walked.field, saying.language), walked.field.unit)))
    elif not hops:
        hops.append(words["name"].format(name=saying.at.row_is or blanks(saying.at.name)))
    told = hops[0]
    for hop in hops[1:]:
        told = words["path"].format(field=hop, way=told)
    return str(told)


def _without_unit(name: str, unit: str) -> str:
    """The unit stands beside the figure."""
    for end in (f" ({unit})", f" {unit}") if unit else ():
        if name.casefold().endswith(end.casefold()):
            return name[: -len(end)]
    return name


def _taken(saying: Saying, part: p.Taken) -> str:
    words = saying.words
    if part.part in p.UNITS:  # its unit stands beside the figure
        span = part.of if isinstance(part.of, p.Computed) and part.of.left is not None else None
        ends = {"start": saying.value(span.right), "end": saying.value(span.left)} if span else {}
        return str(words["between_dates"].format(**ends)) if span else saying.value(part.of)
    if part.part in ("abs", "bin"):
        return str(
            words[part.part].format(of=saying.value(part.of), n=figure(part.size or 1, saying.unit(part.of), words))
        )
    walked, named = saying.walked(part.of), words["parts"][part.part]
    main = walked and walked.field and not walked.hops and walked.field.name == walked.at.main_time
    return str(named if main else words["part_of"].format(part=named, of=saying.value(part.of)))


def _computed(saying: Saying, part: p.Computed) -> str:
    if part.left is None:
        return str(saying.words["minus"].format(of=saying.value(part.right)))
    sides = [f"({saying.value(one)})" if isinstance(one, p.Computed) else saying.value(one)
             for one in (part.left, part.right)]  # fmt: skip
    return f" {'×' if part.op == '*' else part.op} ".join(sides)


def _choice(saying: Saying, part: p.Choice) -> str:
    said = [*(case.value for case in part.cases), *([part.otherwise] if part.otherwise else [])]
    return str(saying.words["between_choices"].join(cell(one.value, saying.words) for one in said))


def _figure(saying: Saying, part: p.Figure) -> str:
    words, figures = saying.words, saying.words["figures"]
    name = part.fn
    if name in ("min", "max") and saying.dated(part.of[0]):
        name = {"min": "earliest", "max": "latest"}[name]
    if name == "change" and len(part.of) == 3:
        before, after = map(saying.test, part.of[1:])
        told = figures["change_between"].format(of=saying.value(part.of[0]), before=before, after=after)
    elif name == "count" and not part.of:
        told = figures["rows"].format(of=saying.rows_named)
    elif name == "share" and isinstance(part.of[0], p.Figure) and part.of[0].fn == "count" and not part.of[0].of:
        told = figures["share"].format(of=saying.rows_named)
    else:
        told = figures[name].format(of=saying.operands(part), n=number(part.n or 0), rows=saying.rows_of(part))
    if part.within is not None:
        keys = words["and"].join(map(saying.value, part.within))
        told = words["within"].format(figure=told, keys=keys) if keys else words["within_all"].format(figure=told)
    if part.where:
        at = _seen_by(saying, part)
        told = words["figure_where"].format(figure=told, test=at.test(part.where))
    return str(told)


def _seen_by(saying: Saying, part: p.Figure) -> Saying:
    """The view of a figure's own `where`: the rows at the last relation to many that it passes."""
    many = grain(part.of, saying.at, saying.scope) if part.of else ()
    walked = saying.walked(part.of[0]) if part.of else None
    many = walked.many if walked and walked.many else many
    return saying.far(p.Path(steps=tuple(many))) if many else saying


def _now(saying: Saying, part: p.Now) -> str:
    ends = [_from_now(saying, part.unit, at) for at in (part.start, part.end) if at is not None]
    return ends[0] if len(ends) == 1 else str(saying.words["now"]["span"].format(low=ends[0], high=ends[1]))


def _from_now(saying: Saying, unit: str, at: int) -> str:
    words = saying.words
    template = words["now"].get(str(at)) or words["now"]["ago" if at < 0 else "ahead"]
    return str(template.format(n=abs(at), unit=words["now_units"][unit], units=words["now_many"][unit]))


def _one(saying: Saying, part: p.One) -> str:
    query = part.query
    told = Saying.of(query, Scope(saying.scope.model), saying.language).whole(query)
    return str(saying.words["other_query"].format(query=told))


_VALUES: Mapping[type[Any], Callable[[Saying, Any], str]] = {
    p.Value: lambda saying, part: cell(part.value, saying.words),
    p.Period: lambda saying, part: period(part.text, saying.words),
    p.Path: _path, p.Now: _now, p.Taken: _taken, p.Computed: _computed, p.Choice: _choice, p.Figure: _figure,
    p.One: _one,
}  # fmt: skip


def beside(saying: Saying, part: Any, left: Any) -> str:
    """A value as it stands beside what it is held against: with its unit, its period, or what its code means."""
    if not isinstance(part, p.Value):
        return saying.value(part)
    if isinstance(left, p.Taken) and left.part in ("year", "decade", *p.CYCLES):  # beside another part, it is a year
        return taken(part.value, left, saying.words)
    walked = None if saying.known(left) else saying.walked(left)
    if walked and walked.field and str(part.value) in walked.field.codes:
        return walked.field.codes[str(part.value)]
    counted = saying.counted(left) and not (walked and walked.field and walked.field.years)
    return figure(part.value, saying.unit(left), saying.words) if counted else cell(part.value, saying.words)


def alternatives(saying: Saying, values: Sequence[Any], left: Any) -> str:
    """Several values, one of which it is."""
    return str(saying.words["or"].join(beside(saying, one, left) for one in values))
