"""How things are called: by their names, not their keys, and by the part that they play."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.reading.formed.form import Form, Metric, raw
from groundplan.reading.formed.meaning.asked import Asked, Held, Statement, owners_of, tells_apart
from groundplan.reading.formed.route import route
from groundplan.sources.shape import Key


def _a_part_is_named_where_rows_play_several(form: Form, asked: Asked) -> Held:
    """Start station and end station: columns of stations beside those of trips say neither."""
    owners = owners_of(form, asked) | ({form.table} if form.table else set())
    keys = {key.table for name in owners for key in asked.table(name).keys}
    for name in owners - keys:
        choices = tuple(one.name for one in asked.tables if one.stands_for == name and one.name in keys)
        if choices:
            told = f"rows of {name} play several parts: {' or '.join(choices)}; say which one is meant"
            return Doubt(kind="clarify", message=told, choices=choices)
    return form


def _things_are_called_by_their_names(form: Form, asked: Asked) -> Form:
    """The head of a department is a person's name, not a number, unless the number is asked for."""
    if asked.stems & lexicon().keyed:
        return form
    metrics: list[Metric] = []
    for metric in form.metrics:
        shown = metric.agg == "none"
        named = _names_for(metric.column, form, asked) if shown else []
        metrics += [Metric(column=name, agg="none") for name in named] or [metric]
    if raw(form):
        whole = [name for one in form.group_by for name in _whole_name(one, asked) or [one]]
        form = form.model_copy(update={"group_by": tuple(dict.fromkeys(whole))})
    if raw(form) and form.limit is not None and form.metrics:
        metrics += [Metric(column=name, agg="none") for name in _names_of_rows(form, asked)]
    return form.model_copy(update={"metrics": tuple(dict.fromkeys(metrics))})


def _names_for(id: str | None, form: Form, asked: Asked) -> list[str]:
    """Of a name its other half, of a key what it stands for: there, or in its own rows."""
    return _whole_name(id, asked) or _names_behind(id, form, asked) or _names_beside(id, asked)


def _names_beside(id: str | None, asked: Asked) -> list[str]:
    """`departments without a head` are listed by their names."""
    place, owner = asked.places.get(id or ""), asked.owners.get(id or "")
    if not place or not owner or place[0].primary_key != (place[1].name,) or place[1].name in place[0].name_field:
        return []
    return [asked.names[(owner, name)] for name in place[0].name_field if name != place[1].name]


def _whole_name(id: str | None, asked: Asked) -> list[str]:
    """First and last name, where one of them is named."""
    place, owner = asked.places.get(id or ""), asked.owners.get(id or "")
    whole = place[0].name_field if place and len(place[0].name_field) > 1 else ()
    return [asked.names[(owner, name)] for name in whole] if place and owner and place[1].name in whole else []


def _names_of_rows(form: Form, asked: Asked) -> list[str]:
    """What a row is called in the table that has one for each: a rating by its title."""
    base = route(form, asked.tables).base
    named = [
        names
        for key in asked.table(base).keys
        if not asked.table(base).called and tells_apart(asked.names[(base, key.column)], base, asked)
        if (names := _names_behind(asked.names[(base, key.column)], form, asked))
    ]
    return named[0] if named else []


def _names_behind(id: str | None, form: Form, asked: Asked) -> list[str]:
    """The fields by which the row is called that a key names."""
    owner = asked.owners.get(id or "")
    if owner is None:
        return []
    for key in asked.table(owner).keys:
        there = asked.dataset(key.table)
        if key.column == asked.places[id or ""][1].name and there:
            names = [asked.names[(key.table, name)] for name in there.name_field]
            return names if names and _reaches(names, owner, key, asked) else []
    return []


def _reaches(names: Sequence[str], start: str, key: Key, asked: Asked) -> bool:
    """Whether the names are found along this key from the table it stands in."""
    wanted = Form(table=start, metrics=tuple(Metric(column=name, agg="none") for name in names))
    joins = route(wanted.model_copy(update={"group_by": (asked.names[(start, key.column)],)}), asked.tables).joins
    return [join.left_on for join in joins] == [key.column]


STATEMENTS: tuple[Statement, ...] = (_a_part_is_named_where_rows_play_several, _things_are_called_by_their_names)
