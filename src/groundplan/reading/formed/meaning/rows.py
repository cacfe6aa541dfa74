"""Which rows count: those that have not ended, the latest of a history, the things that are named."""

from __future__ import annotations

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.language.words import stems
from groundplan.reading.formed.form import Filter, Form
from groundplan.reading.formed.meaning.asked import Asked, Held, Statement, owners_of, tells_apart, with_filters
from groundplan.reading.formed.route import form_columns, route


def _none_of_a_key_is_an_empty_one(form: Form, asked: Asked) -> Form:
    """`departments with no head`: the number 0 is no head's key."""

    def read(limit: Filter) -> Filter:
        place = asked.places.get(limit.column)
        if limit.op != "=" or limit.value != 0 or place is None or place[1].role != "key" or not place[1].missing:
            return limit
        return limit.model_copy(update={"op": "is_null", "value": None})

    return form.model_copy(update={"filters": tuple(map(read, form.filters))})


def _what_is_never_empty_selects_nothing(form: Form, asked: Asked) -> Held:
    """`titles that were never rated` are no rows of the ratings without a rating: there are none."""
    for limit in form.filters:
        place = asked.places.get(limit.column)
        related = place and any(place[0].name in (one.many, one.one) for one in asked.model.relations)
        if place and related and limit.op == "is_null" and not place[1].missing and not place[1].odd:
            told = f"no row of {place[0].name} lacks {place[1].name}; rows that nothing of another table belongs to "
            return Doubt(kind="refuse", message=f"{told}cannot be asked for yet")
    return form


def _what_is_counted_of_a_thing_belongs_to_it(form: Form, asked: Asked) -> Held:
    """`stations by number`: each stands once among stations, so that what names them is counted, as trips do."""
    base = route(form, asked.tables).base
    counted = bool(form.metrics) and all(one.column is None and one.agg == "count" for one in form.metrics)
    if not counted or form.filters or form.time or not any(tells_apart(name, base, asked) for name in form.group_by):
        return form
    naming = [table.name for table in asked.tables if any(key.table == base for key in table.keys)]
    if len(naming) == 1:
        return form.model_copy(update={"table": naming[0]})
    if not naming:
        return form
    told = f"each row of {base} stands once; say what is to be counted"
    return Doubt(kind="clarify", message=told, choices=tuple(naming))


def _the_latest_of_a_history_is_what_holds_now(form: Form, asked: Asked) -> Held:
    """`current salary`: of each employee the latest, not every one there has been."""
    base = route(form, asked.tables).base
    history = asked.table(base).history
    if history is None or form.time or not asked.says(asked.going_on | lexicon().latest):
        return form
    form = form.model_copy(update={"latest": asked.names[(base, history[0])]})
    time = asked.names[(base, history[1])]
    return form if time not in form_columns(form) else form.model_copy(update={"latest": None})


def _rows_that_have_ended_do_not_count(form: Form, asked: Asked) -> Form:
    """`current staff`: those whose last day is not filled in."""
    if len(form.alternatives) > 1 or not asked.says(asked.going_on):
        return form
    base = route(form, asked.tables).base
    ended = [
        asked.names[(name, dataset.ended)]
        for name in dict.fromkeys((base, *sorted(owners_of(form, asked))))
        if (dataset := asked.dataset(name)) and dataset.ended
    ]
    if not ended and not any(form_columns(form)) and not asked.stems & set(stems(base)):
        return _counted_where_things_end(form, asked)
    if not ended or ended[0] in form_columns(form):
        return form
    return with_filters(form, [*form.filters, Filter(column=ended[0], op="is_null")])


def _counted_where_things_end(form: Form, asked: Asked) -> Form:
    """`how many work here at the moment`: of several datasets it is the one whose rows end."""
    ending = [dataset for dataset in asked.model.datasets if dataset.ended]
    if len(ending) != 1:
        return form
    held = Filter(column=asked.names[(ending[0].name, ending[0].ended)], op="is_null")
    return with_filters(form.model_copy(update={"table": ending[0].name}), [*form.filters, held])


def _free_text_makes_no_groups(form: Form, asked: Asked) -> Held:
    """Comments by their words are no groups, unless it is they that are named."""
    for name in form.group_by:
        place = asked.places.get(name)
        if place and place[1].role == "text" and not asked.stems & set(stems(place[1].name)):
            keys = ", ".join(map(repr, place[0].primary_key)) or "another column"
            told = f"{name!r} holds free text, which makes no groups; name what is meant, such as {keys}"
            return Doubt(kind="clarify", message=told)
    return form


STATEMENTS: tuple[Statement, ...] = (
    _none_of_a_key_is_an_empty_one,
    _what_is_never_empty_selects_nothing,
    _what_is_counted_of_a_thing_belongs_to_it,
    _the_latest_of_a_history_is_what_holds_now,
    _rows_that_have_ended_do_not_count,
    _free_text_makes_no_groups,
)
