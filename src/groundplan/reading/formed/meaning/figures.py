"""What figures mean: what adds up, what a join would multiply, in which unit and period a figure is told."""

from __future__ import annotations

from typing import get_args

from groundplan.contracts import Doubt
from groundplan.contracts.source_model import Field
from groundplan.language.lexicon import lexicon
from groundplan.language.words import stems
from groundplan.reading.formed.form import Form, Metric, SpanUnit, raw
from groundplan.reading.formed.meaning.asked import Asked, Held, Statement
from groundplan.reading.formed.route import route
from groundplan.sources.shape import figure_ids

MULTIPLIED = ("sum", "avg", "median", "std")
"""Figures that change where a row stands more than once."""


def _there_is_something_to_rank_by(form: Form, asked: Asked) -> Held:
    """`the best station`: by which figure, nobody said."""
    if "rank" not in form.analysis or form.metrics or form.time or form.derive:
        return form
    figures = tuple(id for id, (_, known) in asked.places.items() if known.role == "measure")
    return Doubt(
        kind="clarify", message="a ranking is asked for, and nothing to rank by; say by which figure", choices=figures
    )


def _a_duration_is_told_in_its_unit(form: Form, asked: Asked) -> Form:
    """`average trip length in minutes`."""
    said = [unit for unit in get_args(SpanUnit) if asked.stems & set(stems(unit))]
    if not form.derive or form.derive.kind != "duration" or len(said) != 1:
        return form
    return form.model_copy(update={"derive": form.derive.model_copy(update={"unit": said[0]})})


def _no_period_is_passed_over(form: Form, asked: Asked) -> Held:
    """`by decade` is no year: what time is not cut into yet is said."""
    named = {stem for id in asked.places for stem in stems(id)}
    said = [word for word in sorted(lexicon().other_periods) if set(stems(word)) & asked.stems - named]
    if not form.time or not said:
        return form
    told = f"time is not cut by {said[0]!r} yet; ask by year, quarter, month, week, day or hour"
    return Doubt(kind="refuse", message=told)


def _no_figure_is_made_of_codes(form: Form, asked: Asked) -> Held:
    """A code, a year or a coordinate that nobody named is no figure."""
    for metric in form.metrics:
        place = asked.places.get(metric.column or "")
        if (
            place
            and place[1].adds_up == "no"
            and metric.agg in MULTIPLIED
            and not asked.stems & set(stems(place[1].name))
        ):
            told = (
                f"no column holds what is asked for: {metric.column!r} was the nearest, and its numbers are no amounts"
            )
            return Doubt(kind="refuse", message=told)
    return form


def _what_does_not_add_up_is_not_summed(form: Form, asked: Asked) -> Held:
    """A rate or a price is averaged where no sum is asked for; a balance has only its last, least and most."""
    metrics: list[Metric] = []
    for metric in form.metrics:
        place = asked.places.get(metric.column or "")
        if not place or metric.agg != "sum" or place[1].adds_up in (None, "sum"):
            metrics.append(metric)
        elif len(form.metrics) > 1 and not form.derive and not asked.stems & set(stems(place[1].name)):
            continue  # nobody named it
        elif place[1].adds_up == "average" and not asked.says(lexicon().adding):
            metrics.append(Metric(column=metric.column, agg="avg"))
        else:
            return Doubt(kind="refuse", message=_no_sum(metric.column or "", place[1]))
    return form.model_copy(update={"metrics": tuple(metrics)})


def _no_sum(name: str, known: Field) -> str:
    why = {"last": "a level at a time", "average": "an average or a rate", "no": "no amount"}[str(known.adds_up)]
    return f"{name!r} is {why}: its rows do not add up; ask for its average, its lowest or its highest"


def _a_rate_is_averaged_by_its_parts(form: Form, asked: Asked) -> Form:
    """The mean of click rates counts a day of three visitors as much as one of a thousand."""
    weighted = {one.average_of: id for id, (_, one) in figure_ids(asked.tables).items() if one.average_of}
    metrics = []
    for metric in form.metrics:
        place = asked.places.get(metric.column or "")
        known = weighted.get(f"{place[0].name}.{place[1].name}") if place and metric.agg == "avg" else None
        metrics.append(Metric(column=known, agg="figure") if known else metric)
    return form.model_copy(update={"metrics": tuple(metrics)})


def _no_join_multiplies_a_figure(form: Form, asked: Asked) -> Held:
    """A budget that stands once for each of a department's leavers is no sum of budgets."""
    if raw(form):
        return form
    base = route(form, asked.tables).base
    for metric in form.metrics:
        owner = asked.owners.get(metric.column or "", base)
        if metric.agg in MULTIPLIED and owner != base and not _stands_once(base, owner, asked):
            told = f"{metric.column!r} belongs to {owner} and would stand once for each row of {base}"
            help = f"ask about {owner} alone, or for its lowest or highest"
            return Doubt(kind="refuse", message=f"{told}: {metric.agg} would count it several times; {help}")
    return form


def _stands_once(base: str, other: str, asked: Asked) -> bool:
    """Whether each row of the other table meets at most one of the first."""
    ends = {asked.table(name).stands_for or name for name in (base, other)}
    return any({one.many, one.one} == ends for one in asked.model.relations if one.single)


STATEMENTS: tuple[Statement, ...] = (
    _there_is_something_to_rank_by,
    _a_duration_is_told_in_its_unit,
    _no_period_is_passed_over,
    _no_figure_is_made_of_codes,
    _what_does_not_add_up_is_not_summed,
    _a_rate_is_averaged_by_its_parts,
    _no_join_multiplies_a_figure,
)
