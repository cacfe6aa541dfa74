"""Figures that the source has names for: what a question names is what is asked, over the rows that it is of."""

from __future__ import annotations

from groundplan.contracts import Doubt
from groundplan.contracts.source_model import Figure
from groundplan.errors import SourceError
from groundplan.language.lexicon import lexicon
from groundplan.language.words import stems
from groundplan.reading.formed.form import Filter, Form, Metric
from groundplan.reading.formed.meaning.asked import Asked, Held, Statement, with_filters
from groundplan.reading.formed.own_figures import (
    adds_up,
    figures_are_taken_as_they_are,
    figures_named,
    grouped_figures,
)
from groundplan.reading.formed.route import form_columns, route
from groundplan.sources.model.expressions import columns, parsed
from groundplan.sources.shape import figure_ids


def _a_name_limits_nothing(form: Form, asked: Asked) -> Form:
    """`win rate`: of all deals, not of those that were won, unless that is said beside it."""
    said = {one.figure.name for one in asked.figures}
    parts = {
        (table, field.name.casefold())
        for table, figure in figure_ids(asked.tables).values()
        if figure.name in said
        for field in columns(parsed(figure.expression))
    }
    of = {id for (table, name), id in asked.names.items() if (table, name.casefold()) in parts}
    rest = set(stems(asked.without_figures))
    kept = [one for one in form.filters if one.column not in of or not _only_named(one, rest)]
    return form if len(kept) == len(form.filters) or len(form.alternatives) > 1 else with_filters(form, kept)


def _only_named(limit: Filter, rest: set[str]) -> bool:
    """Whether no word beside the name of the figure says the value, or that there is one."""
    if limit.op in ("is_null", "not_null"):
        return True
    values = limit.value if isinstance(limit.value, (list, tuple)) else [limit.value]
    return all(isinstance(value, (str, bool)) for value in values) and not any(
        set(stems(str(value))) & rest for value in values
    )


def _what_is_named_is_what_is_asked(form: Form, asked: Asked) -> Form:
    """`cost per click by region`: neither cost nor clicks; `win rate` alone is no share of the rows."""
    known = figure_ids(asked.tables)
    named = [id for id, (_, figure) in known.items() if any(one.figure.name == figure.name for one in asked.figures)]
    if not named:
        return form
    rest = set(stems(asked.without_figures))
    metrics = [
        one for one in form.metrics if one.column is None or one.column in known or set(stems(one.column)) & rest
    ]
    if not any(one in named for one in form_columns(form)):
        metrics = [*(Metric(column=id) for id in named), *(one for one in metrics if one.column)]
        form = form.model_copy(update={"derive": None})
    return form.model_copy(update={"metrics": tuple(metrics)})


def _the_highest_is_one_of_several(form: Form, asked: Asked) -> Held:
    """`the highest win rate`: of all rows there is only one."""
    grouped = grouped_figures(form, asked.tables)
    ends = [one.column for one in form.metrics if one.column in grouped and one.agg in ("min", "max")]
    if not ends or form.group_by or form.time or form.filters:
        return form
    told = f"{ends[0]!r} is a figure of groups; say of which the highest or lowest is meant"
    choices = tuple(id for id, (_, known) in asked.places.items() if known.role in ("category", "name", "time"))
    return Doubt(kind="clarify", message=told, choices=choices)


def _a_figure_is_taken_as_it_is(form: Form, asked: Asked) -> Form:
    return figures_are_taken_as_they_are(form, asked.tables)


def _an_index_is_averaged(form: Form, asked: Asked) -> Form:
    """Of rows, too, some figures add up and some do not."""
    known = figure_ids(asked.tables)
    averaged = {id for id, (_, figure) in known.items() if figure.adds_up == "average"}
    if asked.says(lexicon().adding):
        return form
    metrics = [
        Metric(column=one.column, agg="avg") if one.agg == "sum" and one.column in averaged else one
        for one in form.metrics
    ]
    return form.model_copy(update={"metrics": tuple(metrics)})


def figure_without_rows(asked: Asked) -> Doubt | None:
    """What is declared over several datasets, or over fields that are not there, is refused where it is named."""
    known = {figure.name for _, figure in figure_ids(asked.tables).values()}
    found = [one.figure for one in asked.figures if one.figure.name not in known]
    return Doubt(kind="refuse", message=_homeless(found[0])) if found else None


def _a_figure_is_of_one_dataset(form: Form, asked: Asked) -> Held:
    return figure_without_rows(asked) or form


def _homeless(figure: Figure) -> str:
    try:
        fields = ", ".join(field.name for field in columns(parsed(figure.expression)))
    except SourceError as error:
        return f"{figure.name!r} cannot be computed: {error}"
    if not fields:
        return (
            f"{figure.name!r} is {figure.expression}, which does not say of which dataset; name a field of it in there"
        )
    told = f"{figure.name!r} is {figure.expression}, whose fields are not all of one dataset"
    return f"{told}; ask for them one by one: {fields}"


def _a_figure_is_of_its_own_rows(form: Form, asked: Asked) -> Held:
    """The value of an order by product would take each order once for each of its lines."""
    base = route(form, asked.tables).base
    for id, (table, _) in figures_named(form, asked.tables).items():
        if table != base:
            told = f"{id!r} is of {table}, and each row of {table} may stand several times among those of {base}"
            return Doubt(kind="refuse", message=f"{told}; ask by what {table} itself has or names")
    return form


def _rows_have_none_of_groups(form: Form, asked: Asked) -> Held:
    """No row has a win rate that could be held to a limit, spread or set against a column."""
    shown = {one.column for one in form.metrics}
    apart = bool(form.group_by or form.time)
    for id in grouped_figures(form, asked.tables):
        if id not in shown:
            told = f"{id!r} is a figure of groups, which no row can be held to"
            return Doubt(kind="refuse", message=f"{told}; ask which groups have so much of it")
        if {"correlation", "distribution"} & {*form.analysis} and not apart:
            told = f"{id!r} is a figure of groups, and rows have none of their own"
            return Doubt(kind="refuse", message=f"{told}; ask for it by a column, or over time")
    return form


def _rates_of_periods_are_not_added(form: Form, asked: Asked) -> Held:
    """A running total of rates is none."""
    if form.derive is None or form.derive.kind != "cumulative" or not form.metrics:
        return form
    first = grouped_figures(form, asked.tables).get(form.metrics[0].column or "")
    if first is None or adds_up(first):
        return form
    told = f"{form.metrics[0].column!r} of one period does not add to that of the next"
    return Doubt(kind="refuse", message=f"{told}; ask for it by period without a running total")


STATEMENTS: tuple[Statement, ...] = (
    _a_figure_is_of_one_dataset,
    _the_highest_is_one_of_several,
    _a_name_limits_nothing,
    _what_is_named_is_what_is_asked,
    _a_figure_is_taken_as_it_is,
    _an_index_is_averaged,
    _a_figure_is_of_its_own_rows,
    _rows_have_none_of_groups,
    _rates_of_periods_are_not_added,
)
